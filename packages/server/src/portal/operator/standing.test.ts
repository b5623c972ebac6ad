import type { DeveloperApp, OperatorApp } from '@openhouse/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stampAppsOfTeam } from '../../apps/app-store.ts';
import type { UpstreamApp } from '../../portal/apps/upstream/upstream-app-service.ts';
import { UpstreamUnavailable } from '../../portal/apps/upstream/upstream-app-service.ts';
import { beside } from '../../testing/beside.ts';
import { testDashboard } from '../../testing/dashboard.ts';
import { type DashboardPerson, dataOf, enter, newKey, outcomeOf, reveal } from '../../testing/dashboard-people.ts';
import { type DashboardTeam, dashboardTeam, invite } from '../../testing/dashboard-team.ts';
import { useStore } from '../../testing/database.ts';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';
import { learnTrials } from '../apps/complete-requests.ts';
import { verifyAuditChains } from '../audit/verify-chains.ts';
import { operatorAtStore } from '../audit-chain/entry.ts';
import { appendEntry } from '../audit-chain/store.ts';
import { lockTeam } from '../teams/store.ts';
import { setTeamSuspension } from './store.ts';

const store = useStore();
/** What the upstream says of apps; null while it is away. */
let upstreamApps: UpstreamApp[] | null;
const upstream = {
  changesTrials: true,
  createApp: async () => {
    throw new UpstreamUnavailable('not asked for apps here');
  },
  appsOf: async () => {
    if (upstreamApps === null) throw new UpstreamUnavailable('it is away');
    return upstreamApps;
  },
};
let portal: InjectedPortal;
let team: DashboardTeam;
let operator: DashboardPerson;
/** Two nodes: what is decided at the portal reaches them by the change feed. */
let nodes: TestGateway[];
let secret: string;
beforeEach(async () => {
  upstreamApps = [];
  nodes = [await startTestGateway(store.database), await startTestGateway(store.database)];
  const operators = { addresses: new Set(['olga@example.com']), maxSignInAgeS: 3600 };
  const made = testDashboard(store.database, { operators });
  portal = injectedPortal(store.database, { dashboard: { ...made, upstream } });
  team = await dashboardTeam(portal);
  operator = await enter(portal, 'olga');
  secret = dataOf<{ secret: string }>(await reveal(team.owner, team.app.appKey, 1)).secret;
});
afterEach(async () => {
  await portal.app.close();
  for (const node of nodes) await node.stop();
});

const reason = 'The key is in a public repository.';
const decide = (what: string, body: object = {}) => operator.post(`/api/operator/${what}`, { reason, ...body });
const ofApp = () => `apps/${team.app.appKey}`;

/** What both nodes say of an exchange, once they have looked. */
async function exchanges(): Promise<string[]> {
  const said: string[] = [];
  for (const node of nodes) {
    await node.changes.refresh();
    const body = new URLSearchParams({ app_key: team.app.appKey, app_secret: secret });
    const answer = await fetch(`${node.baseUrl}/auth/access_token`, { method: 'POST', body });
    said.push(((await answer.json()) as { status: string }).status);
  }
  return said;
}
const both = (status: string) => [status, status];
const appOf = async (person: DashboardPerson) =>
  dataOf<{ app: DeveloperApp }>(await person.get(`/api/apps/${team.app.appKey}`)).app;
async function lastEntries(person: DashboardPerson, path = '/api/audit') {
  return dataOf<{ entries: { action: string; reason?: string; actor: { userCode: string; name: string } }[] }>(
    await person.get(path),
  ).entries;
}

test('a person who is suspended leaves no link behind that lets another account of theirs in', {
  tags: 'slow',
}, async () => {
  const { token } = await invite(team.owner, team.team, 'owner');
  dataOf(await decide(`people/${team.owner.userCode}/suspend`));
  expect(outcomeOf(await team.outsider.post('/api/invitations/accept', { token }))).toBe('INVITATION_NOT_FOUND');
});

