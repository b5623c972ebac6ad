import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openStore, parseConfig } from '@openhouse/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../run.ts';
import { type CommandStore, openNewStore } from '../testing/store.ts';
import { keptWorld } from '../testing/world.ts';

let root: string;
/** Held open meanwhile: the commands borrow it, which takes a fraction of opening it anew. */
let held: CommandStore['database'];
const env = () => ({ DATA_DIR: path.join(root, 'store') });

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'openhouse-cli-'));
  held = await openNewStore(env());
});
afterAll(async () => {
  await held.close();
  await rm(root, { recursive: true, force: true });
});

/** Runs SQL on the store of the test. */
async function inStore(sql: string): Promise<Record<string, unknown>[]> {
  return (await held.pool.query(sql)).rows;
}

async function tour(name: string, info: object, files: Record<string, string> = {}): Promise<string> {
  const directory = path.join(root, name);
  await mkdir(directory, { recursive: true });
  const basics = { resource_code: path.basename(name), name, is_active: true, model: { file_url: 'm' }, ...info };
  await writeFile(path.join(directory, 'vr-info.json'), JSON.stringify(basics));
  for (const [file, content] of Object.entries(files)) await writeFile(path.join(directory, file), content);
  return directory;
}

async function openhouse(args: string[], terminal?: { columns: number }) {
  const world = keptWorld(env(), terminal);
  return { exitCode: await run(['import', ...args], world), ...world.written };
}

