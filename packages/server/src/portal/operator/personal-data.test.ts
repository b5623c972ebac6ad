import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PersonalData } from '@openhouse/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Transaction } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { beside, somebodyWaits } from '../../testing/beside.ts';
import { signInCommandLine } from '../../testing/command-line.ts';
import { testDashboard } from '../../testing/dashboard.ts';
import {
  createApp,
  createTeam,
  type DashboardPerson,
  dataOf,
  enter,
  outcomeOf,
  reveal,
} from '../../testing/dashboard-people.ts';
import { type DashboardTeam, dashboardTeam, invite, joined } from '../../testing/dashboard-team.ts';
import { postgresUrl, useStore } from '../../testing/database.ts';
import { databaseContent } from '../../testing/database-content.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';
import { folderWith } from '../../testing/processes.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { verifyAuditChains } from '../audit/verify-chains.ts';
import { appendEntry, appendOperatorEntry } from '../audit-chain/store.ts';
import { auditRefusal } from '../session/audit-sessions.ts';
import { lockTeam, setActiveTeam } from '../teams/store.ts';
import { PERSONAL_PARTS } from './personal-data-store.ts';

const store = useStore();
let portal: InjectedPortal;
let team: DashboardTeam;
let operator: DashboardPerson;
/** A member whose name and address are like nothing else in the database. */
let mara: DashboardPerson;
/** What their browser and machine say of themselves. */
const MACHINE = 'maras-own-laptop';
const FORMER_NAME = 'Mara Elsewhere-Born';
const NAME = 'lindqvist.mara';
const EMAIL = `${NAME}@example.com`;
const REASON = `${EMAIL} asked for it.`;

beforeEach(async () => {
  const operators = { addresses: new Set(['olga@example.com', 'oskar@example.com']), maxSignInAgeS: 3600 };
  portal = injectedPortal(store.database, { dashboard: testDashboard(store.database, { operators }) });
  team = await dashboardTeam(portal);
  operator = await enter(portal, 'olga');
  const asCalled = portal.identity.profile;
  // They had another name when they joined.
  portal.identity.profile = async (...asked) => {
    const profile = await asCalled(...asked);
    return profile === 'ended' || profile.subject !== NAME ? profile : { ...profile, name: FORMER_NAME };
  };
  mara = await joined(portal, team.owner, team.team, NAME, 'member');
  await team.owner.post(`/api/teams/${team.team}/members/${mara.userCode}/role`, { role: 'viewer' });
  portal.identity.profile = asCalled;
  await team.owner.post(`/api/teams/${team.team}/members/${mara.userCode}/role`, { role: 'owner' });
  mara = await enter(portal, NAME);
  await signInCommandLine(portal, mara, MACHINE);
  dataOf(await reveal(mara, team.app.appKey, 1));
  await invite(mara, team.team, 'viewer');
  await createApp(mara, 'Second room');
  await portal.signIn(NAME);
  await operator.post(`/api/operator/people/${mara.userCode}/suspend`, { reason: `${NAME} was taken over` });
  await operator.post(`/api/operator/people/${mara.userCode}/resume`, { reason: 'It is theirs again' });
});
afterEach(() => portal.app.close());

/** The audit as it was before it said whom something was done to: the name alone. */
async function asBeforeCodes(): Promise<void> {
  const owner = await store.database.connectAsOwner();
  const name = "regexp_replace(subject, ' \\(ohu_[^()]*\\)', '')";
  await owner.query(
    `set app.team = '*'; update audit_entry set subject = ${name}; update operator_entry set subject = ${name}`,
  );
  await owner.end();
}
const all = async <Row extends object>(sql: string, values: unknown[] = []) =>
  inTransaction(store.database, async (transaction) => (await transaction.query<Row>(sql, values)).rows, { team: '*' });
/** Lets somebody in whom the provider calls by a name of our choice. */
async function called(
  name: string,
  subject: string,
  role: 'owner' | 'member' = 'member',
  [owner, of] = [team.owner, team.team],
): Promise<DashboardPerson> {
  const as = portal.identity.profile;
  portal.identity.profile = async (...asked) => {
    const profile = await as(...asked);
    return profile === 'ended' || profile.subject !== subject ? profile : { ...profile, name };
  };
  return joined(portal, owner, of, subject, role);
}
const remove = (userCode = mara.userCode) =>
  operator.post(`/api/operator/people/${userCode}/delete`, { reason: REASON });
const exported = async (userCode = mara.userCode) =>
  dataOf<{ person: PersonalData }>(await operator.post(`/api/operator/people/${userCode}/export`, { reason: 'Asked' }))
    .person;
const brokenChains = async () => (await verifyAuditChains(store.database)).filter(({ brokenAt }) => brokenAt !== null);
/** Everything that names the person, as it may stand in a database. */
const traces = [NAME, EMAIL, FORMER_NAME, MACHINE];

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

