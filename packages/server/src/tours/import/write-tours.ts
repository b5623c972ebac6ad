import { availableParallelism } from 'node:os';
import { DatabaseError } from 'pg';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import type { CheckedTour } from './check-tour.ts';
import type { Packer } from './pack-tour.ts';
import {
  clearTours,
  holdTeam,
  lockTours,
  type NewTour,
  type PlacedTour,
  putAssets,
  putFrames,
  putRecords,
  putTours,
  type StoredTour,
  storedTours,
} from './store.ts';

/** What an import did to a tour. */
export type Outcome = 'created' | 'changed' | 'unchanged';

/** On whose behalf tours are imported: has a say in each transaction and keeps a record in it. Both may refuse by throwing. */
export interface ImportDeed {
  /** The first thing in the transaction. */
  judge(transaction: Transaction): Promise<void>;
  /** Told of the tours about to be committed. */
  record(transaction: Transaction, outcomes: ReadonlyMap<string, Outcome>): Promise<void>;
}

/** Threads that Node has for deflating. */
const THREADS = 4;
/**
 * Tours that are deflated at once. Each takes some hundred KB meanwhile; more than there are cores would only keep the
 * event loop waiting for its own.
 */
const PACKED_AT_ONCE = Math.min(THREADS, availableParallelism());

/**
 * Deflates tours that the store does not have as they are. It takes most of the time, so it is done before anything is
 * locked, for the state that is likely still to hold then.
 * @param packers Of tours with different codes.
 * @returns Whether there is such a tour; otherwise nothing is to be written.
 */
export async function packTours(database: Database, teamId: string, packers: readonly Packer[]): Promise<boolean> {
  const codes = packers.map(({ tour }) => tour.code);
  const stored = await storedTours(database.pool, teamId, codes);
  const unpacked = packers.filter(({ tour }) => !isUnchanged(tour, stored));
  const hasNews = unpacked.length > 0;
  const packOn = async () => {
    for (let packer = unpacked.shift(); packer !== undefined; packer = unpacked.shift()) {
      await packer.packed(stored.get(packer.tour.code)?.active ?? packer.tour.active);
    }
  };
  await Promise.all(Array.from({ length: PACKED_AT_ONCE }, packOn));
  return hasNews;
}

/**
 * Writes tours in one transaction: when it resolves all of them are there and whole, otherwise none is.
 * A tour that is stored with the same hash is left alone; one that is stored otherwise is replaced and keeps whether it
 * is active. The assets must be in the asset store already.
 *
 * @param packers Of tours with different codes.
 * @returns Code → outcome.
 */
export async function writeTours(
  database: Database,
  teamId: string,
  packers: readonly Packer[],
  deed: ImportDeed | undefined,
): Promise<ReadonlyMap<string, Outcome>> {
  for (;;) {
    try {
      return await inTransaction(database, (transaction) => write(transaction, teamId, packers, deed), {
        team: teamId,
      });
    } catch (error) {
      // What came first is committed, and is seen when it is tried again.
      if (!cameSecond(error)) throw error;
    }
  }
}

async function write(
  transaction: Transaction,
  teamId: string,
  packers: readonly Packer[],
  deed: ImportDeed | undefined,
): Promise<ReadonlyMap<string, Outcome>> {
  await deed?.judge(transaction);
  const codes = packers.map(({ tour }) => tour.code);
  // The store takes them in this order: the Team before its tours, as every deed does.
  const [held, places] = await Promise.all([holdTeam(transaction, teamId), lockTours(transaction, teamId, codes)]);
  if (!held) throw new Error(`there is no Team with the id ${teamId}`);
  const placeOf = ({ code }: CheckedTour): StoredTour | NewTour => {
    const place = places.get(code);
    if (place === undefined) throw new Error(`the tour ${code} got no place`);
    return place;
  };
  const outcomeOf = (tour: CheckedTour): Outcome =>
    isUnchanged(tour, places) ? 'unchanged' : placeOf(tour).hash === null ? 'created' : 'changed';
  const outcomes = new Map(packers.map(({ tour }) => [tour.code, outcomeOf(tour)]));

  const packed = packers
    .filter(({ tour }) => outcomes.get(tour.code) !== 'unchanged')
    .toSorted((left, right) => (left.tour.code < right.tour.code ? -1 : 1))
    .map(async ({ tour, packed }): Promise<PlacedTour> => {
      const { id, active } = placeOf(tour);
      return { ...(await packed(active ?? tour.active)), id };
    });
  const placed = await Promise.all(packed);
  if (placed.length === 0) {
    await deed?.record(transaction, outcomes);
    return outcomes;
  }

  await deed?.record(transaction, outcomes);
  const changed = placed.filter(({ code }) => outcomes.get(code) === 'changed').map(({ id }) => id);
  clearTours(transaction, teamId, changed);
  putFrames(transaction, teamId, placed);
  putRecords(transaction, teamId, placed);
  putAssets(transaction, teamId, placed);
  putTours(transaction, teamId, placed);
  return outcomes;
}

function isUnchanged({ code, hash }: CheckedTour, stored: ReadonlyMap<string, StoredTour | NewTour>): boolean {
  return stored.get(code)?.hash?.equals(hash) ?? false;
}

/**
 * Another transaction stored one of the tours after this one had found it missing (the index of codes says so), or both
 * waited for each other and PostgreSQL ended this one (SQLSTATE 40P01). Nothing of it is left, and nothing was wrong with it.
 */
function cameSecond(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  return error.code === '40P01' || (error.code === '23505' && error.constraint === 'tour_code');
}
