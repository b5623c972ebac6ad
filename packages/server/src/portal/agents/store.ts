import type { CredentialScope } from '@openhouse/contract';
import type { Transaction } from '../../kernel/database/database.ts';

/** A credential with the code that its program collects it with. */
export interface CodedCredential {
  readonly id: string;
  readonly teamId: string;
  readonly tokenHash: Buffer;
  readonly name: string;
  readonly scopes: readonly CredentialScope[];
  /** Seconds until it ends, unless it is collected. */
  readonly lifetimeS: number;
  readonly codeHash: Buffer;
  readonly bound: Buffer;
}

export async function insertCoded(transaction: Transaction, credential: CodedCredential): Promise<void> {
  const { id, teamId, tokenHash, name, scopes, lifetimeS, codeHash, bound } = credential;
  await transaction.query(
    `insert into team_credential (id, team_id, token_hash, name, scopes, ends_at, code_hash, code_bound)
     values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6), $7, $8)`,
    [id, teamId, tokenHash, name, scopes, lifetimeS, codeHash, bound],
  );
}

/** The credential of a code, locked. */
export async function holdCoded(
  transaction: Transaction,
  codeHash: Buffer,
): Promise<
  | {
      readonly id: string;
      readonly teamId: string;
      readonly name: string;
      readonly scopes: readonly CredentialScope[];
      /** Null once it is collected. */
      readonly bound: Buffer | null;
      readonly lives: boolean;
    }
  | undefined
> {
  const { rows } = await transaction.query(
    `select id, team_id as "teamId", name, scopes, code_bound as bound, ends_at > now() as lives
       from team_credential where code_hash = $1 for update`,
    [codeHash],
  );
  return rows[0];
}

/** Gives the credential its token, and its full life. */
export async function collect(transaction: Transaction, id: string, tokenHash: Buffer, days: number): Promise<void> {
  await transaction.query(
    `update team_credential set token_hash = $2, code_bound = null, ends_at = now() + make_interval(days => $3)
      where id = $1`,
    [id, tokenHash, days],
  );
}

export async function deleteCoded(transaction: Transaction, id: string): Promise<void> {
  await transaction.query('delete from team_credential where id = $1', [id]);
}