describe('people delete', () => {
  test('no byte of name, former name, address and machine is left in a dump; every chain verifies; the Team works on', {
    tags: 'slow',
  }, async () => {
    const before = await dump();
    for (const trace of traces) expect([trace, before.includes(trace)]).toEqual([trace, true]);
    expect(dataOf(await remove())).toMatchObject({ deleted: { userCode: mara.userCode, teams: 1 } });
    const after = await dump();
    expect(after.length).toBeGreaterThan(before.length / 2);
    for (const trace of traces) expect([trace, after.includes(trace)]).toEqual([trace, false]);
    expect(after).toContain(mara.userCode);
    expect(await brokenChains()).toEqual([]);
    expect(outcomeOf(await mara.get('/api/apps'))).toBe('AUTH_REQUIRED');
    dataOf(await team.owner.post(`/api/teams/${team.team}/rename`, { name: 'Loft' }));
    dataOf(await reveal(team.owner, team.app.appKey, 1));
    expect(await brokenChains()).toEqual([]);
  });

  test('in the audit of the Team the code stands in place of the name, what was done stays, and an entry says why', {
    tags: 'slow',
  }, async () => {
    dataOf(await remove());
    const { entries } = dataOf<{ entries: Record<string, unknown>[] }>(await team.owner.get('/api/audit'));
    expect(entries[0]).toMatchObject({
      action: 'person.delete',
      actor: { userCode: 'operator', name: 'Operator' },
      subject: expect.stringMatching(new RegExp(`^${mara.userCode} [0-9a-f]{64}$`)),
      reason: `${mara.userCode} asked for it.`,
    });
    const own = { actor: { userCode: mara.userCode, name: mara.userCode }, ipAddress: '' };
    expect(entries.find(({ action }) => action === 'secret.reveal')).toMatchObject({
      ...own,
      subject: 'Viewing room v1',
    });
    expect(
      entries.filter(({ action }) => action === 'session.start' || action === 'session.command-line'),
    ).toContainEqual(expect.objectContaining({ ...own, subject: '' }));
    const roles = entries.filter(({ action }) => action === 'member.role').map(({ subject }) => subject);
    expect(roles).toEqual([`${mara.userCode}: owner`, `${mara.userCode}: viewer`]);
  });

  test('the last owner of a Team is refused with the Teams that need another one, and nothing has changed', {
    tags: 'slow',
  }, async () => {
    const alone = await createTeam(await enter(portal, NAME), 'Of Mara alone');
    const content = await databaseContent(store);
    const refused = await remove();
    expect([outcomeOf(refused), refused.json().error.message]).toEqual([
      'TEAM_NEEDS_OWNER',
      expect.stringContaining(`Nobody else owns Of Mara alone (${alone}). Make somebody else an owner there`),
    ]);
    const after = await databaseContent(store);
    // The operator's call itself is a key that is forgotten later.
    for (const table of ['public.person', 'public.team_member', 'public.audit_entry', 'public.session']) {
      expect([table, after[table]]).toEqual([table, content[table]]);
    }
  });

  test('whoever signs in with the account later is somebody new; repeated, nothing changes; nobody finds the deleted one', {
    tags: 'slow',
  }, async () => {
    dataOf(await remove());
    const [{ at } = { at: null }] = await all<{ at: Date }>('select deleted_at as at from person where code = $1', [
      mara.userCode,
    ]);
    expect(dataOf(await remove())).toMatchObject({ deleted: { at: at?.toISOString(), teams: 0 } });
    for (const path of [`people/${mara.userCode}`, `people?q=${NAME}`, `find?q=${mara.userCode}`]) {
      const answer = await operator.get(`/api/operator/${path}`);
      expect([path, outcomeOf(answer) === 'PERSON_NOT_FOUND' || !answer.body.includes('"userCode"')]).toEqual([
        path,
        true,
      ]);
    }
    const again = await enter(portal, NAME);
    expect(again.userCode).not.toBe(mara.userCode);
    expect(outcomeOf(await again.get('/api/apps'))).toBe('TEAM_REQUIRED');
  });

  test('a call that was under way brings no name back', async () => {
    dataOf(await remove());
    const { keepProfile } = await import('../teams/store.ts');
    const [{ id } = { id: '' }] = await all<{ id: string }>('select id from person where code = $1', [mara.userCode]);
    await keepProfile(store.database.pool, id, NAME, EMAIL);
    expect(await all('select name, email from person where id = $1', [id])).toEqual([{ name: '', email: '' }]);
  });

  test('an entry that names two people is erased of both, one after the other, and the chain holds', {
    tags: 'slow',
  }, async () => {
    // ada changed what mara may do: her entry names both.
    dataOf(await remove());
    const owner = await joined(portal, team.owner, team.team, 'nora', 'owner');
    dataOf(await remove(team.owner.userCode));
    expect(await brokenChains()).toEqual([]);
    const roles = await all<{ actor_name: string; subject: string }>(
      "select actor_name, subject from audit_entry where action = 'member.role' order by number",
    );
    expect(roles).toEqual([
      { actor_name: team.owner.userCode, subject: `${mara.userCode}: viewer` },
      { actor_name: team.owner.userCode, subject: `${mara.userCode}: owner` },
    ]);
    dataOf(await owner.post(`/api/teams/${team.team}/rename`, { name: 'Of nora' }));
    expect(await brokenChains()).toEqual([]);
  });

  test('an operator who is deleted by themselves is in neither chain', { tags: 'slow' }, async () => {
    dataOf(await remove(operator.userCode));
    const text = await dump();
    for (const trace of ['olga@example.com', "'olga'"]) expect([trace, text.includes(trace)]).toEqual([trace, false]);
    expect(await brokenChains()).toEqual([]);
  });

  test('a name that is part of other words is erased as a word alone', { tags: 'slow' }, async () => {
    const ann = await joined(portal, team.owner, team.team, 'Ann', 'owner');
    await createApp(ann, 'Annual (Ann)');
    dataOf(await remove(ann.userCode));
    const [entry] = await all(
      "select subject from audit_entry where action = 'app.create' order by number desc limit 1",
    );
    expect(entry).toEqual({ subject: `Annual (${ann.userCode})` });
  });

  describe('what is done to a chain after somebody was erased from it is found', () => {
    const done: readonly [what: string, sql: string][] = [
      [
        'an erased entry gets another action',
        "update audit_entry set action = 'app.disable' where number = (select min(number) from audit_entry where erased_by is not null)",
      ],
      [
        'an erased entry gets a name',
        "update audit_entry set actor_name = 'Somebody' where number = (select max(number) from audit_entry where erased_by is not null)",
      ],
      [
        'an entry that was not erased is said to be',
        "update audit_entry set actor_name = 'x', salt = null, erased_before = hash, erased_by = (select max(erased_by) from audit_entry) where number = 1 and team_id = current_setting('app.team')::bigint",
      ],
      [
        'one more is put before the first',
        "update audit_entry set actor_name = 'x', salt = null, erased_before = decode(repeat('00', 32), 'hex'), erased_by = (select max(erased_by) from audit_entry) where number = 1 and team_id = current_setting('app.team')::bigint",
      ],
      [
        'an erased one is taken out',
        'delete from audit_entry where number = (select min(number) from audit_entry where erased_by is not null)',
      ],
      [
        'the entry that says so says another thing',
        "update audit_entry set subject = left(subject, -1) || 'x' where action = 'person.delete'",
      ],
      [
        'a salt is put back',
        "update audit_entry set salt = decode(repeat('00', 16), 'hex') where erased_by is not null",
      ],
    ];
    slowAfter(2, done)('%s', async (_, sql) => {
      dataOf(await remove());
      const owner = await store.database.connectAsOwner();
      const [{ id } = { id: '' }] = await all<{ id: string }>('select id from team where code = $1', [team.team]);
      await owner.query(`set app.team = '${id}'; ${sql}`);
      await owner.end();
      expect(await brokenChains()).toMatchObject([{ team: team.team }]);
    });
  });

  test('the service changes no entry by itself', { tags: 'slow' }, async () => {
    await expect(all("update audit_entry set actor_name = 'x'")).rejects.toThrow('permission denied');
    // What it may do leaves the chain broken unless an entry says so.
    const [{ id } = { id: '' }] = await all<{ id: string }>('select id from team where code = $1', [team.team]);
    await all('select erase_in_team($1, $2, $3)', [id, team.owner.userCode, ['ada']]);
    expect(await brokenChains()).toMatchObject([{ team: team.team }]);
  });
});

