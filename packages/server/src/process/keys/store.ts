import type { Transaction } from '../../kernel/database/database.ts';

/** Provider tokens of sessions that a ring's first key did not seal, in the order of their ids. */
export async function tokensSealedOtherwise(
  transaction: Transaction,
  keyId: number,
  after: string,
  limit: number,
): Promise<{ id: string; sealedToken: Buffer }[]> {
  const { rows } = await transaction.query<{ id: string; sealedToken: Buffer }>(
    `select id, sealed_token as "sealedToken" from session
      where get_byte(sealed_token, 0) <> $1 and id > $2 order by id limit $3`,
    [keyId, after, limit],
  );
  return rows;
}

/** Replaces one sealed token, unless it changed meanwhile. */
export async function replaceSealedToken(
  transaction: Transaction,
  id: string,
  from: Buffer,
  to: Buffer,
): Promise<void> {
  await transaction.query('update session set sealed_token = $3 where id = $1 and sealed_token = $2', [id, from, to]);
}
