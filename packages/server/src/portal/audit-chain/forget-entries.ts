import type { Transaction } from '../../kernel/database/database.ts';
import { THE_SERVICE } from './entry.ts';
import * as store from './retention-store.ts';
import { appendOperatorEntry, appendToTeam } from './store.ts';

/**
 * Removes entries of the Team that has the oldest one. The chain says so before it happens: a new entry names the last one
 * that goes and its hash, from which the chain is verified on (decision 0137).
 * @param transaction For work across Teams.
 * @param days Whole days (UTC) that entries are kept.
 * @returns How many were removed; 0 when none is due.
 */
export async function forgetEntries(transaction: Transaction, days: number, limit: number): Promise<number> {
  const due = await store.dueEntry(transaction, days);
  if (due === undefined) return 0;
  const { teamId } = due;
  // What the chain has forgotten already is only still there.
  if (!due.isForgotten) {
    const last = await store.lastDueEntry(transaction, teamId, days);
    const said = { actor: THE_SERVICE, subject: subjectOf(last), outcome: 'succeeded' } as const;
    await appendToTeam(transaction, { teamId, action: 'audit.forget', ...said });
    await store.beginChainAfter(transaction, teamId, last);
  }
  return store.removeForgotten(transaction, teamId, limit);
}

/** The same of the installation's chain. */
export async function forgetOperatorEntries(transaction: Transaction, days: number, limit: number): Promise<number> {
  const due = await store.dueOperatorEntry(transaction, days);
  if (due === undefined) return 0;
  if (!due.isForgotten) {
    const last = await store.lastDueOperatorEntry(transaction, days);
    const operator = { userCode: '', name: '', shownAs: '', reason: '' };
    const said = { operator, ipAddress: '', team: '', subject: subjectOf(last), outcome: 'succeeded' } as const;
    appendOperatorEntry(transaction, { action: 'audit.forget', ...said });
    await store.beginOperatorChainAfter(transaction, last);
  }
  return store.removeForgottenOperator(transaction, limit);
}

/** What the verification finds in the entry again. */
const subjectOf = ({ number, hash }: store.LastEntry): string => `${number} ${hash}`;
