import { availableParallelism } from 'node:os';
import type { Database, Transaction } from '../../database/database.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { CheckedTour } from './check-tour.ts';
import { type Packer, packer } from './pack-tour.ts';
import {
  clearTours,
  insertAssets,
  insertFrames,
  insertRecords,
  lockTeam,
  lockTours,
  type NewTour,
  type PlacedTour,
  putTours,
  type StoredTour,
  storedTours,
} from './store.ts';

/** What an import did to a tour. */
export type Outcome = 'created' | 'changed' | 'unchanged';

/** Tours about to be committed, for whoever keeps a record of it in the same transaction; it may refuse by throwing. */
export type RecordImport = (transaction: Transaction, outcomes: ReadonlyMap<string, Outcome>) => Promise<void>;

/** Threads that Node has for deflating. */
const THREADS = 4;
/**
 * Tours that are deflated at once. Each takes some hundred KB meanwhile; more than there are cores would only keep the
 * event loop waiting for its own.
 */
const PACKED_AT_ONCE = Math.min(THREADS, availableParallelism());

/**
 * Writes tours in one transaction: when it resolves all of them are there and whole, otherwise none is.
 * A tour that is stored with the same hash is left alone; one that is stored otherwise is replaced and keeps whether it
 * is active. The assets must be in the asset store already.
 *
 * @param tours With different codes.
 * @param record Runs in the transaction, before the statement that other imports wait for.
 * @returns Code → outcome.
 */
export async function writeTours(
  database: Database,
  teamId: string,
  tours: readonly CheckedTour[],
  record?: RecordImport,
): Promise<ReadonlyMap<string, Outcome>> {
  const codes = tours.map(({ code }) => code).sort();
  const packers = new Map(tours.map((tour) => [tour.code, packer(tour)]));

  // Packing takes most of the time. It is done before anything is locked, for the state that is likely still to hold then.
  const before = await storedTours(database.pool, teamId, codes);
  const unpacked = tours.filter((tour) => !isUnchanged(tour, before));
  const packOn = async () => {
    for (let tour = unpacked.shift(); tour !== undefined; tour = unpacked.shift()) {
      await packers.get(tour.code)?.packed(before.get(tour.code)?.active ?? tour.active);
    }
  };
  await Promise.all(Array.from({ length: PACKED_AT_ONCE }, packOn));
  if (record === undefined && tours.every((tour) => isUnchanged(tour, before))) {
    return new Map(codes.map((code) => [code, 'unchanged']));
  }
  return inTransaction(database, (transaction) => write(transaction, teamId, tours, packers, record), {
    team: teamId,
  });
}

async function write(
  transaction: Transaction,
  teamId: string,
  tours: readonly CheckedTour[],
  packers: ReadonlyMap<string, Packer>,
  record: RecordImport | undefined,
): Promise<ReadonlyMap<string, Outcome>> {
  if (!(await lockTeam(transaction, teamId))) throw new Error(`there is no Team with the id ${teamId}`);
  const places = await lockTours(
    transaction,
    teamId,
    tours.map(({ code }) => code),
  );
  const placeOf = ({ code }: CheckedTour): StoredTour | NewTour => {
    const place = places.get(code);
    if (place === undefined) throw new Error(`the tour ${code} got no place`);
    return place;
  };
  const outcomeOf = (tour: CheckedTour): Outcome =>
    isUnchanged(tour, places) ? 'unchanged' : placeOf(tour).hash === null ? 'created' : 'changed';
  const outcomes = new Map(tours.map((tour) => [tour.code, outcomeOf(tour)]));

  const packed = tours
    .filter(({ code }) => outcomes.get(code) !== 'unchanged')
    .toSorted((left, right) => (left.code < right.code ? -1 : 1))
    .map(async (tour): Promise<PlacedTour[]> => {
      const { id, active } = placeOf(tour);
      const whole = await packers.get(tour.code)?.packed(active ?? tour.active);
      return whole === undefined ? [] : [{ ...whole, id }];
    });
  const placed = (await Promise.all(packed)).flat();
  if (placed.length === 0) {
    await record?.(transaction, outcomes);
    return outcomes;
  }

  await clearTours(
    transaction,
    teamId,
    placed.filter(({ code }) => outcomes.get(code) === 'changed').map(({ id }) => id),
  );
  await insertFrames(transaction, teamId, placed);
  await insertRecords(transaction, teamId, placed);
  await insertAssets(transaction, teamId, placed);
  await record?.(transaction, outcomes);
  await putTours(transaction, teamId, placed);
  return outcomes;
}

function isUnchanged({ code, hash }: CheckedTour, stored: ReadonlyMap<string, StoredTour | NewTour>): boolean {
  return stored.get(code)?.hash?.equals(hash) ?? false;
}
