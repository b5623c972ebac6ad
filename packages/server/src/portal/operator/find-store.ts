import { OPERATOR_CODE } from '@openhouse/contract';
import type { Pool } from 'pg';

// Every search is a range of one index, whatever the number of Teams: `find.heavy.test.ts` reads the plans.

/** Across Teams: the operator works in all of them. */
const ANY_TEAM = "(select set_config('app.team', '*', true)) is not null";
/** The names that begin with $1, in lower case; all of them for an empty $1. */
const BEGINS = (column: string) => `${column} >= search_form($1) and ${column} < search_form($1) || chr(1114111)`;
/**
 * The names that begin with $1, after the row that a page ended with. The range has one beginning: of two, PostgreSQL starts at
 * the page's and reads every name up to the text.
 */
const BEGINS_BEHIND = (table: string) => `(${table}.found_by, ${table}.id) > (
    greatest($2::text collate "C", search_form($1) collate "C"),
    case when $2::text collate "C" >= search_form($1) collate "C" then $3::bigint else 0 end
  ) and ${table}.found_by < search_form($1) || chr(1114111)`;

/** Where a page of a list ended. */
export interface ListPlace {
  readonly name: string;
  /** Id in digits. */
  readonly id: string;
}

/** Before every row. */
export const LIST_START: ListPlace = { name: '', id: '0' };

/** Position of a row in its list. */
interface Placed {
  readonly id: string;
  readonly foundBy: string;
}

interface Suspended {
  readonly suspendedAt: Date | null;
  readonly suspendedReason: string | null;
}

export interface FoundTeamRow extends Placed, Suspended {
  readonly code: string;
  readonly name: string;
  readonly createdAt: Date;
}

const TEAM = `select t.id, t.found_by as "foundBy", t.code, t.name, t.created_at as "createdAt",
    t.suspended_at as "suspendedAt", t.suspended_reason as "suspendedReason" from team t`;

/** Teams whose name begins with a text, by name. */
export async function teamsByName(
  pool: Pool,
  begins: string,
  { name, id }: ListPlace,
  limit: number,
): Promise<FoundTeamRow[]> {
  const { rows } = await pool.query<FoundTeamRow>(
    `${TEAM} where ${BEGINS_BEHIND('t')} order by t.found_by, t.id limit $4`,
    [begins, name, id, limit],
  );
  return rows;
}

/** The Team with this code. */
export async function teamsByCode(pool: Pool, code: string): Promise<FoundTeamRow[]> {
  return (await pool.query<FoundTeamRow>(`${TEAM} where t.code = $1`, [code])).rows;
}

export async function suspendedTeams(pool: Pool, limit: number): Promise<FoundTeamRow[]> {
  const { rows } = await pool.query<FoundTeamRow>(
    `${TEAM} where t.suspended_at is not null order by t.suspended_at desc limit $1`,
    [limit],
  );
  return rows;
}

export interface GoingTeamFoundRow {
  readonly code: string;
  readonly name: string;
  readonly askedAt: Date;
  readonly dueAt: Date;
  /** Of the owner who asked; null for operators. */
  readonly askerCode: string | null;
  readonly askerName: string | null;
  readonly reason: string | null;
}

/** Teams that are to be deleted, the next to go first. */
export async function goingTeams(pool: Pool, limit: number): Promise<GoingTeamFoundRow[]> {
  const { rows } = await pool.query<GoingTeamFoundRow>(
    `select t.code, t.name, t.deletion_asked_at as "askedAt", t.deletion_due_at as "dueAt", p.code as "askerCode",
            p.name as "askerName", t.deletion_reason as reason
       from team t left join person p on p.id = t.deletion_asked_by
      where t.deletion_due_at is not null order by t.deletion_due_at, t.id limit $1`,
    [limit],
  );
  return rows;
}

export interface FoundPersonRow extends Placed, Suspended {
  readonly userCode: string;
  readonly name: string;
  readonly email: string;
  readonly createdAt: Date;
}