describe('openhouse import', () => {
  test('says that there is no Team, before there is one', async () => {
    const { exitCode, err } = await openhouse([await tour('early', {})]);
    expect(exitCode).toBe(2);
    expect(err).toContain('There is no Team yet.');
  });

  test('imports into the only Team there is: a line a tour, then the totals', async () => {
    await inStore("insert into team (code, name) values ('acme', 'Acme Homes')");
    const [one, two] = [await tour('one', {}, { 'notes.txt': 'x' }), await tour('two', {})];
    expect(await openhouse([one, two])).toEqual({
      exitCode: 0,
      err: '',
      out:
        `created    one  ${one}\n  notice: notes.txt: expected a file of a bundle: it consists of JSON files and assets/, ` +
        'found another file; not imported: readers never see it\n' +
        `created    two  ${two}\n2 tours for Team acme: 2 created\n  1 tour: *.txt not imported (such as ${one})\n`,
    });
    await tour('two', { name: 'Two rooms' });
    const { out } = await openhouse([one, two]);
    expect(out).toContain(`unchanged  one  ${one}`);
    expect(out).toContain(`changed    two  ${two}`);
    expect(out).toContain('2 tours for Team acme: 1 changed, 1 unchanged\n');
  });

  test.each([
    ['a picture', 'hall.jpg', 'its folder'],
    ['a folder of pictures', 'rooms', 'rooms'],
    ['a folder with a name of two words', "Ann's 房间", "'Ann'\\''s 房间'"],
    ['a picture of a camera', 'hall.insp', 'its folder'],
  ])('%s is no tour yet: it points to make-tour', async (_, named, folder) => {
    for (const name of ['rooms', "Ann's 房间"]) await mkdir(path.join(root, name), { recursive: true });
    for (const name of ['hall.jpg', 'hall.insp', 'rooms/kitchen.JPG', 'rooms/notes.txt', "Ann's 房间/hall.png"])
      await writeFile(path.join(root, name), 'x');
    const world = keptWorld(env(), undefined, { directory: root });
    expect(await run(['import', named], world)).toBe(2);
    expect(world.written.err).toContain(`Make a tour of it with openhouse make-tour ${folder}, then import that.`);
  });

  test('names what is wrong with a broken tour, at most twenty times, imports the others, and exits with 1', async () => {
    const list = Array.from({ length: 25 }, () => ({ id: 'x', polyline: {} }));
    const broken = await tour('broken', {}, { 'ruler-list.json': JSON.stringify({ list }), 'evil\u001b[2J.json': '' });
    const good = await tour('good', {});
    const { exitCode, out, err } = await openhouse([broken, good, '--strict']);
    expect({ exitCode, err }).toEqual({ exitCode: 1, err: '' });
    const lines = out.split('\n');
    expect(lines[0]).toBe(`refused    ${broken}`);
    expect(out).toContain('  evil\ufffd[2J.json: expected one of vr-info.json, hot-list.json, ');
    expect(lines[2]).toMatch(/^ {2}ruler-list\.json#\/list\/0\/.*: expected .*, found /);
    expect(lines[21]).toMatch(/^ {2}and \d+ more$/);
    expect(out).toContain('2 tours for Team acme: 1 created, 1 refused\n');
  });

  test('prints JSON for programs: an object a tour, then the totals', async () => {
    const [json, bad] = [await tour('json', {}), await tour('bad', { name: 5 })];
    const { exitCode, out } = await openhouse([json, bad, '--json', '--strict', '--team', 'Acme Homes']);
    expect(exitCode).toBe(1);
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      {
        label: bad,
        outcome: 'refused',
        problems: [{ file: 'vr-info.json', pointer: '/name', expected: 'a string', found: '5' }],
      },
      { label: json, code: 'json', outcome: 'created', notices: [], warnings: [] },
      {
        team: 'acme',
        created: 1,
        changed: 0,
        unchanged: 0,
        refused: 1,
        problems: [
          {
            problem: 'vr-info.json#/name: expected a string',
            place: 'vr-info.json#/name',
            kind: 'refused',
            tours: 1,
            count: 1,
            meaning: 'not imported: readers never see the tour',
            example: { label: bad, file: 'vr-info.json', pointer: '/name', expected: 'a string', found: '5' },
          },
        ],
      },
    ]);
  });

  test('shows a bar on a terminal in place of lines of success, and takes it away', async () => {
    const { out, err } = await openhouse([await tour('bar', {}), await tour('bar-bad', { name: 5 }), '--strict'], {
      columns: 40,
    });
    expect(out).not.toContain('created    bar');
    expect(out).toContain(
      `refused    ${path.join(root, 'bar-bad')}\n  vr-info.json#/name: expected a string, found 5\n`,
    );
    expect(out).toContain('2 tours for Team acme: 1 created, 1 refused\n');
    expect(err).toContain('█ 2/2 ');
    expect(err.endsWith('\r\u001b[2K')).toBe(true);
    for (const line of err.split('\r\u001b[2K')) expect(line.length).toBeLessThan(40);
  });

  test('a report that cannot be written is told before anything is imported', async () => {
    const lot = await tour('unreported', {});
    const { exitCode, out, err } = await openhouse([lot, '--team', 'acme', '--report', root]);
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
    expect(err).toContain(`${root} cannot be used (EISDIR): a folder is in its place. Name another file`);
    expect((await openhouse([lot, '--team', 'acme', '--dry-run'])).out).toMatch(/^created/);
  });

  test('a dry run checks everything and stores nothing; the report file has every notice', async () => {
    const ragged = await tour('ragged', { name: null, model: null });
    const report = path.join(root, 'report.jsonl');
    const args = [ragged, '--dry-run', '--limit-problems', '0', '--report', report, '--team', 'acme'];
    const { exitCode, out } = await openhouse(args);
    expect(exitCode).toBe(0);
    expect(out).toBe(
      `created    ragged  ${ragged}\n1 tour for Team acme: 1 created\n` +
        `  1 tour: vr-info.json#/name null (such as ${ragged})\n  1 tour: vr-info.json#/model null (such as ${ragged})\n` +
        'Dry run: nothing was stored.\n',
    );
    const lines = (await readFile(report, 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).notices.map(({ pointer }: { pointer: string }) => pointer))).toEqual([
      ['/name', '/model'],
    ]);
    expect((await openhouse([ragged, '--team', 'acme'])).out).toContain(`created    ragged  ${ragged}\n`);
  });

  test('finds tours of a directory at any depth, and names every file that belongs to none', async () => {
    const estate = path.join(root, 'estate');
    await tour('estate/a/b/c/deep', {});
    await tour('estate/z-last/empty', {});
    await rm(path.join(estate, 'z-last/empty/vr-info.json'));
    const loose = ['read me.docx', 'a/b/plan.dwg', 'z-last/empty/photo.jpg'];
    for (const file of [...loose, 'Thumbs.db', '.DS_Store']) await writeFile(path.join(estate, file), 'x');
    await symlink('/etc/hostname', path.join(estate, 'a/link'));
    const report = path.join(root, 'estate.jsonl');
    const { exitCode, out } = await openhouse([estate, '--team', 'acme', '--dry-run', '--report', report]);
    const left = ['a/b/plan.dwg', 'a/link', 'read me.docx', 'z-last/empty/photo.jpg'].map((file) =>
      path.join(estate, file),
    );
    expect(exitCode).toBe(0);
    expect(out.match(/^not taken .*$/gm)?.sort()).toEqual(left.map((file) => `not taken  ${file}: no part of a tour`));
    expect(out).toContain('\n  4 files of no tour not taken (such as ');
    const lines = (await readFile(report, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ outcome: 'created', code: 'deep' });
    expect(
      lines
        .slice(1)
        .map(({ path: file }) => file)
        .sort(),
    ).toEqual(left);
    const json = (await openhouse([estate, '--team', 'acme', '--dry-run', '--json', '--limit-problems', '1'])).out;
    expect(json.match(/"outcome":"not taken"/g)).toHaveLength(1);
    expect(JSON.parse(json.trim().split('\n').at(-1) ?? '')).toMatchObject({ created: 1, notTaken: 4 });
  });

  test.each([
    [['nowhere'], 'No such file or directory: nowhere'],
    [['--team', 'nobody', '.'], 'No Team has the code or name "nobody". There are: acme (Acme Homes).'],
  ])('%j is refused with exit code 2', async (args, message) => {
    const { exitCode, out, err } = await openhouse(args);
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
    expect(err).toContain(message);
  });

  test('comes back from openhouse export, which overwrites nothing and goes on after a refusal', async () => {
    const [to, bundle] = [
      path.join(root, 'exported'),
      await tour('there', {}, { 'capture-info.json': '{"info":"x"}' }),
    ];
    await openhouse([bundle]);
    const world = keptWorld(env());
    expect(await run(['export', 'nowhere', 'there', '--to', to], world)).toBe(1);
    expect(world.written).toEqual({ out: `there  ${to}/there\n`, err: 'The Team has no tour nowhere.\n' });
    for (const file of ['vr-info.json', 'capture-info.json']) {
      expect(await readFile(path.join(to, 'there', file))).toEqual(await readFile(path.join(bundle, file)));
    }
    const again = keptWorld(env());
    expect(await run(['export', '--all', '--to', to], again)).toBe(1);
    expect(again.written.err).toBe(`${to}/there exists already. Name another directory, or remove it.\n`);
    expect(again.written.out).toContain(`one  ${to}/one\n`);
    expect(await run(['export'], keptWorld(env()))).toBe(2);
  });

  test('that fails, and whose report fails too, says why it failed itself', async () => {
    const paths = [await tour('before', {}), await tour('doomed', {})];
    // Refused, and so the first that the report is told of.
    await writeFile(path.join(root, 'before', 'vr-info.json'), '[]');
    await mkdir(path.join(root, 'doomed', 'assets'));
    await writeFile(path.join(root, 'doomed', 'assets', 'plan.png'), 'x');
    const files = path.join(root, 'no-store');
    await mkdir(files);
    await writeFile(path.join(files, 'incoming'), 'no directory');
    const world = keptWorld({ ...env(), ASSET_STORE_URL: pathToFileURL(files).href });
    const exitCode = await run(['import', ...paths, '--report', '/dev/full'], world);
    expect([exitCode, world.written.err]).toEqual([
      4,
      expect.stringContaining(`${files}/incoming cannot be written (EEXIST)`),
    ]);
    expect(world.written.err).not.toContain('The import itself has been done.');
  });

  test('asks for the Team when there are several, and for its code when names are equal', async () => {
    await inStore("insert into team (code, name) values ('second', 'Acme Homes')");
    const directory = await tour('unclear', {});
    expect((await openhouse([directory])).err).toContain(
      'There are several Teams. Name one by its code: acme (Acme Homes), second (Acme Homes).',
    );
    expect((await openhouse([directory, '--team', 'Acme Homes'])).err).toContain(
      'Several Teams have the name "Acme Homes". Name one by its code: acme (Acme Homes), second (Acme Homes).',
    );
    expect((await openhouse([directory, '--team', 'second'])).exitCode).toBe(0);
  });

  test('imports into the store that a running service has open', async () => {
    const holder = await openStore(parseConfig(env()), () => {});
    try {
      const { exitCode, out } = await openhouse([await tour('borrowed', {}), '--team', 'acme']);
      expect({ exitCode, out }).toMatchObject({ exitCode: 0, out: expect.stringContaining('created    borrowed') });
    } finally {
      await holder.close();
    }
  });

  test('makes the tables of a store that has none yet', { tags: ['slow', 'long'] }, async () => {
    const directory = path.join(root, 'just-made');
    const holder = await openStore(parseConfig({ DATA_DIR: directory }), () => {});
    try {
      const world = keptWorld({ DATA_DIR: directory });
      expect(await run(['import', await tour('too-early', {})], world)).toBe(2);
      expect(world.written.err).toContain('There is no Team yet.');
    } finally {
      await holder.close();
    }
  });

  test('works in the data directory it is given', async () => {
    const world = keptWorld({ DATA_DIR: path.join(root, 'never-made') });
    const args = ['import', await tour('elsewhere', {}), '--team', 'acme', '--data-dir', path.join(root, 'store')];
    expect(await run(args, world)).toBe(0);
    expect(existsSync(path.join(root, 'never-made'))).toBe(false);
  });
});
