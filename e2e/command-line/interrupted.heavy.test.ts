import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { writeSphere } from '../../packages/cli/src/testing/painted-sphere.ts';
import { openDatabase } from '../../packages/server/src/kernel/database/open-database.ts';
import { inTransaction } from '../../packages/server/src/kernel/database/transaction.ts';
import { createEmptyDatabase } from '../../packages/server/src/testing/postgres-template.ts';
import { inheritedEnv, newDataDirectory, openhouse } from '../service.ts';

/** Enough that each command is seen in the middle. */
const TOURS = 60;
const FILE_BYTES = 200_000;
/** Parts of the time that a command takes undisturbed. */
const MOMENTS = [0.65, 0.85];
const WAYS = ['SIGTERM', 'SIGINT', 'SIGKILL'] as const;
const NAMED = { SIGTERM: 'Ended by SIGTERM. ', SIGINT: 'Ended by Ctrl-C. ' } as const;

const RING_WHOLE = 'The ring is as it was, or changed whole: openhouse keys status shows which.';

/** One command, that is ended and run again. */
interface Row {
  readonly command: string;
  readonly args: (turn: string) => readonly string[];
  /** What is said after the name of the signal. */
  readonly says: string;
  /** What the second run may end with: 1 or 2 where it says that something is there already. */
  readonly again?: readonly number[];
  /** Brings about what the command is to find. */
  readonly prepare?: () => Promise<unknown>;
  /** What holds once it has been run again, however it was ended. */
  readonly check?: () => Promise<void>;
}

const stores = ['embedded', 'PostgreSQL'] as const;

