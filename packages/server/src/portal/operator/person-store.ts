import type { Transaction } from '../../kernel/database/database.ts';
import { COUNTED_BY_PERSON } from '../attempts/count-attempt.ts';
import { withdrawInvitationsOf } from '../teams/invitation-store.ts';

/** A person who is to be deleted. */
export interface GoingPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly deletedAt: Date | null;
}

const PERSON = 'select id, name, email, deleted_at as "deletedAt" from person';

/** @param nobody Public code of the operator's own row. */
export async function findPerson(
  transaction: Transaction,
  userCode: string,
  nobody: string,
): Promise<GoingPerson | undefined> {
  const { rows } = await transaction.query<GoingPerson>(`${PERSON} where code = $1 and code <> $2`, [userCode, nobody]);
  return rows[0];
}

/** Holds the row: somebody who signs in meanwhile waits, and finds it deleted. */
export async function holdPerson(transaction: Transaction, personId: string): Promise<GoingPerson> {
  const { rows } = await transaction.query<GoingPerson>(`${PERSON} where id = $1 for update`, [personId]);
  const [person] = rows;
  if (person === undefined) throw new Error('the row of a person is gone: none is ever removed');
  return person;
}

/** Every name that a person had: as they are called now, and as the audit logs knew them. */
export async function namesOf(transaction: Transaction, userCode: string, person: GoingPerson): Promise<string[]> {
  const { rows } = await transaction.query<{ name: string }>(
    `select actor_name as name from audit_entry where actor_code = $1
     union select actor_name from operator_entry where actor_code = $1
     union select unnest($2::text[])`,
    [userCode, [person.name, person.email]],
  );
  return rows.map(({ name }) => name).filter((name) => name !== '' && name !== userCode);
}

/** What is left of a person in an entry of theirs until it is erased. */
const IS_NAMED = "(actor_name <> actor_code or ip_address <> '' or (action like 'session.%' and subject <> ''))";

/**
 * Teams whose chain tells of a person, or that they are in, in the order in which Teams are held. Of one who was deleted before,
 * and of whom no name is left: those that say more than the code.
 */
export async function teamsOf(
  transaction: Transaction,
  userCode: string,
  personId: string,
  names: readonly string[],
): Promise<string[]> {
  // What entries from before migration 0075 say of somebody it was done to: their name, and of a changed role that behind it.
  const subjects = names.flatMap((name) => ['', ': owner', ': member', ': viewer'].map((role) => `${name}${role}`));
  const { rows } = await transaction.query<{ id: string }>(
    `select team_id as id from team_member where person_id = $1
     union select team_id from audit_entry where actor_code = $2 and ${IS_NAMED}
     union select team_id from audit_entry
            where action in ('member.role', 'member.remove', 'person.suspend', 'person.resume')
              and (person_of_subject(subject) = $2 and (cardinality($3::text[]) > 0 or not starts_with(subject, $2))
                   or subject = any ($3))
     order by 1`,
    [personId, userCode, subjects],
  );
  return rows.map(({ id }) => id);
}

/** Whether the installation's chain tells of a person who was deleted before. */
export async function isInOperatorChain(transaction: Transaction, userCode: string): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `select from operator_entry where actor_code = $1 and ${IS_NAMED} limit 1`,
    [userCode],
  );
  return rowCount === 1;
}

/** Teams that a person alone owns; the Teams are held. */
export async function ownedAlone(
  transaction: Transaction,
  personId: string,
): Promise<readonly { readonly code: string; readonly name: string }[]> {
  const { rows } = await transaction.query<{ code: string; name: string }>(
    `select t.code, t.name from team_member m join team t on t.id = m.team_id
      where m.person_id = $1 and m.role = 'owner' and t.deletion_due_at is null
        and not exists (select from team_member o where o.team_id = m.team_id and o.role = 'owner' and o.person_id <> $1)
      order by t.name, t.code`,
    [personId],
  );
  return rows;
}

/** Ends everything that a person has: sessions, accounts, memberships. @returns How many Teams they were in. */
export async function endPerson(transaction: Transaction, personId: string): Promise<number> {
  await transaction.query('delete from session where person_id = $1', [personId]);
  await transaction.query('delete from warning_dismissal where person_id = $1', [personId]);
  await transaction.query('delete from mail where person_id = $1', [personId]);
  await transaction.query(
    "delete from invitation where address_form(email) = (select address_form(email) from person where id = $1 and email <> '')",
    [personId],
  );
  await withdrawInvitationsOf(transaction, personId, null);
  await transaction.query('delete from identity_account where person_id = $1', [personId]);
  await transaction.query(
    "delete from reveal_attempts where counted = any (select kind || ':' || $1::text from unnest($2::text[]) kind)",
    [personId, COUNTED_BY_PERSON],
  );
  const { rowCount } = await transaction.query('delete from team_member where person_id = $1', [personId]);
  return rowCount ?? 0;
}

/** Leaves of a person their code alone. @returns When they were deleted first. */
export async function erasePerson(transaction: Transaction, personId: string): Promise<Date> {
  const { rows } = await transaction.query<{ at: Date }>(
    `update person set name = '', email = '', language = null, mail_code = null, mail_stopped_at = null, active_team_id = null, suspended_at = null, suspended_reason = null,
            deleted_at = coalesce(deleted_at, now())
      where id = $1 returning deleted_at as at`,
    [personId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the person is gone although their row was held');
  return row.at;
}

/** A text about a person, with their code in place of their names. */
export async function withoutNames(
  transaction: Transaction,
  text: string,
  userCode: string,
  names: readonly string[],
): Promise<string> {
  const { rows } = await transaction.query<{ text: string }>('select without_names($1, name_pattern($2), $3) as text', [
    text,
    names,
    userCode,
  ]);
  return rows[0]?.text ?? '';
}

/** Erases a person from a Team's chain. @returns What the next entry of the chain must say (`0046-people-that-go.sql`). */
export async function eraseInTeam(
  transaction: Transaction,
  teamId: string,
  userCode: string,
  names: readonly string[],
): Promise<string> {
  const { rows } = await transaction.query<{ said: string }>('select erase_in_team($1, $2, $3) as said', [
    teamId,
    userCode,
    names,
  ]);
  return rows[0]?.said ?? '';
}

/** The same of the installation's chain. */
export async function eraseInOperatorChain(
  transaction: Transaction,
  userCode: string,
  names: readonly string[],
): Promise<string> {
  const { rows } = await transaction.query<{ said: string }>('select erase_in_operator_chain($1, $2) as said', [
    userCode,
    names,
  ]);
  return rows[0]?.said ?? '';
}
