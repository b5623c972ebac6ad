import type { Pool } from 'pg';
import type { PlanOfCalls } from '../../apps/call-limits.ts';
import { NOWHERE, networkOf } from '../../kernel/http/ip-network.ts';
import type { AppStanding } from './app-standing.ts';

interface StandingRow {
  readonly n: string;
  readonly app_id: string | null;
  readonly team_id: string;
  readonly team_code: string;
  readonly app_key: string;
  readonly disabled: boolean;
  readonly suspended: boolean;
  readonly closed: boolean;
  readonly trial_ends_at_ms: string | null;
  readonly plan: string;
  readonly exception_ends_at_ms: string | null;
  readonly exception_calls_per_minute: number | null;
  readonly exception_exchanges_per_minute: number | null;
  readonly networks: readonly string[];
  readonly may_activate: boolean;
  readonly secrets: readonly { version: number; verifier: string; ends_at_ms: number | null }[];
}

/** One statement, one snapshot: the counter and the apps stamped after it are consistent. */
const APPS_SINCE = `
  select e.n, a.id as app_id, a.team_id, t.code as team_code, a.app_key, a.disabled_at is not null as disabled,
         a.suspended_at is not null or t.suspended_at is not null as suspended,
         t.deletion_due_at is not null as closed,
         floor(extract(epoch from a.trial_ends_at) * 1000)::bigint as trial_ends_at_ms,
         t.plan, floor(extract(epoch from a.exception_ends_at) * 1000)::bigint as exception_ends_at_ms,
         a.exception_calls_per_minute, a.exception_exchanges_per_minute, a.networks::text[] as networks, a.may_activate,
         (select coalesce(json_agg(json_build_object(
                   'version', s.version,
                   'verifier', encode(s.verifier, 'hex'),
                   'ends_at_ms', floor(extract(epoch from s.ends_at) * 1000)) order by s.version desc), '[]')
            from app_secret s
           where s.app_id = a.id and (s.ends_at is null or s.ends_at > now())) as secrets
    from epoch e
    left join (app a join team t on t.id = a.team_id) on a.epoch > $1
   where e.name = 'standing' and (select set_config('app.team', '*', true)) is not null`;

/** The apps that changed after epoch `since`, and the epoch they were read at. `-1` reads all. */
export async function appsChangedSince(pool: Pool, since: bigint): Promise<{ n: bigint; apps: AppStanding[] }> {
  const { rows } = await pool.query<StandingRow>({ name: 'apps-since', text: APPS_SINCE, values: [since.toString()] });
  const [first] = rows;
  if (first === undefined) throw new Error('the epoch row of standing is missing');
  const apps = rows.flatMap((row) => (row.app_id === null ? [] : [standingOf(row, BigInt(row.app_id))]));
  return { n: BigInt(first.n), apps };
}

/** What every plan says of calls, by name. They are few. */
export async function callsOfPlans(pool: Pool): Promise<ReadonlyMap<string, PlanOfCalls>> {
  const { rows } = await pool.query<PlanOfCalls & { readonly name: string }>({
    name: 'calls-of-plans',
    text: `select name, calls_per_minute as "callsPerMinute", team_calls_per_minute as "teamCallsPerMinute",
                  exchanges_per_minute as "exchangesPerMinute" from plan`,
  });
  return new Map(rows.map(({ name, ...plan }) => [name, plan]));
}

function standingOf(row: StandingRow, appId: bigint): AppStanding {
  return {
    appId,
    teamId: row.team_id,
    teamCode: row.team_code,
    appKey: row.app_key,
    disabled: row.disabled,
    suspended: row.suspended,
    closed: row.closed,
    trialEndsAtMs: row.trial_ends_at_ms === null ? null : Number(row.trial_ends_at_ms),
    plan: row.plan,
    exception:
      row.exception_ends_at_ms === null
        ? null
        : {
            callsPerMinute: row.exception_calls_per_minute,
            exchangesPerMinute: row.exception_exchanges_per_minute,
            endsAtMs: Number(row.exception_ends_at_ms),
          },
    networks: row.networks.map((text) => networkOf(text) ?? NOWHERE),
    mayActivate: row.may_activate,
    secrets: row.secrets.map(({ version, verifier, ends_at_ms }) => ({
      version,
      verifier: Buffer.from(verifier, 'hex'),
      endsAtMs: ends_at_ms,
    })),
  };
}