/** What the logs still say of somebody, in the entries that are theirs. */
const told = (userCode: string) =>
  all<object>(
    `select actor_name, ip_address, action, subject, '' as reason, outcome from audit_entry
      where actor_code = $1 and (actor_name <> $1 or ip_address <> '' or action like 'session.%' and subject <> '')
     union all select actor_name, ip_address, action, subject, reason, outcome from operator_entry
      where actor_code = $1 and (actor_name <> $1 or ip_address <> '')`,
    [userCode],
  );
const personIdOf = async (userCode: string) =>
  (await all<{ id: string }>('select id from person where code = $1', [userCode]))[0]?.id ?? '';

// The embedded store has one connection: nobody can wait for a deletion there.
describe.skipIf(store.kind === 'embedded')('what was under way while somebody was deleted', () => {
  beforeEach(async () => {
    // Their suspension has ended the session that they had.
    mara = await enter(portal, NAME);
  });
  /** Runs something that waits for a deletion which has all but committed. */
  async function duringDeletion<Result>(deletion: () => Promise<unknown>, run: () => Promise<Result>): Promise<Result> {
    const { deleting, running } = await inTransaction(store.database, async (transaction) => {
      // The last row that a deletion takes.
      await transaction.query('select from operator_head for update');
      const deleting = deletion();
      await somebodyWaits(store, 1);
      const running = run();
      running.catch(() => undefined);
      await somebodyWaits(store, 2);
      return { deleting: [deleting], running: [running] };
    });
    await Promise.all(deleting);
    return (await Promise.all(running))[0] as Result;
  }
  const lastEntry = async (userCode: string) =>
    (
      await all<object>(
        'select action, outcome, actor_name, ip_address, subject from audit_entry where actor_code = $1 order by at desc limit 1',
        [userCode],
      )
    )[0];

  test('a change that waited for the Team is refused, and the refusal says their code alone', {
    tags: 'slow',
  }, async () => {
    const renaming = () => mara.post(`/api/teams/${team.team}/rename`, { name: `Of ${NAME}` });
    expect(outcomeOf(await duringDeletion(async () => dataOf(await remove()), renaming))).toBe('TEAM_NOT_FOUND');
    expect(await told(mara.userCode)).toEqual([]);
    expect(await lastEntry(mara.userCode)).toEqual({
      action: 'team.rename',
      outcome: 'TEAM_NOT_FOUND',
      actor_name: mara.userCode,
      ip_address: '',
      subject: `Of ${mara.userCode}`,
    });
    expect(await brokenChains()).toEqual([]);
  });

  test('an upload that has arrived is refused, and the refusal says their code alone', { tags: 'slow' }, async () => {
    const uploading = () =>
      mara.upload(`/api/tours/imports?name=${NAME}.json`, 'application/json', '{"resource_code":"w","name":"W"}');
    const answer = await duringDeletion(async () => dataOf(await remove()), uploading);
    expect(outcomeOf(answer)).toBe('ROLE_INSUFFICIENT');
    expect(await told(mara.userCode)).toEqual([]);
    expect(await lastEntry(mara.userCode)).toMatchObject({ action: 'tour.import', subject: `${mara.userCode}.json` });
    expect(await brokenChains()).toEqual([]);
  });

  test('a refused sign-in that waited for the chain says neither name nor address nor device', {
    tags: 'slow',
  }, async () => {
    const personId = await personIdOf(mara.userCode);
    const refusing = () => auditRefusal(store.database, { personId }, { ipAddress: '192.0.2.7', device: MACHINE });
    await duringDeletion(async () => dataOf(await remove()), refusing);
    expect(await told(mara.userCode)).toEqual([]);
    expect(await lastEntry(mara.userCode)).toEqual({
      action: 'session.start',
      outcome: 'SIGN_IN_REFUSED',
      actor_name: mara.userCode,
      ip_address: '',
      subject: '',
    });
    expect(await brokenChains()).toEqual([]);
  });

  test('what they did as an operator, and waited for the chain of the installation, says their code alone', {
    tags: 'slow',
  }, async () => {
    const other = await enter(portal, 'oskar');
    const { userCode } = operator;
    const noting = () =>
      operator.post('/api/operator/note', { text: 'Back at noon, says olga', reason: 'olga announced it' });
    const deletion = async () =>
      dataOf(await other.post(`/api/operator/people/${userCode}/delete`, { reason: REASON }));
    await duringDeletion(deletion, noting);
    expect(await told(userCode)).toEqual([]);
    const [entry] = await all('select action, subject, reason from operator_entry order by number desc limit 1');
    expect(entry).toEqual({
      action: 'note.set',
      subject: `Back at noon, says ${userCode}`,
      reason: `${userCode} announced it`,
    });
    expect(await brokenChains()).toEqual([]);
  });

  test('a suspension that waited for their row finds nobody, and no log names them again', {
    tags: 'slow',
  }, async () => {
    const suspending = () => operator.post(`/api/operator/people/${mara.userCode}/suspend`, { reason: 'Asked' });
    const answer = await duringDeletion(async () => dataOf(await remove()), suspending);
    expect(outcomeOf(answer)).toBe('PERSON_NOT_FOUND');
    const entries = await all('select subject from operator_entry union all select subject from audit_entry');
    expect(JSON.stringify(entries)).not.toContain(NAME);
    expect(await all('select suspended_at from person where code = $1', [mara.userCode])).toEqual([
      { suspended_at: null },
    ]);
  });

  slowAfter(0, ['an invitation', 'a Team of their own'])(
    'AUTH_REQUIRED: they enter no Team any more by %s',
    async (way) => {
      const { token } = await invite(team.outsider, team.otherTeam, 'owner');
      const entering = () =>
        way === 'an invitation'
          ? mara.post('/api/invitations/accept', { token })
          : mara.post('/api/teams', { name: 'Of nobody' });
      const teams = () => all('select id from team order by id');
      const before = await teams();
      const answer = await duringDeletion(async () => dataOf(await remove()), entering);
      expect(outcomeOf(answer)).toBe('AUTH_REQUIRED');
      const left = 'select from team_member m join person p on p.id = m.person_id where p.code = $1';
      expect(await all(left, [mara.userCode])).toEqual([]);
      expect(await teams()).toEqual(before);
      dataOf(await team.member.post('/api/invitations/accept', { token }));
    },
  );

  test('a deletion waits for the Teams before it holds the person, as everybody in a Team does', {
    tags: 'slow',
  }, async () => {
    const [{ id } = { id: '' }] = await all<{ id: string }>('select id from team where code = $1', [team.team]);
    const personId = await personIdOf(mara.userCode);
    const answer = await beside(store, remove, {
      before: (transaction) => lockTeam(transaction, id),
      // As whoever switches to a Team does.
      after: (transaction) => setActiveTeam(transaction, personId, id),
    });
    expect(dataOf(answer)).toMatchObject({ deleted: { teams: 1 } });
  });

  test('a Team that they join while it waits for another is left as well, and its chain erased', {
    tags: 'slow',
  }, async () => {
    const [{ id } = { id: '' }] = await all<{ id: string }>('select id from team where code = $1', [team.team]);
    const { token } = await invite(team.outsider, team.otherTeam, 'member');
    const answer = await beside(store, remove, {
      before: (transaction) => lockTeam(transaction, id),
      after: async () => dataOf(await mara.post('/api/invitations/accept', { token })),
    });
    expect(dataOf(answer)).toMatchObject({ deleted: { teams: 2 } });
    expect(await told(mara.userCode)).toEqual([]);
    expect(await brokenChains()).toEqual([]);
  });
});

