import { availableParallelism } from 'node:os';
import { DatabaseError } from 'pg';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { refuseRemoved } from '../files/collection-store.ts';
import type { CheckedTour } from './check-tour.ts';
import type { Packer } from './pack-tour.ts';
import type { ImportProblem } from './problem.ts';
import { type Guest, takeRoom } from './room.ts';
import {
  clearTours,
  filesOfTours,
  holdRoom,
  holdTeam,
  lockTours,
  type NewTour,
  type PlacedTour,
  putAssets,
  putFrames,
  putRecords,
  putTours,
  refuseBeyondPlan,
  type StoredTour,
  shareRoom,
  storedTours,
  wasBeyondPlan,
} from './store.ts';

/** What an import did to a tour. */
export type Outcome = 'created' | 'changed' | 'unchanged';

/** What came of tours, by code: those that are stored, and those that found no room in the plan. */
export interface Written {
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly noRoom: ReadonlyMap<string, ImportProblem>;
}

/**
 * On whose behalf tours are imported: checks each transaction and keeps a record in it. Both may refuse by throwing.
 */
export interface ImportDeed {
  /** Called first in the transaction. */
  judge(transaction: Transaction): Promise<void>;
  /** Called with the tours that are about to be committed. */
  record(transaction: Transaction, outcomes: ReadonlyMap<string, Outcome>): Promise<void>;
}

/** Threads that Node uses for deflating. */
const THREADS = 4;
/**
 * Number of tours deflated concurrently. Each takes some hundred KB meanwhile; more than there are cores would only
 * delay the event loop.
 */
const PACKED_AT_ONCE = Math.min(THREADS, availableParallelism());

/**
 * Deflates tours that differ from the store. It takes most of the time, so it is done before anything is locked, for
 * the active state that most likely still holds then.
 * @param packers Of tours with different codes.
 * @returns Whether there is such a tour; otherwise nothing needs to be written.
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
 * Writes tours in one transaction: when it resolves all that the plan has room for are stored completely, otherwise none
 * is. A stored tour with the same hash is left alone; one with another hash is replaced and keeps its active state. The
 * assets must be in the asset store already.
 * @param packers Of tours with different codes.
 * @param look Drawn (`drawLook`) before the check that the asset store has their files.
 * @throws an error that `wasCollected` recognises, when one of the files was removed since.
 */
export async function writeTours(
  database: Database,
  teamId: string,
  packers: readonly Packer[],
  deed: ImportDeed | undefined,
  look: string,
): Promise<Written> {
  let alone = false;
  for (;;) {
    try {
      return await inTransaction(database, (transaction) => write(transaction, teamId, packers, deed, look, alone), {
        team: teamId,
      });
    } catch (error) {
      // There is not room for all: alone, it finds out for which of them.
      if (wasBeyondPlan(error)) alone = true;
      // The other transaction is committed, so a retry sees it.
      else if (!cameSecond(error)) throw error;
    }
  }
}

async function write(
  transaction: Transaction,
  teamId: string,
  packers: readonly Packer[],
  deed: ImportDeed | undefined,
  look: string,
  alone: boolean,
): Promise<Written> {
  await deed?.judge(transaction);
  const codes = packers.map(({ tour }) => tour.code);
  // Locked in this order: the Team before its tours, as in every other transaction.
  const [isThere, places] = await Promise.all([holdTeam(transaction, teamId), lockTours(transaction, teamId, codes)]);
  if (!isThere) throw new Error(`there is no Team with the id ${teamId}`);
  const placeOf = ({ code }: CheckedTour): StoredTour | NewTour => {
    const place = places.get(code);
    if (place === undefined) throw new Error(`the tour ${code} got no place`);
    return place;
  };
  const outcomeOf = (tour: CheckedTour): Outcome =>
    isUnchanged(tour, places) ? 'unchanged' : placeOf(tour).hash === null ? 'created' : 'changed';
  const noRoom = alone ? await withoutRoom(transaction, teamId, packers, placeOf) : new Map<string, ImportProblem>();
  if (!alone) await shareRoom(transaction, teamId);
  const taken = packers.filter(({ tour }) => !noRoom.has(tour.code));
  const outcomes = new Map(taken.map(({ tour }) => [tour.code, outcomeOf(tour)]));

  const packed = taken
    .filter(({ tour }) => outcomes.get(tour.code) !== 'unchanged')
    .toSorted((left, right) => (left.tour.code < right.tour.code ? -1 : 1))
    .map(async ({ tour, packed }): Promise<PlacedTour> => {
      const { id, active } = placeOf(tour);
      return { ...(await packed(active ?? tour.active)), id };
    });
  const placed = await Promise.all(packed);
  await deed?.record(transaction, outcomes);
  if (placed.length === 0) return { outcomes, noRoom };

  const changed = placed.filter(({ code }) => outcomes.get(code) === 'changed').map(({ id }) => id);
  const named = placed.flatMap(({ assets }) => assets.map(({ sha256 }) => sha256));
  if (named.length > 0) refuseRemoved(transaction, named, look);
  clearTours(transaction, teamId, changed);
  putFrames(transaction, teamId, placed);
  putRecords(transaction, teamId, placed);
  putAssets(transaction, teamId, placed);
  putTours(transaction, teamId, placed);
  if (!alone) refuseBeyondPlan(transaction, teamId);
  return { outcomes, noRoom };
}

/** The tours that the plan has no room for, with what is wrong. */
async function withoutRoom(
  transaction: Transaction,
  teamId: string,
  packers: readonly Packer[],
  placeOf: (tour: CheckedTour) => StoredTour | NewTour,
): Promise<ReadonlyMap<string, ImportProblem>> {
  const room = await holdRoom(transaction, teamId);
  if (room === undefined) return new Map();
  const codes = packers.map(({ tour }) => tour.code);
  const files = await filesOfTours(transaction, teamId, codes);
  const guests = packers.map(({ tour }) => guestOf(tour, placeOf(tour), files));
  return takeRoom(room, guests).refused;
}

/** What a tour takes, and what is stored of it takes. @param files Of the stored tours, by code. */
export function guestOf(
  { code, label, summary, assets }: CheckedTour,
  stored: StoredTour | NewTour | undefined,
  files: ReadonlyMap<string, number>,
): Guest {
  const sizeBytes = stored?.sizeBytes ?? undefined;
  const before = sizeBytes === undefined ? undefined : { sizeBytes, files: files.get(code) ?? 0 };
  return { code, label, sizeBytes: summary.sizeBytes, files: assets.length, before };
}

function isUnchanged({ code, hash }: CheckedTour, stored: ReadonlyMap<string, StoredTour | NewTour>): boolean {
  return stored.get(code)?.hash?.equals(hash) ?? false;
}

/**
 * Another transaction stored one of the tours after this one had found it missing (the index of codes says so), or both
 * deadlocked and PostgreSQL ended this one (SQLSTATE 40P01). It was rolled back completely, and a retry may succeed.
 */
function cameSecond(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  return error.code === '40P01' || (error.code === '23505' && error.constraint === 'tour_code');
}
