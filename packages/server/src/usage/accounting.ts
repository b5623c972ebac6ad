import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Call } from '../http/call.ts';
import { addUse, forgetUse, type UseCount } from './store.ts';

/** Counts the calls of apps, in memory, and writes them in batches: never a write in a request (DESIGN 4). */
export interface UseAccounting {
  /** Counts one answered call; calls that no app is known of are not counted. */
  count(call: Pick<Call, 'appKey' | 'secretVersion' | 'operation' | 'status'>): void;
  /** Writes what is counted. @throws what the store throws; the counts are kept for the next try. */
  flush(): Promise<void>;
  /** Flushes every `intervalMs` until `stop()`. */
  start(intervalMs: number): void;
  /** Writes the rest and ends. */
  stop(): Promise<void>;
}

const MINUTE_MS = 60_000;
/** Rows of one statement; PGlite takes no more at a time (FACTS). */
const ROWS_A_STATEMENT = 1000;
/** Counts kept while the store is away; further new ones are dropped then, known ones go on counting. */
const KEPT_MAX = 100_000;
/** Days that counts are kept, and rows removed after a flush at most. */
const KEEP_DAYS = 35;
const FORGET_ROWS = 1000;

interface Batch {
  readonly number: number;
  readonly counts: readonly UseCount[];
}

/**
 * @param onError Told of a flush that failed.
 * @param nowMs Milliseconds since the Unix epoch.
 */
export function useAccounting(
  database: Database,
  onError: (error: unknown) => void,
  nowMs: () => number = Date.now,
): UseAccounting {
  // One name a process: its flushes are numbered, so that none counts twice.
  const node = randomUUID();
  const minutes = new Map<number, Map<string, { -readonly [Field in keyof UseCount]: UseCount[Field] }>>();
  let kept = 0;
  let flushes = 0;
  let unwritten: Batch[] = [];
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function count({ appKey, secretVersion, operation, status }: Parameters<UseAccounting['count']>[0]): void {
    if (appKey === undefined || secretVersion === undefined) return;
    const now = nowMs();
    const minuteMs = now - (now % MINUTE_MS);
    let minute = minutes.get(minuteMs);
    if (minute === undefined) {
      minute = new Map();
      minutes.set(minuteMs, minute);
    }
    const key = `${secretVersion} ${appKey} ${operation} ${status}`;
    const known = minute.get(key);
    if (known !== undefined) known.count += 1;
    else if (kept < KEPT_MAX) {
      kept += 1;
      minute.set(key, { appKey, version: secretVersion, operation, status, minuteMs, count: 1 });
    }
  }

  /** Moves what is counted into numbered batches; a batch that fails is repeated under its number. */
  function seal(): void {
    const counts = [...minutes.values()].flatMap((minute) => [...minute.values()]);
    minutes.clear();
    kept = 0;
    for (let from = 0; from < counts.length; from += ROWS_A_STATEMENT) {
      flushes += 1;
      unwritten.push({ number: flushes, counts: counts.slice(from, from + ROWS_A_STATEMENT) });
    }
  }

  async function write(): Promise<void> {
    // While batches wait for a store that is away, counting goes on in the minutes, which are bounded.
    if (unwritten.length === 0) seal();
    while (unwritten[0] !== undefined) {
      const { number, counts } = unwritten[0];
      await inTransaction(database, (transaction) => addUse(transaction, node, number, counts), { team: '*' });
      unwritten = unwritten.slice(1);
    }
    await inTransaction(database, (transaction) => forgetUse(transaction, KEEP_DAYS, FORGET_ROWS), { team: '*' });
  }

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
      await flush().catch(onError);
    },
  };
}
