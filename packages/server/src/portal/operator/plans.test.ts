import type { DeveloperApp, OperatorApp, OperatorTeam, Plan, TeamLimits } from '@openhouse/contract';
import { PLANS_MAX } from '@openhouse/contract';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { redisLimiter } from '../../kernel/limiter/redis.ts';
import { testDashboard } from '../../testing/dashboard.ts';
import { createApp, type DashboardPerson, dataOf, enter, outcomeOf, reveal } from '../../testing/dashboard-people.ts';
import { type DashboardTeam, dashboardTeam } from '../../testing/dashboard-team.ts';
import { useStore } from '../../testing/database.ts';
import { call, exchange } from '../../testing/envelope.ts';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from '../../testing/gateway.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';
import { countTogether, withRedis } from '../../testing/redis.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { startUpstream } from '../../testing/upstream-server.ts';
import { httpAppService } from '../apps/upstream/http.ts';
import { verifyAuditChains } from '../audit/verify-chains.ts';

const store = useStore();
const reason = 'Contract 2026-118.';
/** Of a tour that is not there: the answer counts all the same. */
const READ = '/open/v3/vr/info?resource_code=none';

let portal: InjectedPortal;
let team: DashboardTeam;
let operator: DashboardPerson;
let nodes: TestGateway[];
let secret: string;
beforeEach(async () => {
  nodes = [];
  const operators = { addresses: new Set(['olga@example.com']), maxSignInAgeS: 3600 };
  portal = injectedPortal(store.database, { dashboard: testDashboard(store.database, { operators }) });
  team = await dashboardTeam(portal);
  operator = await enter(portal, 'olga');
  secret = dataOf<{ secret: string }>(await reveal(team.owner, team.app.appKey, 1)).secret;
});
afterEach(async () => {
  await portal.app.close();
  for (const node of nodes) await node.stop();
});

async function startNode(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const node = await startTestGateway(store.database, { appLimitPerMinute: 4, ...options });
  nodes.push(node);
  return node;
}
const decide = (what: string, body: object = {}) => operator.post(`/api/operator/${what}`, { reason, ...body });
const setPlan = async (name: string, limits: object) =>
  dataOf<{ plan: Plan }>(await decide(`plans/${name}`, { limits })).plan;
const givePlan = async (plan: string) =>
  dataOf<{ team: OperatorTeam }>(await decide(`teams/${team.team}/plan`, { plan }));
const exceptApp = (body: object) => decide(`apps/${team.app.appKey}/exception`, body);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const known = () => Promise.all(nodes.map((node) => node.changes.refresh()));
const plans = async () => dataOf<{ plans: Plan[] }>(await operator.get('/api/operator/plans')).plans;
const entries = async (who: DashboardPerson, path: string) =>
  dataOf<{ entries: { action: string; subject: string; reason?: string }[] }>(await who.get(path)).entries;

const tokenOf = (node: TestGateway, app = { appKey: team.app.appKey, appSecret: secret }) =>
  exchange(node.baseUrl, app);
/** How many of so many calls, one after the other, are within the limits. */
async function admitted(node: TestGateway, token: string, calls: number): Promise<number> {
  let within = 0;
  for (let made = 0; made < calls; made += 1) {
    if ((await call(node.baseUrl, READ, { token })).envelope.status !== 'err_rate_limited') within += 1;
  }
  return within;
}

