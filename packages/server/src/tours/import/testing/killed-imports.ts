import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { contactDetail } from '@openhouse/contract';
import { expect } from 'vitest';
import { localAssetStore } from '../../../kernel/assets/local-asset-store.ts';
import type { Database, DatabaseOptions } from '../../../kernel/database/database.ts';
import { migrate } from '../../../kernel/database/migrate.ts';
import { openDatabase } from '../../../kernel/database/open-database.ts';
import { inTransaction } from '../../../kernel/database/transaction.ts';
import { createTeam, postgresUrl } from '../../../testing/database.ts';
import { writeMigrated } from '../../../testing/embedded-template.ts';
import { createEmptyDatabase } from '../../../testing/postgres-template.ts';
import { programOf } from '../../../testing/program.ts';
import { importTours } from '../import-tours.ts';
import { basics, writeFiles } from './bundle.ts';
import type { ImportOrder } from './import-process.main.ts';
import { storedTours, type WholeTour } from './stored-tours.ts';

/**
 * Time limit of a round, in which a process starts, is killed, and the store is opened again: some seconds on an idle
 * machine.
 */
export const ROUND_MS = 120_000;

const TOURS = 50;
const TOURS_PER_TRANSACTION = 5;
const codes = Array.from({ length: TOURS }, (_, index) => `tour-${String(index).padStart(2, '0')}`);

/** How a suite reaches the store that the killed process works on. */
interface KillableStore {
  readonly options: DatabaseOptions;
  /** Opens the store for this process; the killed one must be able to open it again afterwards. */
  open(): Promise<Database>;
}

/**
 * Kills an import of 50 tours at `rounds` moments spread over its work. After each kill every reported tour is there
 * and new, every other one is completely old, completely new or not there, and a repeat completes.
 */
async function surviveKills({ options, open }: KillableStore, rounds: number): Promise<void> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'openhouse-killed-'));
  try {
    const versions = ['first', 'second'];
    for (const version of versions) await writeTours(path.join(root, version), version);
    let database = await open();
    const { id: teamId } = await createTeam(database, { name: 'Owners' });
    const whole = await wholeTours(database, root, versions);
    await database.close();

    for (let round = 0; round < rounds; round += 1) {
      const version = versions[round % 2] ?? '';
      const order = {
        store: options,
        assets: path.join(root, 'assets'),
        teamId,
        path: path.join(root, version),
        toursPerTransaction: TOURS_PER_TRANSACTION,
      };
      const reported = await killedImport(order, Math.floor((round / rounds) * TOURS), ((round * 7) % 20) / 20);
      database = await open();
      try {
        await expectWhole(database, teamId, whole, version, reported);
        const { imported, refused } = await importTours(database, localAssetStore(order.assets), teamId, [order.path]);
        expect([imported.length, refused]).toEqual([TOURS, []]);
        await expectWhole(database, teamId, whole, version, codes);
        // Half of the rounds replace tours, half of them make new ones.
        if (round % 4 > 1) await forget(database, teamId);
      } finally {
        await database.close();
      }
    }
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function writeTours(directory: string, version: string): Promise<void> {
  for (const [index, code] of codes.entries()) {
    const isFirst = version === 'first';
    await writeFiles(path.join(directory, code), {
      'vr-info.json': basics(code, { name: `${version} ${code}`, note: 'x'.repeat(2_000 + index) }),
      'route-search.json': { list: [{ id: index, display_index: 1, type: version, path: [] }] },
      'hot-detail.json': Array.from({ length: isFirst ? 3 : 5 }, (_, at) => ({ id: index * 10 + at, name: version })),
      ...(isFirst ? { 'capture-info.json': { info: version } } : { 'contact-detail.json': contactDetail.example.data }),
      'assets/a.txt': `${version} ${code}`,
      [`assets/${version}.txt`]: code,
    });
  }
}

/** Version → code → the tour as an uninterrupted import stores it. */
async function wholeTours(
  database: Database,
  root: string,
  versions: readonly string[],
): Promise<Map<string, Map<string, object>>> {
  const whole = new Map<string, Map<string, object>>();
  for (const version of versions) {
    const { id } = await createTeam(database, { name: version });
    await importTours(database, localAssetStore(path.join(root, 'reference')), id, [path.join(root, version)]);
    whole.set(version, new Map((await storedTours(database, id)).map((tour) => [tour.code, contentOf(tour)])));
  }
  return whole;
}

const contentOf = ({ epoch: _, ...content }: WholeTour): object => content;

/**
 * Imports in a process of its own and ends it by SIGKILL.
 * @param reports Reports to wait for before the kill.
 * @param share How much of the next transaction's time to wait further, from 0 to 1: the one before tells how long it
 * takes on this machine, so that kills land before, in and after its statements.
 * @returns Codes that the process had reported.
 */
export async function killedImport(order: ImportOrder, reports: number, share: number): Promise<string[]> {
  const program = await programOf(new URL('import-process.main.ts', import.meta.url));
  const child = fork(program, [JSON.stringify(order)], {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const exit = once(child, 'exit');
  const reported: string[] = [];
  let previousMs = performance.now();
  if (child.stdout === null) throw new Error('the process has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    reported.push(line);
    if (reported.length % order.toursPerTransaction !== 1) continue;
    const takesMs = performance.now() - previousMs;
    previousMs = performance.now();
    // The first report comes after the process has started, which says nothing about a transaction.
    if (reported.length > Math.max(1, reports)) setTimeout(() => child.kill('SIGKILL'), takesMs * share);
  }
  await exit;
  return reported;
}

async function expectWhole(
  database: Database,
  teamId: string,
  whole: ReadonlyMap<string, ReadonlyMap<string, object>>,
  version: string,
  finished: readonly string[],
): Promise<void> {
  const tours = await storedTours(database, teamId);
  for (const tour of tours) {
    const possible = [...whole.values()].map((tours) => tours.get(tour.code));
    expect(possible).toContainEqual(contentOf(tour));
  }
  const stored = new Map(tours.map((tour) => [tour.code, contentOf(tour)]));
  for (const code of finished) expect(stored.get(code)).toEqual(whole.get(version)?.get(code));
}

async function forget(database: Database, teamId: string): Promise<void> {
  await inTransaction(database, (transaction) => transaction.query('delete from tour where team_id = $1', [teamId]), {
    team: teamId,
  });
}

/** The same on a new PostgreSQL database. */
export async function surviveKillsOnPostgres(rounds: number): Promise<void> {
  const options = { url: await createEmptyDatabase(postgresUrl()), maxConnections: 4, statementTimeoutMs: 10_000 };
  const database = await openDatabase(options);
  await migrate(database);
  await database.close();
  await surviveKills({ options, open: () => openDatabase(options) }, rounds);
}

/** The same on an embedded store in a new directory. */
export async function surviveKillsEmbedded(rounds: number): Promise<void> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'openhouse-killed-store-'));
  try {
    await writeMigrated(path.join(directory, 'database'));
    const options = { directory };
    await surviveKills({ options, open: () => openDatabase(options) }, rounds);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
