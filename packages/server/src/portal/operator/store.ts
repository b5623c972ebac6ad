import { type TeamRole, teamRoles } from '@openhouse/contract';
import type { Pool } from 'pg';
import type { Transaction } from '../../kernel/database/database.ts';
import { DELETION_COLUMNS, type DeletionRow } from '../session/team-deletion.ts';

/** Since when operators have something suspended, and why; null while they have not. */
interface SuspendedRow {
  readonly suspendedAt: Date | null;
  readonly suspendedReason: string | null;
}

/** An app with its Team, as it is stored. */
export interface OperatorAppRow extends SuspendedRow {
  readonly id: string;
  readonly appKey: string;
  readonly xid: string;
  readonly name: string;
  readonly slot: number;
  readonly contact: string;
  readonly trialEndsAt: Date | null;
  readonly trialSetByOperator: boolean;
  readonly disabledAt: Date | null;
  readonly deletedAt: Date | null;
  readonly createdAt: Date;
  readonly exceptionEndsAt: Date | null;
  readonly exceptionCallsPerMinute: number | null;
  readonly exceptionExchangesPerMinute: number | null;
  readonly exceptionReason: string | null;
  readonly teamId: string;
  readonly team: string;
  readonly teamName: string;
  readonly teamSuspendedAt: Date | null;
  readonly teamSuspendedReason: string | null;
  readonly teamDeletionDueAt: Date | null;
}

/** Across Teams: the operator works in all of them. */
const ANY_TEAM = "(select set_config('app.team', '*', true)) is not null";

const APP = `select a.id, a.app_key as "appKey", a.xid, a.name, a.slot, a.contact, a.trial_ends_at as "trialEndsAt",
    a.trial_set_by_operator as "trialSetByOperator", a.disabled_at as "disabledAt", a.deleted_at as "deletedAt", a.created_at as "createdAt",
    a.suspended_at as "suspendedAt", a.suspended_reason as "suspendedReason",
    a.exception_ends_at as "exceptionEndsAt", a.exception_calls_per_minute as "exceptionCallsPerMinute",
    a.exception_exchanges_per_minute as "exceptionExchangesPerMinute", a.exception_reason as "exceptionReason", t.id as "teamId", t.code as team,
    t.name as "teamName", t.suspended_at as "teamSuspendedAt", t.suspended_reason as "teamSuspendedReason",
    t.deletion_due_at as "teamDeletionDueAt"
  from app a join team t on t.id = a.team_id
 where a.category = 'open'`;

/** An app of any Team. */
export async function findOperatorApp(pool: Pool, appKey: string): Promise<OperatorAppRow | undefined> {
  const { rows } = await pool.query<OperatorAppRow>(`${APP} and a.app_key = $1 and ${ANY_TEAM}`, [appKey]);
  return rows[0];
}

/** The apps of a Team by slot. */
export async function operatorAppsOf(pool: Pool, teamId: string): Promise<OperatorAppRow[]> {
  const { rows } = await pool.query<OperatorAppRow>(`${APP} and a.team_id = $1 and ${ANY_TEAM} order by a.slot`, [
    teamId,
  ]);
  return rows;
}

/**
 * @param reason null ends the suspension.
 * @returns False when it is suspended for that reason, or not suspended, already.
 */
export async function setAppSuspension(
  transaction: Transaction,
  appId: string,
  reason: string | null,
): Promise<boolean> {
  return suspended(transaction, 'app', appId, reason);
}

/** The same for a Team. */
export async function setTeamSuspension(
  transaction: Transaction,
  teamId: string,
  reason: string | null,
): Promise<boolean> {
  return suspended(transaction, 'team', teamId, reason);
}

/** The same for a person; false for one who has been deleted meanwhile. */
export async function setPersonSuspension(
  transaction: Transaction,
  personId: string,
  reason: string | null,
): Promise<boolean> {
  return suspended(transaction, 'person', personId, reason, 'and deleted_at is null');
}