describe('a plan', () => {
  test('is made with one limit, changed by another, and lists with the Teams that have it', {
    tags: 'slow',
  }, async () => {
    const none = {
      callsPerMinute: null,
      teamCallsPerMinute: null,
      exchangesPerMinute: null,
      tours: null,
      storedBytes: null,
      files: null,
      uploadBytes: null,
      trialDays: null,
      usageDays: null,
    };
    expect(await plans()).toMatchObject([{ name: 'default', limits: none, teams: 2 }]);
    expect((await setPlan('growth', { callsPerMinute: 9 })).limits).toEqual({ ...none, callsPerMinute: 9 });
    const changed = await setPlan('growth', { teamCallsPerMinute: 20, exchangesPerMinute: 0 });
    expect(changed.limits).toMatchObject({ callsPerMinute: 9, teamCallsPerMinute: 20, exchangesPerMinute: 0 });
    expect((await setPlan('growth', { callsPerMinute: null })).limits).toMatchObject({ callsPerMinute: null });
    expect((await givePlan('growth')).team.plan).toBe('growth');
    expect((await plans()).map(({ name, teams }) => [name, teams])).toEqual([
      ['default', 1],
      ['growth', 1],
    ]);
  });

  slowAfter(1, [
    ['a name in capitals', 'Growth', {}],
    ['a name that ends with a hyphen', 'growth-', {}],
    ['a limit below nothing', 'growth', { callsPerMinute: -1 }],
    ['a limit that is no whole number', 'growth', { callsPerMinute: 1.5 }],
    ['a limit beyond what can be counted', 'growth', { callsPerMinute: 10_000_001 }],
    ['no tours at all', 'growth', { tours: 0 }],
    ['larger uploads than the portal takes', 'growth', { uploadBytes: 257 * 1024 * 1024 }],
    ['a limit that there is not', 'growth', { apps: 4 }],
  ])('is not made with %s', async (_, name, limits) => {
    expect(outcomeOf(await decide(`plans/${name}`, { limits }))).toBe('REQUEST_INVALID');
    expect(await plans()).toHaveLength(1);
  });

  test('is removed once no Team has it; the default stays', async () => {
    await setPlan('growth', {});
    await givePlan('growth');
    expect(outcomeOf(await decide('plans/growth/remove'))).toBe('PLAN_IN_USE');
    expect(outcomeOf(await decide('plans/default/remove'))).toBe('PLAN_IN_USE');
    await givePlan('default');
    expect(outcomeOf(await decide('plans/growth/remove'))).toBe('succeeded');
    expect(outcomeOf(await decide('plans/growth/remove'))).toBe('PLAN_NOT_FOUND');
    expect(outcomeOf(await decide(`teams/${team.team}/plan`, { plan: 'growth' }))).toBe('PLAN_NOT_FOUND');
    expect(outcomeOf(await decide('teams/none/plan', { plan: 'default' }))).toBe('TEAM_NOT_FOUND');
  });

  test('is one of a hundred at most, however many are made at once', { tags: 'slow' }, async () => {
    await store.database.pool.query("insert into plan (name) select 'plan-' || i from generate_series(1, $1::int) i", [
      PLANS_MAX - 3,
    ]);
    const made = await Promise.all(['a', 'b', 'c', 'd'].map((name) => decide(`plans/${name}`, { limits: {} })));
    expect(made.map(outcomeOf).toSorted()).toEqual(['PLAN_LIMIT', 'PLAN_LIMIT', 'succeeded', 'succeeded']);
    expect(await plans()).toHaveLength(PLANS_MAX);
  });

  test('that a Team is given while it is removed is either there or not: no Team is left without one', {
    tags: 'slow',
  }, async () => {
    for (let round = 0; round < 10; round += 1) {
      await setPlan('brief', {});
      const outcomes = (
        await Promise.all([decide('plans/brief/remove'), decide(`teams/${team.team}/plan`, { plan: 'brief' })])
      ).map(outcomeOf);
      expect([
        ['succeeded', 'PLAN_NOT_FOUND'],
        ['PLAN_IN_USE', 'succeeded'],
      ]).toContainEqual(outcomes);
      await givePlan('default');
    }
  });

  test("stands in the installation's chain; that a Team was given it in the Team's as well", {
    tags: 'slow',
  }, async () => {
    await setPlan('growth', { callsPerMinute: 9 });
    await setPlan('growth', { callsPerMinute: 9 });
    await givePlan('growth');
    await givePlan('growth');
    const own = await entries(operator, '/api/operator/audit');
    expect(own.map(({ action, subject }) => [action, subject])).toEqual([
      ['team.plan', expect.stringMatching(/: growth$/)],
      ['plan.set', 'growth: callsPerMinute 9'],
    ]);
    const [entry] = await entries(team.owner, '/api/audit');
    expect(entry).toMatchObject({ action: 'team.plan', reason, subject: expect.stringMatching(/: growth$/) });
    expect((await verifyAuditChains(store.database)).filter(({ brokenAt }) => brokenAt !== null)).toEqual([]);
  });
});

