import { appendFile, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { run } from '../run.ts';
import { type CommandStore, openNewStore } from '../testing/store.ts';
import { keptWorld } from '../testing/world.ts';

let root: string;
let to: string;
/** Held open meanwhile: the commands borrow it, which takes a fraction of opening it anew. */
let held: CommandStore['database'];
let files = 0;

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'openhouse-cli-follow-'));
  held = await openNewStore({ DATA_DIR: root });
  await held.pool.query("insert into team (code, name) values ('acme', 'Acme Homes'), ('loft', 'Loft')");
});
afterAll(async () => {
  await held.close();
  await rm(root, { recursive: true, force: true });
});
beforeEach(() => {
  files += 1;
  to = path.join(root, `audit-${files}.jsonl`);
});

async function openhouse(...args: string[]) {
  const world = keptWorld({ DATA_DIR: root }, undefined, { directory: root });
  return { exitCode: await run(args, world), ...world.written };
}
/** An entry in the Team's chain and one in the installation's. */
const write = (name: string, team = 'acme') => openhouse('teams', 'rename', name, '--team', team);
const linesOf = async (file: string) => (await readFile(file, 'utf8')).split('\n').filter(Boolean);
const namesOf = (lines: readonly string[]) =>
  lines.map((line) => {
    const { chain, number } = JSON.parse(line) as { chain: string; number: number };
    return `${chain} ${number}`;
  });
const follow = () => openhouse('audit', 'follow', '--to', to, '--once');

describe('audit follow', () => {
  test('to a file: after each stop exactly what is new, each entry once', { tags: 'slow' }, async () => {
    const seen: number[] = [];
    for (const name of ['One', 'Two', 'Three']) {
      expect((await write(name)).exitCode).toBe(0);
      expect((await follow()).exitCode).toBe(0);
      seen.push((await linesOf(to)).length);
    }
    expect(seen.map((lines, index) => lines - (seen[index - 1] ?? lines))).toEqual([0, 2, 2]);
    const names = namesOf(await linesOf(to));
    expect(new Set(names).size).toBe(names.length);
    expect(await linesOf(to)).toEqual(
      (await openhouse('audit', 'export', '--all')).out
        .split('\n')
        .filter(Boolean)
        .sort((one, other) => names.indexOf(namesOf([one])[0] ?? '') - names.indexOf(namesOf([other])[0] ?? '')),
    );
  });

  test('a process that was killed while it wrote leaves nothing by half', { tags: 'slow' }, async () => {
    await write('Four');
    await follow();
    const before = await linesOf(to);
    await appendFile(to, `${before.at(-1)}\n{"chain":"acme","num`);
    await write('Five', 'loft');
    await follow();
    const after = await linesOf(to);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(namesOf(after.slice(before.length))).toEqual([
      expect.stringMatching(/^loft \d+$/),
      expect.stringMatching(/^\(installation\) \d+$/),
    ]);
  });

  test('of two that write to one file the later one ends, and every entry is there once', {
    tags: 'slow',
  }, async () => {
    await write('Five and a half');
    await follow();
    const world = keptWorld({ DATA_DIR: root }, undefined, {
      directory: root,
      untilStopped: () => new Promise(() => {}),
      // The other one is faster at the next entries.
      sleep: async () => {
        await write('Five and three quarters');
        await follow();
      },
    });
    expect(await run(['audit', 'follow', '--to', to], world)).toBe(1);
    expect(world.written.err).toContain(`${to} was changed by another program`);
    await write('Five and seven eighths');
    expect(await follow()).toMatchObject({ exitCode: 0, err: '' });
    const names = namesOf(await linesOf(to));
    expect(names).toEqual([...new Set(names)]);
    const all = namesOf((await openhouse('audit', 'export', '--all')).out.split('\n').filter(Boolean));
    expect([...names].sort()).toEqual(all.sort());
  });

  test('a file that was cut and a state that is none are refused with the remedy', { tags: 'slow' }, async () => {
    await write('Six');
    await follow();
    await writeFile(to, '');
    expect(await follow()).toMatchObject({ exitCode: 2, err: expect.stringContaining('Move both away') });
    await writeFile(`${to}.state`, 'nonsense');
    expect(await follow()).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('is not a state of audit follow'),
    });
  });

  test('a file with anything in it is not touched without its state', { tags: 'slow' }, async () => {
    const kept = '{"chain":"acme","number":1,"note":"the only copy of it"}\n';
    await writeFile(to, kept);
    await write('Six and a half');
    expect(await follow()).toMatchObject({ exitCode: 2, err: expect.stringContaining(`${to} is not empty`) });
    expect(await readFile(to, 'utf8')).toBe(kept);
    // The remedy.
    await rename(to, `${to}.1`);
    expect(await follow()).toMatchObject({ exitCode: 0, err: '' });
    expect((await linesOf(to)).length).toBeGreaterThan(1);
    // A damaged state, and what its message says to do.
    const before = await linesOf(to);
    await writeFile(`${to}.state`, '');
    expect(await follow()).toMatchObject({ exitCode: 2, err: expect.stringContaining('with --to its file as well') });
    await rm(`${to}.state`);
    expect(await follow()).toMatchObject({ exitCode: 2 });
    expect(await linesOf(to)).toEqual(before);
  });

  test('a process that ended amid its first entries begins again', { tags: 'slow' }, async () => {
    await write('Six and three quarters');
    await symlink('/dev/full', to);
    expect(await follow()).toMatchObject({ exitCode: 1, err: expect.stringContaining('the disk is full') });
    await rm(to);
    await writeFile(to, '{"chain":"acme","num');
    expect(await follow()).toMatchObject({ exitCode: 0, err: '' });
    expect(namesOf(await linesOf(to))).toContain('acme 1');
  });

  test('on standard output, from where its state says', { tags: 'slow' }, async () => {
    const state = `${to}.kept`;
    await write('Seven');
    const first = await openhouse('audit', 'follow', '--once', '--state', state);
    expect(first.out.split('\n').length).toBeGreaterThan(2);
    expect((await openhouse('audit', 'follow', '--once', '--state', state)).out).toBe('');
  });

  test('ends when it is stopped', async () => {
    expect((await openhouse('audit', 'follow')).exitCode).toBe(0);
  });
});

