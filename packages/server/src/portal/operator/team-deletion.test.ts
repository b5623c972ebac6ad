import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DeveloperApp, OperatorTeam, Team, TeamLimits } from '@openhouse/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { forget } from '../../process/retention/forget.ts';
import { type KeptKind, ROWS_A_BATCH } from '../../process/retention/rules.ts';
import { overdueS } from '../../process/retention/store.ts';
import { testDashboard } from '../../testing/dashboard.ts';
import {
  createApp,
  type DashboardPerson,
  dataOf,
  enter,
  newKey,
  outcomeOf,
  reveal,
} from '../../testing/dashboard-people.ts';
import { type DashboardTeam, dashboardTeam, invite } from '../../testing/dashboard-team.ts';
import { postgresUrl, useStore } from '../../testing/database.ts';
import { databaseContent } from '../../testing/database-content.ts';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';
import { folderWith } from '../../testing/processes.ts';
import { basics } from '../../tours/import/testing/bundle.ts';
import { verifyAuditChains } from '../audit/verify-chains.ts';

const store = useStore();
/** Like nothing else in the database. */
const NAME = 'Northlight-Zinnober';
const FORMER_NAME = 'Southlight-Ocker';
const APP_NAME = 'Kaleidoskop-Saal';
const TOUR_NAME = 'Wintergarten-Rundgang';
const DAYS = 30;
const reason = 'The contract has ended.';

let portal: InjectedPortal;
let team: DashboardTeam;
let operator: DashboardPerson;
/** Two nodes: what is decided at the portal reaches them by the change feed. */
let nodes: TestGateway[];
let secret: string;
let otherSecret: string;
beforeEach(async () => {
  nodes = [await startTestGateway(store.database), await startTestGateway(store.database)];
  const operators = { addresses: new Set(['olga@example.com']), maxSignInAgeS: 3600 };
  const dashboard = testDashboard(store.database, { operators, teamDeletionDays: DAYS });
  portal = injectedPortal(store.database, { dashboard });
  team = await dashboardTeam(portal);
  operator = await enter(portal, 'olga');
  const { owner, outsider } = team;
  dataOf(await owner.post(`/api/teams/${team.team}/rename`, { name: FORMER_NAME }));
  dataOf(await decide('suspend', `${FORMER_NAME} is late.`));
  dataOf(await decide('resume'));
  dataOf(await owner.post(`/api/teams/${team.team}/rename`, { name: NAME }));
  dataOf(await owner.post(`/api/apps/${team.app.appKey}/rename`, { name: APP_NAME }));
  await createApp(owner, 'Second room');
  await invite(owner, team.team, 'viewer');
  // Two Teams with the same tour, and its file with the same bytes.
  for (const person of [owner, outsider]) {
    dataOf(await person.upload('/api/tours/imports?name=w.json', 'application/json', work()));
  }
  secret = dataOf<{ secret: string }>(await reveal(owner, team.app.appKey, 1)).secret;
  otherSecret = dataOf<{ secret: string }>(await reveal(outsider, team.otherApp.appKey, 1)).secret;
});
afterEach(async () => {
  await portal.app.close();
  for (const node of nodes) await node.stop();
});

const work = () => JSON.stringify({ ...basics('winter'), name: TOUR_NAME });
const decide = (what: string, why = reason) =>
  operator.post(`/api/operator/teams/${team.team}/${what}`, { reason: why });
const ask = (who = team.owner, confirm = NAME) => who.post(`/api/teams/${team.team}/delete`, { confirm });
const keep = (who = team.owner) => who.post(`/api/teams/${team.team}/keep`, {});
const all = async <Row extends object>(sql: string, values: unknown[] = []) =>
  inTransaction(store.database, async (transaction) => (await transaction.query<Row>(sql, values)).rows, { team: '*' });
const teamsOf = async (person: DashboardPerson) => dataOf<{ teams: Team[] }>(await person.get('/api/me')).teams;
const brokenChains = async () => (await verifyAuditChains(store.database)).filter(({ brokenAt }) => brokenAt !== null);
const both = (status: string) => [status, status];

/** What both nodes say of an exchange, once they have looked. */
async function exchanges(app: DeveloperApp = team.app, appSecret = secret): Promise<string[]> {
  const said: string[] = [];
  for (const node of nodes) {
    await node.changes.refresh();
    const body = new URLSearchParams({ app_key: app.appKey, app_secret: appSecret });
    const answer = await fetch(`${node.baseUrl}/auth/access_token`, { method: 'POST', body });
    said.push(((await answer.json()) as { status: string }).status);
  }
  return said;
}

