import type { Pool } from 'pg';
import type { DatabaseCopy } from '../changes/change-feed.ts';
import type { Database } from './database.ts';
import { serverClock } from './server-clock.ts';

/** What a server reports about itself. */
export interface ServerState {
  readonly copy: DatabaseCopy;
  /** It takes no changes: it follows another server, or was made read-only. */
  readonly readOnly: boolean;
  /** It is a replica: what it says may be behind. */
  readonly follows: boolean;
  /** Its clock, in milliseconds since 1970. */
  readonly clockMs: number;
}

/** A streaming replica has the same one; another database of the cluster has not. */
export const DATABASE_ID = '(select oid::text from pg_database where datname = current_database())';

const SERVER_STATE = `
  select system_identifier::text as cluster, ${DATABASE_ID} as database, current_setting('transaction_read_only')::boolean as "readOnly",
         (extract(epoch from clock_timestamp()) * 1000)::float8 as "clockMs", pg_is_in_recovery() as follows,
         case when not pg_is_in_recovery() then
           ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int
         end as timeline
    from pg_control_system()`;

/** For servers where the service's role may not call the functions above. */
const READ_ONLY = `
  select 'unknown' as cluster, ${DATABASE_ID} as database, current_setting('transaction_read_only')::boolean as "readOnly", null::int as timeline,
         (extract(epoch from clock_timestamp()) * 1000)::float8 as "clockMs", pg_is_in_recovery() as follows`;
const INSUFFICIENT_PRIVILEGE = '42501';

/** Asks the PostgreSQL server which copy it is, whether it takes changes, and what time it has. */
export async function serverState(pool: Pool): Promise<ServerState> {
  type Row = {
    cluster: string;
    database: string;
    readOnly: boolean;
    follows: boolean;
    timeline: number | null;
    clockMs: number;
  };
  const ask = (name: string, text: string) => pool.query<Row>({ name, text });
  const { rows } = await ask('server-state', SERVER_STATE).catch((error: { code?: unknown }) => {
    if (error.code !== INSUFFICIENT_PRIVILEGE) throw error;
    return ask('server-read-only', READ_ONLY);
  });
  const [state] = rows;
  if (state === undefined) throw new Error('the server does not say which copy it is');
  const { readOnly, follows, clockMs, ...copy } = state;
  return { copy, readOnly, follows, clockMs };
}

/**
 * The database's clock as one question finds it, for a program that soon ends.
 * @returns Milliseconds since 1970; the embedded store has this machine's.
 */
export async function databaseClock({ kind, pool }: Database): Promise<() => number> {
  const clock = serverClock();
  if (kind === 'postgres') {
    const fromMs = performance.now();
    const { clockMs } = await serverState(pool);
    clock.note(clockMs, { fromMs, toMs: performance.now() });
  }
  return clock.nowMs;
}
