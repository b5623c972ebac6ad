import type { Pool } from 'pg';

/** Rows of ended windows that one attempt tidies away at most. */
const TIDY_MAX = 100;

/** How often something was tried in the window that runs now. */
export interface CountedAttempts {
  /** This attempt included. */
  readonly n: number;
  /** Seconds until the window ends. */
  readonly leftS: number;
}

/** Counts one more (`reveal_attempts`, named after its first use), and tidies away windows that have ended. */
export async function addAttempt(pool: Pool, counted: string, windowS: number): Promise<CountedAttempts> {
  const { rows } = await pool.query<CountedAttempts>(
    `with at as (select to_timestamp(floor(extract(epoch from now()) / $2) * $2) as window_at),
          tidied as (
            delete from reveal_attempts where (counted, window_at) in (
              select counted, window_at from reveal_attempts
               where window_at < now() - make_interval(secs => $2) limit ${TIDY_MAX} for update skip locked))
     insert into reveal_attempts as r (counted, window_at, n) select $1, at.window_at, 1 from at
     on conflict (counted, window_at) do update set n = r.n + 1
     returning n, ceil(extract(epoch from window_at - now()) + $2)::int as "leftS"`,
    [counted, windowS],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('insert into reveal_attempts returned no row');
  return row;
}