test('a deletion that is repeated ends and erases what is left, and then changes nothing', async () => {
  dataOf(await remove());
  const [before] = await all<{ at: Date }>('select deleted_at as at from person where code = $1', [mara.userCode]);
  const owner = await store.database.connectAsOwner();
  const [{ teamId } = { teamId: '' }] = await all<{ teamId: string }>(
    'select id as "teamId" from team where code = $1',
    [team.team],
  );
  // As older versions left them: a member, and named in both chains.
  const actor = { userCode: mara.userCode, name: NAME, ipAddress: '192.0.2.7' };
  const operatorEntry = { action: 'note.set', ipAddress: '192.0.2.7', team: '', subject: NAME } as const;
  const asBefore = async (transaction: Transaction) => {
    await appendEntry(transaction, { teamId, action: 'session.start', actor, subject: MACHINE, outcome: 'succeeded' });
    const acting = { ...actor, shownAs: NAME, reason: EMAIL };
    appendOperatorEntry(transaction, { ...operatorEntry, operator: acting, outcome: 'succeeded' });
  };
  await owner.query('update person set deleted_at = null where code = $1', [mara.userCode]);
  await inTransaction(store.database, asBefore, { team: '*' });
  await owner.query(`set app.team = '*'`);
  await owner.query(
    "insert into team_member (team_id, person_id, role) select $1, id, 'owner' from person where code = $2",
    [teamId, mara.userCode],
  );
  await owner.query('update person set deleted_at = $2 where code = $1', [mara.userCode, before?.at]);
  await owner.end();
  expect(await told(mara.userCode)).toHaveLength(2);

  const again = dataOf(await remove());
  expect(again).toMatchObject({ deleted: { at: before?.at.toISOString(), teams: 1 } });
  expect(await told(mara.userCode)).toEqual([]);
  expect(
    await all('select role from team_member m join person p on p.id = m.person_id where p.code = $1', [mara.userCode]),
  ).toEqual([]);
  expect(await brokenChains()).toEqual([]);
  const entries = () => all('select number from operator_entry union all select number from audit_entry');
  const left = (await entries()).length;
  expect(dataOf(await remove())).toMatchObject({ deleted: { at: before?.at.toISOString(), teams: 0 } });
  expect(await entries()).toHaveLength(left);
});

