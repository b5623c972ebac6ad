import type { Pool } from 'pg';

/** An action that was started under a key. */
export interface KnownAction {
  readonly callHash: Buffer;
  /** Null while it runs. */
  readonly sealedAnswer: Buffer | null;
}

/**
 * Starts an action under a key, unless it was started before. One that has run for longer than `staleS` ended with its
 * process and is started again; an expired one is forgotten. Sent once more by the same call it is started as well: the answer to the
 * first may have been lost (decision 0217).
 * @param action Its `begunBy` is a random UUID, of this call alone.
 * @returns Whether it was started now.
 */
export async function beginAction(
  pool: Pool,
  action: { readonly keyHash: Buffer; readonly callHash: Buffer; readonly begunBy: string },
  { staleS, keptS }: { readonly staleS: number; readonly keptS: number },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into keyed_action as known (key_hash, call_hash, forget_at, begun_by)
     values ($1, $2, now() + make_interval(secs => $4), $5)
         on conflict (key_hash) do update
        set call_hash = excluded.call_hash, sealed_answer = null, begun_at = now(), forget_at = excluded.forget_at,
            begun_by = excluded.begun_by
      where known.forget_at <= now() or known.begun_by = excluded.begun_by
         or (known.sealed_answer is null and known.call_hash = excluded.call_hash
             and known.begun_at < now() - make_interval(secs => $3))`,
    [action.keyHash, action.callHash, staleS, keptS, action.begunBy],
  );
  return rowCount === 1;
}

export async function findAction(pool: Pool, keyHash: Buffer): Promise<KnownAction | undefined> {
  const { rows } = await pool.query<KnownAction>(
    `select call_hash as "callHash", sealed_answer as "sealedAnswer" from keyed_action
      where key_hash = $1 and forget_at > now()`,
    [keyHash],
  );
  return rows[0];
}

/** @param forS Seconds until it expires. */
export async function keepAnswer(pool: Pool, keyHash: Buffer, sealedAnswer: Buffer, forS: number): Promise<void> {
  await pool.query(
    'update keyed_action set sealed_answer = $2, forget_at = now() + make_interval(secs => $3) where key_hash = $1',
    [keyHash, sealedAnswer, forS],
  );
}

/** Marks a long action as still running, and keeps its key from expiring. */
export async function noteRunning(pool: Pool, keyHash: Buffer): Promise<void> {
  await pool.query(
    `update keyed_action set begun_at = now(), forget_at = greatest(forget_at, now() + interval '10 minutes')
      where key_hash = $1 and sealed_answer is null`,
    [keyHash],
  );
}

export async function forgetAction(pool: Pool, keyHash: Buffer): Promise<void> {
  await pool.query('delete from keyed_action where key_hash = $1', [keyHash]);
}
