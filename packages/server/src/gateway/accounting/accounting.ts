import { randomUUID } from 'node:crypto';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import type { CountedCall } from './call-record.ts';
import { addCalls, addUnknownCalls } from './call-store.ts';
import { counting } from './counts.ts';
import { type Flushes, flushes, ROWS_A_STATEMENT } from './flushes.ts';
import { recentCalls } from './recent-calls.ts';
import { addCosts, addUse, isFirstFlush } from './store.ts';

/** Counts the calls of apps in memory and flushes them in batches: a request never writes (decision 0067). */
export interface UseAccounting extends Flushes {
  /**
   * Counts one answered call and keeps what explains it.
   * @param costMs Milliseconds with a fraction.
   * @param atMs When it was answered, in milliseconds since the Unix epoch; now by default.
   */
  count(call: CountedCall, costMs: number, atMs?: number): void;
}

interface Batch {
  readonly number: number;
  readonly write: (transaction: Transaction) => Promise<void>;
}

/** @param onError Called when a flush failed. @param nowMs Milliseconds since the Unix epoch. */
export function useAccounting(
  database: Database,
  onError: (error: unknown) => void,
  nowMs: () => number = Date.now,
): UseAccounting {
  // Unique for this process: its flushes are numbered, so that none counts twice.
  const node = randomUUID();
  const counts = counting();
  const calls = recentCalls();
  let sealed = 0;
  let unwritten: Batch[] = [];

  function count(call: CountedCall, costMs: number, atMs: number = nowMs()): void {
    const { appKey, secretVersion: version = 0, operation, status } = call;
    if (appKey !== undefined) counts.add({ appKey, version, operation, status }, costMs, atMs);
    calls.add(call, costMs, atMs);
  }

  /** Moves what is counted into numbered batches; a failed batch is retried under its number. */
  function seal(): void {
    const { uses, costs } = counts.take();
    const { ofApps, unknown } = calls.take();
    const batches = [
      ...inParts(uses, addUse),
      ...inParts(costs, addCosts),
      ...inParts(ofApps, addCalls),
      ...inParts(unknown, addUnknownCalls),
    ];
    for (const write of batches) {
      sealed += 1;
      unwritten.push({ number: sealed, write });
    }
  }

  async function write(): Promise<void> {
    // While the store is unreachable batches wait, and counting continues in bounded memory.
    if (unwritten.length === 0) seal();
    while (unwritten[0] !== undefined) {
      const { number, write } = unwritten[0];
      await acrossTeams(async (transaction) => {
        if (await isFirstFlush(transaction, node, number)) await write(transaction);
      });
      unwritten = unwritten.slice(1);
    }
  }

  const acrossTeams = (run: (transaction: Transaction) => Promise<unknown>) =>
    inTransaction(database, run, { team: '*' });

  return { count, ...flushes(write, onError) };
}

/** One write for every thousand rows. */
function inParts<Row>(
  rows: readonly Row[],
  write: (transaction: Transaction, part: readonly Row[]) => Promise<void>,
): Batch['write'][] {
  const parts: Batch['write'][] = [];
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
    const part = rows.slice(from, from + ROWS_A_STATEMENT);
    parts.push((transaction) => write(transaction, part));
  }
  return parts;
}
