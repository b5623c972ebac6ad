import type { Pool } from 'pg';

/** @returns The server's version as it names it: `15.18 (Debian …)`. */
export async function serverVersion(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ version: string }>("select current_setting('server_version') as version");
  return rows[0]?.version ?? 'unknown';
}

/** The role that statements run as. */
export interface CurrentRole {
  readonly name: string;
  /** Whether row-level security does not bind it. */
  readonly free: boolean;
  /** Tables and other relations that it owns. */
  readonly owned: number;
}

export async function currentRole(pool: Pool): Promise<CurrentRole | undefined> {
  const { rows } = await pool.query<CurrentRole>(
    `select rolname as name, rolsuper or rolbypassrls as free,
            (select count(*)::int from pg_class where relowner = r.oid) as owned
       from pg_roles r where rolname = current_user`,
  );
  return rows[0];
}

/** @returns The server's clock, in milliseconds since 1970. */
export async function serverClockMs(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ ms: string }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms',
  );
  return Number(rows[0]?.ms);
}
