import type { AuditAction, PortalFailureCode } from '@openhouse/contract';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { appendEntry } from '../audit-chain/store.ts';
import { auditedTeams, personOfAccount } from './store.ts';

/** An event of a person's session, or of an attempt to start one. */
export interface SessionEvent {
  /** Id in digits. */
  readonly personId: string;
  readonly action: Extract<AuditAction, 'session.start' | 'session.end'>;
  /** Name from the provider; the stored one when absent. */
  readonly name?: string;
  readonly ipAddress: string;
  /** The browser or machine. */
  readonly device: string;
  readonly outcome: 'succeeded' | PortalFailureCode;
}

/**
 * Records events of sessions in the audit log of every Team of their people: whoever owns a Team can see who acts in
 * it, and from where (decision 0093).
 * @param transaction For work across Teams.
 */
export async function auditSessions(transaction: Transaction, events: readonly SessionEvent[]): Promise<void> {
  const teams = await auditedTeams(transaction, [...new Set(events.map(({ personId }) => personId))]);
  // In the order of Teams, so that two transactions never deadlock on chains.
  for (const { teamId, personId, userCode, name } of teams) {
    for (const event of events.filter((one) => one.personId === personId)) {
      const { action, ipAddress, device, outcome } = event;
      const actor = { userCode, name: event.name ?? name, ipAddress };
      await appendEntry(transaction, { teamId, action, actor, subject: device, outcome });
    }
  }
}

/**
 * Records a refused sign-in of a known person: known by the session of the browser, or because the provider named them.
 */
export async function auditRefusal(
  database: Database,
  who: { readonly personId: string } | { readonly provider: string; readonly subjectHash: Buffer },
  { ipAddress, device }: Pick<SessionEvent, 'ipAddress' | 'device'>,
): Promise<void> {
  await inTransaction(
    database,
    async (transaction) => {
      const personId =
        'personId' in who ? who.personId : await personOfAccount(transaction, who.provider, who.subjectHash);
      if (personId === undefined) return;
      const outcome = 'SIGN_IN_REFUSED' as const;
      await auditSessions(transaction, [{ personId, action: 'session.start', ipAddress, device, outcome }]);
    },
    { team: '*' },
  );
}
