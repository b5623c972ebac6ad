import type { TeamRole } from '@openhouse/contract';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { personAsSubject } from '../audit-chain/entry.ts';
import { PortalError } from '../http/portal-error.ts';
import type { AskingInTeam } from '../session/asking.ts';
import { withdrawInvitationsOf } from './invitation-store.ts';
import { perform } from './perform.ts';
import { countOwners, deleteMember, findMember, type MemberRow, setRole } from './store.ts';

/** Changes the role of a member. @throws {PortalError} MEMBER_NOT_FOUND, TEAM_NEEDS_OWNER */
export function changeRole(
  database: Database,
  asking: AskingInTeam,
  userCode: string,
  role: TeamRole,
): Promise<MemberRow> {
  const deed = { asking, action: 'member.role', subject: userCode, by: 'owner' } as const;
  return perform(database, deed, async (transaction) => {
    const { teamId } = asking.team;
    const member = await memberOf(transaction, teamId, userCode);
    if (role !== 'owner') await keepAnOwner(transaction, teamId, member);
    await setRole(transaction, teamId, member.personId, role);
    if (role !== 'owner') await withdrawInvitationsOf(transaction, member.personId, teamId);
    return { result: { ...member, role }, subject: `${personAsSubject(member)}: ${role}` };
  });
}

/**
 * Removes a member from the Team; everybody may remove themselves.
 * @throws {PortalError} ROLE_INSUFFICIENT, MEMBER_NOT_FOUND, TEAM_NEEDS_OWNER
 */
export function removeMember(database: Database, asking: AskingInTeam, userCode: string): Promise<number> {
  const by = userCode === asking.userCode ? 'anybody' : 'owner';
  const deed = { asking, action: 'member.remove', subject: userCode, by } as const;
  return perform(database, deed, async (transaction) => {
    const { teamId } = asking.team;
    const member = await memberOf(transaction, teamId, userCode);
    await keepAnOwner(transaction, teamId, member);
    await deleteMember(transaction, teamId, member.personId);
    await withdrawInvitationsOf(transaction, member.personId, teamId);
    return { result: 1, subject: personAsSubject(member) };
  });
}

async function memberOf(transaction: Transaction, teamId: string, userCode: string): Promise<MemberRow> {
  const member = await findMember(transaction, teamId, userCode);
  if (member === undefined) throw new PortalError('MEMBER_NOT_FOUND');
  return member;
}

/** A Team always has an owner. The Team's row is locked, so two owners cannot both be told that there is another. */
async function keepAnOwner(transaction: Transaction, teamId: string, leaving: MemberRow): Promise<void> {
  if (leaving.role === 'owner' && (await countOwners(transaction, teamId)) === 1) {
    throw new PortalError('TEAM_NEEDS_OWNER');
  }
}
