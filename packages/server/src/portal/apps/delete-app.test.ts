import type { DeveloperApp, SecretVersion } from '@openhouse/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { forget } from '../../process/retention/forget.ts';
import { testDashboard } from '../../testing/dashboard.ts';
import { dataOf, newKey, outcomeOf, reveal } from '../../testing/dashboard-people.ts';
import { type DashboardTeam, dashboardTeam } from '../../testing/dashboard-team.ts';
import { useStore } from '../../testing/database.ts';
import { call, exchange } from '../../testing/envelope.ts';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';

const store = useStore();
const NAME = 'Viewing room';
let portal: InjectedPortal;
let team: DashboardTeam;
let nodes: TestGateway[];
beforeEach(async () => {
  nodes = [await startTestGateway(store.database), await startTestGateway(store.database)];
  portal = injectedPortal(store.database, { dashboard: testDashboard(store.database) });
  team = await dashboardTeam(portal);
});
afterEach(async () => {
  await portal.app.close();
  for (const node of nodes) await node.stop();
});

const path = (what = '') => `/api/apps/${team.app.appKey}${what}`;
const remove = (confirm = NAME, who = team.owner) => who.post(path('/delete'), { confirm });
const rows = async (table: string) => {
  const found = await inTransaction(
    store.database,
    (transaction) =>
      transaction.query<{ n: number }>(
        `select count(*)::int as n from ${table} u join app a on a.id = u.app_id where a.app_key = $1`,
        [team.app.appKey],
      ),
    { team: '*' },
  );
  return found.rows[0]?.n;
};

/** A call with a token of the app on both nodes. */
async function readsWith(token: string): Promise<string[]> {
  const said: string[] = [];
  for (const node of nodes) {
    await node.changes.refresh();
    said.push((await call(node.baseUrl, '/open/v3/vr/info?resource_code=none', { token })).envelope.status);
  }
  return said;
}

test('its secrets and tokens end on both nodes; key and place stay, and everything else of it goes', {
  tags: 'slow',
}, async () => {
  const { secret: appSecret } = dataOf<{ secret: string }>(await reveal(team.owner, team.app.appKey, 1));
  dataOf(await team.owner.post(path('/settings'), { description: 'Reads tours', contact: 'dev@loft.example' }));
  await nodes[0]?.changes.refresh();
  const token = await exchange(nodes[0]?.baseUrl ?? '', { appKey: team.app.appKey, appSecret });
  expect(await readsWith(token)).toEqual(['err_resource_not_found', 'err_resource_not_found']);
  for (const node of nodes) await node.use.flush();
  expect(await rows('app_use')).toBeGreaterThan(0);

  const { app } = dataOf<{ app: DeveloperApp }>(await remove());
  const { appKey, xid, slot } = team.app;
  expect(app).toMatchObject({ appKey, xid, slot, name: appKey, state: 'deleted', trialEndsAt: null });
  expect(app.settings).toMatchObject({ description: '', contact: '' });
  expect(await readsWith(token)).toEqual(['err_access_token_invalid', 'err_access_token_invalid']);
  expect(await rows('app_secret')).toBe(0);

  const days = { usage: 35, calls: 35, audit: null, sessions: 0, handshakes: 0, teams: 0 };
  const nobodyAsks = { onRemoved: () => undefined, pause: async () => true };
  await forget(store.database, { days, sessionIdleS: 0 }, nobodyAsks);
  for (const table of ['app_use', 'app_cost', 'app_call']) expect([table, await rows(table)]).toEqual([table, 0]);
});

test('its place stays taken: a Team has three, whatever became of them', { tags: 'slow' }, async () => {
  dataOf(await remove());
  const make = () => team.owner.post('/api/apps', { name: 'Another', idempotencyKey: newKey() });
  expect([outcomeOf(await make()), outcomeOf(await make()), outcomeOf(await make())]).toEqual([
    'succeeded',
    'succeeded',
    'TEAM_APP_LIMIT',
  ]);
});

test('nothing of it can be changed any more, and no secret be made', async () => {
  dataOf(await remove());
  const tried = [
    await remove(team.app.appKey),
    await team.owner.post(path('/enable')),
    await team.owner.post(path('/rename'), { name: 'Again' }),
    await team.owner.post(path('/settings'), { mayActivate: false }),
    await team.owner.post(path('/secrets/rotate'), { overlapHours: 0 }),
  ];
  expect(tried.map(outcomeOf)).toEqual(tried.map(() => 'APP_DELETED'));
  expect(dataOf<{ secrets: SecretVersion[] }>(await team.owner.get(path('/secrets'))).secrets).toEqual([]);
});

test('it takes the name of the app exactly, and an owner', async () => {
  expect(outcomeOf(await remove('viewing room'))).toBe('REQUEST_INVALID');
  expect(outcomeOf(await remove(NAME, team.member))).toBe('ROLE_INSUFFICIENT');
  expect(dataOf<{ app: DeveloperApp }>(await team.viewer.get(path())).app).toMatchObject({ name: NAME, state: 'live' });
});