/** Everything that both kinds of chain say, by where it stands. */
const said = () =>
  all<{ at: string; text: string }>(
    `select team_id || '/' || number || '/' || k as at, v as text from audit_entry e,
            lateral (values ('name', actor_name), ('subject', subject), ('reason', reason)) said (k, v)
     union all
     select 'operators/' || number || '/' || k, v from operator_entry e,
            lateral (values ('name', actor_name), ('subject', subject), ('reason', reason)) said (k, v)
     order by 1`,
  );

describe('people delete leaves what is not about the person', () => {
  const rename = (person: DashboardPerson, name: string) =>
    person.post(`/api/teams/${team.team}/rename`, { name }).then(dataOf);
  const suspendApp = (reason: string) =>
    operator.post(`/api/operator/apps/${team.app.appKey}/suspend`, { reason }).then(dataOf);

  slowAfter(2, [
    ['the name of people without one', 'Developer', 'Developer'],
    ['the name of every operator', 'Operator', 'olga'],
    ['a name that somebody else has', 'Wei Wang', 'Wei Wang'],
    ['a name that is part of another', '王伟', '王伟明'],
    ['an ordinary word', 'Studio', 'Other'],
  ])('%s', async (_, name, other) => {
    const gone = await called(name, 'first');
    const left = await called(other, 'second', 'owner');
    await rename(left, `${name} sandbox`);
    await rename(left, `${other}, ${name}`);
    await left.post(`/api/teams/${team.team}/members/${gone.userCode}/role`, { role: 'viewer' });
    await team.owner.post(`/api/teams/${team.team}/members/${left.userCode}/role`, { role: 'member' });
    await suspendApp(`${name} first@example.com first.`);
    await operator.post(`/api/operator/people/${left.userCode}/suspend`, { reason: `${other} asked` });
    const theirs = await all<{ at: string }>(
      `select team_id || '/' || number || '/name' as at from audit_entry where actor_code = $1`,
      [gone.userCode],
    );
    const own = new Set(theirs.map(({ at }) => at));
    const before = await said();
    dataOf(await remove(gone.userCode));
    const after = new Map((await said()).map(({ at, text }) => [at, text]));
    const changed = before.filter(({ at, text }) => after.get(at) !== text && !own.has(at)).map(({ text }) => text);
    for (const text of changed) {
      // Where the name stands in an entry of theirs or about them; of anybody else's only the address.
      expect([
        name,
        `${name}: viewer`,
        `${name} (${gone.userCode}): viewer`,
        `${name} first@example.com first.`,
      ]).toContain(text);
    }
    expect(changed.filter((text) => text.includes('@'))).toHaveLength(2);
    const reasons = [...after.values()].filter((text) => text?.includes(' first.'));
    expect(new Set(reasons)).toEqual(new Set([`${name} ${gone.userCode} first.`]));
    expect([...after.values()]).toContain(`${name} sandbox`);
    expect(await brokenChains()).toEqual([]);
  });

  test('a full name is erased from what others wrote, in Chinese too, and one word alone from entries of the person', {
    tags: 'slow',
  }, async () => {
    const gone = await called('王伟明', 'first');
    const ann = await called('Ann', 'ann');
    await rename(team.owner, '王伟明的展厅');
    await rename(team.owner, 'Ann');
    await suspendApp('请暂停王伟明（邮箱first@example.com的账号）');
    await operator.post(`/api/operator/people/${ann.userCode}/suspend`, { reason: 'Ann was taken over, at Annecy' });
    dataOf(await remove(gone.userCode));
    dataOf(await remove(ann.userCode));
    const texts = (await said()).map(({ text }) => text);
    for (const trace of ['王伟明', 'first@example.com', 'Ann was']) {
      expect([trace, texts.filter((text) => text?.includes(trace))]).toEqual([trace, []]);
    }
    expect(texts).toContain(`${gone.userCode}的展厅`);
    expect(texts).toContain(`请暂停${gone.userCode}（邮箱${gone.userCode}的账号）`);
    expect(texts).toContain(`${ann.userCode} was taken over, at Annecy`);
    expect(texts).toContain('Ann');
    expect(await brokenChains()).toEqual([]);
  });

  test('of two people of one name, whom it was done to is said by the code, and only theirs is erased', {
    tags: 'slow',
  }, async () => {
    const gone = await called('Wei Wang', 'first');
    const left = await called('Wei Wang', 'second');
    const path = (of: DashboardPerson) => `/api/teams/${team.team}/members/${of.userCode}`;
    for (const person of [gone, left]) {
      dataOf(await team.owner.post(`${path(person)}/role`, { role: 'viewer' }));
      dataOf(await operator.post(`/api/operator/people/${person.userCode}/suspend`, { reason: 'Asked' }));
      dataOf(await team.owner.post(`${path(person)}/remove`));
    }
    const about = async () => {
      const which =
        "where action in ('member.role', 'member.remove', 'person.suspend') and subject like any ($1) order by";
      const likes = [['Wei Wang%', `${gone.userCode}%`]];
      const inTeam = await all<{ subject: string }>(`select subject from audit_entry ${which} number`, likes);
      const ofOperators = await all<{ subject: string }>(`select subject from operator_entry ${which} number`, likes);
      return [...inTeam, ...ofOperators].map(({ subject }) => subject);
    };
    const [one, other] = [`Wei Wang (${gone.userCode})`, `Wei Wang (${left.userCode})`];
    expect(await about()).toEqual([`${one}: viewer`, one, one, `${other}: viewer`, other, other, one, other]);
    dataOf(await remove(gone.userCode));
    const { userCode } = gone;
    expect(await about()).toEqual([
      ...[`${userCode}: viewer`, userCode, userCode],
      ...[`${other}: viewer`, other, other, userCode, other],
    ]);
    expect(await brokenChains()).toEqual([]);
  });

  test('a person who is named where they did nothing is found by the code, under a name that they no longer have', {
    tags: 'slow',
  }, async () => {
    const { userCode } = await called('Noa Berg', 'first');
    await team.owner.post(`/api/teams/${team.team}/members/${userCode}/remove`);
    const owner = await store.database.connectAsOwner();
    // Everything that they did has been forgotten.
    await owner.query("set app.team = '*'");
    await owner.query('delete from audit_entry where actor_code = $1', [userCode]);
    await owner.query("update person set name = 'Noa Lund' where code = $1", [userCode]);
    await owner.end();
    dataOf(await remove(userCode));
    const [entry] = await all("select subject from audit_entry where action = 'member.remove'");
    expect(entry).toEqual({ subject: userCode });
  });

  test('entries from before, with the name alone: theirs if nobody else has it', { tags: 'slow' }, async () => {
    const [noa, wei, left] = [
      await called('Noa Berg', 'n'),
      await called('Wei Wang', 'w'),
      await called('Wei Wang', 'x'),
    ];
    for (const { userCode } of [noa, wei, left]) {
      dataOf(await team.owner.post(`/api/teams/${team.team}/members/${userCode}/role`, { role: 'viewer' }));
      dataOf(await operator.post(`/api/operator/people/${userCode}/suspend`, { reason: 'Asked' }));
    }
    await asBeforeCodes();
    dataOf(await remove(noa.userCode));
    dataOf(await remove(wei.userCode));
    const roles = await all(
      "select subject from audit_entry where action = 'member.role' order by number desc limit 3",
    );
    const subjects = ['Wei Wang: viewer', 'Wei Wang: viewer', `${noa.userCode}: viewer`];
    expect(roles).toEqual(subjects.map((subject) => ({ subject })));
    const suspended = "select subject from operator_entry where action = 'person.suspend' order by number desc limit 3";
    expect(await all(suspended)).toEqual(['Wei Wang', 'Wei Wang', noa.userCode].map((subject) => ({ subject })));
  });

  test('a device that an operator signed out is left of somebody else who has the same', { tags: 'slow' }, async () => {
    const gone = await called('Noa Berg', 'first');
    const left = await called('Kim Lund', 'second');
    for (const person of [left, gone]) {
      await operator.post(`/api/operator/people/${person.userCode}/suspend`, { reason: 'Asked' });
    }
    const devices = () =>
      all(
        "select subject from audit_entry where action = 'session.end' and actor_code = 'operator' order by number desc limit 2",
      );
    const [device] = await devices();
    expect(await devices()).toEqual([device, device]);
    dataOf(await remove(gone.userCode));
    expect(await devices()).toEqual([{ subject: '' }, device]);
  });
});

