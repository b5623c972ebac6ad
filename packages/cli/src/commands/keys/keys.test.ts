import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { generateKey } from '@openhouse/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { run } from '../../run.ts';
import { type CommandStore, openNewStore } from '../../testing/store.ts';
import { keptWorld } from '../../testing/world.ts';

let root = '';
/** Held open meanwhile: the commands borrow it, which takes a fraction of opening it anew. */
let held: CommandStore['database'];
const ringFile = () => path.join(root, 'link-keys');
const env = (more: object = {}) => ({ DATA_DIR: path.join(root, 'store'), LINK_KEYS_FILE: ringFile(), ...more });

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'openhouse-keys-command-'));
  held = await openNewStore({ DATA_DIR: path.join(root, 'store') });
});
afterAll(async () => {
  await held.close();
  await rm(root, { recursive: true, force: true });
});
beforeEach(async () => {
  await held.pool.query('delete from key_holder');
  await writeFile(ringFile(), `${generateKey('LINK_KEYS')}\n`, { mode: 0o600 });
});

async function openhouse(args: string[], settings: object = env()) {
  const world = keptWorld(settings as NodeJS.ProcessEnv);
  return { exitCode: await run(args, world), ...world.written };
}
const ring = async () => (await readFile(ringFile(), 'utf8')).trim().split(',');
const numbers = async () => (await ring()).map((key) => Number.parseInt(key, 10));

/** What `keys status` says of LINK_KEYS: number → what needs it. */
async function status() {
  const { out } = await openhouse(['keys', 'status', '--json']);
  const reports = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return reports.filter((report) => report.ring === 'LINK_KEYS');
}

test.each(['the file of the ring', 'keys.json'])('two that change %s at once: no key is lost', async (where) => {
  const settings = where === 'keys.json' ? { DATA_DIR: path.join(root, 'store') } : env();
  const both = await Promise.all([1, 2].map(() => openhouse(['keys', 'add', 'LINK_KEYS', '--json'], settings)));
  const added = both.filter(({ exitCode }) => exitCode === 0);
  for (const { err } of both.filter(({ exitCode }) => exitCode !== 0)) expect(err).toContain('has changed meanwhile');
  const { out } = await openhouse(['keys', 'status', '--json'], settings);
  const reports = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(reports.filter((report) => report.ring === 'LINK_KEYS')).toHaveLength(1 + added.length);
});

test('a key is added, used and retired in the file of its ring, each step saying the next', {
  tags: 'slow',
}, async () => {
  const [former] = await ring();
  const added = await openhouse(['keys', 'add', 'LINK_KEYS']);
  expect(added).toEqual({
    exitCode: 0,
    out: `LINK_KEYS has a new key 2. Written to ${ringFile()}.\n`,
    err: 'Restart every process that has the ring, then run: openhouse keys use LINK_KEYS 2\n',
  });
  expect([await numbers(), (await ring())[0], (await stat(ringFile())).mode & 0o777]).toEqual([[1, 2], former, 0o600]);
  const used = await openhouse(['keys', 'use', 'LINK_KEYS', '2', '--json']);
  expect(JSON.parse(used.out)).toEqual({ ring: 'LINK_KEYS', number: 2, keys: [2, 1], path: ringFile() });
  expect(used.err).toContain('openhouse keys rotate');

  // No process was ever noted: a link may have been signed a moment ago.
  const refused = await openhouse(['keys', 'retire', 'LINK_KEYS', '1']);
  expect([refused.exitCode, refused.out]).toEqual([1, '']);
  expect(refused.err).toMatch(
    /still needed:\n {2}- signed links until \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ at the latest\n/,
  );
  expect(await numbers()).toEqual([2, 1]);
  await held.pool.query(
    `insert into key_holder (process, host, part, rings, since, seen_at, ended)
     values ('p', 'web', 'all', '{"LINK_KEYS": ["2:other"]}', now() - interval '2 hours', now(), false)`,
  );
  expect(await openhouse(['keys', 'retire', 'LINK_KEYS', '1'])).toMatchObject({
    exitCode: 0,
    err: expect.stringContaining('forget it'),
  });
  expect(await numbers()).toEqual([2]);
});

