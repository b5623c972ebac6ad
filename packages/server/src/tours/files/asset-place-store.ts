import type { Pool } from 'pg';
import type { Transaction } from '../../kernel/database/database.ts';

/** Where the files of this database are, as recorded by the last process that opened them. */
export interface AssetPlace {
  /** Id of the store; it is kept beside the files too. */
  readonly id: string;
  /** As ASSET_STORE_URL names it. */
  readonly url: string;
  /** Name of the machine. */
  readonly host: string;
  readonly openedAt: Date;
}

/** A database, told apart from its copies in other clusters and under other names. */
export interface DatabaseIdentity {
  /** Of the cluster and the database in it: a standby that takes over has it too. null where the server does not tell. */
  readonly id: string | null;
  readonly name: string;
}

const CLUSTER = "(select system_identifier from pg_control_system()) || '/' || oid";
const identityBy = (id: string) =>
  `select ${id} as id, datname as name from pg_database where datname = current_database()`;

/** @returns Which database this is. */
export async function databaseIdentity(pool: Pool | Transaction): Promise<DatabaseIdentity> {
  // Asked first, for a refused statement would end the transaction.
  const allowed = "select has_function_privilege('pg_control_system()', 'execute') as may";
  const may = (await pool.query<{ may: boolean }>(allowed)).rows[0]?.may === true;
  const { rows } = await pool.query<DatabaseIdentity>(identityBy(may ? CLUSTER : 'null::text'));
  if (rows[0] === undefined) throw new Error('the server does not say which database this is');
  return rows[0];
}

const SELECT_PLACE = 'select id, url, host, opened_at as "openedAt" from asset_place';

/** @returns undefined before any process has opened files for this database. */
export async function assetPlace(pool: Pool | Transaction): Promise<AssetPlace | undefined> {
  return (await pool.query<AssetPlace>(SELECT_PLACE)).rows[0];
}

/**
 * The same, for a transaction that may change it: of two processes that start at once the second sees what the first
 * did.
 */
export async function lockAssetPlace(transaction: Transaction): Promise<AssetPlace | undefined> {
  await transaction.query("select pg_advisory_xact_lock(hashtext('openhouse asset place'))");
  return assetPlace(transaction);
}

export async function putAssetPlace(
  transaction: Transaction,
  { id, url, host }: Omit<AssetPlace, 'openedAt'>,
): Promise<void> {
  await transaction.query(
    `insert into asset_place (id, url, host) values ($1, $2, $3)
     on conflict (one) do update set id = excluded.id, url = excluded.url, host = excluded.host, opened_at = now()`,
    [id, url, host],
  );
}
