import type { OperatorTeam, PersonalData, Team } from '@openhouse/contract';
import { beforeAll, expect, test } from 'vitest';
import { useCommandStore } from '../../testing/store.ts';

const store = useCommandStore();
const { openhouse } = store;

let appKey: string;
beforeAll(async () => {
  await store.database.pool.query("insert into team (code, name) values ('other', 'Others')");
  const made = await openhouse(['apps', 'create', 'Viewing room', '--team', 'Acme Homes', '--json']);
  appKey = JSON.parse(made.out).appKey;
});
async function rows<Row>(args: string[]): Promise<Row[]> {
  const { exitCode, out, err } = await openhouse([...args, '--json']);
  if (exitCode !== 0) throw new Error(err);
  return out
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
interface Entry {
  readonly action: string;
  readonly actor: { readonly userCode: string; readonly name: string };
  readonly reason?: string;
  readonly team?: string;
}
const [acme, mara] = [
  ['--team', 'acme'],
  ['--as', 'mara@acme.example'],
];

test('a command at the store acts as the operator, in any Team, and both audits say so', { tags: 'slow' }, async () => {
  const renamed = await openhouse(['apps', 'rename', 'Viewing room', 'Showroom', ...acme, '--reason', 'Ticket 7']);
  expect(renamed).toMatchObject({ exitCode: 0, err: '' });
  const [entry] = await rows<Entry>(['audit', 'list', '--limit', '1', ...acme]);
  const actor = { userCode: 'operator', name: 'Operator' };
  expect(entry).toMatchObject({ action: 'app.rename', actor, reason: 'Ticket 7' });
  const [own] = await rows<Entry>(['operator', 'audit', '--limit', '1']);
  expect(own).toMatchObject({ action: 'app.rename', actor, team: 'acme', subject: 'Showroom', reason: 'Ticket 7' });
});

test('--as needs a reason, and is shown to the Team as what it is', { tags: 'slow' }, async () => {
  const without = await openhouse(['apps', 'rename', appKey, 'Mine', ...mara]);
  expect(without).toMatchObject({ exitCode: 2, err: expect.stringContaining('--as needs --reason') });
  await rows(['apps', 'rename', appKey, 'For Mara', ...mara, '--reason', 'Mara asked by phone']);
  const [entry] = await rows<Entry>(['audit', 'list', '--limit', '1', ...acme]);
  const actor = { userCode: 'operator', name: 'Operator as Mara' };
  expect(entry).toMatchObject({ action: 'app.rename', actor, reason: 'Mara asked by phone' });
  const [own] = await rows<Entry>(['operator', 'audit', '--limit', '1']);
  expect(own).toMatchObject({ actor, team: 'acme', reason: 'Mara asked by phone' });
});

test('what is refused stands in both as well', { tags: 'slow' }, async () => {
  const refused = await openhouse(['secrets', 'retire', appKey, '1', ...acme, '--reason', 'Leaked']);
  expect(refused.exitCode).toBe(1);
  const refusal = { action: 'secret.retire', outcome: 'SECRET_NEWEST', reason: 'Leaked' };
  expect((await rows<Entry>(['audit', 'list', '--limit', '1', ...acme]))[0]).toMatchObject(refusal);
  expect((await rows<Entry>(['operator', 'audit', '--limit', '1']))[0]).toMatchObject(refusal);
});

test('no secret is shown at the store, whoever it is for', { tags: 'slow' }, async () => {
  for (const as of [acme, [...mara, '--reason', 'Why not']]) {
    const revealed = await openhouse(['secrets', 'reveal', appKey, ...as]);
    expect(revealed).toMatchObject({ exitCode: 1, out: '', err: expect.stringContaining('PERSON_REQUIRED') });
  }
  const made = await openhouse(['init', '--app', 'Listings', ...acme]);
  expect(made).toMatchObject({ exitCode: 2, out: '', err: expect.stringContaining('--portal') });
});

test('what only a person does is refused with the way out, and is done for one who is named', {
  tags: 'slow',
}, async () => {
  for (const args of [
    ['teams', 'create', 'Mine'],
    ['sessions', 'list'],
  ]) {
    const refused = await openhouse([...args, '--store']);
    expect(refused).toMatchObject({ exitCode: 1, err: expect.stringContaining('--as and --reason') });
  }
  const made = await openhouse(['teams', 'create', 'For Mara', ...mara, '--reason', 'Onboarding', '--json']);
  expect(made.exitCode).toBe(0);
});

test('what is said of an app, a Team and a person has its cells apart, as lists have', { tags: 'slow' }, async () => {
  for (const [args, cells] of [
    [['operator', 'app', appKey], 5],
    [['operator', 'team', 'acme'], 5],
    [['people', 'show', 'ohu_mara'], 5],
  ] as const) {
    const { out } = await openhouse([...args]);
    expect(out).not.toContain('\ufffd');
    expect(out.split('\n')[0]?.split('\t')).toHaveLength(cells);
  }
});

test('what is kept of a person is given out, and they are deleted: not the last owner, and not by a slip', {
  tags: 'slow',
}, async () => {
  const asked = ['--reason', 'Mara asked for it'];
  const [data] = await rows<PersonalData>(['people', 'export', 'ohu_mara', ...asked]);
  expect(data?.parts[0]).toMatchObject({ part: 'profile', rows: [{ name: 'Mara', email: 'mara@acme.example' }] });
  const shown = await openhouse(['people', 'export', 'ohu_mara', ...asked]);
  expect(Object.keys(JSON.parse(shown.out))).toEqual(['userCode', 'at', 'parts']);
  const slip = await openhouse(['people', 'delete', 'ohu_mara', ...asked]);
  expect(slip).toMatchObject({ exitCode: 2, err: expect.stringContaining('--yes') });
  const unexplained = await openhouse(['people', 'delete', 'ohu_mara', '--yes']);
  expect(unexplained).toMatchObject({ exitCode: 2, err: expect.stringContaining('--reason') });
  const last = await openhouse(['people', 'delete', 'ohu_mara', ...asked, '--yes']);
  expect(last).toMatchObject({ exitCode: 1, err: expect.stringContaining('Nobody else owns Acme Homes (acme)') });
  const owner = await store.database.connectAsOwner();
  await owner.query("select set_config('app.team', '*', false)");
  await owner.query("insert into person (code, name) values ('ohu_nora', 'Nora')");
  await owner.query(
    "insert into team_member select m.team_id, p.id, 'owner' from team_member m, person p where p.code = 'ohu_nora'",
  );
  await owner.end();
  const [deleted] = await rows<{ userCode: string }>(['people', 'delete', 'ohu_mara', ...asked, '--yes']);
  expect(deleted).toMatchObject({ userCode: 'ohu_mara', teams: 2 });
  expect((await openhouse(['people', 'show', 'ohu_mara'])).exitCode).toBe(1);
  const audit = await openhouse(['audit', 'list', '--json', ...acme]);
  expect([audit.out.includes('ohu_mara'), audit.out.includes('Mara')]).toEqual([true, false]);
  expect((await openhouse(['audit', 'verify'])).exitCode).toBe(0);
});

test('a Team is closed and kept again, by its owner with its name and by an operator with a reason', {
  tags: 'slow',
}, async () => {
  const slip = await openhouse(['teams', 'delete', ...acme, '--confirm', 'acme']);
  expect(slip).toMatchObject({ exitCode: 2, err: expect.stringContaining('--confirm "Acme Homes"') });
  const [closed] = await rows<Team>(['teams', 'delete', ...acme, '--confirm', 'Acme Homes', '--reason', 'Phoned']);
  expect(closed?.deletion).toMatchObject({ askedBy: null, reason: 'Phoned' });
  const { out } = await openhouse(['operator', 'team', 'acme']);
  expect(out.split('\n')[0]).toContain(`\tto be deleted at ${closed?.deletion?.dueAt}`);
  expect(await openhouse(['teams', 'keep', ...acme, '--reason', 'Phoned again'])).toMatchObject({
    exitCode: 0,
    out: 'acme is kept.\n',
  });
  const unmeant = await openhouse(['operator', 'delete-team', 'acme', '--reason', 'Ended']);
  expect(unmeant).toMatchObject({ exitCode: 2, err: expect.stringContaining('--yes') });
  const [asked] = await rows<OperatorTeam>(['operator', 'delete-team', 'acme', '--reason', 'Ended', '--yes']);
  expect(asked?.deletion).toMatchObject({ askedBy: null, reason: 'Ended' });
  const [kept] = await rows<OperatorTeam>(['operator', 'keep-team', 'acme', '--reason', 'It was a mistake']);
  expect(kept).not.toHaveProperty('deletion');
});

test('the installation has a chain of its own, which is verified with all others', { tags: 'slow' }, async () => {
  const verified = await openhouse(['audit', 'verify']);
  expect(verified.exitCode).toBe(0);
  expect(verified.out).toMatch(/^\(installation\)\t\d+ entries\tholds\t[0-9a-f]{64}$/m);
  const owner = await store.database.connectAsOwner();
  await owner.query("update operator_entry set reason = 'Another' where number = 2");
  await owner.end();
  const broken = await openhouse(['audit', 'verify']);
  expect([broken.exitCode, broken.out]).toEqual([1, expect.stringMatching(/^\(installation\)\t.*BROKEN at entry 2/m)]);
});

test('a plan is set, given to a Team and removed; an app gets an exception, and the lines say so', {
  tags: 'slow',
}, async () => {
  const why = ['--reason', 'Contract 2026-118'];
  const set = await openhouse(['plans', 'set', 'growth', '--calls-per-minute', '1200', ...why]);
  expect(set).toMatchObject({ exitCode: 0, err: '' });
  expect(set.out).toBe(
    'growth\t0 teams\tcalls-per-minute 1200\tteam-calls-per-minute usual\texchanges-per-minute usual\t' +
      'tours usual\tstored-bytes usual\tfiles usual\tupload-bytes usual\ttrial-days usual\tusage-days usual\n',
  );
  const [plan] = await rows<{ limits: object }>(['plans', 'set', 'growth', '--exchanges-per-minute', '0', ...why]);
  expect(plan).toMatchObject({ limits: { callsPerMinute: 1200, exchangesPerMinute: 0 } });
  const [given] = await rows<{ plan: string }>(['teams', 'plan', 'acme', 'growth', ...why]);
  expect(given).toMatchObject({ plan: 'growth' });
  expect((await rows<{ name: string }>(['plans', 'list'])).map(({ name }) => name)).toEqual(['default', 'growth']);
  const inUse = await openhouse(['plans', 'remove', 'growth', ...why]);
  expect(inUse).toMatchObject({ exitCode: 1, err: expect.stringContaining('PLAN_IN_USE') });
  const excepted = await openhouse(['apps', 'exception', appKey, '--calls-per-minute', '5000', '--days', '7', ...why]);
  expect(excepted.out).toMatch(/\texception until \d{4}-/);
  const [ended] = await rows<{ exception: null }>(['apps', 'exception', appKey, '--end', ...why]);
  expect(ended).toMatchObject({ exception: null });
  await rows(['teams', 'plan', 'acme', 'default', ...why]);
  expect((await openhouse(['plans', 'remove', 'growth', ...why])).out).toBe('Removed the plan growth.\n');
});

test.each([
  [['plans', 'set', 'growth', '--calls-per-minute', 'many'], '--calls-per-minute takes a whole number'],
  [['plans', 'set', 'growth', '--calls-per-minute', '10000001'], '--calls-per-minute takes a whole number'],
  [['plans', 'set', 'growth', '--tours', '0'], '--tours takes a whole number from 1'],
  [['apps', 'exception', 'ohk_x', '--calls-per-minute', '5'], 'exactly one of --days, --until and --end'],
])('%j is not understood', async (args, said) => {
  const refused = await openhouse([...args, '--reason', 'Ticket 7']);
  expect(refused).toMatchObject({ exitCode: 2, out: '', err: expect.stringContaining(said) });
});

test('a plan is not set without a reason', async () => {
  const refused = await openhouse(['plans', 'set', 'growth']);
  expect(refused).toMatchObject({ exitCode: 2, err: expect.stringContaining('--reason') });
});
