import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import type { Database } from '../kernel/database/database.ts';
import { closingAfter, databaseOf } from '../kernel/database/embedded/embedded-store.ts';
import { ENGINE_START_PARAMS, engineOver } from '../kernel/database/embedded/engine.ts';
import { EmbeddedSession, type SessionOptions } from '../kernel/database/embedded/session.ts';
import { migrate, readMigrations } from '../kernel/database/migrate.ts';

/** Version of the pinned PGlite: another one must not load what this one wrote. */
const PGLITE = '0.5.16';
/** One day: what is that old belongs to no run that is still going. */
const KEPT_MS = 86_400_000;
/** How long a test that asks from many sides at once may queue for the store's only connection, on a busy machine too. */
const QUEUE_MS = 60_000;

/** @returns What names the schema: changes with every migration. */
export async function schemaHash(): Promise<string> {
  const hash = createHash('sha256');
  for (const { name, sha256 } of await readMigrations()) hash.update(`\n${name} ${sha256}`);
  return hash.digest('hex').slice(0, 16);
}

/** Opens a migrated store in memory. */
export async function openMigratedInMemory(): Promise<Database> {
  return openInMemory(await migratedPglite());
}

/** Opens a store in memory that has no schema. */
export async function openEmptyInMemory(): Promise<Database> {
  return openInMemory(await load('empty', makeEmpty));
}

/** Opens a migrated session in memory, for tests of the session itself. */
export async function openMigratedSession(options: SessionOptions = {}): Promise<EmbeddedSession> {
  const pglite = await migratedPglite();
  return EmbeddedSession.open(async () => engineOver(pglite), options);
}

export async function migratedPglite(): Promise<PGlite> {
  return load(await schemaHash(), makeMigrated);
}

/**
 * Writes the files of a migrated store into a directory that is not there yet. They are copied, which takes a fifth of the
 * processor's time that making them does.
 */
export async function writeMigrated(directory: string): Promise<void> {
  const template = await madeOnce(`files-${await schemaHash()}`, async (own) => {
    const pglite = await load(await schemaHash(), makeMigrated, own);
    await pglite.close();
  });
  await promisify(execFile)('cp', ['-R', template, directory]);
}

async function makeEmpty(): Promise<PGlite> {
  return PGlite.create({ startParams: ENGINE_START_PARAMS });
}

async function makeMigrated(): Promise<PGlite> {
  const pglite = await makeEmpty();
  const session = await EmbeddedSession.open(async () => engineOver(pglite));
  const database = databaseOf(session);
  await migrate(database);
  await database.close();
  return pglite;
}

/**
 * Opens a store filled from a dump, which is made by the first one to ask: reading it takes a tenth of the time.
 * @param dataDir Where its files go; in memory when not given.
 */
async function load(name: string, make: () => Promise<PGlite>, dataDir?: string): Promise<PGlite> {
  const file = await madeOnce(`${name}.tar`, async (own) => {
    const pglite = await make();
    const dump = await pglite.dumpDataDir('none');
    await pglite.close();
    await writeFile(own, Buffer.from(await dump.arrayBuffer()));
  });
  const options = { startParams: ENGINE_START_PARAMS, loadDataDir: new Blob([await readFile(file)]) };
  return PGlite.create(dataDir === undefined ? options : { ...options, dataDir });
}

/**
 * @param make Makes the file or the folder under the name it is given; not called where an earlier test did.
 * @returns Its path.
 */
async function madeOnce(name: string, make: (own: string) => Promise<void>): Promise<string> {
  const folder = join(tmpdir(), `openhouse-test-${userInfo().uid}`);
  const path = join(folder, `embedded-${PGLITE}-${name}`);
  if (existsSync(path)) return path;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await deleteOld(folder);
  // Renamed into place: other test files look for it at the same time.
  const own = `${path}.${process.pid}`;
  await make(own);
  try {
    await rename(own, path);
  } catch (error) {
    // A folder takes no other's place: somebody was first.
    if (!existsSync(path)) throw error;
    await rm(own, { recursive: true });
  }
  return path;
}

/** What is kept takes 40 MB, and every change of the schema makes some. */
async function deleteOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > KEPT_MS) await rm(path, { recursive: true, force: true });
  }
}

async function openInMemory(pglite: PGlite): Promise<Database> {
  const session = await EmbeddedSession.open(async () => engineOver(pglite));
  const database = databaseOf(session);
  database.pool.options.connectionTimeoutMillis = QUEUE_MS;
  return closingAfter(database, () => session.close());
}
