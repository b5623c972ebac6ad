import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeMigrated } from '../../../testing/embedded-template.ts';
import { slowAfter } from '../../../testing/slow-after.ts';
import { type StoreProcess, startStoreProcess } from '../../../testing/store-process.ts';
import { type Database, StoreError } from '../database.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open-database.ts';
import { ownIdentity } from './process-identity.ts';

/** How often the holder of a store is killed while it writes. */
const KILLS = 2;

let directory = '';
const opened: Database[] = [];
const processes: StoreProcess[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'openhouse-store-'));
  await writeMigrated(join(directory, 'database'));
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map((process) => process.kill()));
  for (const database of opened.splice(0).reverse()) await database.close();
  await rm(directory, { recursive: true });
});

async function open(): Promise<Database> {
  const database = await openDatabase({ directory });
  opened.push(database);
  return database;
}

async function start(): Promise<StoreProcess> {
  const process = await startStoreProcess();
  processes.push(process);
  return process;
}

async function startAndOpen(): Promise<StoreProcess> {
  const process = await start();
  await process.ask({ do: 'open', options: { directory } });
  return process;
}

const addTeam = (code: string) => `insert into team (code, name) values ('${code}', '${code}') returning code`;
const teams = async (database: Database) =>
  (await database.pool.query('select code from team order by id')).rows.map((row) => row.code);

describe('files that are damaged', () => {
  const files = () => join(directory, 'database');
  const emptied = async (...names: string[]) => {
    for (const name of names) await writeFile(join(files(), name), '');
  };
  slowAfter<[string, () => Promise<unknown>]>(1, [
    ['no version', () => rm(join(files(), 'PG_VERSION'))],
    ['a version that is none', () => writeFile(join(files(), 'PG_VERSION'), 'x')],
    ['no control file', () => rm(join(files(), 'global/pg_control'))],
    ['a control file that was cut off', () => emptied('global/pg_control')],
    ['a control file of something else', () => writeFile(join(files(), 'global/pg_control'), Buffer.alloc(8192, 7))],
    ['no log', () => rm(join(files(), 'pg_wal'), { recursive: true })],
    ['no tables', () => rm(join(files(), 'base'), { recursive: true })],
    ['settings that are none', () => writeFile(join(files(), 'postgresql.conf'), 'nonsense = = ')],
  ])('%s: a sentence with the folder and the remedy', async (_name, damage) => {
    await damage();
    const opening = openDatabase({ directory });
    await expect(opening).rejects.toThrow(StoreError);
    await expect(opening).rejects.toThrow(
      `The embedded store in ${files()} cannot be opened: its files are damaged. Stop every process that uses it, move this folder away`,
    );
  });
});

describe('one process', () => {
  test('keeps what was committed when it is opened again', { tags: ['slow', 'long'] }, async () => {
    const first = await open();
    await first.pool.query(addTeam('kept'));
    await first.close();
    expect(await teams(await open())).toEqual(['kept']);
  });

  test('makes a data directory that is closed to other users, and initialises it', {
    tags: ['slow', 'long'],
  }, async () => {
    const fresh = join(directory, 'fresh');
    const database = await openDatabase({ directory: fresh });
    opened.push(database);
    expect(await migrate(database)).toContain('0001-teams-and-apps.sql');
    const modes = await Promise.all(
      ['', 'database', 'database.lock', 'database.sock'].map(
        async (name) => (await stat(join(fresh, name))).mode & 0o777,
      ),
    );
    expect(modes).toEqual([0o700, 0o700, 0o700, 0o600]);
  });

  test('takes neither lock nor socket along when it closes, and closes once only', {
    tags: ['slow', 'long'],
  }, async () => {
    const database = await open();
    await Promise.all([database.close(), database.close()]);
    expect(await readdir(directory)).toEqual(['database', 'database.lock']);
    expect(await readdir(join(directory, 'database.lock'))).toEqual([]);
  });

  test('refuses files of another PostgreSQL, says what to do, and lets go of the lock', {
    tags: ['slow', 'long'],
  }, async () => {
    await (await open()).close();
    const version = join(directory, 'database', 'PG_VERSION');
    const ours = await readFile(version);
    await chmod(version, 0o600);
    await writeFile(version, '16\n');
    await expect(open()).rejects.toThrow(/written by PostgreSQL 16; this program has PostgreSQL 18.*Export/);
    await writeFile(version, ours);
    await open();
  });

  test('refuses a directory that a process of another machine may have open, and names it', {
    tags: ['slow', 'long'],
  }, async () => {
    await (await open()).close();
    const claim = { ...ownIdentity(), pid: 4321, host: 'other.example', boot: 'other' };
    await writeFile(join(directory, 'database.lock', 'claim.json'), JSON.stringify(claim));
    await expect(open()).rejects.toThrow(/in use by process 4321 of other\.example.*delete .*claim\.json/);
  });
});

