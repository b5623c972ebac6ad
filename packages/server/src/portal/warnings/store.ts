import {
  accessToken,
  failuresOfAccessToken,
  TEAM_FILES,
  TEAM_STORED_BYTES,
  WARNED_AT_DAYS,
  WARNED_AT_PERCENT,
  type WarningKind,
} from '@openhouse/contract';
import type { Pool } from 'pg';
import type { Transaction } from '../../kernel/database/database.ts';
import {
  FORM_OF,
  LEAK_SHOWN_DAYS,
  OVER_KEEP_DAYS,
  RATE_MINUTES,
  RATE_QUIET_DAYS,
  REFUSALS_LEAST,
  STOCK_SLACK_PERCENT,
  UNUSED_DAYS,
  type WarningRow,
} from './rules.ts';

/** One process looks at a time; the others leave it to the next look. To the end of the transaction. */
export async function isAlone(transaction: Transaction): Promise<boolean> {
  const { rows } = await transaction.query<{ taken: boolean }>(
    "select pg_try_advisory_xact_lock(hashtext('openhouse warnings')) as taken",
  );
  return rows[0]?.taken === true;
}

/** Apps that work: nobody is warned about one that an owner or an operator has stopped. */
const WORKS =
  'a.disabled_at is null and a.suspended_at is null and t.suspended_at is null and t.deletion_due_at is null';
const DAYS = `unnest('{${WARNED_AT_DAYS.join()}}'::int[]) with ordinality d (days, level)`;
const PERCENT = `unnest('{${WARNED_AT_PERCENT.join()}}'::int[]) with ordinality m (percent, level)`;
const SOONEST = `interval '${Math.max(...WARNED_AT_DAYS)} days'`;
/** What began this long before a mark began at it. */
const SLACK = "interval '1 hour'";
const kindsOf = (form: string) =>
  Object.entries(FORM_OF)
    .filter((pair) => pair[1] === form)
    .map(([kind]) => `'${kind}'`)
    .join();

/** Of a stock: rows that are near a mark, and whether they have reached it. */
const stock = (kind: WarningKind, used: string, most: string) => `
  select t.id, '${kind}', null::bigint, null::int, m.level, ${used} * 100 >= ${most}::numeric * m.percent, null::timestamptz, ${used}, ${most}
    from plan p join team t on t.plan = p.name join tour_count c on c.team_id = t.id left join file_count f on f.team_id = t.id, ${PERCENT}
   where ${most} > 0 and t.suspended_at is null and t.deletion_due_at is null and ${used} * 100 >= ${most}::numeric * (m.percent - ${STOCK_SLACK_PERCENT})`;

/** Of a rate: rows that have reached a mark in the last minutes. */
const rate = (kind: WarningKind, used: string, most: string, from: string, app = 'null::bigint') => `
  select t.id, '${kind}', ${app}, null::int, m.level, true, null::timestamptz, ${used}, ${most}
    from ${from}, ${PERCENT}
   where ${most} > 0 and ${used} * 100 >= ${most}::numeric * m.percent`;

const OF_EXCEPTION = (limit: string) => `case when a.exception_ends_at > now() then a.exception_${limit} end`;
const OF_APP = `peak k join app a on a.id = k.app_id join team t on t.id = a.team_id join plan p on p.name = t.plan`;

/**
 * Everything that is so now. $1: name of the exchange. $2: statuses of calls that no limit of calls counts. $3: calls that an app
 * may make in a minute where nobody has said anything else. $4: days that usage is kept where
 * a plan says nothing of it.
 */
