import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AssetStore } from '../../kernel/assets/asset-store.ts';
import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { requireOwnAssets } from './asset-owner.ts';
import {
  beginRemoval,
  databaseTime,
  droppedBefore,
  droppedOf,
  endLease,
  endRemoval,
  forgetDropped,
  forgetOldRemovals,
  openRemovals,
  takeLease,
  unnamedOf,
} from './collection-store.ts';

/** The result of a collection. */
export interface Collected {
  /** Files that the store has. */
  kept: number;
  /** Of these, files that tours name. */
  named: number;
  /** Files that no tour names, but that are too new to remove: an import may be about to name them. */
  young: number;
  /** Files that were removed, or would be. */
  removed: number;
  /** Of these, in bytes. */
  bytes: number;
}

export interface CollectOptions {
  /** Only counts. */
  readonly dryRun?: boolean;
  /**
   * Minimum age, in seconds, of a file that no tour ever named; for one that was taken off a tour, the time is
   * recorded.
   */
  readonly minAgeS?: number;
}

/** Seconds that a file may exist before its tour: longer than an import takes from file to tour. */
export const LEAST_AGE_S = 3600;

/** Another process is removing files now. */
export class CollectionBusy extends Error {
  override readonly name = 'CollectionBusy';
}

/** Batch size of lookups and removals. */
const BATCH = 500;
const REMOVED_AT_ONCE = 8;
/** Seconds of the lease under which one process alone removes files, renewed for each batch. */
const LEASE_S = 120;
/** Last seconds of a lease, in which no removal is started: longer than one takes. */
const LEASE_MARGIN_S = 40;
/** How long an import waits for a running removal, and how often it checks, in milliseconds. */
const WAIT_MS = 2 * LEASE_S * 1000;
const LOOK_MS = 100;

/**
 * Removes the files of the store that no tour names, by their hash. Safe beside imports: they wait for a running
 * removal and store the file again (decision 0122).
 * @throws {CollectionBusy} when another process is doing it.
 * @throws {AssetStoreAway}
 */
export async function collectAssets(
  database: Database,
  assets: AssetStore,
  { dryRun = false, minAgeS = LEAST_AGE_S }: CollectOptions = {},
): Promise<Collected> {
  const total: Collected = { kept: 0, named: 0, young: 0, removed: 0, bytes: 0 };
  const { pool } = database;
  const begun = await databaseTime(pool);
  const sweep = async (remove: Remove | undefined) => {
    for await (const batch of inBatches(assets.list(), BATCH)) {
      const sizes = new Map(batch.map((asset) => [asset.sha256.toString('hex'), asset]));
      const hashes = batch.map(({ sha256 }) => sha256);
      // Read before it is looked who names the files: what is dropped from then on is noted for the next time.
      const notes = remove === undefined ? undefined : await droppedOf(pool, hashes);
      const unnamed = await inTransaction(database, (t) => unnamedOf(t, hashes), { team: '*' });
      const old = unnamed.filter(({ sha256, dropped }) => {
        const ageMs = begun.getTime() - (sizes.get(sha256.toString('hex'))?.storedAtMs ?? 0);
        // A store's times may be rounded up, or come from its own clock.
        return dropped || minAgeS === 0 || ageMs >= minAgeS * 1000;
      });
      const candidates = old.map(({ sha256 }) => sha256);
      const removed = remove === undefined ? candidates : await remove(candidates);
      total.kept += batch.length;
      total.young += unnamed.length - old.length;
      total.named += batch.length - unnamed.length;
      total.removed += removed.length;
      total.bytes += removed.reduce((sum, sha256) => sum + (sizes.get(sha256.toString('hex'))?.size ?? 0), 0);
      if (notes !== undefined) await forgetDropped(pool, notes);
    }
  };
  if (dryRun) await sweep(undefined);
  else await alone(database, assets, sweep);
  return total;
}