test('an app: refused on every node, its owner sees why and cannot undo it; resumed, it works', {
  tags: 'slow',
}, async () => {
  expect(await exchanges()).toEqual(both('success'));
  const { app } = dataOf<{ app: OperatorApp }>(await decide(`${ofApp()}/suspend`));
  expect(app).toMatchObject({ state: 'suspended', suspended: { reason } });
  expect(await exchanges()).toEqual(both('err_app_suspended'));
  expect(await appOf(team.owner)).toMatchObject({ state: 'suspended', suspended: { reason, of: 'app' } });
  const enabled = await team.owner.post(`/api/apps/${team.app.appKey}/enable`);
  expect([outcomeOf(enabled), enabled.body]).toEqual(['APP_SUSPENDED', expect.stringContaining(reason)]);
  expect(await exchanges()).toEqual(both('err_app_suspended'));
  dataOf(await decide(`${ofApp()}/resume`));
  expect(await exchanges()).toEqual(both('success'));
  expect(await appOf(team.owner)).not.toHaveProperty('suspended');
});

test('what an owner has disabled stays so when it is resumed', { tags: 'slow' }, async () => {
  dataOf(await decide(`${ofApp()}/suspend`));
  dataOf(await team.owner.post(`/api/apps/${team.app.appKey}/disable`));
  dataOf(await decide(`${ofApp()}/resume`));
  expect(await exchanges()).toEqual(both('err_app_disabled'));
});

test('a Team: its apps are refused, nothing in it is changed by its people, and they see why', {
  tags: 'slow',
}, async () => {
  dataOf(await decide(`teams/${team.team}/suspend`));
  expect(await exchanges()).toEqual(both('err_app_suspended'));
  const { owner, member, app } = team;
  const tried = [
    await owner.post('/api/apps', { name: 'Another', idempotencyKey: newKey() }),
    await owner.post(`/api/teams/${team.team}/rename`, { name: 'Renamed' }),
    await owner.post(`/api/teams/${team.team}/invitations`, { role: 'viewer' }),
    await owner.post(`/api/apps/${app.appKey}/secrets/rotate`, { overlapHours: 0 }),
    await owner.post(`/api/apps/${app.appKey}/enable`),
    await reveal(owner, app.appKey, 1),
    await member.upload('/api/tours/imports?name=w.json', 'application/json', '{"resource_code":"w","name":"W"}'),
  ];
  expect(tried.map(outcomeOf)).toEqual(tried.map(() => 'TEAM_SUSPENDED'));
  expect(tried[0]?.body).toContain(reason);
  expect(await appOf(owner)).toMatchObject({ state: 'suspended', suspended: { reason, of: 'team' } });
  const { teams } = dataOf<{ teams: object[] }>(await owner.get('/api/me'));
  expect(teams).toMatchObject([{ id: team.team, suspended: { reason } }]);
  dataOf(await decide(`teams/${team.team}/resume`));
  expect(await exchanges()).toEqual(both('success'));
  expect(outcomeOf(await owner.post(`/api/teams/${team.team}/rename`, { name: 'Renamed' }))).toBe('succeeded');
});

test('a person: their sessions end, they sign in no more and are told why; their Team goes on', {
  tags: 'slow',
}, async () => {
  dataOf(await decide(`people/${team.owner.userCode}/suspend`));
  expect(outcomeOf(await team.owner.get('/api/apps'))).toBe('AUTH_REQUIRED');
  const refused = await portal.signIn('ada').catch((error: Error) => error.message);
  expect(refused).toMatch(/answered 403 .*SIGN_IN_REFUSED.*The key is in a public repository/);
  expect(await exchanges()).toEqual(both('success'));
  expect((await lastEntries(operator, '/api/operator/audit'))[0]).toMatchObject({ action: 'person.suspend', reason });
  dataOf(await decide(`people/${team.owner.userCode}/resume`));
  expect(outcomeOf(await (await enter(portal, 'ada')).get('/api/apps'))).toBe('succeeded');
});