const CONDITIONS = `
  minute as (
    select team_id, app_id, minute,
           sum(n) filter (where operation <> $1 and status <> all($2)) as calls,
           sum(n) filter (where operation = $1 and status = 'success') as exchanges
      from app_use where minute > now() - interval '${RATE_MINUTES} minutes' and version > 0 group by 1, 2, 3),
  peak as (select app_id, max(calls) as calls, max(exchanges) as exchanges from minute group by 1),
  team_peak as (
    select team_id, max(calls) as calls from (select team_id, minute, sum(calls) as calls from minute group by 1, 2) s group by 1),
  hour as (
    select app_id, sum(n) filter (where status <> 'success') as refused, sum(n) as n
      from app_use where minute > now() - interval '1 hour' and version > 0 group by 1),
  condition (team_id, kind, app_id, version, level, reached, ends_at, used, most) as (
  select a.team_id, 'trial-ends', a.id, null::int, d.level, true, a.trial_ends_at, null::bigint, null::bigint
    from app a join team t on t.id = a.team_id, ${DAYS}
   where a.trial_ends_at > now() and a.trial_ends_at <= now() + ${SOONEST}
     and a.trial_ends_at <= now() + make_interval(days => d.days)
     and a.created_at < a.trial_ends_at - make_interval(days => d.days) - ${SLACK} and ${WORKS}
  union all
  select s.team_id, 'secret-ends', a.id, s.version, d.level, true, s.ends_at, null, null
    from app_secret s join app a on a.id = s.app_id join team t on t.id = a.team_id
         -- None where the newest ends, after which the app has no secret at all.
         left join app_secret next on next.app_id = s.app_id and next.version = s.version + 1, ${DAYS}
   where s.ends_at > now() and s.ends_at <= now() + ${SOONEST} and s.ends_at <= now() + make_interval(days => d.days)
     -- Whoever rotated with an overlap of a day knows it.
     and coalesce(next.created_at, s.created_at) < s.ends_at - make_interval(days => d.days) - ${SLACK} and ${WORKS}
  union all
  -- Also of an app that is disabled, or of a Team that is suspended: what has leaked stays known.
  select s.team_id, 'secret-leaked', s.app_id, s.version, 1, true, null, null, null from app_secret s
   where s.leaked_at is not null
     and (s.ends_at is null or s.ends_at > now() or s.leaked_at > now() - interval '${LEAK_SHOWN_DAYS} days')
  union all ${stock('tours', 'c.n', 'p.tours')}
  union all ${stock('storage', 'c.bytes', `coalesce(p.stored_bytes, ${TEAM_STORED_BYTES})`)}
  union all ${stock('files', 'coalesce(f.n, 0)', `coalesce(p.files, ${TEAM_FILES})`)}
  union all ${rate('calls', 'k.calls', `coalesce(${OF_EXCEPTION('calls_per_minute')}, p.calls_per_minute, $3::int)`, OF_APP, 'a.id')}
  union all ${rate('exchanges', 'k.exchanges', `coalesce(${OF_EXCEPTION('exchanges_per_minute')}, p.exchanges_per_minute)`, OF_APP, 'a.id')}
  union all ${rate('team-calls', 'k.calls', 'p.team_calls_per_minute', 'team_peak k join team t on t.id = k.team_id join plan p on p.name = t.plan')}
  union all
  select a.team_id, 'refusals', a.id, null, 1, true, null, h.refused, h.n
    from hour h join app a on a.id = h.app_id join team t on t.id = a.team_id
   where h.refused >= ${REFUSALS_LEAST} and h.refused * 2 >= h.n and ${WORKS}
  union all
  select a.team_id, 'unused', a.id, null, 1, true, null, null, null
    from app a join team t on t.id = a.team_id join plan p on p.name = t.plan
   where a.created_at < now() - interval '${UNUSED_DAYS.from} days'
     and a.created_at > now() - make_interval(days => least(${UNUSED_DAYS.to}, coalesce(p.usage_days, $4::int)))
     and (a.trial_ends_at is null or a.trial_ends_at > now()) and ${WORKS}
     and not exists (select from app_use u where u.team_id = a.team_id and u.app_id = a.id and u.version > 0))`;

const SAME = `c.team_id = w.team_id and c.kind = w.kind and c.app_id is not distinct from w.app_id
  and c.version is not distinct from w.version and c.level = w.level and c.ends_at is not distinct from w.ends_at`;

export interface LookOptions {
  /** Calls that an app may make in a minute where its plan says nothing; 0 without a limit. */
  readonly appLimitPerMinute: number;
  /** Days that usage is kept where a plan says nothing of it: before that, nobody knows whether an app was used. */
  readonly usageKeepDays: number;
}

