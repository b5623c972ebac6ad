import type { Pool } from 'pg';
import { callsPerMinuteOf, EMPTY_PLAN } from '../../apps/call-limits.ts';
import { SLOT_MS } from '../../apps/cost-buckets.ts';
import type { CostRow, StepRow } from './rules.ts';

/** The requested minutes. */
export interface UsageSpan {
  readonly teamId: string;
  readonly appId: string;
  readonly from: Date;
  readonly to: Date;
}

const OF_APP = "team_id = $1 and app_id = $2 and (select set_config('app.team', $1::text, true)) is not null";

/** Calls of an app, summed up by steps. @param stepS Seconds of a step. */
export async function stepsOf(pool: Pool, { teamId, appId, from, to }: UsageSpan, stepS: number): Promise<StepRow[]> {
  const { rows } = await pool.query<StepRow>(
    `select floor(extract(epoch from minute - $3::timestamptz) / $5)::int as step, operation, status, version,
            sum(n)::float8 as calls
       from app_use where ${OF_APP} and minute >= $3 and minute < $4
      group by 1, 2, 3, 4`,
    [teamId, appId, from, to, stepS],
  );
  return rows;
}

/** The minute with the most calls of those that an app's limit let through. */
export interface PeakRow {
  readonly at: Date;
  readonly calls: number;
}

/**
 * Calls of the portal's pages, which prove no version of the secret, are not counted by the limit (decision 0097).
 * @param exchange Name of the exchange, which the limit of the app does not count.
 * @param refused Statuses of calls that did not pass the limit: refused before it was checked, or by it.
 */
export async function peakOf(
  pool: Pool,
  { teamId, appId, from, to }: UsageSpan,
  exchange: string,
  refused: readonly string[],
): Promise<PeakRow | undefined> {
  const { rows } = await pool.query<PeakRow>(
    `select minute as at, sum(n)::float8 as calls
       from app_use
      where ${OF_APP} and minute >= $3 and minute < $4 and operation <> $5 and status <> all($6) and version > 0
      group by minute order by 2 desc, 1 desc limit 1`,
    [teamId, appId, from, to, exchange, refused],
  );
  return rows[0];
}

/**
 * Calls that an app may make in a minute, by its exception, its Team's plan, or what the installation sets.
 * @param usual What the installation sets; 0 without a limit.
 */
/** Days that the usage of a Team is kept. @param usual Where its plan says nothing of it. */
export async function keptDaysOf(pool: Pool, teamId: string, usual: number): Promise<number> {
  const { rows } = await pool.query<{ days: number }>(
    'select coalesce(p.usage_days, $2) as days from team t join plan p on p.name = t.plan where t.id = $1',
    [teamId, usual],
  );
  return rows[0]?.days ?? usual;
}

export async function callLimitOf(
  pool: Pool,
  { teamId, appId }: Pick<UsageSpan, 'teamId' | 'appId'>,
  usual: number,
  nowMs: number,
): Promise<number> {
  const { rows } = await pool.query<{ ofPlan: number | null; excepted: number | null; endsAt: Date | null }>(
    `select p.calls_per_minute as "ofPlan", a.exception_calls_per_minute as excepted, a.exception_ends_at as "endsAt"
       from app a join team t on t.id = a.team_id join plan p on p.name = t.plan
      where a.team_id = $1 and a.id = $2 and (select set_config('app.team', $1::text, true)) is not null`,
    [teamId, appId],
  );
  const [row] = rows;
  if (row === undefined) return usual;
  const plan = { ...EMPTY_PLAN, callsPerMinute: row.ofPlan };
  const exception =
    row.endsAt === null
      ? null
      : { callsPerMinute: row.excepted, exchangesPerMinute: null, endsAtMs: row.endsAt.getTime() };
  return callsPerMinuteOf(plan, exception, usual, nowMs);
}

/** Costs of successful calls, of every slot that the span touches. */
export async function costsOf(pool: Pool, { teamId, appId, from, to }: UsageSpan): Promise<CostRow[]> {
  const { rows } = await pool.query<CostRow>(
    `select operation, bucket, sum(n)::float8 as count
       from app_cost where ${OF_APP} and slot > $3::timestamptz - make_interval(secs => $5) and slot < $4
      group by 1, 2`,
    [teamId, appId, from, to, SLOT_MS / 1000],
  );
  return rows;
}

/** A kept call. */
export interface CallRow {
  readonly requestId: string;
  readonly traceId: string;
  readonly at: Date;
  readonly operation: string;
  readonly status: string;
  /** Microseconds. */
  readonly costUs: number;
  readonly version: number | null;
  readonly network: string;
  readonly parameter: string | null;
  readonly message: string | null;
  /** App key; null where no app is known. */
  readonly appKey: string | null;
}

const CALL = `request_id as "requestId", trace_id as "traceId", at, operation, status, cost_us::float8 as "costUs",
  parameter, message`;

/** The last calls of an app, newest first. @param result null for all of them. */
export async function callsOf(
  pool: Pool,
  teamId: string,
  appId: string,
  result: 'succeeded' | 'refused' | null,
  limit: number,
): Promise<CallRow[]> {
  const { rows } = await pool.query<CallRow>(
    `select ${CALL}, version, network, null as "appKey" from app_call
      where ${OF_APP} and ($3::text is null or (status = 'success') = ($3 = 'succeeded'))
      order by at desc, request_id limit $4`,
    [teamId, appId, result, limit],
  );
  return rows;
}

/** A call of one of a Team's apps, by its request id. */
export async function callOfTeam(pool: Pool, teamId: string, requestId: string): Promise<CallRow | undefined> {
  const { rows } = await pool.query<CallRow>(
    `select ${CALL}, version, network, (select app_key from app a where a.team_id = c.team_id and a.id = c.app_id) as "appKey"
       from app_call c
      where team_id = $1 and request_id = $2 and (select set_config('app.team', $1::text, true)) is not null`,
    [teamId, requestId],
  );
  return rows[0];
}

/** A refused call that anybody may have explained, by its request id. */
export async function unknownCall(pool: Pool, requestId: string): Promise<CallRow | undefined> {
  const { rows } = await pool.query<CallRow>(
    `select ${CALL}, null as version, '' as network, null as "appKey" from unknown_call where request_id = $1`,
    [requestId],
  );
  return rows[0];
}