async function suspended(
  transaction: Transaction,
  table: 'app' | 'team' | 'person',
  id: string,
  reason: string | null,
  alsoWhere = '',
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `update ${table} set suspended_at = case when $2::text is not null then coalesce(suspended_at, now()) end,
            suspended_reason = $2
      where id = $1 and suspended_reason is distinct from $2 ${alsoWhere}`,
    [id, reason],
  );
  return rowCount === 1;
}

/** Sets the end of a trial; the upstream is not asked about it any more. */
/** @returns False when the app's data has been deleted. */
export async function setTrialByOperator(transaction: Transaction, appId: string, endsAt: Date): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `update app set trial_ends_at = $2, trial_set_by_operator = true, trial_ask_at = null
      where id = $1 and deleted_at is null`,
    [appId, endsAt],
  );
  return rowCount === 1;
}

/** Adopts what the upstream reports; from now on it is asked again. @returns False when the app's data has been deleted. */
export async function setTrialByUpstream(transaction: Transaction, appId: string, endsAt: Date): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `update app set trial_ends_at = $2, trial_set_by_operator = false, trial_ask_at = now()
      where id = $1 and deleted_at is null`,
    [appId, endsAt],
  );
  return rowCount === 1;
}

export interface OperatorTeamRow extends SuspendedRow, DeletionRow {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly plan: string;
  readonly tours: number;
}

export async function findOperatorTeam(pool: Pool, code: string): Promise<OperatorTeamRow | undefined> {
  const { rows } = await pool.query<OperatorTeamRow>(
    `select t.id, t.code, t.name, t.created_at as "createdAt", t.suspended_at as "suspendedAt",
            t.suspended_reason as "suspendedReason", t.plan, ${DELETION_COLUMNS},
            coalesce((select c.n from tour_count c where c.team_id = t.id), 0)::int as tours
       from team t where t.code = $1 and ${ANY_TEAM}`,
    [code],
  );
  return rows[0];
}

export interface OperatorMemberRow extends SuspendedRow {
  readonly userCode: string;
  readonly name: string;
  readonly email: string;
  readonly role: TeamRole;
}

/** Maximum number of people of a Team that are shown. */
const MEMBERS_MAX = 1000;

/** The people of a Team, owners first. */
export async function operatorMembersOf(pool: Pool, teamId: string): Promise<OperatorMemberRow[]> {
  const { rows } = await pool.query<OperatorMemberRow>(
    `select p.code as "userCode", p.name, p.email, m.role, p.suspended_at as "suspendedAt",
            p.suspended_reason as "suspendedReason"
       from team_member m join person p on p.id = m.person_id
      where m.team_id = $1 and ${ANY_TEAM}
      order by array_position($2::text[], m.role), m.created_at, m.person_id
      limit ${MEMBERS_MAX}`,
    [teamId, teamRoles],
  );
  return rows;
}

export interface OperatorPersonRow extends SuspendedRow {
  readonly id: string;
  readonly userCode: string;
  readonly name: string;
  readonly email: string;
  readonly createdAt: Date;
  readonly sessions: number;
  readonly teams: readonly { readonly id: string; readonly name: string; readonly role: TeamRole }[];
}

/** Maximum number of Teams of a person that are shown. */
const TEAMS_MAX = 200;

/** @param nobody Public code of the operator's own row, which is no person. */
export async function findOperatorPerson(
  pool: Pool,
  userCode: string,
  nobody: string,
): Promise<OperatorPersonRow | undefined> {
  const { rows } = await pool.query<OperatorPersonRow>(
    `select p.id, p.code as "userCode", p.name, p.email, p.created_at as "createdAt",
            p.suspended_at as "suspendedAt", p.suspended_reason as "suspendedReason",
            (select count(*)::int from session s where s.person_id = p.id and s.ends_at > now()) as sessions,
            (select coalesce(json_agg(json_build_object('id', t.code, 'name', t.name, 'role', m.role)), '[]')
               from (select * from team_member m where m.person_id = p.id order by m.created_at limit ${TEAMS_MAX}) m
               join team t on t.id = m.team_id) as teams
       from person p where p.code = $1 and p.code <> $2 and p.deleted_at is null and ${ANY_TEAM}`,
    [userCode, nobody],
  );
  return rows[0];
}