/**
 * Looks at everything once: writes what is newly so, and ends what is no longer so. The transaction works across Teams (scope
 * `*`).
 * @returns Ids of the new warnings, of each thing the sharpest.
 */
export async function writeWarnings(
  transaction: Transaction,
  { appLimitPerMinute, usageKeepDays }: LookOptions,
): Promise<string[]> {
  const { rows } = await transaction.query<{ id: string }>(
    `with ${CONDITIONS},
     over as (
       update warning w set over_at = now()
        where w.over_at is null and not exists (select from condition c where ${SAME})
          and (w.kind not in (${kindsOf('rate')}) or w.seen_at < now() - interval '${RATE_QUIET_DAYS} days')),
     seen as (
       update warning w set seen_at = now(), used = c.used, most = c.most
         from condition c where w.over_at is null and ${SAME} and c.reached and c.used is not null),
     made as (
       insert into warning (team_id, kind, app_id, version, level, ends_at, used, most)
       select team_id, kind, app_id, version, level, ends_at, used, most from condition where reached
        order by team_id, kind, app_id, version, level
       on conflict do nothing
       returning id, team_id, kind, app_id, version, level)
     select distinct on (team_id, kind, app_id, version) id from made
      order by team_id, kind, app_id, version, level desc`,
    [accessToken.name, [...failuresOfAccessToken, 'err_rate_limited'], appLimitPerMinute, usageKeepDays],
  );
  return rows.map(({ id }) => id);
}

/** Removes warnings that have been over for long. Scope `*`. */
export async function removeOldWarnings(transaction: Transaction, limit: number): Promise<void> {
  await transaction.query(
    `delete from warning where id = any (array(
       select id from warning where over_at < now() - interval '${OVER_KEEP_DAYS} days' order by over_at limit $1))`,
    [limit],
  );
}

/** What a Team is warned of now: of each thing the sharpest, newest first, without what the person has dismissed. */
export async function warningsOf(pool: Pool, teamId: string, personId: string, limit: number): Promise<WarningRow[]> {
  const { rows } = await pool.query<WarningRow>(
    `with sharpest as (
       select distinct on (kind, app_id, version) * from warning
        where team_id = $1 and over_at is null and (select set_config('app.team', $1::text, true)) is not null
        order by kind, app_id, version, level desc, id desc)
     select w.id, w.kind, w.level, a.app_key as "appKey", a.name as "appName", w.version, w.ends_at as "endsAt",
            w.used::float8, w.most::float8, w.made_at as "madeAt", s.leaked_url as "leakedUrl",
            s.ends_at is not null and s.ends_at <= now() as ended
       from sharpest w left join app a on a.team_id = w.team_id and a.id = w.app_id
            left join app_secret s on s.team_id = w.team_id and s.app_id = w.app_id and s.version = w.version
      where not exists (
        select from warning_dismissal d where d.team_id = $1 and d.warning_id = w.id and d.person_id = $2)
      order by w.made_at desc, w.id desc limit $3`,
    [teamId, personId, limit],
  );
  return rows;
}

/**
 * Warns of a leaked secret at once, in the transaction that notes it; the next look finds it there. Scope: its Team.
 * @returns The id of the warning, or nothing where there is one.
 */
export async function warnOfLeak(
  transaction: Transaction,
  { teamId, appId, version }: { readonly teamId: string; readonly appId: string; readonly version: number },
): Promise<string[]> {
  const { rows } = await transaction.query<{ id: string }>(
    `insert into warning (team_id, kind, app_id, version, level) values ($1, 'secret-leaked', $2, $3, 1)
     on conflict do nothing returning id`,
    [teamId, appId, version],
  );
  return rows.map(({ id }) => id);
}

/** @returns False when the Team has no such warning. */
export async function dismiss(
  transaction: Transaction,
  teamId: string,
  warningId: string,
  personId: string,
): Promise<boolean> {
  const { rows } = await transaction.query(
    `with one as (select id from warning where team_id = $1 and id = $2),
     kept as (
       insert into warning_dismissal (team_id, warning_id, person_id) select $1, id, $3 from one on conflict do nothing)
     select from one`,
    [teamId, warningId, personId],
  );
  return rows.length > 0;
}
