import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Database } from '../database/database.ts';
import { closingAfter, connectTo, databaseOver } from '../database/embedded/embedded-store.ts';
import { ENGINE_START_PARAMS, engineOver } from '../database/embedded/engine.ts';
import { EmbeddedSession, type SessionOptions } from '../database/embedded/session.ts';
import { migrate, readMigrations } from '../database/migrate.ts';

/** Version of the pinned PGlite: another one must not load what this one wrote. */
const PGLITE = '0.5.16';
/** One day: a dump that old belongs to no run that is still going. */
const DUMP_KEPT_MS = 86_400_000;

/** @returns What names the schema: changes with every migration. */
export async function schemaHash(): Promise<string> {
  const hash = createHash('sha256').update(PGLITE);
  for (const { name, sha256 } of await readMigrations()) hash.update(`\n${name} ${sha256}`);
  return hash.digest('hex').slice(0, 16);
}

/** Opens a migrated store in memory. */
export async function openMigratedInMemory(): Promise<Database> {
  return openInMemory(await migratedPglite());
}

/** Opens a migrated session in memory, for tests of the session itself. */
export async function openMigratedSession(options: SessionOptions = {}): Promise<EmbeddedSession> {
  const pglite = await migratedPglite();
  return EmbeddedSession.open(async () => engineOver(pglite), options);
}

/** The first one of a schema is dumped: reading a dump takes a tenth of the time. */
export async function migratedPglite(): Promise<PGlite> {
  const folder = join(tmpdir(), `openhouse-test-${userInfo().uid}`);
  const file = join(folder, `embedded-${await schemaHash()}.tar`);
  if (!existsSync(file)) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await deleteOldDumps(folder);
    const pglite = await PGlite.create({ startParams: ENGINE_START_PARAMS });
    const database = await openInMemory(pglite);
    await migrate(database);
    const dump = await pglite.dumpDataDir('none');
    // Renamed into place: other test files look for it at the same time.
    const own = `${file}.${process.pid}`;
    await writeFile(own, Buffer.from(await dump.arrayBuffer()));
    await rename(own, file);
    await database.close();
  }
  const loadDataDir = new Blob([await readFile(file)]);
  return PGlite.create({ startParams: ENGINE_START_PARAMS, loadDataDir });
}

/** A dump takes 40 MB, and every change of the schema makes one. */
async function deleteOldDumps(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const { mtimeMs } = await stat(file);
    if (Date.now() - mtimeMs > DUMP_KEPT_MS) await rm(file, { force: true });
  }
}

async function openInMemory(pglite: PGlite): Promise<Database> {
  const session = await EmbeddedSession.open(async () => engineOver(pglite));
  return closingAfter(
    databaseOver(() => connectTo(session), false),
    () => session.close(),
  );
}
