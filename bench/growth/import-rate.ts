import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { localAssetStore } from '../../packages/server/src/assets/local-asset-store.ts';
import type { Database } from '../../packages/server/src/database/database.ts';
import { migrate } from '../../packages/server/src/database/migrate.ts';
import { openDatabase } from '../../packages/server/src/database/open-database.ts';
import { unprivilegedUser } from '../../packages/server/src/testing/processes.ts';
import { type CheckedTour, checkTour } from '../../packages/server/src/tours/import/check-tour.ts';
import { findTours } from '../../packages/server/src/tours/import/find-tours.ts';
import { importTours } from '../../packages/server/src/tours/import/import-tours.ts';
import { writeTours as storeTours } from '../../packages/server/src/tours/import/write-tours.ts';
import { median } from '../measure/median.ts';
import type { GrowthStage } from './stage.ts';
import { timedTransactions } from './timed-transactions.ts';
import { writeTours } from './tours.ts';

/** One set of tours written in three ways; medians over the rounds, in seconds. */
export interface ImportRate {
  readonly tours: number;
  /** Bytes of JSON, minified. */
  readonly jsonBytes: number;
  /** Bytes of the frames and slices made of it. */
  readonly storedBytes: number;
  /** The import: reading files, checking, deflating, storing. */
  readonly importS: number;
  /** Of that the storing: the transactions of tours that were checked and deflated before. */
  readonly storingS: number;
  /** `COPY` of the same rows, all in one transaction, from binary files that the server reads itself. */
  readonly copyS: number;
  /** Median over the rounds of COPY's time to that of the storing, and to that of the whole import. */
  readonly storingRatio: number;
  readonly importRatio: number;
}

/** As many tours as the import writes in one transaction. */
const TOURS_A_TRANSACTION = 100;
/** No statement of a measurement is ended by a limit. */
const STATEMENT_TIMEOUT_MS = 600_000;
const TABLES = ['tour', 'frame'] as const;

interface Times {
  readonly importS: number;
  readonly storingS: number;
  readonly copyS: number;
}

/** Each way begins with empty tables and nothing left to be written, in turn, round by round. */
export async function measureImport(stage: GrowthStage, tours: number, rounds: number): Promise<ImportRate> {
  const bundles = await writeTours(stage.folder, 'import-', tours);
  const url = await stage.createDatabase('imports');
  const database = await openDatabase({ url, maxConnections: 4, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  await migrate(database);
  const owner = await database.connectAsOwner();
  const { rows } = await owner.query<{ id: string }>(
    "insert into team (code, name) values ('growth', 'Growth') returning id",
  );
  const teamId = rows[0]?.id ?? '';
  const copies = await copyFolder();
  try {
    const checked = await checkedTours(bundles);
    const times: Times[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await empty(owner);
      const importS = await seconds(() => wholeImport(database, stage.folder, teamId, bundles, tours));
      if (round === 0) await copyOut(owner, copies);
      await empty(owner);
      const storingS = await storing(database, teamId, checked);
      await empty(owner);
      const copyS = await seconds(() => copyIn(owner, copies));
      times.push({ importS, storingS, copyS });
    }
    return {
      tours,
      ...(await bytesOf(owner)),
      importS: median(times.map(({ importS }) => importS)),
      storingS: median(times.map(({ storingS }) => storingS)),
      copyS: median(times.map(({ copyS }) => copyS)),
      storingRatio: median(times.map(({ copyS, storingS }) => copyS / storingS)),
      importRatio: median(times.map(({ copyS, importS }) => copyS / importS)),
    };
  } finally {
    await owner.end();
    await database.close();
    await Promise.all([copies, bundles].map((folder) => rm(folder, { recursive: true, force: true })));
  }
}

async function wholeImport(database: Database, folder: string, teamId: string, bundles: string, tours: number) {
  const assets = localAssetStore(join(folder, 'assets'));
  const { imported, refused } = await importTours(database, assets, teamId, [bundles]);
  if (imported.length === tours) return;
  throw new Error(`${imported.length} of ${tours} were imported; refused: ${JSON.stringify(refused[0])}`);
}

async function checkedTours(bundles: string): Promise<CheckedTour[]> {
  const checked: CheckedTour[] = [];
  for (const candidate of await findTours([bundles])) {
    for (const tour of await candidate.tours()) checked.push(await checkTour(tour, undefined));
  }
  return checked;
}

/** @returns Seconds of the transactions alone: each begins when its tours are deflated. */
async function storing(database: Database, teamId: string, checked: readonly CheckedTour[]): Promise<number> {
  const timed = timedTransactions(database);
  for (let first = 0; first < checked.length; first += TOURS_A_TRANSACTION) {
    await storeTours(timed.database, teamId, checked.slice(first, first + TOURS_A_TRANSACTION));
  }
  return timed.seconds();
}

/** Takes all tours away and leaves PostgreSQL nothing to write meanwhile. */
async function empty(owner: Client): Promise<void> {
  await owner.query('truncate tour cascade');
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
