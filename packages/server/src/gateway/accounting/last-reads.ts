import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { type Flushes, flushes, ROWS_A_STATEMENT } from './flushes.ts';
import { noteReads, type TourRead } from './last-read-store.ts';

/** Remembers in memory which tours were read, and writes it in batches, to the minute: a request never writes. */
export interface LastReads extends Flushes {
  /** Two lookups in memory: a tour that is read again before the next flush is there already. */
  note(teamId: string, code: string): void;
}

const MINUTE_MS = 60_000;
/**
 * Maximum number of tours remembered between two flushes; further ones are dropped, and recorded when they are read
 * again.
 */
const KEPT_MAX = 100_000;

/** @param onError Called when a flush failed. @param nowMs Milliseconds since the Unix epoch. */
export function lastReads(
  database: Database,
  onError: (error: unknown) => void,
  nowMs: () => number = Date.now,
): LastReads {
  /** Team → codes: a read builds no key. */
  let teams = new Map<string, Set<string>>();
  let kept = 0;
  let unwritten: TourRead[] = [];

  function note(teamId: string, code: string): void {
    const codes = teams.get(teamId);
    if (codes?.has(code) === true || kept >= KEPT_MAX) return;
    kept += 1;
    if (codes === undefined) teams.set(teamId, new Set([code]));
    else codes.add(code);
  }

  /** All reads of a batch get the minute of the flush: the page shows no more, and a read needs no clock. */
  function take(): void {
    const now = nowMs();
    const minuteMs = now - (now % MINUTE_MS);
    unwritten = [...teams].flatMap(([teamId, codes]) => [...codes].map((code) => ({ teamId, code, minuteMs })));
    teams = new Map();
    kept = 0;
  }

  async function write(): Promise<void> {
    // Entries of a failed flush go first and keep their minute.
    if (unwritten.length === 0) take();
    while (unwritten.length > 0) {
      const batch = unwritten.slice(0, ROWS_A_STATEMENT);
      await inTransaction(database, (transaction) => noteReads(transaction, batch), { team: '*' });
      unwritten = unwritten.slice(ROWS_A_STATEMENT);
    }
  }

  return { note, ...flushes(write, onError) };
}