/** As if it had been asked for so many days ago; only the owner of the schema can say so. */
async function daysAgo(days: number): Promise<void> {
  const owner = await store.database.connectAsOwner();
  try {
    await owner.query('alter table team disable trigger deletion_asked');
    await owner.query(
      `update team set deletion_asked_at = deletion_asked_at - make_interval(days => $1),
                       deletion_due_at = deletion_due_at - make_interval(days => $1) where deletion_due_at is not null`,
      [days],
    );
    await owner.query('alter table team enable trigger deletion_asked');
  } finally {
    await owner.end();
  }
}

/** The job of retention. @param batches How many transactions it gets; the rest is left. */
async function runJob(batches = Number.POSITIVE_INFINITY) {
  const removed: [KeptKind, number][] = [];
  const days = { usage: 35, calls: 35, audit: null, sessions: 0, handshakes: 0, teams: 0 };
  await forget(
    store.database,
    { days, sessionIdleS: 0 },
    { onRemoved: (kind, count) => removed.push([kind, count]), pause: async () => removed.length < batches },
  );
  return removed.filter(([kind]) => kind === 'teams').map(([, count]) => count);
}

/** The database as `pg_dump` writes it, on PostgreSQL; every row of every table otherwise. */
async function dump(): Promise<string> {
  if (store.kind === 'embedded') return JSON.stringify(await databaseContent(store));
  const [{ name } = { name: '' }] = await all<{ name: string }>('select current_database() as name');
  const program = join(folderWith('pg_dump') ?? '', 'pg_dump');
  const { stdout } = await promisify(execFile)(program, ['--inserts', `${postgresUrl()}/${name}`], {
    maxBuffer: 256 * 1024 * 1024,
  });
  return stdout;
}

describe('from the request on', () => {
  test('both nodes refuse its apps and go on with others; its people read, sign in, and see who asked and when', async () => {
    expect(await exchanges()).toEqual(both('success'));
    const { team: closed } = dataOf<{ team: Team }>(await ask());
    expect(closed.deletion).toMatchObject({ askedBy: 'ada' });
    const [asked, due] = [closed.deletion?.askedAt ?? '', closed.deletion?.dueAt ?? ''].map(Date.parse);
    expect(((due ?? 0) - (asked ?? 0)) / 86_400_000).toBeCloseTo(DAYS, 1);
    expect(await exchanges()).toEqual(both('err_app_team_closed'));
    expect(await exchanges(team.otherApp, otherSecret)).toEqual(both('success'));
    const again = await enter(portal, 'vi');
    expect(await teamsOf(again)).toMatchObject([{ id: team.team, deletion: closed.deletion }]);
    const { apps } = dataOf<{ apps: DeveloperApp[] }>(await again.get('/api/apps'));
    expect(apps.map(({ state }) => state)).toEqual(apps.map(() => 'suspended'));
    expect(outcomeOf(await team.owner.get('/api/tours'))).toBe('succeeded');
  });

  test('nothing in it can be changed by anybody, and nobody joins', { tags: 'slow' }, async () => {
    const { token } = await invite(team.owner, team.team, 'viewer');
    dataOf(await ask());
    const { owner, member, outsider, app } = team;
    const tried = [
      await owner.post('/api/apps', { name: 'Another', idempotencyKey: newKey() }),
      await owner.post(`/api/teams/${team.team}/rename`, { name: 'Renamed' }),
      await owner.post(`/api/teams/${team.team}/invitations`, { role: 'viewer' }),
      await owner.post(`/api/teams/${team.team}/members/${member.userCode}/remove`, {}),
      await owner.post(`/api/apps/${app.appKey}/secrets/rotate`, { overlapHours: 0 }),
      await reveal(owner, app.appKey, 1),
      await member.upload('/api/tours/imports?name=w.json', 'application/json', work()),
      await owner.post('/api/tours/winter/remove', { confirm: 'winter' }),
      await ask(),
      await outsider.post('/api/invitations/accept', { token }),
    ];
    expect(tried.map(outcomeOf)).toEqual(tried.map(() => 'TEAM_CLOSED'));
    expect(tried[0]?.body).toMatch(/is to be deleted at \d{4}-/);
  });

  test('it is asked for with the name of the Team exactly, and by owners alone', { tags: 'slow' }, async () => {
    expect(outcomeOf(await ask(team.owner, NAME.toLowerCase()))).toBe('REQUEST_INVALID');
    expect(outcomeOf(await ask(team.member))).toBe('ROLE_INSUFFICIENT');
    expect(outcomeOf(await ask(team.outsider))).toBe('TEAM_NOT_FOUND');
    expect(await exchanges()).toEqual(both('success'));
    const { limits } = dataOf<{ limits: TeamLimits }>(await team.owner.get('/api/limits'));
    expect(limits.deletionDays).toBe(DAYS);
  });
});

