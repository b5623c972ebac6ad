import type { Transaction } from '../../kernel/database/database.ts';
import { auditSessions } from './audit-sessions.ts';
import { endingsOf } from './end-sessions.ts';
import { deleteRunOut, deleteUnused, type EndedSession } from './store.ts';

/**
 * Removes sessions that ran out so many days ago, with an entry for each in the audit log of the person's Teams.
 * @param transaction For work across Teams.
 * @returns How many, up to `limit`.
 */
export async function forgetRunOut(transaction: Transaction, days: number, limit: number): Promise<number> {
  return audited(transaction, await deleteRunOut(transaction, days, limit));
}

/** The same of sessions that nobody used for `idleS` seconds. */
export async function forgetUnused(
  transaction: Transaction,
  idleS: number,
  days: number,
  limit: number,
): Promise<number> {
  return audited(transaction, await deleteUnused(transaction, idleS, days, limit));
}

async function audited(transaction: Transaction, ended: readonly EndedSession[]): Promise<number> {
  // Nobody ended them: the address is the one that each was started from.
  if (ended.length > 0) await auditSessions(transaction, endingsOf(ended, null));
  return ended.length;
}
