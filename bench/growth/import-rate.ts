import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { localAssetStore } from '../../packages/server/src/kernel/assets/local-asset-store.ts';
import type { Database } from '../../packages/server/src/kernel/database/database.ts';
import { migrate } from '../../packages/server/src/kernel/database/migrate.ts';
import { openDatabase } from '../../packages/server/src/kernel/database/open-database.ts';
import { unprivilegedUser } from '../../packages/server/src/testing/processes.ts';
import { drawLook } from '../../packages/server/src/tours/files/collection-store.ts';
import { checkTours } from '../../packages/server/src/tours/import/check-tour.ts';
import { findTours } from '../../packages/server/src/tours/import/find-tours.ts';
import { AT_ONCE, importTours } from '../../packages/server/src/tours/import/import-tours.ts';
import { ImportWriter } from '../../packages/server/src/tours/import/import-writer.ts';
import { type Packer, packer } from '../../packages/server/src/tours/import/pack-tour.ts';
import { median } from '../measure/median.ts';
import { SHORT_ROUNDS } from './options.ts';
import { openPsql } from './psql.ts';
import type { GrowthStage } from './stage.ts';
import { writeTours } from './tours.ts';

/** One set of tours written in several ways; medians over the rounds, in seconds. */
export interface ImportRate {
  readonly tours: number;
  /** Bytes of JSON, minified. */
  readonly jsonBytes: number;
  /** Bytes of the frames and slices made of it. */
  readonly storedBytes: number;
  /** The import: reading files, checking, deflating, storing. */
  readonly importS: number;
  /** Of that the storing, alone: look-ups and transactions of tours that were checked and deflated before. */
  readonly storingS: number;
  /** `COPY` of the same rows, all in one transaction, from binary files that the server reads itself. */
  readonly copyS: number;
  /** The same over a connection: psql reads the files and sends them. undefined where there is no psql. */
  readonly sentCopyS: number | undefined;
  /** Median over the rounds of its time to that of the storing. */
  readonly storingToSentRatio: number | undefined;
  /** COPY's time to that of the storing (median over the rounds), and to that of the whole import. */
  readonly storingRatio: number;
  readonly importRatio: number;
}

/** No statement of a measurement is ended by a limit. */
const STATEMENT_TIMEOUT_MS = 600_000;
const TABLES = ['tour', 'frame'] as const;

interface Times {
  readonly storingS: number;
  readonly copyS: number;
  readonly sentCopyS: number | undefined;
}

/**
 * Each way begins with empty tables and nothing left to be written. Whole imports come first, round by round, then storing
 * and both ways of COPY in turn.
 */