/**
 * Removes files that were taken off tours at least so long ago, unless some tour names them. For a background job: it
 * lists nothing.
 * @param signal Aborted when it is to come to an end: nothing more is begun, and the next collection goes on.
 * @returns How many were removed; none while another process does it.
 * @throws the signal's reason.
 */
export async function collectDropped(
  database: Database,
  assets: AssetStore,
  afterS: number,
  signal?: AbortSignal,
): Promise<number> {
  const { pool } = database;
  let count = 0;
  const run = async (remove: Remove) => {
    for (;;) {
      signal?.throwIfAborted();
      const notes = await droppedBefore(pool, afterS, BATCH);
      if (notes.hashes.length === 0) break;
      count += (await remove(notes.hashes)).length;
      await forgetDropped(pool, notes);
    }
    await forgetOldRemovals(pool);
  };
  const { hashes } = await droppedBefore(pool, afterS, 1);
  if (hashes.length === 0) return 0;
  try {
    await alone(database, assets, run, signal);
  } catch (error) {
    if (!(error instanceof CollectionBusy)) throw error;
  }
  return count;
}

/**
 * For an import whose files were removed while it ran: resolves when no removal of them is running. It finishes
 * removals that were interrupted.
 */
export async function removalsEnded(database: Database, assets: AssetStore, hashes: readonly Buffer[]): Promise<void> {
  const deadline = performance.now() + WAIT_MS;
  while ((await openRemovals(database.pool, hashes)).length > 0) {
    if (performance.now() > deadline) throw new Error('the removal of a file that is imported again does not end');
    await sleep(LOOK_MS);
    await alone(database, assets, async () => undefined).catch((error: unknown) => {
      if (!(error instanceof CollectionBusy)) throw error;
    });
  }
}

/** Removes those of the files that no tour names. @returns Which. */
type Remove = (hashes: readonly Buffer[]) => Promise<readonly Buffer[]>;

/**
 * No other process removes files meanwhile: a late removal could take what an import has stored again. Finishes
 * interrupted removals first.
 * @throws {CollectionBusy}
 * @throws {StoreError} where the files are another database's (decision 0143).
 * @throws the signal's reason. What was begun and is not removed yet stays noted as begun, and the next finishes it.
 */
async function alone(
  database: Database,
  assets: AssetStore,
  run: (remove: Remove) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const { pool } = database;
  await requireOwnAssets(pool, assets);
  const holder = randomUUID();
  let untilMs = 0;
  const hold = async () => {
    const from = performance.now();
    if (!(await takeLease(pool, holder, LEASE_S))) throw new CollectionBusy('Another process removes files now.');
    untilMs = from + (LEASE_S - LEASE_MARGIN_S) * 1000;
  };
  const removeBegun = async (hashes: readonly Buffer[]) => {
    const left = [...hashes];
    const next = async () => {
      for (let sha256 = left.pop(); sha256 !== undefined; sha256 = left.pop()) {
        signal?.throwIfAborted();
        if (performance.now() > untilMs)
          throw new CollectionBusy('Removing took too long: what is left is removed later.');
        await assets.remove(sha256);
      }
    };
    const running = Array.from({ length: REMOVED_AT_ONCE }, () =>
      next().catch((error: unknown) => {
        left.length = 0;
        throw error;
      }),
    );
    // After a failure as well, all of them end before the lease does: a late one could take what an import has stored again.
    await Promise.allSettled(running);
    await Promise.all(running);
    await endRemoval(pool, hashes);
  };
  await hold();
  try {
    for (let open = await openRemovals(pool); open.length > 0; open = await openRemovals(pool)) {
      await hold();
      await removeBegun(open);
    }
    await run(async (hashes) => {
      if (hashes.length === 0) return [];
      await hold();
      const begun = await inTransaction(database, (t) => beginRemoval(t, hashes), { team: '*' });
      await removeBegun(begun);
      return begun;
    });
  } finally {
    await endLease(pool, holder).catch(() => undefined);
  }
}

async function* inBatches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<readonly T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
