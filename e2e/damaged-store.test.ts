import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, open, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownIdentity } from '../packages/server/src/kernel/database/embedded/process-identity.ts';
import { openDatabase } from '../packages/server/src/kernel/database/open-database.ts';
import { unprivilegedUser } from '../packages/server/src/testing/processes.ts';
import { demoDataDirectory } from './demo-data-directory.ts';
import { freePorts, inheritedEnv, openhouse } from './service.ts';

/** Bound for a command that hangs; each ends within seconds. */
const HANGS_MS = 120_000;
const PAGE_BYTES = 8192;
/** Less than a page. */
const CUT_BYTES = 100;
/** Root may read everything: commands run as somebody else. */
const user = unprivilegedUser();

let parent = '';
let made: Awaited<ReturnType<typeof demoDataDirectory>>;
/** Path of the file that has the tours, from the store's folder. */
let toursFile = '';

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'openhouse-damaged-'));
  if (user.uid !== undefined) await chown(parent, user.uid, user.gid);
  made = await demoDataDirectory(parent);
  const database = await openDatabase({ directory: made.path });
  const { rows } = await database.pool.query<{ path: string }>("select pg_relation_filepath('tour') as path");
  toursFile = rows[0]?.path ?? '';
  await database.close();
});
afterAll(async () => {
  await made?.remove();
  await rm(parent, { recursive: true, force: true });
});

async function give(path: string): Promise<void> {
  if (user.uid === undefined) return;
  await chown(path, user.uid, user.gid);
  if ((await stat(path)).isDirectory()) for (const name of await readdir(path)) await give(join(path, name));
}

/** What a command ends with. */
async function run(dataDirectory: string, args: readonly string[]) {
  const [portal, gateway, signIn, operator] = await freePorts(4);
  const env = {
    ...inheritedEnv,
    HOME: parent,
    DATA_DIR: dataDirectory,
    PORTAL_PORT: String(portal),
    GATEWAY_PORT: String(gateway),
    SIGN_IN_PORT: String(signIn),
    OPERATOR_PORT: String(operator),
  };
  const child = spawn(process.execPath, [openhouse, ...args], { env, cwd: dirname(dataDirectory), ...user });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const timer = setTimeout(() => child.kill('SIGKILL'), HANGS_MS);
  const served = setInterval(() => {
    if (!said.includes('Openhouse is ready.')) return;
    // A second signal would end it at once.
    clearInterval(served);
    child.kill('SIGTERM');
  }, 50);
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  clearInterval(served);
  return { code, signal, said };
}

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  serve: ['serve'],
  migrate: ['migrate'],
  doctor: ['doctor'],
  verify: ['verify'],
  export: ['export', '--all', '--team', 'demo', '--to', 'exported', '--json'],
};

/** Commands that read the tours: `migrate` and `doctor` do not, so that they find nothing wrong with them. */
const READ_BY = ['serve', 'verify', 'export'];
const EVERYBODY = Object.keys(COMMANDS);

interface Damage {
  readonly what: string;
  readonly damage: (files: string) => Promise<unknown>;
  /** Commands that cannot do their work; the others do it. */
  readonly stops: readonly string[];
  /** What each of them says, with the store's folder for `{}`. */
  readonly says: string;
  /** What `verify` and `serve` say, where it is something else. */
  readonly verifySays?: string;
  readonly serveSays?: string;
}

const DAMAGED = 'The embedded store in {} cannot be opened: its files are damaged. Stop every process';
const damages: readonly Damage[] = [
  {
    what: 'a file that was cut off',
    damage: (files) => truncate(join(files, toursFile), CUT_BYTES),
    stops: READ_BY,
    says: 'The embedded store in {} is damaged: could not read blocks 0..0 in file',
    // To a look at everything the table is empty, as PostgreSQL reads it.
    verifySays: 'belongs to a tour that is not there',
  },
  {
    what: 'a page of something else',
    damage: (files) => overwrite(join(files, toursFile)),
    stops: READ_BY,
    says: 'The embedded store in {} is damaged: invalid page in block 0 of relation',
  },
  {
    what: 'a file without bytes',
    damage: (files) => truncate(join(files, 'global/pg_filenode.map'), 0),
    stops: EVERYBODY,
    says: DAMAGED,
  },
  {
    what: 'a log of something else',
    damage: async (files) => {
      const names = await readdir(join(files, 'pg_wal'));
      for (const name of names.filter((one) => /^[0-9A-F]{24}$/.test(one)))
        await overwrite(join(files, 'pg_wal', name));
    },
    stops: EVERYBODY,
    says: DAMAGED,
  },
  {
    what: 'a missing directory',
    damage: (files) => rm(join(files, 'base'), { recursive: true }),
    stops: EVERYBODY,
    says: DAMAGED,
  },
  {
    what: 'the version of another PostgreSQL',
    damage: (files) => writeFile(join(files, 'PG_VERSION'), '16\n'),
    stops: EVERYBODY,
    says: 'The embedded store in {} was written by PostgreSQL 16; this program has PostgreSQL 18 and cannot read it. Export its tours',
  },
  {
    what: 'a folder that this user may not see',
    damage: (files) => chmod(dirname(files), 0),
    stops: EVERYBODY,
    says: '(EACCES): ',
    // The keys are read first there.
    serveSays: 'keys.json cannot be read (EACCES): give it to the user that runs the service',
  },
  {
    what: 'a file where the folder should be',
    damage: async (files) => {
      await rm(files, { recursive: true });
      await writeFile(files, 'x');
    },
    stops: EVERYBODY,
    says: '{} cannot be used (EEXIST): a file is in its place. Remove it',
  },
  {
    what: 'a lock that a dead process left',
    damage: async (files) => {
      const claim = JSON.stringify({ ...ownIdentity(), started: '1' });
      await mkdir(`${files}.lock`, { recursive: true });
      await writeFile(join(`${files}.lock`, 'dead.json'), claim);
      await give(`${files}.lock`);
    },
    stops: [],
    says: '',
  },
];

const rows = damages.flatMap((one) => EVERYBODY.map((command) => ({ ...one, command })));

test.each(rows)('$what: $command', { tags: ['slow', 'long'] }, async ({ damage, command, stops, ...words }) => {
  const copy = await demoDataDirectory(parent);
  const files = join(copy.path, 'database');
  try {
    await give(dirname(copy.path));
    await damage(files);
    const { code, signal, said } = await run(copy.path, COMMANDS[command] ?? []);
    expect(signal, said).toBeNull();
    expect(said).not.toMatch(/\n\s+at /);
    if (stops.includes(command)) {
      expect(code, said).toBeGreaterThan(0);
      const { says, verifySays = says, serveSays = says } = words;
      const sentence = { verify: verifySays, serve: serveSays }[command] ?? says;
      expect(said).toContain(sentence.replace('{}', files));
    } else expect(code, said).toBe(0);
  } finally {
    await chmod(copy.path, 0o700);
    await copy.remove();
  }
});

async function overwrite(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(PAGE_BYTES, 'Z'), 0, PAGE_BYTES, 0);
  await handle.close();
}