export async function measureImport(stage: GrowthStage, tours: number, rounds: number): Promise<ImportRate> {
  const bundles = await writeTours(stage.folder, 'import-', tours);
  const url = await stage.createDatabase('imports');
  const database = await openDatabase({ url, maxConnections: 10, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  await migrate(database);
  const owner = await database.connectAsOwner();
  const { rows } = await owner.query<{ id: string }>(
    "insert into team (code, name) values ('growth', 'Growth') returning id",
  );
  const teamId = rows[0]?.id ?? '';
  const copies = await copyFolder();
  const psql = openPsql(url);
  try {
    const imports: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await empty(owner);
      imports.push(await seconds(() => wholeImport(database, stage.folder, teamId, bundles, tours)));
    }
    await copyOut(owner, copies);
    const bytes = await bytesOf(owner);
    const packed = await packedTours(bundles);
    const times: Times[] = [];
    for (let round = 0; round < rounds * SHORT_ROUNDS; round += 1) {
      await empty(owner);
      const storingS = await seconds(() => storing(database, teamId, packed));
      await empty(owner);
      const copyS = await seconds(() => copyIn(owner, copies));
      await empty(owner);
      const sentCopyS = psql && (await seconds(() => psql.run(sentCopy(copies))));
      times.push({ storingS, copyS, sentCopyS });
    }
    const importS = median(imports);
    const copyS = median(times.map((time) => time.copyS));
    return {
      tours,
      ...bytes,
      importS,
      storingS: median(times.map(({ storingS }) => storingS)),
      copyS,
      sentCopyS: psql && median(times.map((time) => time.sentCopyS ?? Number.NaN)),
      storingToSentRatio: psql && median(times.map(({ sentCopyS, storingS }) => (sentCopyS ?? Number.NaN) / storingS)),
      storingRatio: median(times.map(({ copyS, storingS }) => copyS / storingS)),
      importRatio: copyS / importS,
    };
  } finally {
    await psql?.close();
    await owner.end();
    await database.close();
    await Promise.all([copies, bundles].map((folder) => rm(folder, { recursive: true, force: true })));
  }
}

async function wholeImport(database: Database, folder: string, teamId: string, bundles: string, tours: number) {
  const assets = localAssetStore(folder);
  const { imported, refused } = await importTours(database, assets, teamId, [bundles]);
  if (imported.length === tours) return;
  throw new Error(`${imported.length} of ${tours} were imported; refused: ${JSON.stringify(refused[0])}`);
}

/** Tours that are checked and deflated. */
async function packedTours(bundles: string): Promise<Packer[]> {
  const packers: Packer[] = [];
  for (const candidate of await findTours([bundles])) {
    for (const tour of await candidate.tours()) packers.push(packer(await checkedOf(tour)));
  }
  for (const { tour, packed } of packers) await packed(tour.active);
  return packers;
}

/** What an import does with tours that it has checked, as many at once as there. */
async function storing(database: Database, teamId: string, packed: readonly Packer[]): Promise<void> {
  let written = 0;
  const onRefused = ({ code }: { readonly code: string }, problem: { readonly found: string }) => {
    throw new Error(`${code} was not stored: ${problem.found}`);
  };
  const look = drawLook(database.pool);
  const events = {
    onWritten: () => (written += 1),
    onRefused,
    look: () => look,
    onCollected: () => Promise.reject(new Error('files were removed meanwhile')),
  };
  const writer = new ImportWriter(database, teamId, events, AT_ONCE);
  for (const tour of packed) await writer.add(tour);
  await writer.flush();
  if (written !== packed.length) throw new Error(`${written} of ${packed.length} tours were stored`);
}

/** Takes all tours away and leaves PostgreSQL nothing to write meanwhile. */
async function empty(owner: Client): Promise<void> {
  // What counts tours goes with them: `truncate` tells no trigger, and blocks that seem to be full are cut again and again.
  await owner.query('truncate tour, tour_count, tour_block, file_count cascade');
  await owner.query('checkpoint');
}

/** A folder that the server's process may write to. */
async function copyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'openhouse-copy-'));
  const { uid, gid } = unprivilegedUser();
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
  return folder;
}

async function copyOut(owner: Client, folder: string): Promise<void> {
  for (const table of TABLES) await owner.query(`copy ${table} to '${folder}/${table}' with (format binary)`);
}

async function copyIn(owner: Client, folder: string): Promise<void> {
  await owner.query('begin');
  for (const table of TABLES) await owner.query(`copy ${table} from '${folder}/${table}' with (format binary)`);
  await owner.query('commit');
}

/** The same as `copyIn`, for psql. */
const sentCopy = (folder: string): string[] => [
  'begin;',
  ...TABLES.map((table) => `\\copy ${table} from '${folder}/${table}' with (format binary)`),
  'commit;',
];

async function bytesOf(owner: Client): Promise<{ jsonBytes: number; storedBytes: number }> {
  const { rows } = await owner.query<{ json: string; stored: string }>(
    'select sum(raw_len) as json, sum(octet_length(body) + coalesce(octet_length(slices), 0)) as stored from frame',
  );
  return { jsonBytes: Number(rows[0]?.json), storedBytes: Number(rows[0]?.stored) };
}

async function seconds(run: () => Promise<void>): Promise<number> {
  const startedAtMs = performance.now();
  await run();
  return (performance.now() - startedAtMs) / 1000;
}

/** The one tour of a bundle, which the benchmark made itself. */
async function checkedOf(tour: Parameters<typeof checkTours>[0]) {
  const [one] = await checkTours(tour, {});
  if (one === undefined || 'refused' in one) throw new Error('a tour of the benchmark was refused');
  return one.checked;
}
