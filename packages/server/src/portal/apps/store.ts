import type { AppRequest, AppSettings } from '@openhouse/contract';
import type { Pool } from 'pg';
import type { Transaction } from '../../kernel/database/database.ts';
import type { LiveVersion } from './rules.ts';

/** A Developer app as it is stored. */
export interface AppRow {
  readonly id: string;
  readonly appKey: string;
  readonly xid: string;
  readonly name: string;
  readonly slot: number;
  readonly trialEndsAt: Date | null;
  readonly disabledAt: Date | null;
  /** When an owner deleted its data; null for others. */
  readonly deletedAt: Date | null;
  /** Since when operators have it suspended, and why; null while they have not. */
  readonly suspendedAt: Date | null;
  readonly suspendedReason: string | null;
  /** The same for its Team. */
  readonly teamSuspendedAt: Date | null;
  readonly teamSuspendedReason: string | null;
  /** When its Team is deleted; null while nobody has asked for that. */
  readonly teamDeletionDueAt: Date | null;
  readonly createdAt: Date;
  readonly settings: AppSettings;
  /** Live versions of its secret, newest first. */
  readonly secrets: readonly LiveVersion[];
}

type RawApp = Omit<AppRow, 'secrets'> & {
  readonly secrets: readonly { readonly version: number; readonly ends_at: string | null }[];
};

const APP = `select a.id, a.app_key as "appKey", a.xid, a.name, a.slot, a.trial_ends_at as "trialEndsAt",
    a.disabled_at as "disabledAt", a.deleted_at as "deletedAt", a.created_at as "createdAt",
    a.suspended_at as "suspendedAt", a.suspended_reason as "suspendedReason",
    t.suspended_at as "teamSuspendedAt", t.suspended_reason as "teamSuspendedReason",
    t.deletion_due_at as "teamDeletionDueAt",
    json_build_object('description', a.description, 'contact', a.contact, 'colour', a.colour,
      'networks', a.networks::text[], 'mayActivate', a.may_activate, 'retireLeaked', a.retire_leaked) as settings,
    (select coalesce(json_agg(json_build_object('version', s.version, 'ends_at', s.ends_at) order by s.version desc), '[]')
       from app_secret s
      where s.team_id = a.team_id and s.app_id = a.id and (s.ends_at is null or s.ends_at > now())) as secrets
  from app a join team t on t.id = a.team_id
 where a.team_id = $1 and a.category = 'open'`;

const IN_TEAM = "and (select set_config('app.team', $1::text, true)) is not null";

const appOf = ({ secrets, ...row }: RawApp): AppRow => ({
  ...row,
  secrets: secrets.map(({ version, ends_at }) => ({ version, endsAt: ends_at === null ? null : new Date(ends_at) })),
});

/** The apps of a Team by slot. */
export async function appsOf(pool: Pool, teamId: string): Promise<AppRow[]> {
  const { rows } = await pool.query<RawApp>(`${APP} ${IN_TEAM} order by a.slot`, [teamId]);
  return rows.map(appOf);
}

export async function findApp(pool: Pool | Transaction, teamId: string, appKey: string): Promise<AppRow | undefined> {
  const { rows } = await pool.query<RawApp>(`${APP} and a.app_key = $2 ${IN_TEAM}`, [teamId, appKey]);
  return rows[0] === undefined ? undefined : appOf(rows[0]);
}

export interface RequestRow {
  readonly id: string;
  readonly name: string;
  readonly slot: number;
  readonly state: AppRequest['state'];
  readonly requestedAt: Date;
  readonly appKey: string | null;
}

const REQUEST = `select r.id, r.name, r.slot, r.state, r.requested_at as "requestedAt", a.app_key as "appKey"
  from app_request r left join app a on a.team_id = r.team_id and a.id = r.app_id where r.team_id = $1`;

/** The open App requests of a Team by slot. */
export async function openRequests(pool: Pool, teamId: string): Promise<RequestRow[]> {
  const { rows } = await pool.query<RequestRow>(`${REQUEST} and r.state <> 'completed' ${IN_TEAM} order by r.slot`, [
    teamId,
  ]);
  return rows;
}

export async function findRequest(
  transaction: Transaction,
  teamId: string,
  idempotencyKey: string,
): Promise<RequestRow | undefined> {
  const { rows } = await transaction.query<RequestRow>(`${REQUEST} and r.idempotency_key = $2`, [
    teamId,
    idempotencyKey,
  ]);
  return rows[0];
}

