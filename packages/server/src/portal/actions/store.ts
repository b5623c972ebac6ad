import type { Pool } from 'pg';

/** Rows that a new action tidies away at most. */
const TIDY_MAX = 20;

/** An action that was begun under a key. */
export interface KnownAction {
  readonly callHash: Buffer;
  /** Null while it runs. */
  readonly sealedAnswer: Buffer | null;
}

/**
 * Begins an action under a key, unless one has begun. One that runs for longer than `staleS` ended with its process and
 * is begun anew.
 * @returns Whether it has begun now.
 */
export async function beginAction(
  pool: Pool,
  action: { readonly keyHash: Buffer; readonly callHash: Buffer },
  { staleS, keptS }: { readonly staleS: number; readonly keptS: number },
): Promise<boolean> {
  await pool.query(
    `delete from keyed_action where key_hash in
       (select key_hash from keyed_action where forget_at <= now() limit ${TIDY_MAX} for update skip locked)`,
  );
  const { rowCount } = await pool.query(
    `insert into keyed_action as known (key_hash, call_hash, forget_at)
     values ($1, $2, now() + make_interval(secs => $4))
         on conflict (key_hash) do update set begun_at = now()
      where known.sealed_answer is null and known.call_hash = excluded.call_hash
        and known.begun_at < now() - make_interval(secs => $3)`,
    [action.keyHash, action.callHash, staleS, keptS],
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

export async function keepAnswer(pool: Pool, keyHash: Buffer, sealedAnswer: Buffer): Promise<void> {
  await pool.query('update keyed_action set sealed_answer = $2 where key_hash = $1', [keyHash, sealedAnswer]);
}

export async function forgetAction(pool: Pool, keyHash: Buffer): Promise<void> {
  await pool.query('delete from keyed_action where key_hash = $1', [keyHash]);
}
