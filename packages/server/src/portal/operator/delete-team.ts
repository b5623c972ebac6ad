import type { Database } from '../../kernel/database/database.ts';
import { PortalError } from '../http/portal-error.ts';
import { askDeletion, askerOf, callDeletionOff } from '../teams/deletion-store.ts';
import { changeTeamAsOperator, operatorTeamOf } from './change-standing.ts';
import type { Decision } from './decision.ts';

/**
 * Closes a Team, to be deleted in so many days; its owners cannot call it off. An already closed Team is not changed.
 * @throws {PortalError} TEAM_NOT_FOUND
 */
export async function deleteAnyTeam(database: Database, decision: Decision, code: string, days: number): Promise<void> {
  const team = await operatorTeamOf(database, code);
  const { reason } = decision;
  await changeTeamAsOperator(database, decision, team, 'team.delete', async (transaction) => {
    const asked = await askDeletion(transaction, team.id, { days, personId: null, reason });
    return asked === undefined ? false : '';
  });
}

/**
 * Calls the deletion off, no matter who requested it. Without a request nothing changes.
 * @throws {PortalError} TEAM_NOT_FOUND, TEAM_CLOSED
 */
export async function keepAnyTeam(database: Database, decision: Decision, code: string): Promise<void> {
  const team = await operatorTeamOf(database, code);
  await changeTeamAsOperator(database, decision, team, 'team.keep', async (transaction) => {
    const asker = await askerOf(transaction, team.id);
    if (asker?.isBegun === true) {
      throw new PortalError('TEAM_CLOSED', 'The deletion of the Team has begun: what is gone does not come back.');
    }
    await callDeletionOff(transaction, team.id);
    return asker === undefined ? false : '';
  });
}