test('nothing is used that a process does not know, and nothing retired that is needed, unless told', {
  tags: 'slow',
}, async () => {
  await openhouse(['keys', 'add', 'LINK_KEYS']);
  const [{ number: first }] = await status();
  expect(first).toBe(1);
  const shown = '{"LINK_KEYS": ["1:AAAAAAAA"]}';
  await held.pool.query(
    `insert into key_holder (process, host, part, rings) values ('p', 'web-1', 'gateway', '${shown}')`,
  );
  const unknown = await openhouse(['keys', 'use', 'LINK_KEYS', '2']);
  expect([unknown.exitCode, unknown.err]).toEqual([2, expect.stringContaining('is unknown to web-1 (gateway)')]);
  expect(await numbers()).toEqual([1, 2]);
  expect((await openhouse(['keys', 'use', 'LINK_KEYS', '2', '--anyway'])).exitCode).toBe(0);
  expect((await openhouse(['keys', 'retire', 'LINK_KEYS', '1', '--anyway'])).exitCode).toBe(0);
  expect(await numbers()).toEqual([2]);
});

test('status says of each key how it is used, exits with 1 for another key of one number, and shows none', async () => {
  await openhouse(['keys', 'add', 'LINK_KEYS']);
  const fine = await openhouse(['keys', 'status']);
  expect(fine.exitCode).toBe(0);
  const lines = fine.out.split('\n').filter((line) => line.startsWith('LINK_KEYS'));
  expect(lines[0]).toBe('LINK_KEYS\t1\tmakes what is new\t0 running\t');
  expect(lines[1]).toMatch(/^LINK_KEYS\t2\topens\t0 running\tsigned links until \S+ at the latest$/);
  expect(
    new Set(
      fine.out
        .trim()
        .split('\n')
        .map((line) => line.split('\t')[0]),
    ).size,
  ).toBe(6);
  await held.pool.query(
    `insert into key_holder (process, host, part, rings) values ('p', 'web', 'all', '{"LINK_KEYS": ["1:AAAAAAAA"]}')`,
  );
  const differs = await openhouse(['keys', 'status']);
  expect(differs.exitCode).toBe(1);
  expect(differs.out).toContain('LINK_KEYS\t1\tmakes what is new\t0 running; another key of this number: web');
  for (const key of await ring()) {
    for (const { out } of [fine, differs]) expect(out).not.toContain(key.slice(2));
  }
});

test('a ring of the environment is printed when asked, and otherwise refused with what to do', {
  tags: 'slow',
}, async () => {
  const given = { DATA_DIR: path.join(root, 'store'), LINK_KEYS: generateKey('LINK_KEYS') };
  const refused = await openhouse(['keys', 'add', 'LINK_KEYS'], given);
  expect([refused.exitCode, refused.out, refused.err]).toEqual([2, '', expect.stringContaining('--print')]);
  const printed = await openhouse(['keys', 'add', 'LINK_KEYS', '--print'], given);
  expect(printed.exitCode).toBe(0);
  expect(printed.out).toMatch(/^LINK_KEYS=1:[\w-]{43},2:[\w-]{43}\n$/);
  expect(printed.out).toContain(given.LINK_KEYS);
  const [, value = ''] = printed.out.trim().split('=');
  const used = await openhouse(['keys', 'use', 'LINK_KEYS', '2', '--print', '--json'], { ...given, LINK_KEYS: value });
  expect(JSON.parse(used.out).LINK_KEYS).toBe(value.split(',').toReversed().join(','));
});

test('generated rings are changed in keys.json', async () => {
  const generated = { DATA_DIR: path.join(root, 'store') };
  const kept = async () => JSON.parse(await readFile(path.join(root, 'store', 'keys.json'), 'utf8'));
  await openhouse(['keys', 'status'], generated);
  const before = await kept();
  expect((await openhouse(['keys', 'add', 'COOKIE_SECRETS'], generated)).exitCode).toBe(0);
  const { COOKIE_SECRETS, ...others } = await kept();
  expect(COOKIE_SECRETS.startsWith(`${before.COOKIE_SECRETS},2:`)).toBe(true);
  expect({ ...others, COOKIE_SECRETS: before.COOKIE_SECRETS }).toEqual(before);
});

test.each([
  [['add', 'LINKS'], 'There is no ring LINKS here. It is one of ACCESS_TOKEN_KEYS'],
  [['use', 'LINK_KEYS', '9'], 'LINK_KEYS has no key 9; it has 1'],
  [['use', 'LINK_KEYS', 'first'], 'A key has a number from 1 to 255'],
  [['retire', 'LINK_KEYS', '0'], 'A key has a number from 1 to 255'],
  [['retire', 'LINK_KEYS', '1'], 'openhouse keys add LINK_KEYS'],
])('keys %j is refused with what is right', async (args, said) => {
  const before = await ring();
  const { exitCode, err } = await openhouse(['keys', ...args]);
  expect([exitCode, err]).toEqual([2, expect.stringContaining(said)]);
  expect(await ring()).toEqual(before);
});