describe('called off', () => {
  test('by an owner: everything is as it was, also just before the end', { tags: 'slow' }, async () => {
    dataOf(await ask());
    await daysAgo(DAYS - 1);
    expect(await runJob()).toEqual([]);
    expect(outcomeOf(await keep(team.member))).toBe('ROLE_INSUFFICIENT');
    expect(dataOf<{ team: Team }>(await keep()).team).not.toHaveProperty('deletion');
    expect(await exchanges()).toEqual(both('success'));
    await daysAgo(DAYS + 1);
    expect(await runJob()).toEqual([]);
    dataOf(await team.owner.post(`/api/teams/${team.team}/rename`, { name: 'Studio' }));
    const { entries } = dataOf<{ entries: { action: string; outcome: string }[] }>(await team.owner.get('/api/audit'));
    expect(entries.slice(0, 4).map(({ action, outcome }) => [action, outcome])).toEqual([
      ['team.rename', 'succeeded'],
      ['team.keep', 'succeeded'],
      ['team.keep', 'ROLE_INSUFFICIENT'],
      ['team.delete', 'succeeded'],
    ]);
  });

  test('what an operator asked for, operators call off: owners see why', { tags: 'slow' }, async () => {
    const { team: shown } = dataOf<{ team: OperatorTeam }>(await decide('delete'));
    expect(shown.deletion).toMatchObject({ askedBy: null, reason });
    expect(await exchanges()).toEqual(both('err_app_team_closed'));
    expect(await teamsOf(team.owner)).toMatchObject([{ deletion: { askedBy: null, reason } }]);
    expect(outcomeOf(await keep())).toBe('TEAM_CLOSED');
    expect(dataOf<{ team: OperatorTeam }>(await decide('delete', 'Once more')).team.deletion).toEqual(shown.deletion);
    expect(dataOf<{ team: OperatorTeam }>(await decide('keep')).team).not.toHaveProperty('deletion');
    expect(await exchanges()).toEqual(both('success'));
    // And what an owner asked for as well.
    dataOf(await ask());
    dataOf(await decide('keep'));
    expect(await exchanges()).toEqual(both('success'));
    // Which is the operator's from when they ask too, and due no later.
    dataOf(await ask());
    const [{ deletion: byOwner } = {}] = await teamsOf(team.owner);
    const { deletion } = dataOf<{ team: OperatorTeam }>(await decide('delete')).team;
    expect(deletion).toEqual({ ...byOwner, askedBy: null, reason });
    expect(outcomeOf(await keep())).toBe('TEAM_CLOSED');
    dataOf(await decide('keep'));
    expect(await exchanges()).toEqual(both('success'));
  });

  test('once it has begun nobody does', { tags: 'slow' }, async () => {
    dataOf(await ask());
    await daysAgo(DAYS);
    expect((await runJob(1)).length).toBe(1);
    expect(outcomeOf(await keep())).toBe('TEAM_NOT_FOUND');
    expect(outcomeOf(await decide('keep'))).toBe('TEAM_CLOSED');
    expect(await teamsOf(team.owner)).toEqual([]);
  });
});

