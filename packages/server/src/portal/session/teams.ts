import type { Team } from '@openhouse/contract';
import type { Membership } from './store.ts';
import { shownDeletion } from './team-deletion.ts';

/**
 * Which Team is active (decision 0021): the chosen one while the person is a member; the only one when there is just
 * one. With several and no valid choice none is: nobody may work in a Team they did not choose.
 */
export function activeMembership(memberships: readonly Membership[]): Membership | undefined {
  return memberships.find(({ chosen }) => chosen) ?? (memberships.length === 1 ? memberships[0] : undefined);
}

/** The `teams` of the developer account. */
export function shownTeams(memberships: readonly Membership[]): Team[] {
  const active = activeMembership(memberships);
  return memberships.map(({ id, name, role, teamId, suspendedAt, suspendedReason, ...others }) => ({
    id,
    name,
    role,
    isActive: teamId === active?.teamId,
    ...(suspendedAt !== null && { suspended: { since: suspendedAt.toISOString(), reason: suspendedReason ?? '' } }),
    ...shownDeletion(others),
  }));
}
