import type { Database, Transaction } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { auditSessions, type SessionEvent } from './audit-sessions.ts';
import type { EndedSession } from './store.ts';

/**
 * Ends sessions, with an entry for each in the audit log of the person's Teams, in the same transaction.
 * @param end Deletes them.
 * @param ipAddress Of whoever ends them; null for the address each was started from.
 * @returns How many ended.
 */
export async function endSessions(
  database: Database,
  end: (transaction: Transaction) => Promise<EndedSession[]>,
  ipAddress: string | null,
): Promise<number> {
  return inTransaction(
    database,
    async (transaction) => {
      const ended = await end(transaction);
      if (ended.length > 0) await auditSessions(transaction, endingsOf(ended, ipAddress));
      return ended.length;
    },
    { team: '*' },
  );
}

/** Audit entries for sessions that ended. */
export function endingsOf(ended: readonly EndedSession[], ipAddress: string | null): SessionEvent[] {
  return ended.map(({ personId, device, ipAddress: own }) => ({
    personId,
    action: 'session.end',
    ipAddress: ipAddress ?? own,
    device,
    outcome: 'succeeded',
  }));
}
