import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { open, seal } from '../../kernel/keys/sealing.ts';
import { sha256 } from '../../kernel/keys/sha256.ts';
import { countAttempt } from '../attempts/count-attempt.ts';
import { appendEntry } from '../audit-chain/store.ts';
import { PortalError } from '../http/portal-error.ts';
import type { Asking } from '../session/asking.ts';
import { newSessionId } from '../session/rules.ts';
import type { LiveSession } from '../session/store.ts';
import { tokenPurpose } from '../session/visitor.ts';
import { allowSignIn, denySignIn, holdWaitingSignIn, type WaitingSignIn, waitingSignIn } from './store.ts';

/** A person at the consent page. */
export interface Deciding {
  readonly asking: Asking;
  /** The browser's session: the machine gets one of the same person at the same provider. */
  readonly session: LiveSession;
}

/**
 * The sign-in that waits under a code. Every attempt counts, right or wrong, so that codes cannot be guessed.
 * @throws {PortalError} CODE_NOT_FOUND, RATE_LIMITED
 */
export async function findSignIn(database: Database, asking: Asking, userCode: string): Promise<WaitingSignIn> {
  await countAttempt(database.pool, 'user-code', asking.personId);
  const waiting = await waitingSignIn(database.pool, sha256(userCode));
  if (waiting === undefined) throw new PortalError('CODE_NOT_FOUND');
  return waiting;
}

/**
 * Allows or denies a sign-in, once. An allowed one is recorded in the audit log of every Team of the person, in the
 * same transaction: owners of a Team can see which machines act in it.
 * @throws {PortalError} CODE_NOT_FOUND, RATE_LIMITED
 */
export async function decideSignIn(
  database: Database,
  sealingKeys: KeyRing,
  { asking, session }: Deciding,
  userCode: string,
  decision: 'allow' | 'deny',
): Promise<void> {
  await countAttempt(database.pool, 'user-code', asking.personId);
  const userHash = sha256(userCode);
  const token = open(sealingKeys, tokenPurpose(session.id), session.sealedToken);
  if (token === undefined) throw new PortalError('AUTH_REQUIRED');
  // In one order, so that two decisions never deadlock on Teams.
  const teams = asking.memberships.map(({ teamId }) => teamId).toSorted((a, b) => Number(BigInt(a) - BigInt(b)));
  await inTransaction(
    database,
    async (transaction) => {
      const waiting = await holdWaitingSignIn(transaction, userHash);
      if (waiting === undefined) throw new PortalError('CODE_NOT_FOUND');
      const sessionId = newSessionId();
      const sealedToken = seal(sealingKeys, tokenPurpose(sessionId), token);
      if (decision === 'allow') await allowSignIn(transaction, userHash, { by: session.id, sessionId, sealedToken });
      else await denySignIn(transaction, userHash);
      const outcome = decision === 'allow' ? 'succeeded' : 'SIGN_IN_DENIED';
      const subject = `${waiting.machine} at ${waiting.ipAddress}`;
      for (const teamId of teams) {
        await appendEntry(transaction, { teamId, action: 'session.command-line', actor: asking, subject, outcome });
      }
    },
    { team: '*' },
  );
}
