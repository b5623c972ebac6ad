import type { Database, Transaction } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import type { Mailer } from './mailer.ts';
import type { MailClaim, Outbox } from './outbox.ts';

/** Seconds a process has to hand a mail over before another one tries: longer than every wait of the mailer together. */
export const LEASE_S = 300;
/** Seconds between two tries of a mail: doubled from the first to the last. Servers that greylist want some minutes. */
const RETRY_FIRST_S = 60;
const RETRY_LAST_S = 4 * 3600;
/** Seconds after which a mail is given up: what it warns of has happened, or was seen in the portal. */
const GIVE_UP_S = 3 * 86_400;

/** What is counted of mails. */
export type MailOutcome = 'sent' | 'postponed' | 'failed' | 'dropped';

export interface SendDeps {
  readonly database: Database;
  readonly mailer: Mailer;
  /** In the order in which they are looked through. */
  readonly outboxes: readonly Outbox[];
  readonly onOutcome: (outcome: MailOutcome, reason: string) => void;
  /** Seconds between the first and the second try; 60 by default. */
  readonly retryFirstS?: number;
}

/**
 * Sends the mails that are due, one after another, until the server is away or `signal` ends it. A mail that the server took
 * just before this process was killed is sent again, under the same Message-ID (decision 0155).
 */
export async function sendMails(deps: SendDeps, signal?: AbortSignal): Promise<void> {
  for (const outbox of deps.outboxes) {
    if (!(await sendFrom(outbox, deps, signal))) return;
  }
}

/** @returns False when the server is away, or all is to end. */
async function sendFrom(outbox: Outbox, deps: SendDeps, signal: AbortSignal | undefined): Promise<boolean> {
  const { database, mailer, onOutcome } = deps;
  const work = <T>(run: (transaction: Transaction) => Promise<T>) => inTransaction(database, run, { team: '*' });
  const end = (claim: MailClaim, outcome: 'sent' | 'failed' | 'dropped', reason: string) =>
    work((transaction) => outbox.end(transaction, claim, outcome)).then(() => onOutcome(outcome, reason));
  while (signal?.aborted !== true) {
    const claim = await work((transaction) => outbox.claim(transaction, LEASE_S));
    if (claim === undefined) return true;
    const message = await work((transaction) => outbox.compose(transaction, claim));
    if (message === undefined) {
      await end(claim, 'dropped', 'nobody is to get it any more');
      continue;
    }
    const handover = await mailer.send(message);
    if (handover.result === 'sent') {
      await end(claim, 'sent', '');
      continue;
    }
    const { result, reason } = handover;
    if (result === 'refused' || claim.ageS > GIVE_UP_S) {
      await end(claim, 'failed', reason);
    } else {
      const afterS = Math.min((deps.retryFirstS ?? RETRY_FIRST_S) * 2 ** (claim.attempts - 1), RETRY_LAST_S);
      await work((transaction) => outbox.postpone(transaction, claim, afterS));
      onOutcome('postponed', reason);
    }
    // The next one would fare no better.
    if (result === 'away') return false;
  }
  return false;
}