describe('at the gateway', () => {
  test('calls of an app go by its plan on every node, and a call asks the store for none of it', {
    tags: 'slow',
  }, async () => {
    await startNode();
    await startNode();
    const tokens = await Promise.all(nodes.map((node) => tokenOf(node)));
    await setPlan('growth', { callsPerMinute: 7 });
    await givePlan('growth');
    await known();
    for (const [index, node] of nodes.entries()) expect(await admitted(node, tokens[index] ?? '', 9)).toBe(7);
    // Beyond the limit nothing is read: what a call costs the store then, it costs for its admission.
    const before = nodes.map((node) => node.statements());
    for (const [index, node] of nodes.entries()) expect(await admitted(node, tokens[index] ?? '', 5)).toBe(0);
    expect(nodes.map((node) => node.statements())).toEqual(before);
    await setPlan('growth', { callsPerMinute: 9 });
    await known();
    for (const [index, node] of nodes.entries()) expect(await admitted(node, tokens[index] ?? '', 9)).toBe(2);
  });

  test('a plan that sets nothing lets what the installation sets hold; 0 lifts it', async () => {
    const node = await startNode();
    const token = await tokenOf(node);
    expect(await admitted(node, token, 6)).toBe(4);
    await setPlan('default', { callsPerMinute: 0 });
    await known();
    const { headers, envelope } = await call(node.baseUrl, READ, { token });
    expect(envelope.status).not.toBe('err_rate_limited');
    expect(headers.has('ratelimit')).toBe(false);
  });

  test('the apps of a Team share its limit, and what their own limit refuses takes nothing from it', {
    tags: 'slow',
  }, async () => {
    const node = await startNode();
    const other = await createApp(team.owner, 'Another');
    const { secret: otherSecret } = dataOf<{ secret: string }>(await reveal(team.owner, other.appKey, 1));
    await setPlan('default', { callsPerMinute: 5, teamCallsPerMinute: 8 });
    await known();
    const token = await tokenOf(node);
    const { headers } = await call(node.baseUrl, READ, { token });
    expect(headers.get('ratelimit-policy')).toBe('"app";q=5;w=60, "team";q=8;w=60');
    expect(headers.get('ratelimit')).toMatch(/^"app";r=4;t=\d+, "team";r=7;t=\d+$/);
    expect(await admitted(node, token, 9)).toBe(4);
    const otherToken = await tokenOf(node, { appKey: other.appKey, appSecret: otherSecret });
    expect(await admitted(node, otherToken, 5)).toBe(3);
    const { http, envelope } = await call(node.baseUrl, READ, { token: otherToken });
    expect([http, envelope.status]).toEqual([429, 'err_rate_limited']);
  });

  test('exchanges are counted of an app, with the right secret alone', { tags: 'slow' }, async () => {
    const node = await startNode();
    await setPlan('default', { exchangesPerMinute: 2 });
    await known();
    const sent = async (app_secret: string) => {
      const body = new URLSearchParams({ app_key: team.app.appKey, app_secret });
      const answer = await fetch(`${node.baseUrl}/auth/access_token`, { method: 'POST', body });
      return { headers: answer.headers, text: await answer.text() };
    };
    for (let tries = 0; tries < 5; tries += 1)
      expect((await sent('wrong')).text).toContain('err_app_credentials_invalid');
    const { headers, text } = await sent(secret);
    expect(text).toContain('"status":"success"');
    expect(headers.get('ratelimit-policy')).toBe('"exchange";q=2;w=60');
    expect((await sent(secret)).text).toContain('"status":"success"');
    const refused = await sent(secret);
    expect(refused.text).toContain('err_rate_limited');
    expect(refused.text).not.toContain('access_token":"');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('usage shows the limit that holds', { tags: 'slow' }, async () => {
    const perMinute = async () =>
      dataOf<{ usage: { limit: { perMinute: number | null } } }>(
        await team.owner.get(`/api/apps/${team.app.appKey}/usage`),
      ).usage.limit.perMinute;
    expect(await perMinute()).toBe(256);
    await setPlan('default', { callsPerMinute: 40 });
    expect(await perMinute()).toBe(40);
    dataOf(await exceptApp({ limits: { callsPerMinute: 90 }, endsAt: inDays(1) }));
    expect(await perMinute()).toBe(90);
    await setPlan('default', { callsPerMinute: 0 });
    dataOf(await exceptApp({ limits: {}, endsAt: inDays(-1) }));
    expect(await perMinute()).toBeNull();
  });
});

test('days of usage are those of the plan, for everybody in the Team; otherwise those of the installation', async () => {
  const shown = async () => {
    const { limits } = dataOf<{ limits: TeamLimits }>(await team.viewer.get('/api/limits'));
    const path = `/api/apps/${team.app.appKey}/usage`;
    const { keptDays } = dataOf<{ keptDays: number }>(await team.viewer.get(path));
    expect(limits.usageDays).toBe(keptDays);
    return keptDays;
  };
  expect(await shown()).toBe(35);
  await setPlan('default', { usageDays: 90 });
  expect(await shown()).toBe(90);
  await setPlan('default', { usageDays: null });
  expect(await shown()).toBe(35);
});

describe('days of trial', () => {
  const DAY_MS = 86_400_000;
  const daysOf = ({ createdAt, trialEndsAt }: DeveloperApp) =>
    Math.round((Date.parse(trialEndsAt ?? '') - Date.parse(createdAt)) / DAY_MS);

  test('are those of the plan when the app is made; an app that is there keeps its end', { tags: 'slow' }, async () => {
    expect(daysOf(await createApp(team.owner, 'As usual'))).toBe(14);
    await setPlan('default', { trialDays: 30 });
    const long = await createApp(team.owner, 'Long');
    expect(daysOf(long)).toBe(30);
    await setPlan('default', { trialDays: 5 });
    const { app } = dataOf<{ app: DeveloperApp }>(await team.owner.get(`/api/apps/${long.appKey}`));
    expect(app.trialEndsAt).toBe(long.trialEndsAt);
    const { limits } = dataOf<{ limits: TeamLimits }>(await team.owner.get('/api/limits'));
    expect(limits.trialDays).toBe(5);
  });

  test('are told to an upstream app service where the plan names them, which decides', async () => {
    const upstream = await startUpstream();
    const bodies: Record<string, unknown>[] = [];
    upstream.fault = ({ method, body }) => {
      if (method === 'POST') bodies.push(JSON.parse(body) as Record<string, unknown>);
      return undefined;
    };
    try {
      const service = httpAppService({ url: upstream.url, token: 'token', timeoutMs: 10_000, defaultXid: null });
      const asked = { key: 'k', team: 'demo', name: 'One' };
      for (const trialDays of [null, 30]) await service.createApp({ ...asked, trialDays });
      expect(bodies).toEqual([
        { idempotency_key: 'k', team: 'demo', name: 'One', category: 'open' },
        { idempotency_key: 'k', team: 'demo', name: 'One', category: 'open', trial_days: 30 },
      ]);
    } finally {
      upstream.close();
    }
  });
});

describe('an exception', () => {
  test('holds until its end, with the reason in both audits; then the plan holds again', { tags: 'slow' }, async () => {
    let late = 0;
    const node = await startNode({ nowMs: () => Date.now() + late });
    const token = await tokenOf(node);
    const { app } = dataOf<{ app: OperatorApp }>(
      await exceptApp({ limits: { callsPerMinute: 6 }, endsAt: inDays(1 / 1440) }),
    );
    expect(app.exception).toMatchObject({ callsPerMinute: 6, exchangesPerMinute: null, reason });
    await known();
    expect(await admitted(node, token, 9)).toBe(6);
    late = 61_000;
    const { headers } = await call(node.baseUrl, READ, { token });
    expect(headers.get('ratelimit-policy')).toBe('"app";q=4;w=60');
    const action = { action: 'app.exception', reason };
    expect((await entries(team.owner, '/api/audit'))[0]).toMatchObject(action);
    expect((await entries(operator, '/api/operator/audit'))[0]).toMatchObject(action);
  });

  test('is ended by an end that has passed, once; what sets no limit is none', async () => {
    dataOf(await exceptApp({ limits: { exchangesPerMinute: 3 }, endsAt: inDays(1) }));
    for (let time = 0; time < 2; time += 1) {
      const { app } = dataOf<{ app: OperatorApp }>(await exceptApp({ limits: {}, endsAt: inDays(-1) }));
      expect(app.exception).toBeNull();
    }
    expect((await entries(operator, '/api/operator/audit')).map(({ action }) => action)).toEqual([
      'app.exception',
      'app.exception',
    ]);
    expect(outcomeOf(await exceptApp({ limits: {}, endsAt: inDays(1) }))).toBe('REQUEST_INVALID');
    expect(outcomeOf(await exceptApp({ limits: { teamCallsPerMinute: 5 }, endsAt: inDays(1) }))).toBe(
      'REQUEST_INVALID',
    );
    expect(outcomeOf(await exceptApp({ limits: { callsPerMinute: 5 }, endsAt: '2026-02-31T99:00:00Z' }))).toBe(
      'REQUEST_INVALID',
    );
    expect(outcomeOf(await decide('apps/ohk_none/exception', { limits: {}, endsAt: inDays(-1) }))).toBe(
      'APP_NOT_FOUND',
    );
  });
});

const PATIENCE = { timeout: 20_000 };

withRedis('a plan that is changed under load', (redis) => {
  test.each([
    ['raised', 20, 33],
    ['lowered', 33, 20],
  ])(
    '%s: exactly the new number is admitted in the next window, of two nodes together',
    { tags: 'slow' },
    async (_, before, after) => {
      const limiters = [1, 2].map(() =>
        redisLimiter(redis.url, { onAway: () => undefined, onBack: () => undefined }, 5000),
      );
      const client = new Redis(redis.url);
      let stopped = false;
      // The app has the key that it has in each test of this file.
      await client.flushdb();
      try {
        await countTogether(limiters);
        await setPlan('default', { callsPerMinute: before });
        for (const limiter of limiters) await startNode({ limiter, pollMs: 250 });
        const token = await tokenOf(nodes[0] as TestGateway);
        let [within, refused] = [0, 0];
        const policies = new Map<TestGateway, string | null>();
        const load = nodes.flatMap((node) =>
          Array.from({ length: 4 }, async () => {
            while (!stopped) {
              const { headers, envelope } = await call(node.baseUrl, READ, { token });
              if (envelope.status === 'err_rate_limited') refused += 1;
              else within += 1;
              policies.set(node, headers.get('ratelimit-policy'));
            }
          }),
        );
        // Past either limit: what is counted from here on is of the next window.
        await expect.poll(() => refused, PATIENCE).toBeGreaterThan(2 * (before + after));
        // An admitted call may still wait for its payload.
        await expect.poll(() => within, PATIENCE).toBe(before);
        const refusedUntilThen = refused;
        await expect.poll(() => refused, PATIENCE).toBeGreaterThan(refusedUntilThen + 2 * (before + after));
        expect(within).toBe(before);
        await setPlan('default', { callsPerMinute: after });
        // No node is told but by its own looks.
        const told = nodes.map(() => `"app";q=${after};w=60`);
        await expect.poll(() => [...policies.values()], PATIENCE).toEqual(told);
        within = 0;
        refused = 0;
        // The window ends as it does after a minute: its count is gone.
        await client.del(`openhouse:limit:app:${team.app.appKey}`);
        await expect.poll(() => refused, PATIENCE).toBeGreaterThan(2 * (before + after));
        stopped = true;
        await Promise.all(load);
        expect(within).toBe(after);
      } finally {
        stopped = true;
        client.disconnect();
        await Promise.all(limiters.map((limiter) => limiter.close()));
      }
    },
  );
});