export interface NewRequest {
  readonly teamId: string;
  readonly name: string;
  readonly idempotencyKey: string;
  /** Id of the person in digits. */
  readonly requestedBy: string;
  readonly upstreamKey: string;
}

/**
 * Saves an App request into the first free slot, together with the outbox row for the upstream.
 * @returns False when no slot could be taken, or the same request exists already.
 */
export async function insertRequest(transaction: Transaction, request: NewRequest): Promise<boolean> {
  const { teamId, name, idempotencyKey, requestedBy, upstreamKey } = request;
  // `on conflict do nothing` covers both keys: a slot that was taken meanwhile, and the same request twice.
  const { rowCount } = await transaction.query(
    `with saved as (
       insert into app_request (team_id, slot, name, state, idempotency_key, requested_by)
       select $1, s, $2, 'saved', $3, $4 from generate_series(1, 3) s
        where not exists (select from app_request r where r.team_id = $1 and r.slot = s)
          and not exists (select from app a where a.team_id = $1 and a.slot = s)
        order by s limit 1
       on conflict do nothing returning id)
     insert into app_outbox (team_id, request_id, upstream_key) select $1, saved.id, $5 from saved`,
    [teamId, name, idempotencyKey, requestedBy, upstreamKey],
  );
  return rowCount === 1;
}

/** Slots of the Team that are taken, by apps and by requests. */
export async function countPlaces(transaction: Transaction, teamId: string): Promise<number> {
  const { rows } = await transaction.query<{ n: number }>(
    `select count(*)::int as n from (
       select slot from app_request where team_id = $1 union select slot from app where team_id = $1) places`,
    [teamId],
  );
  return rows[0]?.n ?? 0;
}

export async function setAppName(transaction: Transaction, appId: string, name: string): Promise<void> {
  await transaction.query('update app set name = $2 where id = $1', [appId, name]);
}

/** Leaves of an app its key, its XID and its place. What there may be very much of goes later (`removeUseOfDeleted`). */
export async function eraseApp(transaction: Transaction, teamId: string, appId: string): Promise<void> {
  await transaction.query(
    `update app set name = app_key, description = '', contact = '', colour = null, networks = '{}', may_activate = true,
            retire_leaked = false,
            trial_ends_at = null, trial_ask_at = null, disabled_at = coalesce(disabled_at, now()), deleted_at = now(),
            exception_ends_at = null, exception_calls_per_minute = null, exception_exchanges_per_minute = null,
            exception_reason = null
      where id = $1`,
    [appId],
  );
  await transaction.query(
    'update app_request r set name = a.app_key from app a where a.id = $2 and r.team_id = $1 and r.app_id = a.id',
    [teamId, appId],
  );
  await transaction.query('delete from app_secret where team_id = $1 and app_id = $2', [teamId, appId]);
}

/** Tables of what an app did. */
const TABLES_OF_USE = ['app_use', 'app_cost', 'app_call'] as const;

/** Removes use and last calls of apps whose data was deleted. @param transaction For work across Teams. @returns How many rows. */
export async function removeUseOfDeleted(transaction: Transaction, limit: number): Promise<number> {
  for (const table of TABLES_OF_USE) {
    const { rowCount } = await transaction.query(
      `delete from ${table} where ctid = any (array(
         select u.ctid from app a join ${table} u on u.team_id = a.team_id and u.app_id = a.id
          where a.deleted_at is not null limit $1))`,
      [limit],
    );
    if (rowCount !== null && rowCount > 0) return rowCount;
  }
  return 0;
}

export async function setSettings(transaction: Transaction, appId: string, settings: AppSettings): Promise<void> {
  const { description, contact, colour, networks, mayActivate, retireLeaked } = settings;
  await transaction.query(
    `update app set description = $2, contact = $3, colour = $4, networks = $5::cidr[], may_activate = $6,
            retire_leaked = $7 where id = $1`,
    [appId, description, contact, colour, networks, mayActivate, retireLeaked],
  );
}

/** Safe to repeat: an app that is disabled already keeps its time. */
export async function setDisabled(transaction: Transaction, appId: string, disabled: boolean): Promise<void> {
  await transaction.query(
    'update app set disabled_at = case when $2 then coalesce(disabled_at, now()) end where id = $1',
    [appId, disabled],
  );
}