test('both audits have it: the Team that it was an operator and why, the installation which one', async () => {
  dataOf(await decide(`${ofApp()}/suspend`));
  dataOf(await decide(`people/${team.spare.userCode}/suspend`));
  const ofTeam = await lastEntries(team.owner);
  expect(ofTeam.map(({ action }) => action).slice(0, 3)).toEqual(['session.end', 'person.suspend', 'app.suspend']);
  for (const entry of ofTeam.slice(0, 3)) {
    expect(entry).toMatchObject({ reason, actor: { userCode: 'operator', name: 'Operator' }, ipAddress: 'operator' });
  }
  expect(JSON.stringify(ofTeam)).not.toContain(operator.userCode);
  const own = await lastEntries(operator, `/api/operator/audit?team=${team.team}`);
  expect(own).toMatchObject([{ action: 'app.suspend', actor: { userCode: operator.userCode, name: 'olga' } }]);
  const verdicts = await verifyAuditChains(store.database);
  expect(verdicts.map(({ team: code, brokenAt }) => [code, brokenAt])).toContainEqual(['(installation)', null]);
  expect(verdicts.filter(({ brokenAt }) => brokenAt !== null)).toEqual([]);
});

test('a decision is one however often it is sent, and needs a reason that can be read', { tags: 'slow' }, async () => {
  for (let time = 0; time < 3; time += 1) dataOf(await decide(`${ofApp()}/suspend`));
  expect(await lastEntries(operator, '/api/operator/audit')).toHaveLength(1);
  for (const empty of ['', '  ', '\u202e', 'x'.repeat(501)]) {
    expect(outcomeOf(await decide(`${ofApp()}/resume`, { reason: empty }))).toBe('REQUEST_INVALID');
  }
  expect(outcomeOf(await decide('apps/ohk_none/suspend'))).toBe('APP_NOT_FOUND');
  expect(outcomeOf(await decide('teams/none/suspend'))).toBe('TEAM_NOT_FOUND');
  expect(outcomeOf(await decide('people/operator/suspend'))).toBe('PERSON_NOT_FOUND');
});

