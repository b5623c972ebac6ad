import { type TeamRole, teamRoles } from '@openhouse/contract';
import type { Pool } from 'pg';
import type { Transaction } from '../../kernel/database/database.ts';

/** How a Team stands, its row held. */
export interface HeldTeam {
  /** Why operators have suspended it; null while they have not. */
  readonly suspended: string | null;
  /** When it is deleted; null while nobody has asked for that. */
  readonly deletionDueAt: Date | null;
}

/** Locks the Team's row to the end of the transaction, so that changes of a Team are serialised. */
export async function lockTeam(transaction: Transaction, teamId: string): Promise<HeldTeam> {
  // Not `for update`: rows that refer to the Team may still be inserted meanwhile.
  const { rows } = await transaction.query<HeldTeam>(
    `select suspended_reason as suspended, deletion_due_at as "deletionDueAt" from team where id = $1 for no key update`,
    [teamId],
  );
  return rows[0] ?? { suspended: null, deletionDueAt: null };
}

/** @returns Code and name of an existing Team: its row is locked. */
export async function nameOfTeam(
  transaction: Transaction,
  teamId: string,
): Promise<{ readonly code: string; readonly name: string }> {
  const { rows } = await transaction.query<{ code: string; name: string }>(
    'select code, name from team where id = $1',
    [teamId],
  );
  const [team] = rows;
  if (team === undefined) throw new Error('the Team is gone although its row was held');
  return team;
}

export async function roleIn(
  transaction: Transaction,
  teamId: string,
  personId: string,
): Promise<TeamRole | undefined> {
  const { rows } = await transaction.query<{ role: TeamRole }>(
    'select role from team_member where team_id = $1 and person_id = $2',
    [teamId, personId],
  );
  return rows[0]?.role;
}

/** @returns The id of the new Team in digits. */
export async function insertTeam(transaction: Transaction, code: string, name: string): Promise<string> {
  const { rows } = await transaction.query<{ id: string }>(
    'insert into team (code, name) values ($1, $2) returning id',
    [code, name],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('insert into team returned no row');
  return id;
}

/**
 * Holds a person to the end of the transaction, so that they are not deleted meanwhile. Before their first row in a Team: the
 * check of its foreign key waits for a deletion as well, and then takes what is left of them for a person.
 * @returns False for somebody who has been deleted.
 */
export async function holdPerson(transaction: Transaction, personId: string): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'select from person where id = $1 and deleted_at is null for key share',
    [personId],
  );
  return rowCount === 1;
}

/** The person is held. */
export async function insertMember(
  transaction: Transaction,
  teamId: string,
  personId: string,
  role: TeamRole,
): Promise<void> {
  await transaction.query('insert into team_member (team_id, person_id, role) values ($1, $2, $3)', [
    teamId,
    personId,
    role,
  ]);
}

export async function setTeamName(transaction: Transaction, teamId: string, name: string): Promise<void> {
  await transaction.query('update team set name = $2 where id = $1', [teamId, name]);
}

export async function setActiveTeam(transaction: Transaction, personId: string, teamId: string): Promise<void> {
  await transaction.query('update person set active_team_id = $2 where id = $1', [personId, teamId]);
}

/** Teams the person owns. The row of the person is locked, so that parallel requests are counted one after another. */
export async function countOwnedTeams(transaction: Transaction, personId: string): Promise<number> {
  await transaction.query('select from person where id = $1 for no key update', [personId]);
  const { rows } = await transaction.query<{ n: number }>(
    `select count(*)::int as n from team_member where person_id = $1 and role = 'owner'
        and (select set_config('app.person', $1::text, true)) is not null`,
    [personId],
  );
  return rows[0]?.n ?? 0;
}

/**
 * Stores the profile from the identity provider, for other members and the audit log.
 * @param language What their pages show, for mails; undefined for a caller that says nothing of it.
 */
export async function keepProfile(
  pool: Pool,
  personId: string,
  name: string,
  email: string,
  language?: string,
): Promise<void> {
  // A call that was under way while the person was deleted brings nothing of them back.
  await pool.query(
    `update person set name = $2, email = $3, language = coalesce($4, language)
      where id = $1 and deleted_at is null and (name, email, coalesce($4, language)) is distinct from ($2, $3, language)`,
    [personId, name, email, language ?? null],
  );
}

export interface MemberRow {
  readonly personId: string;
  readonly userCode: string;
  readonly name: string;
  readonly email: string;
  readonly role: TeamRole;
  readonly joinedAt: Date;
}

const MEMBER = `select m.person_id as "personId", p.code as "userCode", p.name, p.email, m.role,
    m.created_at as "joinedAt" from team_member m join person p on p.id = m.person_id`;

/** Maximum number of people of a Team that are listed. */
const MEMBERS_MAX = 1000;

/** The people of a Team, owners first, then by when they joined. */
export async function membersOf(pool: Pool, teamId: string): Promise<MemberRow[]> {
  const { rows } = await pool.query<MemberRow>(
    `${MEMBER} where m.team_id = $1 and (select set_config('app.team', $1::text, true)) is not null
      order by array_position($2::text[], m.role), m.created_at, m.person_id
      limit ${MEMBERS_MAX}`,
    [teamId, teamRoles],
  );
  return rows;
}

export async function findMember(
  transaction: Transaction,
  teamId: string,
  userCode: string,
): Promise<MemberRow | undefined> {
  const { rows } = await transaction.query<MemberRow>(`${MEMBER} where m.team_id = $1 and p.code = $2`, [
    teamId,
    userCode,
  ]);
  return rows[0];
}

/** Number of owners of the Team. The Team's row must be locked, or two of them could leave at once. */
export async function countOwners(transaction: Transaction, teamId: string): Promise<number> {
  const { rows } = await transaction.query<{ n: number }>(
    "select count(*)::int as n from team_member where team_id = $1 and role = 'owner'",
    [teamId],
  );
  return rows[0]?.n ?? 0;
}

export async function setRole(
  transaction: Transaction,
  teamId: string,
  personId: string,
  role: TeamRole,
): Promise<void> {
  await transaction.query('update team_member set role = $3 where team_id = $1 and person_id = $2', [
    teamId,
    personId,
    role,
  ]);
}

export async function deleteMember(transaction: Transaction, teamId: string, personId: string): Promise<void> {
  await transaction.query('delete from team_member where team_id = $1 and person_id = $2', [teamId, personId]);
}

/** A Team in numbers. */
export interface TeamSummary {
  /** Public code. */
  readonly code: string;
  readonly name: string;
  readonly members: number;
  readonly apps: number;
  readonly tours: number;
}

/** All Teams by code. The transaction works across Teams (scope `*`). */
export async function teamSummaries(transaction: Transaction): Promise<TeamSummary[]> {
  const { rows } = await transaction.query<TeamSummary>(
    `select t.code, t.name,
            (select count(*)::int from team_member m where m.team_id = t.id) as members,
            (select count(*)::int from app a where a.team_id = t.id) as apps,
            (select count(*)::int from tour o where o.team_id = t.id) as tours
       from team t order by t.code`,
  );
  return rows;
}
