import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrate } from '../../packages/server/src/kernel/database/migrate.ts';
import { openDatabase } from '../../packages/server/src/kernel/database/open-database.ts';
import { mayMount, type SmallDisk, smallDisk } from '../../packages/server/src/testing/small-disk.ts';
import { demoDataDirectory } from '../demo-data-directory.ts';
import { inheritedEnv, openhouse, root } from '../service.ts';

const MEBIBYTE = 1024 * 1024;
const LOFT = join(root, 'demo/tours/demo-loft');

describe.skipIf(!mayMount())(
  'a disk that is full, or fills while a command writes (a mounted tmpfs)',
  {
    tags: ['slow', 'long'],
  },
  () => {
    let disk: SmallDisk;
    let home = '';
    let made: Awaited<ReturnType<typeof demoDataDirectory>>;

    beforeAll(async () => {
      home = await mkdtemp(join(tmpdir(), 'openhouse-full-disk-'));
      made = await demoDataDirectory();
    });
    afterAll(async () => {
      await made?.remove();
      await rm(home, { recursive: true, force: true });
    });
    beforeEach(() => {
      disk = smallDisk(128);
      return () => disk.unmount();
    });

    interface Told {
      readonly code: number;
      readonly said: string;
    }
    /** @param redirected Where the shell sends the results. */
    async function run(args: readonly string[], env: NodeJS.ProcessEnv = {}, redirected = ''): Promise<Told> {
      const { DATABASE_URL: _, ...inherited } = inheritedEnv;
      const whole = { ...inherited, HOME: home, OPENHOUSE_CONFIG_DIR: home, DATA_DIR: made.path, ...env };
      const words = ['-c', `exec "$@" ${redirected}`, 'sh', process.execPath, openhouse, ...args];
      const told = await promisify(execFile)('sh', words, { env: whole, cwd: home, timeout: 60_000 }).then(
        ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
        ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
      );
      expect(told.said).not.toMatch(/\n\s+at /);
      return told;
    }

    /** A migrated embedded store with a Team, whose files lie on the disk. */
    async function ownStore(name: string, team: boolean): Promise<NodeJS.ProcessEnv> {
      const directory = join(home, name);
      const database = await openDatabase({ directory });
      await migrate(database);
      if (team) await database.pool.query("insert into team (code, name) values ('acme', 'Acme')");
      await database.close();
      return { DATA_DIR: directory, ASSET_STORE_URL: pathToFileURL(join(disk.path, 'assets')).href };
    }

    test('import: a sentence that names the store of files, and a repeat finishes', async () => {
      const env = await ownStore('importing', true);
      disk.fill(MEBIBYTE);
      expect(await run(['import', LOFT], env)).toEqual({
        code: 2,
        said: expect.stringContaining(
          `${join(disk.path, 'assets')} cannot be used: the disk is full (ENOSPC). Each tour`,
        ),
      });
      expect(await readdir(join(disk.path, 'assets', 'incoming'))).toEqual([]);
      disk.empty();
      expect(await run(['import', LOFT], env)).toMatchObject({ code: 0 });
    });

    test('import --report: the report is named, and that the import was done', async () => {
      disk.fill(0);
      const told = await run([
        'import',
        LOFT,
        '--dry-run',
        '--team',
        'demo',
        '--report',
        join(disk.path, 'report.jsonl'),
      ]);
      expect(told.said).toContain(
        'report.jsonl cannot be written: the disk is full (ENOSPC). The import itself has been done.',
      );
      expect(told.code).toBe(1);
      disk.empty();
    });

    test('assets move: goes on from there', async () => {
      const to = ['assets', 'move', '--to', pathToFileURL(join(disk.path, 'moved')).href];
      disk.fill(MEBIBYTE);
      expect((await run(to)).said).toMatch(
        /moved cannot be used: the disk is full \(ENOSPC\)\. What was copied stays: run it/,
      );
      disk.empty();
      expect(await run(to)).toEqual({ code: 0, said: expect.stringMatching(/[1-9]\d* were there already/) });
    });

    test('installation import names the store of files and not the export, and finishes later', async () => {
      const exported = join(home, 'exported');
      disk.fill(MEBIBYTE);
      const full = join(disk.path, 'export');
      expect((await run(['installation', 'export', full])).said).toMatch(
        /export is not whole: .*the disk is full \(ENOSPC\)/,
      );
      expect((await run(['installation', 'export', exported])).code).toBe(0);
      const env = await ownStore('taking', false);
      expect((await run(['installation', 'import', exported], env)).said).toContain(
        `${join(disk.path, 'assets')} cannot be used: the disk is full (ENOSPC). The database holds all of it or nothing: run it again.`,
      );
      disk.empty();
      expect((await run(['installation', 'import', exported], env)).code).toBe(0);
    });

    test('make-tour to an archive keeps the pictures that are done, and no part of the archive', async () => {
      const rooms = join(home, 'rooms');
      await mkdir(rooms);
      const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
      const picture = sharp({ create: { width: 1024, height: 512, channels: 3, background: '#000', noise } });
      await picture.jpeg().toFile(join(rooms, 'hall.jpg'));
      expect((await run(['make-tour', rooms, '--out', join(home, 'rooms.zip')])).code).toBe(0);
      const { size } = await stat(join(home, 'rooms.zip'));
      disk.fill(Math.round(size * 1.5));
      const out = join(disk.path, 'rooms.zip');
      expect(await run(['make-tour', rooms, '--out', out])).toEqual({
        code: 1,
        said: expect.stringContaining(
          'rooms.zip cannot be written: the disk is full (ENOSPC). What is done is kept in ',
        ),
      });
      expect((await readdir(disk.path)).sort()).toEqual(['.rooms.zip.making', 'filling']);
      disk.empty();
      expect((await run(['make-tour', rooms, '--out', out])).code).toBe(0);
      expect(await readdir(disk.path)).toEqual(['rooms.zip']);
    });

    test.each(['site', 'pannellum', 'photo-sphere-viewer'])(
      'convert to %s names what it was to write',
      async (format) => {
        const out = join(disk.path, 'loft');
        disk.fill(64 * 1024);
        const told = await run(['convert', LOFT, format, '--out', out]);
        expect(told).toEqual({
          code: 1,
          said: expect.stringMatching(
            new RegExp(`^openhouse: ${disk.path}\\S*loft\\S* cannot be written: the disk is full`),
          ),
        });
        expect((await readdir(disk.path)).filter((name) => name !== 'filling')).toEqual([]);
        disk.empty();
        expect((await run(['convert', LOFT, format, '--out', out])).code).toBe(0);
      },
    );

    test('keys add leaves the ring as it was, and says that its disk has no room', async () => {
      const ring = join(disk.path, 'ring');
      const text = `1:${randomBytes(32).toString('base64url')}\n`;
      await writeFile(ring, text, { mode: 0o600 });
      disk.fill(0);
      const told = await run(['keys', 'add', 'LINK_KEYS'], { LINK_KEYS_FILE: ring });
      expect(told.said).toContain(
        `${ring} cannot be written: its disk has no room (ENOSPC). It is as it was: make room`,
      );
      expect(await readFile(ring, 'utf8')).toBe(text);
      expect((await readdir(disk.path)).sort()).toEqual(['filling', 'ring']);
      disk.empty();
    });

    test.each([
      ['serve', 'full from the start', 0, 2, /DATA_DIR: \S+ cannot be used \(ENOSPC\): its disk is full/],
      ['migrate', 'full from the start', 0, 2, /DATA_DIR: \S+ cannot be used \(ENOSPC\): its disk is full/],
      [
        'migrate',
        'full amid it',
        60 * MEBIBYTE,
        // Room that is made lets the same command go on.
        4,
        /The disk of \S+data is full, and the embedded store takes no changes/,
      ],
    ])('%s over an embedded store, %s', async (command, _name, leaveBytes, code, says) => {
      const env = { DATA_DIR: join(disk.path, 'data') };
      disk.fill(leaveBytes);
      await mkdir(env.DATA_DIR, { mode: 0o700 });
      const told = await run([command], env);
      expect(told).toEqual({ code, said: expect.stringMatching(says) });
      expect((await readdir(env.DATA_DIR)).filter((name) => name.startsWith('keys.json'))).toEqual([]);
      disk.empty();
      expect((await run(['migrate'], env)).code).toBe(0);
    });

    describe('audit follow', () => {
      beforeEach(async () => {
        const note = ['operator', 'note', 'On Sunday the gateway answers more slowly.', '--reason', 'disks'];
        expect((await run(note)).code).toBe(0);
      });
      const numbersIn = (text: string) => text.match(/"number":\d+/g) ?? [];

      test('to a file: what had no room comes with the next run, once', async () => {
        const file = join(disk.path, 'audit.jsonl');
        const follow = () => run(['audit', 'follow', '--once', '--to', file]);
        disk.fill(0);
        expect(await follow()).toEqual({
          code: 1,
          said: expect.stringContaining(`${file} cannot be written: the disk is full (ENOSPC).`),
        });
        disk.empty();
        expect((await follow()).code).toBe(0);
        const { said } = await run(['audit', 'export', '--all']);
        expect(numbersIn(await readFile(file, 'utf8'))).toEqual(numbersIn(said));
        expect(numbersIn(said).length).toBeGreaterThan(0);
      });

      test('on standard output that takes nothing: the state stays where it was, and the command ends', async () => {
        const state = ['--state', join(home, `state-${Date.now()}`)];
        const unheard = await run(['audit', 'follow', ...state], {}, '> /dev/full');
        expect(unheard).toEqual({ code: 1, said: expect.stringContaining('takes no more: the disk is full (ENOSPC)') });
        const { said } = await run(['audit', 'export', '--all']);
        expect(numbersIn((await run(['audit', 'follow', '--once', ...state])).said)).toEqual(numbersIn(said));
      });
    });
  },
);
