import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import type { Client } from 'pg';
import type { AssetStore } from '../../kernel/assets/asset-store.ts';
import type { Database } from '../../kernel/database/database.ts';
import { migrate, pendingMigrations, readMigrations } from '../../kernel/database/migrate.ts';
import { claimAssetPlace } from '../../tours/files/asset-place.ts';
import {
  type Carried,
  type CarriedTable,
  FILES,
  FORMAT,
  InstallationRefused,
  MANIFEST,
  type Manifest,
  tablePath,
} from './format.ts';
import { beginLoad, emptyTables, endLoad, isEmpty, loadRows } from './store.ts';

/** Characters of rows that go into one statement. */
const STATEMENT_CHARACTERS = 4_000_000;
/** Rows that go into one statement. */
const STATEMENT_ROWS = 500;

const NOT_EMPTY = 'The database holds Teams, people or tours already. Name an empty one.';

/**
 * Puts an exported installation into an empty database and its store of files (decision 0161). The database is first brought to the
 * schema that the rows fit, and to this program's once they are there. Rows come in one transaction: whole, or not at all.
 * @throws {InstallationRefused} When the directory is not whole or of a newer version, or the database is not empty or was migrated
 *   beyond the rows.
 * @returns What was carried, and the names of the migrations that followed.
 */
export async function importInstallation(
  { database, assets }: { readonly database: Database; readonly assets: AssetStore },
  directory: string,
  onTable: (table: CarriedTable) => void = () => {},
): Promise<Carried & { readonly migrated: readonly string[] }> {
  const manifest = await readManifest(directory);
  await refuseNewer(manifest);
  const last = manifest.migrations.at(-1)?.name ?? '';
  await refuseNewerSchema(database, last);
  await migrate(database, { upTo: last });
  const client = await database.connectAsOwner();
  try {
    if (!(await isEmpty(client))) {
      throw new InstallationRefused(NOT_EMPTY);
    }
    // Before the rows: what the database names must be there.
    await claimAssetPlace(database, assets, hostname());
    const files = await putFiles(assets, directory);
    if (files !== manifest.files) {
      throw new InstallationRefused(
        `${directory} holds ${files} files, and ${manifest.files} were written. Copy it again.`,
      );
    }
    const names = manifest.tables.map(({ name }) => name);
    const references = await beginLoad(client, names);
    // Putting the files took its time: another import, or a service that runs, may have written meanwhile.
    if (!(await isEmpty(client))) throw new InstallationRefused(NOT_EMPTY);
    await emptyTables(client, names);
    for (const table of manifest.tables) {
      await loadTable(client, directory, table);
      onTable(table);
    }
    await endLoad(client, names, references, manifest.sequences);
  } finally {
    // Ending the connection rolls back an open transaction.
    await client.end();
  }
  const migrated = await migrate(database);
  return {
    tables: manifest.tables.length,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    files: manifest.files,
    migrated,
  };
}

async function readManifest(directory: string): Promise<Manifest> {
  const path = join(directory, MANIFEST);
  let manifest: Manifest;
  try {
    manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest;
  } catch (error) {
    if (Reflect.get(Object(error), 'code') !== 'ENOENT' && !(error instanceof SyntaxError)) throw error;
    throw new InstallationRefused(
      `${path} is missing or damaged: the export did not end. Export again into a new directory.`,
    );
  }
  if (manifest.format === FORMAT) return manifest;
  throw new InstallationRefused(
    `${path} has the format ${manifest.format}, and this program reads ${FORMAT}. Run a newer version.`,
  );
}

async function refuseNewer({ migrations }: Manifest): Promise<void> {
  const known = new Map((await readMigrations()).map(({ name, sha256 }) => [name, sha256]));
  const newer = migrations.find(({ name }) => !known.has(name));
  if (newer !== undefined) {
    throw new InstallationRefused(
      `The export is of a newer version: its database had ${newer.name}. Run that version here.`,
    );
  }
  const other = migrations.find(({ name, sha256 }) => known.get(name) !== sha256);
  if (other !== undefined) {
    throw new InstallationRefused(
      `The export's database had another ${other.name} than this program. Run the version that wrote it.`,
    );
  }
}

/**
 * A migration may have something to do for rows that are there: to fill a column, or a table of counts. What is put in behind it
 * would stay without.
 */
async function refuseNewerSchema(database: Database, last: string): Promise<void> {
  const { applied } = await pendingMigrations(database);
  if (!applied.some(({ name }) => name > last)) return;
  throw new InstallationRefused(
    `The database has been migrated to ${applied.at(-1)?.name} already, and the export is of ${last}: its rows would miss what the migrations in between do to them. Name a new database, without a schema; this command migrates it.`,
  );
}

async function loadTable(client: Client, directory: string, { name, rows, sha256 }: CarriedTable): Promise<void> {
  const hash = createHash('sha256');
  let [count, characters] = [0, 0];
  let batch: string[] = [];
  const load = async () => {
    if (batch.length > 0) await loadRows(client, name, batch);
    [batch, characters] = [[], 0];
  };
  try {
    for await (const line of linesOf(join(directory, tablePath(name)))) {
      hash.update(`${line}\n`);
      batch.push(line);
      count += 1;
      characters += line.length;
      if (batch.length >= STATEMENT_ROWS || characters >= STATEMENT_CHARACTERS) await load();
    }
    await load();
  } catch (error) {
    if (!/^(Z_|ENOENT$)/.test(String(Reflect.get(Object(error), 'code')))) throw error;
    // Missing, or cut short: counted and hashed as what there is.
    count = -1;
  }
  if (count === rows && hash.digest('hex') === sha256) return;
  throw new InstallationRefused(
    `${tablePath(name)} is not what was written, and nothing was imported. Copy the directory again.`,
  );
}

/** Lines as they were written. Not by `readline`, which also ends a line at U+2028: that may stand in a name. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const file = createReadStream(path);
  const text = file.pipe(createGunzip()).setEncoding('utf8');
  file.on('error', (error) => text.destroy(error));
  let rest = '';
  for await (const piece of text as AsyncIterable<string>) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

async function putFiles(assets: AssetStore, directory: string): Promise<number> {
  let count = 0;
  const folders = await readdir(join(directory, FILES)).catch(() => []);
  for (const folder of folders.toSorted()) {
    for (const name of await readdir(join(directory, FILES, folder))) {
      const { sha256 } = await assets.put(createReadStream(join(directory, FILES, folder, name)));
      if (sha256.toString('hex') !== name) {
        throw new InstallationRefused(
          `${FILES}/${folder}/${name} is damaged, and nothing was imported. Copy the directory again.`,
        );
      }
      count += 1;
    }
  }
  return count;
}
