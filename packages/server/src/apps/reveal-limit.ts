import type { Pool } from 'pg';
import { PortalError } from '../http/portal-error.ts';

/** Seconds over which attempts to reveal are counted (decision 0034). */
export const REVEAL_WINDOW_S = 600;
/** Attempts a person has in a window, over all apps. */
export const REVEALS_A_PERSON = 10;
/** Attempts an app has in a window, by all owners together. */
export const REVEALS_AN_APP = 20;

/** Rows of ended windows that one attempt tidies away at most. */
const TIDY_MAX = 100;

/**
 * Counts an attempt, and keeps the count in the store: before anything is checked, on every node the same, whatever
 * becomes of the attempt.
 * @throws {PortalError} RATE_LIMITED with Retry-After.
 */
export async function countReveal(pool: Pool, kind: 'person' | 'app', id: string): Promise<void> {
  const quota = kind === 'person' ? REVEALS_A_PERSON : REVEALS_AN_APP;
  const { rows } = await pool.query<{ n: number; left_s: number }>(
    `with at as (select to_timestamp(floor(extract(epoch from now()) / $2) * $2) as window_at),
          tidied as (
            delete from reveal_attempts where (counted, window_at) in (
              select counted, window_at from reveal_attempts
               where window_at < now() - make_interval(secs => $2) limit ${TIDY_MAX} for update skip locked))
     insert into reveal_attempts as r (counted, window_at, n) select $1, at.window_at, 1 from at
     on conflict (counted, window_at) do update set n = r.n + 1
     returning n, ceil(extract(epoch from window_at - now()) + $2)::int as left_s`,
    [`${kind}:${id}`, REVEAL_WINDOW_S],
  );
  const [row] = rows;
  if (row === undefined || row.n <= quota) return;
  throw new PortalError(
    'RATE_LIMITED',
    `A secret was asked for too often: ${quota} times in ${REVEAL_WINDOW_S / 60} minutes is the most. Wait for the seconds in Retry-After.`,
    { 'retry-after': String(Math.max(1, row.left_s)) },
  );
}
