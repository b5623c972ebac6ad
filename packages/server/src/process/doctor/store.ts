import type { Pool } from 'pg';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';

/** Seconds; a standby that is there confirms within milliseconds. */
const STANDBY_WAIT_S = 2;

/** @returns The server's version as it names it: `15.18 (Debian …)`. */
export async function serverVersion(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ version: string }>("select current_setting('server_version') as version");
  return rows[0]?.version ?? 'unknown';
}

/** The role that statements run as. */
export interface CurrentRole {
  readonly name: string;
  /** Whether it bypasses row-level security. */
  readonly free: boolean;
  /** Tables and other relations that it owns. */
  readonly owned: number;
  /** The login role, to which a session may return. */
  readonly login: string;
  /** Whether that user bypasses row-level security. */
  readonly freeLogin: boolean;
}

export async function currentRole(pool: Pool): Promise<CurrentRole | undefined> {
  const { rows } = await pool.query<CurrentRole>(
    `select rolname as name, rolsuper or rolbypassrls as free,
            (select count(*)::int from pg_class where relowner = r.oid) as owned,
            session_user as login,
            (select rolsuper or rolbypassrls from pg_roles where rolname = session_user) as "freeLogin"
       from pg_roles r where rolname = current_user`,
  );
  return rows[0];
}

/** @returns The name of the database, quoted for a statement. */
export async function quotedDatabaseName(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('select quote_ident(current_database()) as name');
  return rows[0]?.name ?? '';
}

/** @returns The server's clock, in milliseconds since 1970. */
export async function serverClockMs(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ ms: string }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms',
  );
  return Number(rows[0]?.ms);
}

/**
 * What `synchronous_standby_names` names, if changes wait for it in vain: no standby is connected, or a change of this user has
 * waited for longer than a standby that is there takes. Undefined if they do not.
 */
export function awaitedStandbys(database: Database): Promise<string | undefined> {
  return inTransaction(database, async (transaction) => {
    // What others of its sessions wait for is shown to the login alone, not to the role that it works as.
    await transaction.query('set local role none');
    const { rows } = await transaction.query<{ names: string }>(
      `select current_setting('synchronous_standby_names') as names
        where current_setting('synchronous_standby_names') <> '' and current_setting('synchronous_commit') not in ('off', 'local')
          and (not exists (select from pg_stat_replication)
               or exists (select from pg_stat_activity
                           where wait_event = 'SyncRep' and clock_timestamp() - state_change > $1 * interval '1 s'))`,
      [STANDBY_WAIT_S],
    );
    return rows[0]?.names;
  });
}

/** Connections that a server accepts from this user. Infinity where nothing limits them. */
export interface ConnectionRoom {
  /** Without those reserved for superusers, and for a role that this user is not a member of. */
  readonly server: number;
  readonly role: number;
  readonly database: number;
  /** Open ones that do not belong to this service. */
  readonly others: number;
}

export async function connectionRoom(pool: Pool): Promise<ConnectionRoom> {
  // Of sessions of other users PostgreSQL says to whom they belong, and not of what kind they are: those of clients have a database.
  const { rows } = await pool.query<{ server: number; role: number; database: number; others: number }>(
    // Before version 16 there is neither the setting nor the role.
    `select (select sum(case name when 'max_connections' then setting::int else -setting::int end)::int from pg_settings
              where name in ('max_connections', 'superuser_reserved_connections')
                 or name = 'reserved_connections' and not exists (
                      select from pg_roles where rolname = 'pg_use_reserved_connections' and pg_has_role(session_user, oid, 'usage'))
            ) as server,
            (select rolconnlimit from pg_roles where rolname = session_user) as role,
            (select datconnlimit from pg_database where datname = current_database()) as database,
            (select count(*)::int from pg_stat_activity
              where datid is not null and usesysid is not null and coalesce(backend_type, 'client backend') = 'client backend'
                and application_name <> current_setting('application_name')) as others`,
  );
  const { server = 0, role = -1, database = -1, others = 0 } = rows[0] ?? {};
  const bound = (limit: number) => (limit < 0 ? Number.POSITIVE_INFINITY : limit);
  return { server, role: bound(role), database: bound(database), others };
}

/** A sealed live app secret, with its verifier. */
export interface SealedSecret {
  readonly teamId: string;
  readonly appId: string;
  readonly version: number;
  readonly appKey: string;
  readonly sealed: Buffer;
  readonly verifier: Buffer;
}

/** The newest live app secrets that are sealed, and the newest live sessions with a token. */
export async function newestSealed(
  transaction: Transaction,
  count: number,
): Promise<{ readonly secrets: SealedSecret[]; readonly tokens: { id: string; sealedToken: Buffer }[] }> {
  const { rows: secrets } = await transaction.query<SealedSecret>(
    `select s.team_id as "teamId", s.app_id as "appId", s.version, a.app_key as "appKey", s.sealed, s.verifier
       from app_secret s join app a on a.team_id = s.team_id and a.id = s.app_id
      where s.sealed is not null and (s.ends_at is null or s.ends_at > now())
      order by s.created_at desc limit $1`,
    [count],
  );
  const { rows: tokens } = await transaction.query<{ id: string; sealedToken: Buffer }>(
    `select id, sealed_token as "sealedToken" from session
      where ends_at > now() order by created_at desc limit $1`,
    [count],
  );
  return { secrets, tokens };
}

/** Number of the newest change of tours (decision 0015). */
export async function newestChangeOfTours(pool: Pool): Promise<bigint> {
  const { rows } = await pool.query<{ n: string }>("select n::text from epoch where name = 'tours'");
  return BigInt(rows[0]?.n ?? 0);
}
