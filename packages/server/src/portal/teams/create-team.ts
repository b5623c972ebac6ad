import type { Team } from '@openhouse/contract';
import type { Database } from '../../kernel/database/database.ts';
import { inTransaction, workForTeam } from '../../kernel/database/transaction.ts';
import { appendEntry } from '../audit-chain/store.ts';
import { PortalError } from '../http/portal-error.ts';
import type { Asking } from '../session/asking.ts';
import { givenName, newTeamCode, OWNED_TEAMS_MAX } from './rules.ts';
import { countOwnedTeams, holdPerson, insertMember, insertTeam, setActiveTeam } from './store.ts';

/**
 * Creates a Team; the person becomes its owner, and it becomes their active Team.
 * @throws {PortalError} TEAM_LIMIT when the person owns the maximum number of Teams; AUTH_REQUIRED for somebody who has been deleted
 *   meanwhile.
 */
export async function createTeam(database: Database, asking: Asking, givenText: string): Promise<Team> {
  const name = givenName(givenText);
  const code = newTeamCode();
  await inTransaction(database, async (transaction) => {
    if (!(await holdPerson(transaction, asking.personId))) throw new PortalError('AUTH_REQUIRED');
    if ((await countOwnedTeams(transaction, asking.personId)) >= OWNED_TEAMS_MAX) throw new PortalError('TEAM_LIMIT');
    const teamId = await insertTeam(transaction, code, name);
    // From here on the transaction works for the Team it has created.
    await workForTeam(transaction, teamId);
    await insertMember(transaction, teamId, asking.personId, 'owner');
    await setActiveTeam(transaction, asking.personId, teamId);
    const entry = { teamId, action: 'team.create', actor: asking, subject: name, outcome: 'succeeded' } as const;
    await appendEntry(transaction, entry);
  });
  return { id: code, name, role: 'owner', isActive: true };
}