describe('people export', () => {
  test('everything that is kept, part by part, with a word on each; and the installation has it in its audit', {
    tags: 'slow',
  }, async () => {
    // Their suspension withdrew the link that they had made, and ended their sessions.
    await invite(await enter(portal, NAME), team.team, 'viewer');
    const person = await exported();
    expect(person.parts.map(({ part, rows }) => [part, rows.length > 0])).toEqual([
      ['profile', true],
      ['accounts', true],
      ['sessions', true],
      ['command-line-sign-ins', false],
      ['memberships', true],
      ['app-requests', true],
      ['invitations', true],
      ['team-deletions', false],
      ['dismissed-warnings', false],
      ['mails', false],
      ['attempts', true],
      ['audit', true],
      ['operator-audit', true],
    ]);
    for (const { part, about, isComplete } of person.parts) {
      expect([part, about.length > 40, isComplete]).toEqual([part, true, true]);
    }
    const text = JSON.stringify(person);
    for (const trace of traces) expect([trace, text.includes(trace)]).toEqual([trace, true]);
    const [entry] = await all(
      'select action, actor_name, subject, reason from operator_entry order by number desc limit 1',
    );
    expect(entry).toEqual({ action: 'person.export', actor_name: 'olga', subject: mara.userCode, reason: 'Asked' });
  });

  describe('of several people of one name', { tags: 'slow' }, () => {
    const rowsOf = async (userCode: string) => {
      const { parts } = await exported(userCode);
      const rows = (name: string) => parts.find(({ part }) => part === name)?.rows ?? [];
      return { audit: rows('audit'), operators: rows('operator-audit') };
    };
    const subjects = (rows: readonly Record<string, unknown>[], ...actions: string[]) =>
      rows.filter(({ action }) => actions.includes(String(action))).map(({ subject }) => subject);
    const about = ['member.role', 'member.remove', 'person.suspend', 'person.resume'];
    /** Two in one Team, one in another, who are all changed and suspended, and one who was renamed since. */
    async function fourPeople() {
      const [one, other] = [await called('王伟', 'first', 'owner'), await called('王伟', 'second')];
      const renamed = await called('Noa Berg', 'third');
      const elsewhere = await called('王伟', 'fourth', 'member', [team.outsider, team.otherTeam]);
      const suspend = (person: DashboardPerson, what = 'suspend') =>
        operator
          .post(`/api/operator/people/${person.userCode}/${what}`, { reason: `About ${person.userCode}` })
          .then(dataOf);
      const change = (by: DashboardPerson, of: string, person: DashboardPerson) =>
        by.post(`/api/teams/${of}/members/${person.userCode}/role`, { role: 'viewer' }).then(dataOf);
      await change(one, team.team, other);
      await change(team.owner, team.team, one);
      await change(team.owner, team.team, renamed);
      await change(team.outsider, team.otherTeam, elsewhere);
      for (const person of [one, other, renamed, elsewhere]) await suspend(person);
      const owner = await store.database.connectAsOwner();
      await owner.query("update person set name = 'Noa Lund' where code = $1", [renamed.userCode]);
      await owner.end();
      return { one, other, renamed, elsewhere };
    }

    test('entries about one of them alone are given out, and of others the code without name and address', {
      tags: 'slow',
    }, async () => {
      const { one, other, renamed, elsewhere } = await fourPeople();
      const { audit, operators } = await rowsOf(one.userCode);
      const shown = `王伟 (${one.userCode})`;
      expect(subjects(audit, ...about)).toEqual([shown, `${shown}: viewer`, `${other.userCode}: viewer`]);
      expect(subjects(operators, ...about)).toEqual([shown]);
      for (const row of [...audit, ...operators]) {
        const isOwn = row.actor_code === one.userCode;
        expect(row).toMatchObject(isOwn ? { actor_name: '王伟' } : { actor_name: null, ip_address: null });
      }
      const text = JSON.stringify([audit, operators]);
      for (const trace of [`(${other.userCode})`, elsewhere.userCode, '"ada"', '"olga"']) {
        expect([trace, text.includes(trace)]).toEqual([trace, false]);
      }
      // Under the name that they had then.
      const former = await rowsOf(renamed.userCode);
      expect(subjects(former.audit, ...about)).toEqual([
        `Noa Berg (${renamed.userCode})`,
        `Noa Berg (${renamed.userCode}): viewer`,
      ]);
    });

    test('entries from before, with the name alone, are given out where nobody else has it', async () => {
      const { one, renamed, elsewhere } = await fourPeople();
      await asBeforeCodes();
      const ofOne = await rowsOf(one.userCode);
      // What they did themselves, without the name of whom they did it to.
      expect(subjects(ofOne.audit, ...about)).toEqual([': viewer']);
      expect(subjects(ofOne.operators, ...about)).toEqual([]);
      const former = await rowsOf(renamed.userCode);
      expect(subjects(former.audit, ...about)).toEqual(['Noa Berg', 'Noa Berg: viewer']);
      expect(subjects(former.operators, ...about)).toEqual(['Noa Berg']);
      // The only one of that name in their Team.
      expect(subjects((await rowsOf(elsewhere.userCode)).audit, ...about)).toEqual(['王伟', '王伟: viewer']);
    });
  });

  test('no secret, token or hash of one is given out', async () => {
    const again = await enter(portal, NAME);
    const secret = dataOf<{ secret: string }>(await reveal(team.owner, team.app.appKey, 1)).secret;
    const text = JSON.stringify(await exported());
    expect(text).toContain('"browser"');
    const hashes = await all<{ hash: string }>("select encode(token_hash, 'hex') as hash from session");
    const cookies = (again.headers.cookie ?? '').split('; ').map((pair) => pair.slice(pair.indexOf('=') + 1));
    for (const canary of [secret, ...cookies, ...hashes.map(({ hash }) => hash)]) expect(text).not.toContain(canary);
  });

  test('every table that refers to a person is a part of it', { tags: 'slow' }, async () => {
    const referring = await all<{ name: string }>(
      `select distinct conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'person'::regclass`,
    );
    const told = new Set(PERSONAL_PARTS.flatMap(({ tables }) => tables));
    expect(referring.map(({ name }) => name).filter((name) => !told.has(name))).toEqual([]);
  });

  test('PERSON_NOT_FOUND: nobody, and the row that stands for operators', async () => {
    for (const code of ['ohu_nobody', 'operator']) {
      for (const what of ['export', 'delete']) {
        const answer = await operator.post(`/api/operator/people/${code}/${what}`, { reason: 'Asked' });
        expect([code, what, outcomeOf(answer)]).toEqual([code, what, 'PERSON_NOT_FOUND']);
      }
    }
  });
});