const PERSON = `select p.id, p.found_by as "foundBy", p.code as "userCode", p.name, p.email, p.created_at as "createdAt",
    p.suspended_at as "suspendedAt", p.suspended_reason as "suspendedReason"
  from person p where p.code <> '${OPERATOR_CODE}' and p.deleted_at is null`;

/** People whose name begins with a text, by name. */
export async function peopleByName(
  pool: Pool,
  begins: string,
  { name, id }: ListPlace,
  limit: number,
): Promise<FoundPersonRow[]> {
  const { rows } = await pool.query<FoundPersonRow>(
    `${PERSON} and ${BEGINS_BEHIND('p')} order by p.found_by, p.id limit $4`,
    [begins, name, id, limit],
  );
  return rows;
}

/** People whose e-mail address begins with a text. */
export async function peopleByEmail(pool: Pool, begins: string, limit: number): Promise<FoundPersonRow[]> {
  const { rows } = await pool.query<FoundPersonRow>(
    `${PERSON} and ${BEGINS('p.found_by_email')} order by p.found_by_email, p.id limit $2`,
    [begins, limit],
  );
  return rows;
}

/** The person with this code. */
export async function peopleByCode(pool: Pool, code: string): Promise<FoundPersonRow[]> {
  return (await pool.query<FoundPersonRow>(`${PERSON} and p.code = $1`, [code])).rows;
}

export async function suspendedPeople(pool: Pool, limit: number): Promise<FoundPersonRow[]> {
  const { rows } = await pool.query<FoundPersonRow>(
    `${PERSON} and p.suspended_at is not null order by p.suspended_at desc limit $1`,
    [limit],
  );
  return rows;
}

export interface FoundAppRow extends Placed, Suspended {
  readonly appKey: string;
  readonly xid: string;
  readonly name: string;
  readonly trialEndsAt: Date | null;
  readonly disabledAt: Date | null;
  readonly deletedAt: Date | null;
  readonly team: string;
  readonly teamName: string;
  readonly teamSuspendedAt: Date | null;
  readonly teamSuspendedReason: string | null;
  readonly teamDeletionDueAt: Date | null;
}

const APP_COLUMNS = `a.id, a.found_by as "foundBy", a.app_key as "appKey", a.xid, a.name, a.trial_ends_at as "trialEndsAt",
    a.disabled_at as "disabledAt", a.deleted_at as "deletedAt", a.suspended_at as "suspendedAt", a.suspended_reason as "suspendedReason",
    t.code as team, t.name as "teamName", t.suspended_at as "teamSuspendedAt",
    t.suspended_reason as "teamSuspendedReason", t.deletion_due_at as "teamDeletionDueAt"`;
const APP = `select ${APP_COLUMNS} from app a join team t on t.id = a.team_id where a.category = 'open' and ${ANY_TEAM}`;

/** Apps whose name begins with a text, by name. */
export async function appsByName(
  pool: Pool,
  begins: string,
  { name, id }: ListPlace,
  limit: number,
): Promise<FoundAppRow[]> {
  const { rows } = await pool.query<FoundAppRow>(
    `${APP} and ${BEGINS_BEHIND('a')} order by a.found_by, a.id limit $4`,
    [begins, name, id, limit],
  );
  return rows;
}

/** The app with this app key or XID. */
export async function appsByCode(pool: Pool, code: string): Promise<FoundAppRow[]> {
  const { rows } = await pool.query<FoundAppRow>(`${APP} and a.app_key = $1 union ${APP} and a.xid = $1`, [code]);
  return rows;
}

/** Apps whose trial ends before a time, soonest first; ended ones are left out. */
export async function expiringApps(pool: Pool, days: number, limit: number): Promise<FoundAppRow[]> {
  const { rows } = await pool.query<FoundAppRow>(
    `${APP} and a.trial_ends_at > now() and a.trial_ends_at < now() + make_interval(days => $1)
      order by a.trial_ends_at, a.id limit $2`,
    [days, limit],
  );
  return rows;
}

export async function suspendedApps(pool: Pool, limit: number): Promise<FoundAppRow[]> {
  const { rows } = await pool.query<FoundAppRow>(
    `${APP} and a.suspended_at is not null order by a.suspended_at desc limit $1`,
    [limit],
  );
  return rows;
}

