import { INVITATION_MAILS_PER_DAY } from '@openhouse/contract';
import type { Transaction } from '../../kernel/database/database.ts';
import { PortalError } from '../http/portal-error.ts';
import { addAttempt } from './store.ts';

/** Seconds over which attempts are counted (decision 0034), and over which mails are. */
export const ATTEMPTS_WINDOW_S = 600;
export const MAILS_WINDOW_S = 86_400;

/** What is counted, and how many attempts a window allows. */
export const ATTEMPTS = {
  /** Reveals of a person, over all apps. */
  person: 10,
  /** Reveals of an app's secrets, by all owners together. */
  app: 20,
  /** Feedback of a person. */
  feedback: 5,
  /** Operations that a person runs in the console. */
  console: 300,
  /** User codes of the command line that a person looks up or decides. */
  'user-code': 10,
  /** Calls of a credential of a Team: five a second. */
  credential: 3000,
  /** Sign-ins of the command line that an address starts; offices share one. */
  'command-line-start': 60,
  /** Invitations by mail, of a Team and to one address. */
  'mail-team': INVITATION_MAILS_PER_DAY.team,
  'mail-address': INVITATION_MAILS_PER_DAY.address,
} as const;

/** What is counted by the id of a person. */
export const COUNTED_BY_PERSON: readonly (keyof typeof ATTEMPTS)[] = ['person', 'feedback', 'console', 'user-code'];

/**
 * Counts an attempt in the store: before anything is checked, the same on every node, and whatever its outcome.
 * @param id Id in digits of the person or the app, the public id of a credential, or an address.
 * @throws {PortalError} RATE_LIMITED with Retry-After.
 */
export function countAttempt(pool: Counts, kind: keyof typeof ATTEMPTS, id: string): Promise<void> {
  return count(pool, kind, id, ATTEMPTS_WINDOW_S, (quota) => {
    const minutes = ATTEMPTS_WINDOW_S / 60;
    return `This was tried too often: ${quota} times in ${minutes} minutes is the most. Wait for the seconds in Retry-After.`;
  });
}

/**
 * Counts a mail in the transaction that writes it: one that is not written does not count.
 * @param id Id in digits of the Team, or what stands for an address.
 * @throws {PortalError} RATE_LIMITED with Retry-After.
 */
export function countMail(transaction: Transaction, kind: 'mail-team' | 'mail-address', id: string): Promise<void> {
  const of = kind === 'mail-team' ? 'of a Team' : 'to one address';
  return count(transaction, kind, id, MAILS_WINDOW_S, (quota) => {
    return `${quota} invitations by mail a day are the most ${of}. Make the link without an address and pass it on, or wait for the seconds in Retry-After.`;
  });
}

type Counts = Parameters<typeof addAttempt>[0];

async function count(
  store: Counts,
  kind: keyof typeof ATTEMPTS,
  id: string,
  windowS: number,
  saying: (quota: number) => string,
): Promise<void> {
  const quota = ATTEMPTS[kind];
  const { n, leftS } = await addAttempt(store, `${kind}:${id}`, windowS);
  if (n <= quota) return;
  throw new PortalError('RATE_LIMITED', saying(quota), { 'retry-after': String(Math.max(1, leftS)) });
}
