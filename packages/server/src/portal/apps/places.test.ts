import type { AppRequest, DeveloperApp } from '@openhouse/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { testDashboard } from '../../testing/dashboard.ts';
import {
  appNamed,
  createApp,
  createTeam,
  dataOf,
  enter,
  newKey,
  outcomeOf,
  reveal,
} from '../../testing/dashboard-people.ts';
import { useStore } from '../../testing/database.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { startUpstream, type UpstreamServer } from '../../testing/upstream-server.ts';
import { httpAppService } from './upstream/http.ts';

describe('places and App requests', () => {
  const store = useStore();
  let upstream: UpstreamServer;
  let portals: InjectedPortal[];
  /** Two nodes that ask the upstream. @param timeoutMs How long they wait for its answer. */
  function startPortals(timeoutMs: number): void {
    const service = httpAppService({ url: upstream.url, token: 't', timeoutMs, defaultXid: 'default-xid' });
    const dashboard = testDashboard(store.database, { upstream: service, leaseS: 1 });
    const first = injectedPortal(store.database, { dashboard });
    portals = [first, injectedPortal(store.database, { ...first.deps })];
  }

  beforeEach(async () => {
    upstream = await startUpstream();
    startPortals(20_000);
  });
  const closePortals = () => Promise.all(portals.map((portal) => portal.app.close()));
  afterEach(async () => {
    await closePortals();
    upstream.close();
  });

  const one = () => portals[0] as InjectedPortal;
  const wake = () => one().deps.dashboard.worker.wake();
  const listed = async (person: Awaited<ReturnType<typeof enter>>) =>
    dataOf<{ apps: DeveloperApp[]; requests: AppRequest[] }>(await person.get('/api/apps'));

  // 200 Teams over two processes: places.heavy.test.ts.
  test('twenty creations at once over two nodes: exactly three, the others TEAM_APP_LIMIT', {
    tags: 'slow',
  }, async () => {
    const teams = await Promise.all(
      [1, 2, 3].map(async (number) => {
        const nodes = await Promise.all(portals.map((portal) => enter(portal, `owner-${number}`)));
        const [first] = nodes;
        if (first !== undefined) await createTeam(first, `Team ${number}`);
        return nodes;
      }),
    );
    const outcomes = await Promise.all(
      teams.map((nodes) =>
        Promise.all(
          Array.from({ length: 20 }, async (_, index) => {
            const body = { name: `App ${index}`, idempotencyKey: newKey() };
            return outcomeOf((await nodes[index % 2]?.post('/api/apps', body)) ?? (undefined as never));
          }),
        ),
      ),
    );
    for (const outcome of outcomes) {
      expect(outcome.toSorted()).toEqual([...Array(17).fill('TEAM_APP_LIMIT'), ...Array(3).fill('succeeded')]);
    }
    for (const [person] of teams) {
      if (person === undefined) continue;
      const { apps, requests } = await listed(person);
      expect([...apps, ...requests].map(({ slot }) => slot).toSorted()).toEqual([1, 2, 3]);
    }
  });

  test('a Team that asks for three at once gets three', { tags: 'slow' }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await enter(one(), `owner-${round}`);
      await createTeam(person, 'Team');
      const answers = await Promise.all(
        [1, 2, 3].map((number) => person.post('/api/apps', { name: `App ${number}`, idempotencyKey: newKey() })),
      );
      expect(answers.map(outcomeOf)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    }
  });

  test('expiry and disabling free no place', { tags: 'slow' }, async () => {
    const person = await enter(one(), 'ada');
    await createTeam(person, 'Team');
    const apps: DeveloperApp[] = [];
    for (const name of ['One', 'Two', 'Three']) apps.push(await createApp(person, name));
    await person.post(`/api/apps/${apps[0]?.appKey}/disable`);
    await inTransaction(
      store.database,
      (transaction) => transaction.query('update app set trial_ends_at = now() where app_key = $1', [apps[1]?.appKey]),
      { team: '*' },
    );
    expect((await listed(person)).apps.map(({ state }) => state)).toEqual(['disabled', 'expired', 'live']);
    const fourth = await person.post('/api/apps', { name: 'Four', idempotencyKey: newKey() });
    expect(outcomeOf(fourth)).toBe('TEAM_APP_LIMIT');
  });

  test('the portal asks for category open, and never shows or reveals the default credential', {
    tags: 'slow',
  }, async () => {
    const bodies: string[] = [];
    upstream.fault = ({ method, body }) => {
      if (method === 'POST') bodies.push(body);
      return undefined;
    };
    const person = await enter(one(), 'ada');
    await createTeam(person, 'Team');
    await createApp(person, 'One');
    expect(bodies.map((body) => (JSON.parse(body) as { category: string }).category)).toEqual(['open']);
    expect((await listed(person)).apps.map(({ appKey }) => appKey)).toEqual([...upstream.made.values()]);
    expect(outcomeOf(await person.get('/api/apps/default-credential'))).toBe('APP_NOT_FOUND');
    expect(outcomeOf(await reveal(person, 'default-credential', 1))).toBe('APP_NOT_FOUND');
  });

  test('a pending trial works and is learned later', { tags: 'slow' }, async () => {
    const person = await enter(one(), 'ada');
    await createTeam(person, 'Team');
    const app = await createApp(person, 'One');
    expect(app).toMatchObject({ trialEndsAt: null, state: 'live', warnings: [] });
    upstream.trialEndsAt = Math.floor(Date.now() / 1000) + 3600;
    // It was asked for right after the creation; the next question is a minute away.
    await inTransaction(store.database, (transaction) => transaction.query('update app set trial_ask_at = now()'), {
      team: '*',
    });
    wake();
    await expect
      .poll(async () => (await listed(person)).apps[0]?.trialEndsAt)
      .toBe(new Date(upstream.trialEndsAt * 1000).toISOString());
    expect((await listed(person)).apps[0]?.warnings).toMatchObject([{ kind: 'trial-ends', withinDays: 1 }]);
  });

  const answerOf = (credentials: object[]) => JSON.stringify({ code: 0, status: 'success', data: { credentials } });
  const open = { app_key: 'k', xid: 'x', category: 'open', trial_ends_at: null };
  slowAfter<[string, [number, string]]>(1, [
    ['an error page', [500, '<html>']],
    ['a refusal', [200, '{"code":-1,"status":"err","data":null}']],
    ['not JSON', [200, 'ok']],
    ['another shape', [200, '{"code":0,"data":{}}']],
    ['no credential', [200, answerOf([])]],
    [
      'the default credential alone',
      [
        200,
        answerOf([
          { ...open, category: 'commerce' },
          { ...open, xid: 'default-xid' },
        ]),
      ],
    ],
    ['two credentials', [200, answerOf([open, { ...open, app_key: 'k2', xid: 'x2' }])]],
  ])('upstream answers with %s: the request stays, and completes once it answers well', async (_, fault) => {
    await completesAfter(fault);
  });

  test('upstream answers with no answer in time: the request stays, and completes once it answers well', {
    tags: 'slow',
  }, async () => {
    await closePortals();
    startPortals(500);
    await completesAfter([0, '']);
  });

  async function completesAfter(fault: [number, string]): Promise<void> {
    upstream.fault = () => fault;
    const person = await enter(one(), 'ada');
    await createTeam(person, 'Team');
    dataOf(await person.post('/api/apps', { name: 'One', idempotencyKey: newKey() }));
    await expect.poll(() => upstream.calls).toBeGreaterThan(0);
    await expect.poll(async () => (await listed(person)).requests[0]?.state).toBe('creating');
    expect((await listed(person)).apps).toEqual([]);
    upstream.fault = undefined;
    const again = setInterval(wake, 100);
    const app = await appNamed(person, 'One');
    clearInterval(again);
    expect([...upstream.made.values()]).toEqual([app.appKey]);
  }

  test('a node whose answer comes after its lease was taken over completes nothing', async () => {
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let asked = 0;
    const answer = async (appKey: string) => ({ appKey, xid: `xid-${appKey}`, trialEndsAt: null });
    const slow = testDashboard(store.database, {
      upstream: {
        createApp: async () => {
          asked += 1;
          await held;
          return answer('late');
        },
        changesTrials: false,
        appsOf: async () => [],
      },
    });
    const portal = injectedPortal(store.database, { dashboard: slow });
    const person = await enter(portal, 'ada');
    await createTeam(person, 'Team');
    dataOf(await person.post('/api/apps', { name: 'One', idempotencyKey: newKey() }));
    await expect.poll(() => asked).toBe(1);
    await inTransaction(store.database, (transaction) => transaction.query('update app_outbox set free_at = now()'), {
      team: '*',
    });
    const quick = testDashboard(store.database, {
      upstream: { changesTrials: false, createApp: () => answer('in-time'), appsOf: async () => [] },
    });
    quick.worker.wake();
    expect((await appNamed(person, 'One')).appKey).toBe('in-time');
    letGo();
    await Promise.all([slow.worker.stop(), quick.worker.stop()]);
    expect((await listed(person)).apps.map(({ appKey }) => appKey)).toEqual(['in-time']);
    await portal.app.close();
  });
});
