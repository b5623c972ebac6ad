import { COMMAND_LINE_INTERVAL_S } from '@openhouse/contract';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { sha256 } from '../../kernel/keys/sha256.ts';
import { PortalError } from '../http/portal-error.ts';
import { auditSessions } from '../session/audit-sessions.ts';
import { endingsOf } from '../session/end-sessions.ts';
import { newCommandLineToken, SESSION_LIFETIME_S } from '../session/rules.ts';
import { deleteSession } from '../session/store.ts';
import { becomeSession, deleteSignIn, holdAskedSignIn, noteQuestion } from './store.ts';

/** What the command receives, once. */
export interface CollectedSession {
  readonly token: string;
  readonly sessionId: string;
  readonly endsAt: Date;
}

/**
 * Answers the command's poll for its person's decision (RFC 8628, 3.4 and 3.5). The code is used up by the answer that
 * holds the token, or by a denial. Where it comes again the session ends: the answer was lost on the way, and nobody has the token, or
 * whoever has it is not the command that asked (RFC 6749, 10.5).
 * @throws {PortalError} SIGN_IN_PENDING, SIGN_IN_SLOW_DOWN with Retry-After, SIGN_IN_DENIED, SIGN_IN_EXPIRED
 */
export async function collectSession(database: Database, deviceCode: string): Promise<CollectedSession> {
  const deviceHash = sha256(deviceCode);
  // Refusals are returned from the transaction, not thrown: what they record must be committed.
  const collect = async (transaction: Transaction): Promise<CollectedSession | PortalError> => {
    const asked = await holdAskedSignIn(transaction, deviceHash);
    if (asked === undefined) return new PortalError('SIGN_IN_EXPIRED');
    const { state, isHasty, intervalS, session: collected } = asked;
    if (isHasty) {
      const slower = intervalS + COMMAND_LINE_INTERVAL_S;
      await noteQuestion(transaction, deviceHash, slower);
      return new PortalError('SIGN_IN_SLOW_DOWN', undefined, { 'retry-after': String(slower) });
    }
    switch (state) {
      case 'asked':
        await noteQuestion(transaction, deviceHash, intervalS);
        return new PortalError('SIGN_IN_PENDING');
      case 'denied':
        await deleteSignIn(transaction, deviceHash);
        return new PortalError('SIGN_IN_DENIED');
      case 'allowed': {
        const token = newCommandLineToken();
        const session = await becomeSession(transaction, deviceHash, sha256(token), SESSION_LIFETIME_S);
        if (session === undefined) return new PortalError('SIGN_IN_EXPIRED');
        return { token, sessionId: session.id, endsAt: session.endsAt };
      }
      case 'collected': {
        await deleteSignIn(transaction, deviceHash);
        const ended = collected === null ? [] : await deleteSession(transaction, collected.personId, collected.id);
        await auditSessions(transaction, endingsOf(ended, null));
        return new PortalError('SIGN_IN_EXPIRED');
      }
      default:
        return state satisfies never;
    }
  };
  const answer = await inTransaction(database, collect, { team: '*' });
  if (answer instanceof PortalError) throw answer;
  return answer;
}