describe('a trial', () => {
  const later = (days: number) => new Date(Date.now() + days * 86_400_000);
  const told = (trialEndsAt: Date | null): UpstreamApp[] => [
    { appKey: team.app.appKey, xid: team.app.xid, trialEndsAt },
  ];
  const trial = (endsAt: Date) => decide(`${ofApp()}/trial`, { endsAt: endsAt.toISOString() });
  const ask = async () => dataOf<{ app: OperatorApp; answer: string }>(await decide(`${ofApp()}/ask-upstream`));
  /** Lets the worker's question be due. */
  async function learn(): Promise<number> {
    await store.database.pool.query(
      "update app set trial_ask_at = now() where not trial_set_by_operator and (select set_config('app.team', '*', true)) is not null",
    );
    const onUnavailable = () => undefined;
    const onCompleted = () => undefined;
    const keys = { pepper: portal.deps.dashboard.pepper, sealingKeys: portal.deps.dashboard.sealingKeys };
    return learnTrials({ database: store.database, upstream, keys, onCompleted, onUnavailable });
  }

  test('ends now and is extended again: the app lives on', { tags: 'slow' }, async () => {
    dataOf(await trial(new Date()));
    expect(await exchanges()).toEqual(both('err_app_expired'));
    const { app } = dataOf<{ app: OperatorApp }>(await trial(later(30)));
    expect(app).toMatchObject({ state: 'live', trialSetBy: 'operator' });
    expect(await exchanges()).toEqual(both('success'));
    expect((await lastEntries(team.owner))[0]).toMatchObject({ action: 'app.trial', reason });
  });

  test('is what the upstream says now, when it is asked again', { tags: 'slow' }, async () => {
    expect((await ask()).answer).toBe('unknown');
    upstreamApps = told(null);
    expect((await ask()).answer).toBe('pending');
    upstreamApps = told(later(90));
    expect((await ask()).answer).toBe('changed');
    expect((await ask()).answer).toBe('unchanged');
    upstreamApps = null;
    const away = await decide(`${ofApp()}/ask-upstream`);
    expect([outcomeOf(away), away.headers['retry-after']]).toEqual(['UPSTREAM_UNAVAILABLE', '10']);
  });

  test('of an app whose data is deleted stays none, also when it is deleted amid the question', {
    tags: 'slow',
  }, async () => {
    upstreamApps = told(later(90));
    const { name, appKey } = dataOf<{ app: DeveloperApp }>(await team.owner.get(`/api/${ofApp()}`)).app;
    vi.spyOn(upstream, 'appsOf').mockImplementationOnce(async () => {
      dataOf(await team.owner.post(`/api/apps/${appKey}/delete`, { confirm: name }));
      return told(later(90));
    });
    expect(await learn()).toBe(0);
    expect(await learn()).toBe(0);
    const tried = [await trial(later(30)), await decide(`${ofApp()}/ask-upstream`)];
    expect(tried.map(outcomeOf)).toEqual(['APP_DELETED', 'APP_DELETED']);
    const { app } = dataOf<{ app: DeveloperApp }>(await team.owner.get(`/api/${ofApp()}`));
    expect(app).toMatchObject({ state: 'deleted', trialEndsAt: null });
    expect((await lastEntries(team.owner))[0]).toMatchObject({ action: 'app.delete' });
  });

  test('that is known is asked about again, and an answer that comes after its end counts', async () => {
    upstreamApps = told(later(-1));
    expect(await learn()).toBe(1);
    expect(await exchanges()).toEqual(both('err_app_expired'));
    upstreamApps = told(later(20));
    expect(await learn()).toBe(1);
    expect(await exchanges()).toEqual(both('success'));
    expect((await lastEntries(team.owner))[0]).toMatchObject({ action: 'app.trial', actor: { userCode: '' } });
    expect(await learn()).toBe(0);
  });

  // The embedded store has one connection: nobody can hold the Team while something else goes on.
  test.skipIf(store.kind === 'embedded')(
    'becomes known while its Team is suspended: neither ends the other',
    async () => {
      upstreamApps = told(later(-1));
      expect(await learn()).toBe(1);
      upstreamApps = told(later(20));
      const code = team.team;
      const { rows } = await store.database.pool.query<{ id: string }>('select id from team where code = $1', [code]);
      const teamId = rows[0]?.id ?? '';
      const learned = await beside(store, learn, {
        // As `suspendTeam` does.
        async before(transaction) {
          await lockTeam(transaction, teamId);
          await setTeamSuspension(transaction, teamId, reason);
          const entry = {
            action: 'team.suspend',
            actor: operatorAtStore(reason),
            subject: 'Studio',
            outcome: 'succeeded',
          } as const;
          await appendEntry(transaction, { teamId, ...entry });
        },
        after: async (transaction) => stampAppsOfTeam(transaction, teamId),
      });
      expect(learned).toBe(1);
      expect(await exchanges()).toEqual(both('err_app_suspended'));
    },
  );

  test('that an operator has set is changed by the upstream no more, until it is asked', { tags: 'slow' }, async () => {
    dataOf(await trial(later(5)));
    upstreamApps = told(later(-1));
    expect(await learn()).toBe(0);
    expect(await exchanges()).toEqual(both('success'));
    expect((await ask()).app).toMatchObject({ state: 'expired', trialSetBy: 'upstream' });
    upstreamApps = told(later(7));
    expect(await learn()).toBe(1);
  });
});

test('no answer to an operator holds a secret, a token or a session', { tags: 'slow' }, async () => {
  const answers = [
    await operator.get(`/api/operator/${ofApp()}`),
    await operator.get(`/api/operator/teams/${team.team}`),
    await operator.get(`/api/operator/people/${team.owner.userCode}`),
    await operator.get('/api/operator/audit'),
  ];
  const { rows } = await store.database.pool.query<{ id: string; hash: string }>(
    "select id, encode(token_hash, 'hex') as hash from session",
  );
  const canaries = [secret, ...rows.flatMap(({ id, hash }) => [id, hash]), team.owner.headers.cookie ?? ''];
  for (const { statusCode, body } of answers) {
    expect(statusCode).toBe(200);
    for (const canary of canaries.filter(Boolean)) expect(body).not.toContain(canary);
  }
});