describe('two processes', () => {
  test('the second borrows the store of the first, and both see what the other commits', {
    tags: ['slow', 'long'],
  }, async () => {
    const holder = await open();
    const borrower = await start();
    expect(await borrower.ask({ do: 'open', options: { directory } })).toEqual({ borrowed: true });
    await borrower.ask({ do: 'query', sql: addTeam('borrower') });
    await holder.pool.query(addTeam('holder'));
    expect(await borrower.ask({ do: 'query', sql: 'select code from team order by id' })).toEqual([
      { code: 'borrower' },
      { code: 'holder' },
    ]);
    expect(await borrower.ask({ do: 'query', sql: 'select current_user as role' })).toEqual([
      { role: 'openhouse_service' },
    ]);
  });

  test('the borrower migrates like anybody', { tags: ['slow', 'long'] }, async () => {
    const holder = await open();
    const owner = await holder.connectAsOwner();
    await owner.query('drop schema public cascade; create schema public');
    await owner.end();
    const borrower = await startAndOpen();
    expect(await borrower.ask({ do: 'migrate' })).toContain('0001-teams-and-apps.sql');
    expect(await migrate(holder)).toEqual([]);
  });

  test('opened at the same moment: one holds, the others borrow', { tags: ['slow', 'long'] }, async () => {
    const several = await Promise.all([start(), start(), start()]);
    const answers = await Promise.all(several.map((process) => process.ask({ do: 'open', options: { directory } })));
    expect(answers.filter((answer) => JSON.stringify(answer) === '{"borrowed":false}')).toHaveLength(1);
    expect(answers.filter((answer) => JSON.stringify(answer) === '{"borrowed":true}')).toHaveLength(2);
  });

  test('a borrower killed inside a transaction is rolled back, and the holder goes on', {
    tags: ['slow', 'long'],
  }, async () => {
    const holder = await open();
    const borrower = await startAndOpen();
    await borrower.ask({ do: 'query', sql: 'begin' });
    await borrower.ask({ do: 'query', sql: addTeam('lost') });
    const waiting = teams(holder);
    await borrower.kill();
    expect(await waiting).toEqual([]);
  });

  test('a killed holder: what was acknowledged is there, what was open is not, and the next process takes over', {
    tags: ['slow', 'long'],
  }, async () => {
    const holder = await startAndOpen();
    const borrower = await open();
    expect(borrower.borrowed).toBe(true);
    await borrower.pool.query(addTeam('kept'));
    await holder.ask({ do: 'query', sql: 'begin' });
    await holder.ask({ do: 'query', sql: addTeam('lost') });
    const waiting = expect(teams(borrower)).rejects.toThrow();
    await holder.kill();
    await waiting;
    await expect(teams(borrower)).rejects.toThrow('has ended. What was committed is kept; run this again');
    const next = await open();
    expect(next.borrowed).toBe(false);
    expect(await teams(next)).toEqual(['kept']);
  });

  test('a holder that closes tells its borrowers', { tags: ['slow', 'long'] }, async () => {
    const holder = await open();
    const borrower = await startAndOpen();
    await borrower.ask({ do: 'query', sql: 'begin' });
    await holder.close();
    await expect(borrower.ask({ do: 'query', sql: 'select 1' })).rejects.toThrow();
  });

  test('no acknowledged commit is lost when the holder is killed again and again', {
    tags: ['slow', 'long'],
  }, async () => {
    const acknowledged: string[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const holder = await startAndOpen();
      const writing = (async () => {
        for (let i = 0; ; i++) {
          await holder.ask({ do: 'query', sql: addTeam(`t${kill}-${i}`) });
          acknowledged.push(`t${kill}-${i}`);
        }
      })();
      const stopped = expect(writing).rejects.toThrow('ended before it answered');
      while (!acknowledged.some((code) => code.startsWith(`t${kill}-2`))) await new Promise(setImmediate);
      await holder.kill();
      await stopped;
    }
    const found = await teams(await open());
    expect(acknowledged.filter((code) => !found.includes(code))).toEqual([]);
    // At most the one statement in flight at each kill may be there without having been acknowledged.
    expect(found.length - acknowledged.length).toBeLessThanOrEqual(KILLS);
  });

  test('a holder that cannot lend makes the second process say who has the store', {
    tags: ['slow', 'long'],
  }, async () => {
    // Longer than the path of a Unix socket may be.
    const options = { directory: join(directory, 'x'.repeat(100)) };
    await mkdir(options.directory);
    await writeMigrated(join(options.directory, 'database'));
    const holder = await start();
    await holder.ask({ do: 'open', options });
    await expect(openDatabase(options)).rejects.toThrow(`in use by process ${holder.pid}, which does not lend it`);
  });
});
