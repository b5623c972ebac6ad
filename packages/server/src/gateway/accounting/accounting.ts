import { randomUUID } from 'node:crypto';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import type { CountedCall } from './call-record.ts';
import { addCalls, addUnknownCalls } from './call-store.ts';
import { counting } from './counts.ts';
import { recentCalls } from './recent-calls.ts';
import { addCosts, addUse, isFirstFlush } from './store.ts';

/** Counts the calls of apps in memory and flushes them in batches: a request never writes (decision 0067). */
export interface UseAccounting {
  /**
   * Counts one answered call and keeps what explains it.
   * @param costMs Milliseconds with a fraction.
   * @param atMs When it was answered, in milliseconds since the Unix epoch; now by default.
   */
  count(call: CountedCall, costMs: number, atMs?: number): void;
  /** Writes what is counted. @throws what the store throws; the counts are kept for a retry. */
  flush(): Promise<void>;
  /** Flushes every `intervalMs` until `stop()`. */
  start(intervalMs: number): void;
  /** Writes the rest and stops. */
  stop(): Promise<void>;
}

/** Maximum number of rows in one statement; PGlite takes no more at a time. */
const ROWS_A_STATEMENT = 1000;

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
  let flushes = 0;
  let unwritten: Batch[] = [];
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

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
      flushes += 1;
      unwritten.push({ number: flushes, write });
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

  function flush(): Promise<void> {
    running ??= write().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    count,
    flush,
    start(intervalMs) {
      timer = setInterval(() => flush().catch(onError), intervalMs);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await running?.catch(() => undefined);
      // After a failed flush the first writes only what that one had; the second writes what came since.
      await flush().then(flush).catch(onError);
    },
  };
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
