import { failuresOfAccessToken } from '@openhouse/contract';
import type { Pool } from 'pg';
import type { Transaction } from '../../kernel/database/database.ts';

/** Use of one version of an app's secret. */
export interface VersionUseRow {
  readonly version: number;
  /** To the minute. */
  readonly lastUsedAt: Date | null;
  readonly exchangesLastDay: number;
  readonly callsLastDay: number;
}

/**
 * Use by version of an app's secret: successful exchanges, and calls whose token was accepted; versions without any are
 * missing. A refused token does not count as use: it would keep a version alive that nobody can use.
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
      where team_id = $1 and app_id = $2 and version > 0 and status <> all($4) and (operation <> $3 or status = 'success')
        and (select set_config('app.team', $1::text, true)) is not null
      group by version`,
    [teamId, appId, exchange, failuresOfAccessToken],
  );
  return rows;
}
