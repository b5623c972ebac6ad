import type { Pool } from 'pg';
import type { DatabaseCopy } from '../changes/change-feed.ts';

/** What a server says of itself. */
export interface ServerState {
  readonly copy: DatabaseCopy;
  /** It takes no changes: it follows another server, or was told so. */
  readonly readOnly: boolean;
}

const SERVER_STATE = `
  select system_identifier::text as cluster, current_setting('transaction_read_only')::boolean as "readOnly",
         case when not pg_is_in_recovery() then
           ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int
         end as timeline
    from pg_control_system()`;

/** Where the functions above are withheld from the service's role. */
const READ_ONLY = `
  select 'unknown' as cluster, current_setting('transaction_read_only')::boolean as "readOnly", null::int as timeline`;
const INSUFFICIENT_PRIVILEGE = '42501';

/** Asks the PostgreSQL server which copy it is, and whether it takes changes. */
export async function serverState(pool: Pool): Promise<ServerState> {
  type Row = { cluster: string; readOnly: boolean; timeline: number | null };
  const ask = (name: string, text: string) => pool.query<Row>({ name, text });
  const { rows } = await ask('server-state', SERVER_STATE).catch((error: { code?: unknown }) => {
    if (error.code !== INSUFFICIENT_PRIVILEGE) throw error;
    return ask('server-read-only', READ_ONLY);
  });
  const [state] = rows;
  if (state === undefined) throw new Error('the server does not say which copy it is');
  const { readOnly, ...copy } = state;
  return { copy, readOnly };
}