test('audit export --all filters, and takes no Team', { tags: 'slow' }, async () => {
  await write('Eight', 'loft');
  const { out } = await openhouse('audit', 'export', '--all', '--action', 'team.rename', '--outcome', 'succeeded');
  const actions = out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).action);
  expect(new Set(actions)).toEqual(new Set(['team.rename']));
  for (const since of ['2099-01-01T00:00:00Z', '2099-01-01', '4070908800']) {
    expect(await openhouse('audit', 'export', '--all', '--since', since)).toMatchObject({ exitCode: 0, out: '' });
  }
  expect(await openhouse('audit', 'export', '--all', '--team', 'acme')).toMatchObject({ exitCode: 2 });
});

test('audit heads and audit verify --heads: agreement, a line that is none, a chain that says otherwise', {
  tags: 'slow',
}, async () => {
  await write('Nine');
  const { out } = await openhouse('audit', 'heads');
  await writeFile(path.join(root, 'heads.jsonl'), out);
  expect(await openhouse('audit', 'verify', '--heads', 'heads.jsonl')).toMatchObject({
    exitCode: 0,
    err: expect.stringContaining('The chains agree with'),
  });
  await writeFile(path.join(root, 'other.jsonl'), out.replace(/"hash":"..../, '"hash":"0000'));
  expect(await openhouse('audit', 'verify', '--heads', 'other.jsonl')).toMatchObject({
    exitCode: 1,
    err: expect.stringMatching(/REWRITTEN: entry \d+/),
  });
  const [first = ''] = out.split('\n');
  await writeFile(path.join(root, 'later.jsonl'), `${out}${first.replace(/"number":\d+/, '"number":4711')}\n`);
  expect(await openhouse('audit', 'verify', '--heads', 'later.jsonl')).toMatchObject({
    exitCode: 1,
    err: expect.stringMatching(/CUT OFF: it ends at entry \d+, and entry 4711 was kept/),
  });
  await writeFile(path.join(root, 'none.jsonl'), `${out}hello\n`);
  expect(await openhouse('audit', 'verify', '--heads', 'none.jsonl')).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining('none.jsonl is not a head'),
  });
});

test.each(['audit', 'audit export'])('%s refuses what is no time', async (words) => {
  const { exitCode, err } = await openhouse(...words.split(' '), '--since', '2026-02-30T00:00:00Z', '--team', 'acme');
  expect({ exitCode, err }).toEqual({ exitCode: 2, err: expect.stringContaining('--since takes Unix seconds, a day') });
});
