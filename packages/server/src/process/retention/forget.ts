import { unsealEndedSecrets } from '../../apps/app-store.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { removeUseOfDeleted } from '../../portal/apps/store.ts';
import { forgetEntries, forgetOperatorEntries } from '../../portal/audit-chain/forget-entries.ts';
import { forgetRunOut, forgetUnused } from '../../portal/session/forget-sessions.ts';
import { type FailedRemovals, removeDueTeams } from '../../portal/teams/remove-teams.ts';
import { forgetPreviousSecrets } from '../../portal/webhooks/store.ts';
import {
  type KeptKind,
  keptKinds,
  keptTables,
  type Retention,
  ROWS_A_BATCH,
  SESSIONS_A_BATCH,
  TOURS_A_BATCH,
} from './rules.ts';
import { isAlone, removeRows, removeRowsByPlan } from './store.ts';

/** Removes some of what is not kept any more. @returns How many; 0 when nothing is left. */
type Step = (transaction: Transaction) => Promise<number>;

export interface ForgetOptions {
  /** Told of each batch. */
  readonly onRemoved: (kind: KeptKind, count: number) => void;
  /** Between two batches. @param tookMs Milliseconds that the last one took. @returns False to end here. */
  readonly pause: (tookMs: number) => Promise<boolean>;
}

/**
 * Removes everything that is not kept any more, in batches, each in a transaction of its own (decision 0137). Ends early where
 * another process is at it.
 */
export async function forget(database: Database, retention: Retention, options: ForgetOptions): Promise<void> {
  for (const kind of keptKinds) {
    for (const step of stepsOf(kind, retention)) {
      if (!(await repeat(database, step, (count) => options.onRemoved(kind, count), options.pause))) return;
    }
  }
}

/** @returns False when the rest is not for this process. */
async function repeat(
  database: Database,
  step: Step,
  onRemoved: (count: number) => void,
  pause: ForgetOptions['pause'],
): Promise<boolean> {
  for (;;) {
    const fromMs = performance.now();
    const removed = await inTransaction(
      database,
      async (transaction) => ((await isAlone(transaction)) ? step(transaction) : undefined),
      { team: '*' },
    );
    if (removed === undefined) return false;
    if (removed === 0) return true;
    onRemoved(removed);
    if (!(await pause(performance.now() - fromMs))) return false;
  }
}

function stepsOf(kind: KeptKind, { days, sessionIdleS }: Retention): readonly Step[] {
  const keepDays = days[kind];
  if (keepDays === null) return [];
  switch (kind) {
    case 'audit':
      return [
        (transaction) => forgetEntries(transaction, keepDays, ROWS_A_BATCH),
        (transaction) => forgetOperatorEntries(transaction, keepDays, ROWS_A_BATCH),
      ];
    case 'teams': {
      const failed: FailedRemovals = new Map();
      return [(transaction) => removeDueTeams(transaction, { rows: ROWS_A_BATCH, tours: TOURS_A_BATCH }, failed)];
    }
    case 'sessions':
      return [
        (transaction) => forgetRunOut(transaction, keepDays, SESSIONS_A_BATCH),
        ...(sessionIdleS === 0
          ? []
          : [(transaction: Transaction) => forgetUnused(transaction, sessionIdleS, keepDays, SESSIONS_A_BATCH)]),
      ];
    case 'usage':
      return [
        (transaction) => unsealEndedSecrets(transaction, ROWS_A_BATCH),
        (transaction) => forgetPreviousSecrets(transaction, ROWS_A_BATCH),
        (transaction) => removeUseOfDeleted(transaction, ROWS_A_BATCH),
        ...rowsOf(kind, keepDays),
      ];
    default:
      return rowsOf(kind, keepDays);
  }
}

const rowsOf = (kind: keyof typeof keptTables, keepDays: number): Step[] =>
  keptTables[kind].flatMap((table): Step[] => [
    (transaction) => removeRows(transaction, table, keepDays, ROWS_A_BATCH),
    ...(table.byPlan === true
      ? [(transaction: Transaction) => removeRowsByPlan(transaction, table, keepDays, ROWS_A_BATCH)]
      : []),
  ]);
