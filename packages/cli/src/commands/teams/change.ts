import { activateTeam, createTeam, getUser, renameTeam } from '@openhouse/contract';
import type { Argument, Command } from '../../command.ts';
import { optionValue } from '../../command.ts';
import { teamOf } from '../../named.ts';
import { portalCommand, teamOption } from '../../portal/portal-command.ts';
import { told } from '../../told.ts';

const name: Argument = { name: 'name', description: 'what people see: 1 to 64 characters', required: true };

export const teamsCreate: Command = portalCommand({
  name: 'teams create',
  summary: 'Create a Team, with you as its owner.',
  description: 'It becomes your active Team.',
  arguments: [name],
  options: [],
  examples: [{ call: 'openhouse teams create "Northlight Studio"', does: 'creates a Team and prints its code' }],
  calls: [createTeam],
  async act({ portal, words: [given = ''], out }) {
    const { team } = await portal.call(createTeam, { body: { name: given } });
    out.one(team, team.id);
  },
});

export const teamsRename: Command = portalCommand({
  name: 'teams rename',
  summary: 'Rename a Team.',
  arguments: [name],
  options: [teamOption],
  examples: [{ call: 'openhouse teams rename "Northlight" --team t4nq0cXy', does: 'changes the name; the code stays' }],
  calls: [getUser, renameTeam],
  async act({ portal, words: [given = ''], invocation, out }) {
    const { id } = await teamOf(portal, optionValue(invocation, 'team'));
    const { team } = await portal.call(renameTeam, { params: { id }, body: { name: given } });
    out.one(team, told`${team.id} is called ${team.name}.`);
  },
});

export const teamsSwitch: Command = portalCommand({
  name: 'teams switch',
  summary: 'Choose your active Team.',
  description: 'Same as in the menu of the portal: it applies to every browser you are signed in with.',
  arguments: [{ name: 'team', description: 'its code or name', required: true }],
  options: [],
  examples: [{ call: 'openhouse teams switch demo', does: 'makes the Team demo the active one' }],
  calls: [getUser, activateTeam],
  async act({ portal, words: [named], out }) {
    const { id } = await teamOf(portal, named);
    const { team } = await portal.call(activateTeam, { params: { id }, body: {} });
    out.one(team, told`${team.name} (${team.id}) is active.`);
  },
});
