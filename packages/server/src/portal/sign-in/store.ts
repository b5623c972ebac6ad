import type { Pool } from 'pg';
import type { Transaction } from '../../kernel/database/database.ts';

/**
 * Marks things as used that may be used once.
 * @param hashes SHA-256 of each.
 * @returns True for the one caller that found all of them unused; the primary key decides between parallel callers.
 */
export async function spendOnce(pool: Pool | Transaction, hashes: readonly Buffer[], keepS: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into spent_once (hash, forget_at)
     select hash, now() + make_interval(secs => $2) from unnest($1::bytea[]) hash
     on conflict do nothing`,
    [hashes, keepS],
  );
  return rowCount === hashes.length;
}

/** Whether any of them has been used. */
export async function isSpent(pool: Pool, hashes: readonly Buffer[]): Promise<boolean> {
  const { rowCount } = await pool.query('select from spent_once where hash = any($1::bytea[])', [hashes]);
  return rowCount !== 0;
}

/** Undoes it, when the use has failed. */
export async function unspend(pool: Pool, hashes: readonly Buffer[]): Promise<void> {
  await pool.query('delete from spent_once where hash = any($1::bytea[])', [hashes]);
}
