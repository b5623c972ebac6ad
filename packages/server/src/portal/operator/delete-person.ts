import { OPERATOR_CODE } from '@openhouse/contract';
import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { appendOperatorEntry, appendToTeam } from '../audit-chain/store.ts';
import { PortalError, RETRY_AFTER_S } from '../http/portal-error.ts';
import { lockTeam } from '../teams/store.ts';
import { actorOf } from './acting.ts';
import type { Decision } from './decision.ts';
import * as store from './person-store.ts';

/** What came of a deletion. */
export interface DeletedPerson {
  readonly at: Date;
  /** Teams that the person was taken out of. */
  readonly teams: number;
}

/** How often it begins anew where the person has joined a Team meanwhile. */
const ATTEMPTS_MAX = 5;

/** Teams that a refusal names. */
const NAMED_MAX = 5;

/**
 * Deletes a person, in one transaction: sessions and memberships end, and in every audit log their code takes the place of their
 * names, with an entry that says so and holds the chain together (decision 0138). Repeated, it ends and erases what is left of them, and
 * changes nothing where nothing is.
 * @throws {PortalError} PERSON_NOT_FOUND; TEAM_NEEDS_OWNER, naming the Teams that have no other owner; UNAVAILABLE for somebody who
 *   joins Teams all the while.
 */
export async function deletePerson(database: Database, decision: Decision, userCode: string): Promise<DeletedPerson> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const deleted = await deleteHeld(database, decision, userCode);
    if (deleted !== undefined) return deleted;
  }
  throw new PortalError(
    'UNAVAILABLE',
    'The person came into one Team after the other while they were to be deleted. Suspend them first, then delete them.',
    { 'retry-after': String(RETRY_AFTER_S) },
  );
}

/** @returns Undefined where a Team was joined before the person was held: nothing is done then. */
function deleteHeld(
  database: Database,
  { asking, reason: given }: Decision,
  userCode: string,
): Promise<DeletedPerson | undefined> {
  return inTransaction(
    database,
    async (transaction) => {
      const found = await store.findPerson(transaction, userCode, OPERATOR_CODE);
      if (found === undefined) throw new PortalError('PERSON_NOT_FOUND');
      // Teams before the person, and one after the other in one order, as everybody who holds several does (decision 0242): who acts
      // in a Team holds it when they come to the row of a person.
      const held = await store.teamsOf(
        transaction,
        userCode,
        found.id,
        await store.namesOf(transaction, userCode, found),
      );
      for (const teamId of held) await lockTeam(transaction, teamId);
      const person = await store.holdPerson(transaction, found.id);
      const names = await store.namesOf(transaction, userCode, person);
      const teamIds = await store.teamsOf(transaction, userCode, person.id, names);
      // One that came meanwhile cannot be held behind the person.
      if (!teamIds.every((teamId) => held.includes(teamId))) return undefined;
      if (person.deletedAt !== null && teamIds.length === 0 && !(await store.isInOperatorChain(transaction, userCode)))
        return { at: person.deletedAt, teams: 0 };
      const owned = await store.ownedAlone(transaction, person.id);
      if (owned.length > 0) throw needsOwner(owned);

      const teams = await store.endPerson(transaction, person.id);
      const at = await store.erasePerson(transaction, person.id);
      const reason = await store.withoutNames(transaction, given, userCode, names);
      const self = asking.userCode === userCode;
      const operator = { ...actorOf(asking, reason), ...(self && { name: userCode }) };
      const actor = { ...asking, operator };
      const action = 'person.delete' as const;
      for (const teamId of teamIds) {
        const said = await store.eraseInTeam(transaction, teamId, userCode, names);
        const subject = `${userCode} ${said}`;
        await appendToTeam(transaction, { teamId, action, actor, subject, outcome: 'succeeded' });
      }
      // Last: its head is what others wait for.
      const said = await store.eraseInOperatorChain(transaction, userCode, names);
      appendOperatorEntry(transaction, {
        action,
        operator,
        ipAddress: self ? '' : asking.ipAddress,
        team: '',
        subject: `${userCode} ${said}`,
        outcome: 'succeeded',
      });
      return { at, teams };
    },
    { team: '*' },
  );
}

function needsOwner(owned: readonly { readonly code: string; readonly name: string }[]): PortalError {
  const listed = owned.slice(0, NAMED_MAX).map(({ code, name }) => `${name} (${code})`);
  const more = owned.length > NAMED_MAX ? ` and ${owned.length - NAMED_MAX} more` : '';
  return new PortalError(
    'TEAM_NEEDS_OWNER',
    `Nobody else owns ${listed.join(', ')}${more}. Make somebody else an owner there first.`,
  );
}
