import type { Pool } from 'pg';
import { PortalError } from '../http/portal-error.ts';
import { addAttempt } from './store.ts';

/** Seconds over which attempts are counted (decision 0034). */
export const ATTEMPTS_WINDOW_S = 600;

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
  /** Sign-ins of the command line that an address starts; offices share one. */
  'command-line-start': 60,
} as const;

/** What is counted by the id of a person. */
export const COUNTED_BY_PERSON: readonly (keyof typeof ATTEMPTS)[] = ['person', 'feedback', 'console', 'user-code'];

/**
 * Counts an attempt in the store: before anything is checked, the same on every node, and whatever its outcome.
 * @param id Id in digits of the person or the app, or an address.
 * @throws {PortalError} RATE_LIMITED with Retry-After.
 */
export async function countAttempt(pool: Pool, kind: keyof typeof ATTEMPTS, id: string): Promise<void> {
  const quota = ATTEMPTS[kind];
  const { n, leftS } = await addAttempt(pool, `${kind}:${id}`, ATTEMPTS_WINDOW_S);
  if (n <= quota) return;
  throw new PortalError(
    'RATE_LIMITED',
    `This was tried too often: ${quota} times in ${ATTEMPTS_WINDOW_S / 60} minutes is the most. Wait for the seconds in Retry-After.`,
    { 'retry-after': String(Math.max(1, leftS)) },
  );
}
