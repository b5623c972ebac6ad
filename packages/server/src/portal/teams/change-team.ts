import type { Team } from '@openhouse/contract';
import type { Database } from '../../kernel/database/database.ts';
import type { AskingInTeam } from '../session/asking.ts';
import { activeMembership } from '../session/teams.ts';
import { perform } from './perform.ts';
import { givenName } from './rules.ts';
import { setActiveTeam, setTeamName } from './store.ts';

/** Changes the name that people see; the public code stays. */
export function renameTeam(database: Database, asking: AskingInTeam, givenText: string): Promise<Team> {
  const { team } = asking;
  const name = givenName(givenText);
  return perform(database, { asking, action: 'team.rename', subject: name, by: 'owner' }, async (transaction, role) => {
    await setTeamName(transaction, team.teamId, name);
    const isActive = activeMembership(asking.memberships)?.teamId === team.teamId;
    return { result: { id: team.id, name, role, isActive }, subject: name };
  });
}

/** Makes one of the person's Teams the active one, wherever they are signed in. */
export function activateTeam(database: Database, asking: AskingInTeam): Promise<Team> {
  const { id, name, teamId } = asking.team;
  const deed = { asking, action: 'team.activate', subject: name, by: 'anybody' } as const;
  const always = { evenSuspended: true, evenClosed: true } as const;
  return perform(database, { ...deed, ...always }, async (transaction, role) => {
    await setActiveTeam(transaction, asking.personId, teamId);
    return { result: { id, name, role, isActive: true }, subject: name };
  });
}
