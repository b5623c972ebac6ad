import { OPERATOR_CODE } from '@openhouse/contract';
import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { appendOperatorEntry, appendToTeam } from '../audit-chain/store.ts';
import { PortalError } from '../http/portal-error.ts';
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

/** Teams that a refusal names. */
const NAMED_MAX = 5;

/**
 * Deletes a person, in one transaction: sessions and memberships end, and in every audit log their code takes the place of their
 * names, with an entry that says so and holds the chain together (decision 0138). Repeated, it ends and erases what is left of them, and
 * changes nothing where nothing is.
 * @throws {PortalError} PERSON_NOT_FOUND; TEAM_NEEDS_OWNER, naming the Teams that have no other owner.
 */
export function deletePerson(
  database: Database,
  { asking, reason: given }: Decision,
  userCode: string,
): Promise<DeletedPerson> {
  return inTransaction(
    database,
    async (transaction) => {
      const person = await store.holdPerson(transaction, userCode, OPERATOR_CODE);
      if (person === undefined) throw new PortalError('PERSON_NOT_FOUND');
      const names = await store.namesOf(transaction, userCode, person);
      const teamIds = await store.teamsOf(transaction, userCode, person.id, names);
      // One Team after the other in one order, as everybody who holds several does.
      for (const teamId of teamIds) await lockTeam(transaction, teamId);
      if (person.deletedAt !== null && teamIds.length === 0 && !(await store.isInOperatorChain(transaction, userCode)))
        return { at: person.deletedAt, teams: 0 };
      const owned = await store.ownedAlone(transaction, person.id);
      if (owned.length > 0) throw needsOwner(owned);

      const teams = await store.endPerson(transaction, person.id);
      const at = await store.erasePerson(transaction, person.id);
      const reason = withoutNames(given, names, userCode);
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

/** What the operator wrote may name the person. The longest first: an address may hold the name. */
function withoutNames(text: string, names: readonly string[], code: string): string {
  return names
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, name) => (name.length > 1 ? left.replaceAll(name, code) : left), text);
}
