import type { Pool } from 'pg';
import type { Transaction } from '../database/database.ts';

/** Calls of one app, version of its secret, operation and envelope status in one minute. */
export interface UseCount {
  readonly appKey: string;
  readonly version: number;
  readonly operation: string;
  readonly status: string;
  /** Milliseconds since the Unix epoch, at the start of the minute. */
  readonly minuteMs: number;
  readonly count: number;
}

/**
 * Adds counts, once for each flush of a node: one that is repeated after a lost answer adds nothing. The rows are put in
 * the order of their key, or the flushes of several nodes would lock one another out.
 */
export async function addUse(
  transaction: Transaction,
  node: string,
  flush: number,
  counts: readonly UseCount[],
): Promise<void> {
  await transaction.query(
    `with first as (
       insert into use_flush as f (node, n) values ($1, $2)
       on conflict (node) do update set n = excluded.n, at = now() where f.n < excluded.n returning n)
     insert into app_use as u (team_id, app_id, version, minute, operation, status, n)
     select a.team_id, a.id, c.version, to_timestamp(c.minute_ms / 1000.0), c.operation, c.status, c.n
       from first,
            unnest($3::text[], $4::int[], $5::text[], $6::text[], $7::bigint[], $8::bigint[])
              as c (app_key, version, operation, status, minute_ms, n)
       join app a on a.app_key = c.app_key
      order by a.team_id, a.id, c.version, c.minute_ms, c.operation, c.status
     on conflict (team_id, app_id, version, minute, operation, status) do update set n = u.n + excluded.n`,
    [
      node,
      flush,
      counts.map(({ appKey }) => appKey),
      counts.map(({ version }) => version),
      counts.map(({ operation }) => operation),
      counts.map(({ status }) => status),
      counts.map(({ minuteMs }) => minuteMs),
      counts.map(({ count }) => count),
    ],
  );
}

/** Use of one version of an app's secret. */
export interface VersionUseRow {
  readonly version: number;
  /** To the minute. */
  readonly lastUsedAt: Date | null;
  readonly exchangesLastDay: number;
  readonly callsLastDay: number;
}

/**
 * Successful use by version of an app's secret; versions without any are missing.
 * @param exchange Operation name of the token exchange.
 */
export async function useOfVersions(
  pool: Pool | Transaction,
  teamId: string,
  appId: string,
  exchange: string,
): Promise<VersionUseRow[]> {
  const { rows } = await pool.query<VersionUseRow>(
    `select version, max(minute) as "lastUsedAt",
            coalesce(sum(n) filter (where operation = $3 and minute > now() - interval '1 day'), 0)::int
              as "exchangesLastDay",
            coalesce(sum(n) filter (where operation <> $3 and minute > now() - interval '1 day'), 0)::int
              as "callsLastDay"
       from app_use
      where team_id = $1 and app_id = $2 and (operation <> $3 or status = 'success')
        and (select set_config('app.team', $1::text, true)) is not null
      group by version`,
    [teamId, appId, exchange],
  );
  return rows;
}

/** Removes counts of minutes that ended long ago, a bounded number at a time. @returns How many rows went. */
export async function forgetUse(transaction: Transaction, days: number, limit: number): Promise<number> {
  const { rowCount } = await transaction.query(
    `delete from app_use where ctid in
       (select ctid from app_use where minute < now() - make_interval(days => $1) limit $2)`,
    [days, limit],
  );
  return rowCount ?? 0;
}
