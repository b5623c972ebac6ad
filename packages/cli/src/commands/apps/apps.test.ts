import { beforeAll, expect, test } from 'vitest';
import { useCommandStore } from '../../testing/store.ts';

const store = useCommandStore();
const openhouse = (...args: string[]) =>
  store.openhouse([...args, '--store', '--as', 'mara@acme.example', '--reason', 'a try']);

beforeAll(() => openhouse('apps', 'create', '夜间复制'));

test('apps create takes no second slot for a name that is there, unless that is said', { tags: 'slow' }, async () => {
  const slots = async () => (await openhouse('apps')).out.trim().split('\n').length;
  const { exitCode, out, err } = await openhouse('apps', 'create', ' 夜间复制 ');
  expect([exitCode, out, err]).toEqual([
    2,
    '',
    expect.stringMatching(/"夜间复制" is there already: ohk_[\w-]+\..* add --yes if it is meant\./),
  ]);
  expect(await slots()).toBe(1);
  // A run that does not wait leaves a request behind, which is as good as the app.
  expect(await openhouse('apps', 'create', 'Soon', '--wait', '0')).toMatchObject({ exitCode: 0 });
  expect(await openhouse('apps', 'create', 'Soon')).toMatchObject({ exitCode: 2, out: '' });
  expect(await slots()).toBe(2);
  expect(await openhouse('apps', 'create', 'Soon', '--wait', '0', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await slots()).toBe(3);
});

const shown = async () => JSON.parse((await openhouse('apps', 'show', '夜间复制', '--json')).out).settings;

test('apps set changes what is named, and leaves the rest', { tags: 'slow' }, async () => {
  expect(await openhouse('apps', 'set', '夜间复制', '--networks', '203.0.113.0/24,2001:db8::/32')).toMatchObject({
    exitCode: 0,
    err: '',
  });
  expect(await openhouse('apps', 'set', '夜间复制', '--read-only', '--description', 'A copy')).toMatchObject({
    exitCode: 0,
  });
  expect(await shown()).toMatchObject({
    description: 'A copy',
    networks: ['203.0.113.0/24', '2001:db8::/32'],
    mayActivate: false,
  });
  await openhouse(
    'apps',
    'set',
    '夜间复制',
    '--networks',
    'any',
    '--may-activate',
    '--description',
    '',
    '--retire-leaked',
  );
  expect(await shown()).toMatchObject({ description: '', networks: [], mayActivate: true, retireLeaked: true });
  await openhouse('apps', 'set', '夜间复制', '--keep-leaked');
  expect(await shown()).toMatchObject({ mayActivate: true, retireLeaked: false });
});

test.each([
  [['apps', 'set', '夜间复制'], 2, 'Nothing to change'],
  [['apps', 'set', '夜间复制', '--networks', '10.0.0.0/33'], 1, '"10.0.0.0/33"'],
  [['apps', 'set', '夜间复制', '--colour', 'mauve'], 2, 'green'],
  [['apps', 'set', '夜间复制', '--read-only', '--may-activate'], 2, '--may-activate'],
  [['apps', 'set', '夜间复制', '--retire-leaked', '--keep-leaked'], 2, '--keep-leaked'],
  [['apps', 'set', 'Nightly', '--read-only'], 1, '"Nightly"'],
  [['secrets', 'rotate', '夜间复制', '--days', '0'], 2, '--days'],
  [['sessions', 'end', '1'], 2, 'openhouse sessions shows it'],
  [['credentials', 'revoke', 'nightly'], 2, 'openhouse credentials shows it'],
  [['teams', 'revoke', 'jonas@acme.example'], 2, 'openhouse teams members shows it'],
  [['apps', 'delete', '夜间复制'], 2, '--confirm "夜间复制"'],
])('%j is refused, and says what is wrong', async (args, code, said) => {
  const { exitCode, err } = await openhouse(...args);
  expect([exitCode, err]).toEqual([code, expect.stringContaining(said)]);
});

test('secrets rotate --days gives the new version an end', { tags: 'slow' }, async () => {
  const { exitCode, out } = await openhouse('secrets', 'rotate', '夜间复制', '--days', '30', '--json');
  expect(exitCode).toBe(0);
  expect(out).toContain('"endsAt":"2');
});

test('apps delete leaves the key and the slot', { tags: 'slow' }, async () => {
  expect(await openhouse('apps', 'delete', '夜间复制', '--confirm', '夜间复制')).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining('keeps slot 1'),
  });
  expect((await openhouse('apps')).out).toMatch(/^1\tdeleted\tohk_/);
});

test('a command on a store of several Teams says how to name one', { tags: 'slow' }, async () => {
  await store.database.pool.query("insert into team (code, name) values ('birch', '白桦之家')");
  for (const words of [['webhooks'], ['secrets', '夜间复制'], ['calls', '夜间复制']]) {
    const { exitCode, err } = await store.openhouse([...words, '--store']);
    const sentence =
      /^openhouse: the store, as operator: no Team is active. Name one with --team; openhouse teams lists/;
    expect([exitCode, err]).toEqual([1, expect.stringMatching(sentence)]);
  }
  // What is logged nowhere has no id to look for.
  const refused = await store.openhouse(['apps', 'suspend', 'ohk_none', '--reason', 'x', '--store']);
  expect(refused).toMatchObject({ exitCode: 1, err: expect.stringMatching(/^openhouse: APP_NOT_FOUND: [^[]*$/) });
});