/** Apps by the calls that were refused since a time, most first. @param days Back from now. */
export async function refusedApps(
  pool: Pool,
  days: number,
  limit: number,
): Promise<(FoundAppRow & { readonly refusals: number })[]> {
  const { rows } = await pool.query<FoundAppRow & { readonly refusals: number }>(
    `with refused as (
       select u.app_id, sum(u.n)::float8 as refusals from app_use u
        where u.minute > now() - make_interval(days => $1) and u.status <> 'success' and ${ANY_TEAM}
        group by u.app_id order by refusals desc limit $2)
     select ${APP_COLUMNS}, r.refusals from refused r join app a on a.id = r.app_id join team t on t.id = a.team_id
      order by r.refusals desc`,
    [days, limit],
  );
  return rows;
}

export interface UnfinishedRow {
  readonly name: string;
  readonly team: string;
  readonly teamName: string;
  readonly requestedAt: Date;
  readonly attempts: number;
}

/** App requests that the upstream has not answered, oldest first. */
export async function unfinishedRequests(pool: Pool, limit: number): Promise<UnfinishedRow[]> {
  const { rows } = await pool.query<UnfinishedRow>(
    `select r.name, t.code as team, t.name as "teamName", r.requested_at as "requestedAt", o.attempts
       from app_outbox o join app_request r on r.team_id = o.team_id and r.id = o.request_id join team t on t.id = r.team_id
      where ${ANY_TEAM} order by r.requested_at limit $1`,
    [limit],
  );
  return rows;
}

export interface FoundTourRow {
  readonly code: string;
  readonly name: string;
  readonly active: boolean;
  readonly team: string;
  readonly teamName: string;
}

const TOUR = `select o.code, o.name, o.active, t.code as team, t.name as "teamName"
  from tour o join team t on t.id = o.team_id where ${ANY_TEAM}`;

/** Tours whose name begins with a text. */
export async function toursByName(pool: Pool, begins: string, limit: number): Promise<FoundTourRow[]> {
  const { rows } = await pool.query<FoundTourRow>(
    `${TOUR} and ${BEGINS('o.found_by')} order by o.found_by, o.id limit $2`,
    [begins, limit],
  );
  return rows;
}

/** Tours with this resource code, of any Team. */
export async function toursByCode(pool: Pool, code: string, limit: number): Promise<FoundTourRow[]> {
  const { rows } = await pool.query<FoundTourRow>(`${TOUR} and o.found_by_code = $1 order by o.id limit $2`, [
    code,
    limit,
  ]);
  return rows;
}

export interface FoundSessionRow {
  readonly kind: 'browser' | 'command-line';
  readonly createdAt: Date;
  readonly endsAt: Date;
  readonly userCode: string;
  readonly name: string;
}

/** The live session with this public id. */
export async function sessionsById(pool: Pool, id: string): Promise<FoundSessionRow[]> {
  const { rows } = await pool.query<FoundSessionRow>(
    `select s.kind, s.created_at as "createdAt", s.ends_at as "endsAt", p.code as "userCode", p.name
       from session s join person p on p.id = s.person_id where s.id = $1 and s.ends_at > now()`,
    [id],
  );
  return rows;
}

export interface FoundCallRow {
  readonly at: Date;
  readonly operation: string;
  readonly status: string;
  readonly network: string;
  /** null where no app is known. */
  readonly appKey: string | null;
}

/** The kept call with this request id, with or without a known app. */
export async function callsById(pool: Pool, requestId: string): Promise<FoundCallRow[]> {
  const { rows } = await pool.query<FoundCallRow>(
    `select c.at, c.operation, c.status, c.network,
            (select a.app_key from app a where a.team_id = c.team_id and a.id = c.app_id) as "appKey"
       from app_call c where c.request_id = $1 and ${ANY_TEAM}
     union all
     select at, operation, status, '', null from unknown_call where request_id = $1
     limit 1`,
    [requestId],
  );
  return rows;
}
