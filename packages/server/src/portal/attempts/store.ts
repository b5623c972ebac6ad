import type { Transaction } from '../../kernel/database/database.ts';

/** Attempts in the current window. */
export interface CountedAttempts {
  /** This attempt included. */
  readonly n: number;
  /** Seconds until the window ends. */
  readonly leftS: number;
}

/** Counts one more (table `reveal_attempts`, named after its first use). */
export async function addAttempt(
  pool: Pick<Transaction, 'query'>,
  counted: string,
  windowS: number,
): Promise<CountedAttempts> {
  const { rows } = await pool.query<CountedAttempts>(
    `with at as (select to_timestamp(floor(extract(epoch from now()) / $2) * $2) as window_at)
     insert into reveal_attempts as r (counted, window_at, n) select $1, at.window_at, 1 from at
     on conflict (counted, window_at) do update set n = r.n + 1
     returning n, ceil(extract(epoch from window_at - now()) + $2)::int as "leftS"`,
    [counted, windowS],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('insert into reveal_attempts returned no row');
  return row;
}