describe.each(stores)('commands that are ended in the middle, on %s', (kind) => {
  let home = '';
  let env: NodeJS.ProcessEnv = {};
  let remove = async () => {};

  beforeAll(async () => {
    ({ path: home, remove } = await newDataDirectory(tmpdir()));
    await mkdir(join(home, 'estate'), { recursive: true });
    for (let tour = 0; tour < TOURS; tour += 1) {
      const bundle = join(home, 'estate', `tour-${tour}`);
      await mkdir(join(bundle, 'assets'), { recursive: true });
      const info = { resource_code: `tour-${tour}`, name: `Tour ${tour}`, is_active: true };
      await writeFile(join(bundle, 'vr-info.json'), JSON.stringify(info));
      await writeFile(join(bundle, 'assets/view.jpg'), Buffer.alloc(FILE_BYTES, `view of ${tour} `));
    }
    await mkdir(join(home, 'rooms'));
    for (const width of [1024, 1536, 1280, 2048]) await writeSphere(join(home, 'rooms', `room ${width}.png`), width);
    env = await newInstallation('first');
    expect(await run(['migrate'])).toMatchObject({ code: 0 });
    await addTeam();
    expect(await run(['import', 'estate', '--team', 'acme'])).toMatchObject({ code: 0 });
  });
  afterAll(() => remove());

  async function newInstallation(name: string): Promise<NodeJS.ProcessEnv> {
    const { DATABASE_URL: _, ...inherited } = inheritedEnv;
    const own = { ...inherited, HOME: home, DATA_DIR: join(home, name) };
    const server = inject('postgresUrl');
    return kind === 'embedded' || server === null ? own : { ...own, DATABASE_URL: await createEmptyDatabase(server) };
  }

  async function query(sql: string): Promise<readonly Record<string, unknown>[]> {
    const { DATA_DIR: directory = '', DATABASE_URL: url } = env;
    const pools = { maxConnections: 2, maxReadConnections: 2, statementTimeoutMs: 20_000 };
    const database = await openDatabase(url === undefined ? { directory } : { url, ...pools });
    try {
      return await inTransaction(database, async (transaction) => (await transaction.query(sql)).rows, { team: '*' });
    } finally {
      await database.close();
    }
  }

  const addTeam = () => query("insert into team (code, name) values ('acme', 'Acme Homes')");
  const holdsAllTours = async () =>
    expect(await query('select count(*)::int as tours from tour')).toEqual([{ tours: TOURS }]);

  /** The key that the last of them added. */
  let added = '';
  async function addKey(): Promise<void> {
    const { said } = await run(['keys', 'add', 'LINK_KEYS']);
    added = /new key (\d+)/.exec(said)?.[1] ?? said;
  }

  /** @param ending A signal, and when it is sent, in milliseconds. */
  async function run(args: readonly string[], ending?: { way: NodeJS.Signals; ms: number }) {
    const child = spawn(process.execPath, [openhouse, ...args], { cwd: home, env });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
    const timer = ending && setTimeout(() => child.kill(ending.way), ending.ms);
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    clearTimeout(timer);
    return { code, signal, said };
  }

  const rows: readonly Row[] = [
    {
      command: 'migrate',
      args: () => ['migrate'],
      says: 'Migrations are applied together or not at all: run it again.',
      prepare: async () => {
        env = await newInstallation(`other-${performance.now()}`);
      },
    },
    {
      command: 'import',
      args: () => ['import', 'estate', '--team', 'acme'],
      says: 'Each tour that was told is there whole, and the others are as they were: run it again.',
      prepare: async () => {
        env = await newInstallation(`other-${performance.now()}`);
        await run(['migrate']);
        await addTeam();
      },
      check: holdsAllTours,
    },
    {
      command: 'export --all',
      args: (turn) => ['export', '--all', '--team', 'acme', '--to', `exported-${turn}`],
      says: 'Run it again: it leaves alone what is there and writes the others.',
      again: [0, 1],
    },
    {
      command: 'assets move',
      args: (turn) => ['assets', 'move', '--to', pathToFileURL(join(home, `moved-${turn}`)).href],
      says: 'What was copied stays: run it again, and it goes on from there.',
    },
    {
      command: 'installation export',
      args: (turn) => ['installation', 'export', `carried-${turn}`],
      says: 'What was written is not whole: run it again, and it begins anew.',
      // Where it is there whole, nothing is put over it.
      again: [0, 2],
    },
    {
      command: 'installation import',
      args: () => ['installation', 'import', 'carried-undisturbed'],
      says: 'The database holds all of it or nothing: run it again.',
      // Once all of it is there, nothing is put over it.
      again: [0, 2],
      prepare: async () => {
        env = await newInstallation(`other-${performance.now()}`);
      },
      check: holdsAllTours,
    },
    { command: 'keys add', args: () => ['keys', 'add', 'LINK_KEYS'], says: RING_WHOLE },
    { command: 'keys use', args: () => ['keys', 'use', 'LINK_KEYS', added], says: RING_WHOLE, prepare: addKey },
    {
      command: 'keys retire',
      // Signed links of the ring's newest key may still be about.
      args: () => ['keys', 'retire', 'LINK_KEYS', added, '--anyway'],
      says: RING_WHOLE,
      // A key that is gone is none of the ring's.
      again: [0, 2],
      prepare: addKey,
      check: async () =>
        expect((await run(['keys', 'status'])).said).not.toMatch(new RegExp(`^LINK_KEYS\\s+${added}\\s`, 'm')),
    },
    {
      command: 'verify',
      args: () => ['verify'],
      says: 'Nothing was changed, and not everything was looked at: run it again.',
    },
    {
      command: 'doctor',
      args: () => ['doctor'],
      says: 'Nothing was changed, and not everything was checked: run it again.',
      again: [0, 1],
    },
    {
      command: 'make-tour',
      args: (turn) => ['make-tour', 'rooms', '--out', `made-${turn}`],
      says: 'The pictures that are done are kept: run it again, and it goes on from there.',
      // Where it is there whole, nothing is put over it.
      again: [0, 2],
    },
    {
      command: 'convert',
      args: (turn) => ['convert', 'estate/tour-1', 'site', '--out', `site-${turn}`],
      says: 'Nothing was written: run it again.',
      again: [0, 2],
    },
  ];

  let seen = 0;
  test.each(rows)(
    '$command',
    async ({ command, args, says, prepare = async () => {}, again = [0], check = async () => {} }) => {
      const first = env;
      onTestFinished(() => {
        env = first;
      });
      await prepare();
      const begun = performance.now();
      const whole = await run(args('undisturbed'));
      expect(again, whole.said).toContain(whole.code);
      const tookMs = performance.now() - begun;
      const lastWords = whole.said.trimEnd().split('\n').at(-1) ?? '';
      expect(lastWords).not.toBe('');
      const counts: string[] = [];
      for (const way of WAYS) {
        for (const moment of MOMENTS) {
          const turn = `${way}-${moment}`;
          await prepare();
          const { code, signal, said } = await run(args(turn), { way, ms: tookMs * moment });
          const told = `${command}, ${turn} of ${Math.round(tookMs)} ms: ${code} ${signal}\n${said}`;
          expect(said, told).not.toMatch(/\n\s+at /);
          if (signal === null) expect(again, told).toContain(code);
          else expect(signal).toBe(way);
          if (signal !== null && way !== 'SIGKILL') {
            // Before the command has begun, and after it has said all, the system ends it without a word.
            if (said !== '' && !said.includes(lastWords)) {
              expect(said, told).toContain(NAMED[way]);
              expect(said, told).toContain(says);
            }
            expect(await unfinished(), told).toEqual([]);
          }
          counts.push(signal === null ? 'done' : said === '' ? 'silent' : 'told');
          const second = await run(args(turn));
          expect(again, `${told}\nagain: ${second.said}`).toContain(second.code);
          expect(second.said).not.toMatch(/\n\s+at /);
          expect(await unfinished(), told).toEqual([]);
          await check();
          seen += 1;
        }
      }
      process.stdout.write(`${kind} ${command}, ${Math.round(tookMs)} ms: ${counts.join(' ')}\n`);
    },
  );

  test('and what they wrote in the end is what an undisturbed run writes', async () => {
    expect(seen).toBe(rows.length * WAYS.length * MOMENTS.length);
    for (const name of ['exported', 'carried', 'moved', 'made', 'site']) {
      const whole = await filesOf(`${name}-undisturbed`);
      for (const way of WAYS)
        for (const moment of MOMENTS) expect(await filesOf(`${name}-${way}-${moment}`)).toEqual(whole);
    }
    expect(await run(['verify'])).toMatchObject({ code: 0 });
  });

  /** Hidden folders of unfinished work, which a later run would have to remove. */
  const unfinished = async () =>
    (await readdir(home, { recursive: true })).filter((name) => /\.[\da-f]{8}-/.test(name));

  const filesOf = async (name: string) =>
    (await readdir(join(home, name), { recursive: true })).filter((one) => !one.includes('incoming')).sort();
});
