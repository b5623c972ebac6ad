import { randomUUID } from 'node:crypto';
import type { AppRow, GoingTeamRow, PersonRow, TeamRow } from '@openhouse/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useAccounting } from '../../gateway/accounting/accounting.ts';
import { testDashboard } from '../../testing/dashboard.ts';
import { type DashboardPerson, dataOf, enter, outcomeOf } from '../../testing/dashboard-people.ts';
import { type DashboardTeam, dashboardTeam } from '../../testing/dashboard-team.ts';
import { useStore } from '../../testing/database.ts';
import { useFolder } from '../../testing/folder.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';
import { basics } from '../../tours/import/testing/bundle.ts';

const store = useStore();
const uploadDirectory = useFolder();
let portal: InjectedPortal;
let team: DashboardTeam;
let operator: DashboardPerson;
beforeEach(async () => {
  const operators = { addresses: new Set(['olga@example.com']), maxSignInAgeS: 3600 };
  portal = injectedPortal(store.database, { dashboard: testDashboard(store.database, { operators, uploadDirectory }) });
  team = await dashboardTeam(portal);
  operator = await enter(portal, 'olga');
  await operator.get('/api/operator/overview');
});
afterEach(() => portal.app.close());

interface Found {
  readonly teams: TeamRow[];
  readonly people: PersonRow[];
  readonly apps: AppRow[];
  readonly tours: { readonly resourceCode: string }[];
  readonly sessions: { readonly person: { readonly userCode: string } }[];
  readonly calls: { readonly status: string; readonly app: AppRow | null }[];
}
const find = async (q: string) => dataOf<Found>(await operator.get(`/api/operator/find?${new URLSearchParams({ q })}`));

/** A refused call of the Team's app. */
async function keptCall(appKey: string | undefined): Promise<string> {
  const requestId = randomUUID();
  const use = useAccounting(store.database, () => undefined);
  const call = { requestId, traceId: '0'.repeat(32), appKey, secretVersion: 1, operation: 'vr-info' };
  use.count({ ...call, status: 'err_app_disabled', address: '192.0.2.1', refusal: undefined }, 1);
  await use.flush();
  return requestId;
}

test('finds each thing by every name it has', { tags: 'slow' }, async () => {
  const { app, owner, team: code } = team;
  await owner.upload('/api/tours/imports?name=w.json', 'application/json', JSON.stringify(basics('loft')));
  for (const q of ['viewing', 'VIEWING ROOM', ' view ', app.appKey, app.xid]) {
    expect([q, (await find(q)).apps.map(({ appKey }) => appKey)]).toEqual([q, [app.appKey]]);
  }
  for (const q of ['stud', 'Studio', code]) expect((await find(q)).teams.map(({ id }) => id)).toEqual([code]);
  for (const q of ['ADA', 'ada@example.com', 'ada@', owner.userCode]) {
    expect((await find(q)).people.map(({ userCode }) => userCode)).toEqual([owner.userCode]);
  }
  expect((await find('loft')).tours.map(({ resourceCode }) => resourceCode)).toEqual(['loft']);
  const { sessions } = dataOf<{ sessions: { id: string }[] }>(await owner.get('/api/sessions'));
  const found = await find(sessions[0]?.id ?? '');
  expect(found.sessions).toMatchObject([{ person: { userCode: owner.userCode } }]);
  expect(JSON.stringify(found)).not.toContain(sessions[0]?.id);
  expect((await find(await keptCall(app.appKey))).calls).toMatchObject([
    { status: 'err_app_disabled', app: { appKey: app.appKey } },
  ]);
  expect((await find(await keptCall(undefined))).calls).toMatchObject([{ app: null }]);
});

test.each(['%', '_', 'zzz', "'; drop table team", '\u{10ffff}', 'operator'])('nothing is found by %j', async (q) => {
  expect(Object.values(await find(q)).flat()).toEqual([]);
});

test('pages of a list hold every row once, in order, whatever is equal', { tags: 'slow' }, async () => {
  await store.database.pool.query(
    `insert into team (code, name) select 'same-' || n, case when n % 2 = 0 then 'Same' else 'SAME' end
       from generate_series(1, 120) n`,
  );
  const seen: string[] = [];
  let after: string | null = '';
  while (after !== null) {
    const query = new URLSearchParams({ q: 'sa', ...(after !== '' && { after }) });
    const page: { teams: TeamRow[]; next: string | null } = dataOf(await operator.get(`/api/operator/teams?${query}`));
    seen.push(...page.teams.map(({ id }) => id));
    after = page.next;
  }
  expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => `same-${index + 1}`));
  for (const list of ['people', 'apps']) {
    expect(outcomeOf(await operator.get(`/api/operator/${list}`))).toBe('succeeded');
    for (const after of ['nonsense', Buffer.from('["\\u0000","1"]').toString('base64url')])
      expect(outcomeOf(await operator.get(`/api/operator/${list}?after=${after}`))).toBe('REQUEST_INVALID');
  }
});

test('the overview shows which Teams are to be deleted, the next first: when, and who asked', {
  tags: 'slow',
}, async () => {
  const { owner, team: code, otherTeam } = team;
  const overview = async () =>
    dataOf<{ goingTeams: GoingTeamRow[] }>(await operator.get('/api/operator/overview')).goingTeams;
  expect(await overview()).toEqual([]);
  dataOf(await operator.post(`/api/operator/teams/${otherTeam}/delete`, { reason: 'The contract has ended' }));
  dataOf(await owner.post(`/api/teams/${code}/delete`, { confirm: 'Studio' }));
  const both = await overview();
  expect(both).toMatchObject([
    { id: otherTeam, name: 'Others', by: null, reason: 'The contract has ended' },
    { id: code, name: 'Studio', by: { userCode: owner.userCode, name: 'ada' }, reason: '' },
  ]);
  for (const { askedAt, dueAt } of both) expect(Date.parse(dueAt)).toBeGreaterThan(Date.parse(askedAt));
  dataOf(await owner.post(`/api/teams/${code}/keep`));
  expect((await overview()).map(({ id }) => id)).toEqual([otherTeam]);
});

test('the overview shows what ends soon, is unfinished, refused or suspended', async () => {
  const { app, outsider } = team;
  await keptCall(app.appKey);
  dataOf(await operator.post(`/api/operator/people/${outsider.userCode}/suspend`, { reason: 'Spam' }));
  const overview = dataOf<Record<string, unknown[]>>(await operator.get('/api/operator/overview'));
  expect(overview).toMatchObject({
    unfinished: [],
    refused: [{ app: { appKey: app.appKey }, refusals: 1 }],
    suspendedPeople: [{ userCode: outsider.userCode }],
    suspendedApps: [],
  });
  expect(overview.expiring).toHaveLength(2);
});
