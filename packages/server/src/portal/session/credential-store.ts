import type { CredentialScope } from '@openhouse/contract';
import type { Pool } from 'pg';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { type Membership, teamOfCredential } from './store.ts';

/** A credential of a Team. */
export interface CredentialRow {
  /** Public id. */
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly CredentialScope[];
  /** Whether it was collected with a code (decision 0232). */
  readonly isAgent: boolean;
  readonly createdAt: Date;
  readonly endsAt: Date;
  readonly usedAt: Date | null;
}

/** A credential that has not ended, with its Team as a member of it sees it. */
export interface LiveCredential extends CredentialRow {
  readonly team: Membership;
}

const COLUMNS =
  'id, name, scopes, code_hash is not null as "isAgent", created_at as "createdAt", ends_at as "endsAt", used_at as "usedAt"';

/** Runs on each call: one that was revoked anywhere is refused everywhere from the next call on. */
export async function liveCredential(database: Database, tokenHash: Buffer): Promise<LiveCredential | undefined> {
  const { rows } = await database.pool.query<CredentialRow & { team_id: string; unused: boolean }>(
    `select ${COLUMNS}, team_id, used_at is null or used_at < now() - interval '1 minute' as unused
       from team_credential
      where token_hash = $1 and ends_at > now()
        and (select set_config('app.credential', encode($1, 'hex'), true)) is not null`,
    [tokenHash],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { team_id: teamId, unused, ...credential } = row;
  const team = await teamOfCredential(database.pool, teamId);
  if (team === undefined) return undefined;
  if (unused) await noteUse(database, teamId, credential.id);
  return { ...credential, team };
}

function noteUse(database: Database, teamId: string, id: string): Promise<void> {
  return inTransaction(
    database,
    async (transaction) => {
      await transaction.query('update team_credential set used_at = now() where team_id = $1 and id = $2', [
        teamId,
        id,
      ]);
    },
    { team: teamId },
  );
}

/** Whether a credential still lives, in a transaction that holds its Team. */
export async function credentialLives(transaction: Transaction, teamId: string, id: string): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'select from team_credential where team_id = $1 and id = $2 and ends_at > now()',
    [teamId, id],
  );
  return rowCount === 1;
}

/** The live credentials of a Team, newest first. */
export async function credentialsOf(pool: Pool, teamId: string, limit: number): Promise<CredentialRow[]> {
  const { rows } = await pool.query<CredentialRow>(
    `select ${COLUMNS} from team_credential
      where team_id = $1 and ends_at > now() and (select set_config('app.team', $1::text, true)) is not null
      order by created_at desc, id limit $2`,
    [teamId, limit],
  );
  return rows;
}

/** How many live credentials a Team has. */
export async function countCredentials(transaction: Transaction, teamId: string): Promise<number> {
  const { rows } = await transaction.query<{ n: number }>(
    'select count(*)::int as n from team_credential where team_id = $1 and ends_at > now()',
    [teamId],
  );
  return rows[0]?.n ?? 0;
}

export async function insertCredential(
  transaction: Transaction,
  credential: {
    readonly id: string;
    readonly teamId: string;
    readonly tokenHash: Buffer;
    readonly name: string;
    readonly scopes: readonly CredentialScope[];
    readonly days: number;
  },
): Promise<CredentialRow> {
  const { id, teamId, tokenHash, name, scopes, days } = credential;
  const { rows } = await transaction.query<CredentialRow>(
    `insert into team_credential (id, team_id, token_hash, name, scopes, ends_at)
     values ($1, $2, $3, $4, $5, now() + make_interval(days => $6)) returning ${COLUMNS}`,
    [id, teamId, tokenHash, name, scopes, days],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('insert into team_credential returned no row');
  return row;
}

/** @returns The name of the credential; undefined when there is no such one that lives. */
export async function deleteCredential(
  transaction: Transaction,
  teamId: string,
  id: string,
): Promise<string | undefined> {
  const { rows } = await transaction.query<{ name: string }>(
    'delete from team_credential where team_id = $1 and id = $2 and ends_at > now() returning name',
    [teamId, id],
  );
  return rows[0]?.name;
}
