import type { Pool } from 'pg';
import { PortalError } from '../http/portal-error.ts';

/** Seconds over which attempts are counted (decision 0034). */
const WINDOW_S = 600;

/** What is counted, and how often it may be tried in a window. */
export const ATTEMPTS = {
  /** Reveals of a person, over all apps. */
  person: 10,
  /** Reveals of an app's secrets, by all owners together. */
  app: 20,
  /** Feedback of a person. */
  feedback: 5,
  /** Operations that a person runs in the console. */
  console: 300,
  /** Codes of the command line that a person looks at or decides. */
  'user-code': 10,
  /** Sign-ins of the command line that an address starts; offices share one. */
  'command-line-start': 60,
} as const;

/** Rows of ended windows that one attempt tidies away at most. */
const TIDY_MAX = 100;

/**
 * Counts an attempt, and keeps the count in the store (`reveal_attempts`, after its first use): before anything is checked, on every node the same, whatever
 * becomes of the attempt.
 * @param id Id in digits of the person or the app, or an address.
 * @throws {PortalError} RATE_LIMITED with Retry-After.
 */
export async function countAttempt(pool: Pool, kind: keyof typeof ATTEMPTS, id: string): Promise<void> {
  const quota = ATTEMPTS[kind];
  const { rows } = await pool.query<{ n: number; left_s: number }>(
    `with at as (select to_timestamp(floor(extract(epoch from now()) / $2) * $2) as window_at),
          tidied as (
            delete from reveal_attempts where (counted, window_at) in (
              select counted, window_at from reveal_attempts
               where window_at < now() - make_interval(secs => $2) limit ${TIDY_MAX} for update skip locked))
     insert into reveal_attempts as r (counted, window_at, n) select $1, at.window_at, 1 from at
     on conflict (counted, window_at) do update set n = r.n + 1
     returning n, ceil(extract(epoch from window_at - now()) + $2)::int as left_s`,
    [`${kind}:${id}`, WINDOW_S],
  );
  const [row] = rows;
  if (row === undefined || row.n <= quota) return;
  throw new PortalError(
    'RATE_LIMITED',
    `This was tried too often: ${quota} times in ${WINDOW_S / 60} minutes is the most. Wait for the seconds in Retry-After.`,
    { 'retry-after': String(Math.max(1, row.left_s)) },
  );
}
