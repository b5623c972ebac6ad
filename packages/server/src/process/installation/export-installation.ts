import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { createGzip } from 'node:zlib';
import type { Client } from 'pg';
import type { AssetStore } from '../../kernel/assets/asset-store.ts';
import type { Database } from '../../kernel/database/database.ts';
import { lifeOf, ownIdentity, readIdentity } from '../../kernel/database/embedded/process-identity.ts';
import { renamed } from '../../kernel/renamed.ts';
import { claimAssetPlace } from '../../tours/files/asset-place.ts';
import {
  type Carried,
  type CarriedTable,
  FILES,
  FORMAT,
  filePath,
  InstallationRefused,
  MANIFEST,
  type Manifest,
  TABLES,
  tablePath,
  WRITER,
} from './format.ts';
import { appliedMigrations, beginSnapshot, carriedTables, namedFiles, rowsOf, sequences } from './store.ts';

/** Only the operator reads it: it holds verifiers, sealed secrets and people. */
const PRIVATE = 0o600;
const PRIVATE_FOLDER = 0o700;

/**
 * Writes everything of an installation but its keys into a new directory (decision 0161): every row as one snapshot, while the
 * service goes on, and every file that a tour names.
 * @param directory What a run that has ended left unfinished there is removed.
 * @param onTable Called with each table that was written.
 * @throws {InstallationRefused} When the directory holds something else already, or a file is missing.
 */
export async function exportInstallation(
  { database, assets }: { readonly database: Database; readonly assets: AssetStore },
  directory: string,
  onTable: (table: CarriedTable) => void = () => {},
): Promise<Carried> {
  await beginWriting(directory);
  const client = await database.connectAsOwner();
  try {
    if ((await appliedMigrations(client)).length === 0) {
      throw new InstallationRefused(
        'The database has no schema: there is nothing to write. See whether it is the one you mean.',
      );
    }
    await claimAssetPlace(database, assets, hostname());
    await beginSnapshot(client);
    const migrations = await appliedMigrations(client);
    const tables: CarriedTable[] = [];
    for (const name of await carriedTables(client)) {
      const table = await writeTable(client, directory, name);
      tables.push(table);
      onTable(table);
    }
    const counters = await sequences(client);
    let files = 0;
    // A file stays for as long as ASSET_KEEP_S after the last row that named it: those of the snapshot are there.
    for await (const sha256 of namedFiles(client)) {
      await writeAsset(assets, directory, sha256);
      files += 1;
    }
    const manifest: Manifest = {
      format: FORMAT,
      takenAt: new Date().toISOString(),
      migrations,
      tables,
      sequences: counters,
      files,
    };
    const draft = join(directory, `${MANIFEST}.part`);
    await writeFile(draft, `${JSON.stringify(manifest, null, 2)}\n`, { mode: PRIVATE });
    await renamed(draft, join(directory, MANIFEST));
    await rm(join(directory, WRITER));
    return { tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0), files };
  } finally {
    await client.end();
  }
}

/** Claims a directory that is empty, or that a run which has ended left unfinished. @throws {InstallationRefused} */
async function beginWriting(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: PRIVATE_FOLDER });
  const claim = join(directory, WRITER);
  const own = ownIdentity();
  const names = await readdir(directory);
  if (names.length > 0) {
    const writer = names.includes(MANIFEST) ? undefined : await readIdentity(claim);
    if (writer === undefined) throw new InstallationRefused(`${directory} is not empty. Name a new directory.`);
    // A process that failed may try again itself.
    if (!isDeepStrictEqual(writer, own) && lifeOf(writer, own) !== 'dead') {
      throw new InstallationRefused(
        `Process ${writer.pid} of ${writer.host} is writing ${directory}. Wait for its end, or name a new directory.`,
      );
    }
    for (const name of [TABLES, FILES, `${MANIFEST}.part`, WRITER])
      await rm(join(directory, name), { recursive: true, force: true });
  }
  await writeFile(claim, JSON.stringify(own), { mode: PRIVATE, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new InstallationRefused(`Another process has just begun to write ${directory}. Name a new directory.`);
  });
}

async function writeTable(client: Client, directory: string, name: string): Promise<CarriedTable> {
  const path = join(directory, tablePath(name));
  await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
  const hash = createHash('sha256');
  let rows = 0;
  async function* lines() {
    for await (const batch of rowsOf(client, name)) {
      const text = batch.map((row) => `${row}\n`).join('');
      rows += batch.length;
      hash.update(text);
      yield text;
    }
  }
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(path, { mode: PRIVATE }));
  return { name, rows, sha256: hash.digest('hex') };
}

async function writeAsset(assets: Pick<AssetStore, 'open'>, directory: string, sha256: Buffer): Promise<void> {
  const path = join(directory, filePath(sha256));
  await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
  const opened = await assets.open(sha256);
  if (opened === undefined) {
    throw new InstallationRefused(
      `The file ${sha256.toString('hex')} is not in the asset store. Run openhouse verify: if it names the tour of this file, the store has lost it. Otherwise that tour was replaced or removed since the export began, and its files are kept for ASSET_KEEP_S only: stop the service, or raise that, and export again.`,
    );
  }
  await pipeline(opened.body, createWriteStream(path, { mode: PRIVATE }));
}
