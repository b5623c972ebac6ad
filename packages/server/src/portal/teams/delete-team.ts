import type { Team } from '@openhouse/contract';
import { stampAppsOfTeam } from '../../apps/app-store.ts';
import type { Database } from '../../kernel/database/database.ts';
import { PortalError } from '../http/portal-error.ts';
import type { AskingInTeam } from '../session/asking.ts';
import { activeMembership } from '../session/teams.ts';
import { askDeletion, askerOf, callDeletionOff } from './deletion-store.ts';
import { perform } from './perform.ts';

/**
 * Closes a Team: every node refuses its apps within a second, and nothing in it can be changed until it is deleted or that is
 * called off (decision 0150).
 * @param confirm What the person typed: the name of the Team, or nothing is done.
 * @param days Until it is deleted (`TEAM_DELETION_GRACE_DAYS`).
 * @throws {PortalError} REQUEST_INVALID, ROLE_INSUFFICIENT, TEAM_CLOSED
 */
export function deleteTeam(database: Database, asking: AskingInTeam, confirm: string, days: number): Promise<Team> {
  const { id, name, teamId } = asking.team;
  return perform(database, { asking, action: 'team.delete', subject: name, by: 'owner' }, async (transaction, role) => {
    if (confirm.trim() !== name) {
      throw new PortalError('REQUEST_INVALID', '/confirm is not the name of the Team. Repeat it exactly.');
    }
    const operator = asking.isOperator ? asking.operator : undefined;
    const who = operator === undefined ? { personId: asking.personId, reason: null } : { personId: null, ...operator };
    const asked = await askDeletion(transaction, teamId, { days, personId: who.personId, reason: who.reason });
    if (asked === undefined) throw new PortalError('TEAM_CLOSED');
    stampAppsOfTeam(transaction, teamId);
    const deletion = {
      askedAt: asked.askedAt.toISOString(),
      dueAt: asked.dueAt.toISOString(),
      askedBy: operator === undefined ? asking.name : null,
      ...(who.reason !== null && { reason: who.reason }),
    };
    const isActive = activeMembership(asking.memberships)?.teamId === teamId;
    return { result: { id, name, role, isActive, deletion }, subject: name };
  });
}

/**
 * Calls the deletion of a Team off; where there is none, nothing changes.
 * @throws {PortalError} ROLE_INSUFFICIENT; TEAM_CLOSED for an owner where operators asked for it.
 */
export function keepTeam(database: Database, asking: AskingInTeam): Promise<Team> {
  const { id, name, teamId } = asking.team;
  const deed = { asking, action: 'team.keep', subject: name, by: 'owner', evenClosed: true } as const;
  return perform(database, deed, async (transaction, role) => {
    const asker = await askerOf(transaction, teamId);
    // A person who is an operator too acts here as an owner.
    const atStore = asking.isOperator && asking.operator !== undefined;
    if (asker?.byOperator === true && !atStore) {
      throw new PortalError('TEAM_CLOSED', 'Operators of this installation have asked for the deletion of the Team.');
    }
    await callDeletionOff(transaction, teamId);
    stampAppsOfTeam(transaction, teamId);
    const isActive = activeMembership(asking.memberships)?.teamId === teamId;
    return { result: { id, name, role, isActive }, subject: name };
  });
}