describe('when the time has come', () => {
  /** What is left of the other Team, by table. */
  const ofOthers = async () => {
    const counted = await all<{ name: string; n: number }>(
      `select 'app' as name, count(*)::int as n from app where team_id = $1
       union all select 'tour', count(*)::int from tour where team_id = $1
       union all select 'frame', count(*)::int from frame where team_id = $1
       union all select 'audit_entry', count(*)::int from audit_entry where team_id = $1
       union all select 'team_member', count(*)::int from team_member where team_id = $1`,
      [(await all<{ id: string }>('select id from team where code = $1', [team.otherTeam]))[0]?.id],
    );
    return counted;
  };

  test('no byte of what it was called is left in a dump; every chain verifies, at each step; the other Team works on', {
    tags: 'slow',
  }, async () => {
    for (const node of nodes) await node.use.flush();
    dataOf(await ask());
    await exchanges();
    for (const node of nodes) await node.use.flush();
    const before = await dump();
    for (const trace of [NAME, FORMER_NAME, APP_NAME]) expect([trace, before.includes(trace)]).toEqual([trace, true]);
    const others = await ofOthers();
    await daysAgo(DAYS);
    const steps: number[] = [];
    for (let removed = await runJob(1); removed.length > 0; removed = await runJob(1)) {
      steps.push(...removed);
      expect(await brokenChains()).toEqual([]);
      expect(await exchanges()).toEqual(both('err_app_team_closed'));
    }
    expect(steps.length).toBeGreaterThan(3);
    expect(Math.max(...steps)).toBeLessThanOrEqual(ROWS_A_BATCH);
    const after = await dump();
    for (const trace of [NAME, FORMER_NAME, APP_NAME]) expect([trace, after.includes(trace)]).toEqual([trace, false]);
    expect(await all('select from team where code = $1', [team.team])).toEqual([]);
    expect(await ofOthers()).toEqual(others);
    // The tour that both had is named by the other Team alone now.
    expect(after).toContain(TOUR_NAME);
    expect(await exchanges(team.otherApp, otherSecret)).toEqual(both('success'));
    dataOf(await team.outsider.post(`/api/teams/${team.otherTeam}/rename`, { name: 'Loft' }));
    expect(await brokenChains()).toEqual([]);
    // Whoever was in it signs in, and makes another.
    dataOf(await team.owner.post('/api/teams', { name: 'Anew' }));
  });

  test('the audit of the installation says that it happened, by whom it was asked for, and how its log ended', async () => {
    dataOf(await ask());
    await daysAgo(DAYS);
    const [head] = await all<{ number: string }>(
      'select number from audit_head where team_id = (select id from team where code = $1)',
      [team.team],
    );
    await runJob();
    const { entries } = dataOf<{ entries: Record<string, unknown>[] }>(
      await operator.get(`/api/operator/audit?team=${team.team}`),
    );
    // One more entry said that the log forgets what it has.
    const end = Number(head?.number) + 1;
    expect(entries[0]).toMatchObject({
      action: 'team.gone',
      subject: expect.stringMatching(new RegExp(`^${end} [0-9a-f]{64} [0-9a-f]{64}$`)),
      reason: `Asked for by ${team.owner.userCode}`,
    });
    expect(entries.slice(1)).toMatchObject([
      { action: 'team.resume', subject: '', reason, actor: { name: 'olga' } },
      { action: 'team.suspend', subject: '', reason: `${team.team} is late.` },
    ]);
  });

  test('somebody who changes what was erased, or what attests it, is found', { tags: 'slow' }, async () => {
    dataOf(await ask());
    await daysAgo(DAYS);
    await runJob();
    for (const tampering of [
      "update operator_entry set reason = 'Nothing' where action = 'team.suspend'",
      "update operator_entry set subject = left(subject, -1) || case right(subject, 1) when '0' then '1' else '0' end where action = 'team.gone'",
      "delete from operator_entry where action = 'team.suspend'",
    ]) {
      const owner = await store.database.connectAsOwner();
      try {
        await owner.query(`begin; ${tampering}`);
        await owner.query('commit');
        expect([tampering, (await brokenChains()).map((chain) => chain.team)]).toEqual([tampering, ['(installation)']]);
      } finally {
        await owner.end();
      }
    }
  });

  test('a person is deleted after the Team, and the chains still verify', { tags: 'slow' }, async () => {
    dataOf(await ask());
    // The last owner of a Team that goes anyway.
    dataOf(await operator.post(`/api/operator/people/${team.owner.userCode}/delete`, { reason: 'Asked' }));
    expect(await teamsOf(team.viewer)).toMatchObject([{ deletion: { askedBy: '' } }]);
    await daysAgo(DAYS);
    await runJob();
    dataOf(await operator.post(`/api/operator/people/${team.member.userCode}/delete`, { reason: 'Asked' }));
    expect(await brokenChains()).toEqual([]);
  });

  test('deliveries and reads go in batches: the endpoint is stopped first, and deleted after its log', {
    tags: 'slow',
  }, async () => {
    const [{ id } = { id: '' }] = await all<{ id: string }>('select id from team where code = $1', [team.team]);
    await all("insert into webhook_endpoint (team_id, url, sealed) values ($1, 'https://r.example/', 'sealed')", [id]);
    const many = 2 * ROWS_A_BATCH + 1;
    await all(
      `insert into webhook_delivery (team_id, endpoint_id, event_id, type, data)
       select e.team_id, e.id, 'msg_' || n, 'webhook.test', '{}' from webhook_endpoint e, generate_series(1, $1::int) n`,
      [many],
    );
    await all('insert into tour_read select $1, -n, now() from generate_series(1, $2::int) n', [id, many]);
    const left = () =>
      all(
        `select (select count(*)::int from webhook_delivery) as deliveries, (select count(*)::int from tour_read where tour_id < 0) as reads,
                (select count(*)::int from webhook_endpoint where stopped_at is not null) as stopped`,
      );
    dataOf(await ask());
    await daysAgo(DAYS);
    await runJob(1);
    expect(await left()).toEqual([{ deliveries: many, reads: many, stopped: 1 }]);
    const steps = await runJob();
    expect(steps.filter((count) => count === ROWS_A_BATCH)).toHaveLength(4);
    expect(Math.max(...steps)).toBe(ROWS_A_BATCH);
    expect(await left()).toEqual([{ deliveries: 0, reads: 0, stopped: 0 }]);
    expect(await all('select from webhook_endpoint')).toEqual([]);
    expect(await all('select from team where code = $1', [team.team])).toEqual([]);
  });

  test('one that cannot be removed is said to fail, and those behind it go', { tags: 'slow' }, async () => {
    dataOf(await ask());
    dataOf(await team.outsider.post(`/api/teams/${team.otherTeam}/delete`, { confirm: 'Others' }));
    await daysAgo(DAYS);
    // The database refuses it: it was asked for a moment ago.
    const owner = await store.database.connectAsOwner();
    await owner.query(
      `alter table team disable trigger deletion_asked;
       update team set deletion_asked_at = now(), deletion_due_at = now() - interval '9 days' where code = '${team.team}';
       alter table team enable trigger deletion_asked`,
    );
    await owner.end();
    await expect(runJob()).rejects.toMatchObject({
      message: `The Team ${team.team} is due, but could not be removed; the next look tries again.`,
      cause: expect.objectContaining({ message: expect.stringContaining('has not come') }),
    });
    const teams = await all<{ code: string }>('select code from team where code = any ($1)', [
      [team.team, team.otherTeam],
    ]);
    expect(teams).toEqual([{ code: team.team }]);
  });

  test('what is due is overdue by so many seconds until the job has run', { tags: 'slow' }, async () => {
    dataOf(await ask());
    const overdue = () =>
      inTransaction(
        store.database,
        async (transaction) => {
          const days = { usage: 35, calls: 35, audit: null, sessions: 0, handshakes: 0, teams: 0 };
          return (await overdueS(transaction, { days, sessionIdleS: 0 })).get('teams') ?? 0;
        },
        { team: '*' },
      );
    expect(await overdue()).toBe(0);
    await daysAgo(DAYS + 2);
    expect((await overdue()) / 86_400).toBeCloseTo(2, 1);
    await runJob();
    expect(await overdue()).toBe(0);
  });
});

describe('whoever takes over the service', () => {
  const asService = (sql: string) =>
    all(sql, [team.team]).then(
      () => 'done',
      (error: Error) => error.message,
    );

  test('removes no log at once: the database says when it was asked for', async () => {
    expect(
      await asService(
        `update team set deletion_due_at = now() - interval '40 days', deletion_asked_at = now() - interval '70 days',
                deletion_begun_at = now(), deletion_reason = 'x' where code = $1`,
      ),
    ).toBe('done');
    for (const call of ['remove_team(id)', 'remove_entries_of_team(id, 10)']) {
      expect([call, await asService(`select ${call} from team where code = $1`)]).toEqual([
        call,
        expect.stringContaining('has not come'),
      ]);
    }
    expect(await asService('delete from team where code = $1')).toContain('permission denied');
  });
});
