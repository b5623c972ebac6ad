import type { Transaction } from '../../kernel/database/database.ts';
import type { MailMessage } from './mailer.ts';

/** A mail that this process may send, until its lease ends. */
export interface MailClaim {
  readonly id: string;
  readonly lease: number;
  readonly attempts: number;
  /** Seconds since it was written. */
  readonly ageS: number;
}

/** Where mails of one kind wait. Each call is a transaction of its own with scope `*`. */
export interface Outbox {
  /** Claims the next mail that is due. */
  claim(transaction: Transaction, leaseS: number): Promise<MailClaim | undefined>;
  /** What a mail says, read when it is sent; undefined for one that nobody is to get any more. */
  compose(transaction: Transaction, claim: MailClaim): Promise<MailMessage | undefined>;
  /** Lets a mail be tried again. A lease that was taken over is left alone. */
  postpone(transaction: Transaction, claim: MailClaim, afterS: number): Promise<void>;
  /** Ends a mail that was sent, or that never will be. A lease that was taken over is left alone. */
  end(transaction: Transaction, claim: MailClaim, outcome: 'sent' | 'failed' | 'dropped'): Promise<void>;
}
