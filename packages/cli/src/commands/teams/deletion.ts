import { deleteTeam, getUser, keepTeam, type Team } from '@openhouse/contract';
import { type Command, optionValue, UsageError } from '../../command.ts';
import { teamOf } from '../../named.ts';
import { portalCommand, teamOption } from '../../portal/portal-command.ts';
import { told } from '../../told.ts';

// The deletion of a Team, asked for and called off by its owners (decision 0150).

export const teamsDelete: Command = portalCommand({
  name: 'teams delete',
  summary: 'Delete a Team once its grace time is over.',
  description:
    'From now on every node refuses its apps, and nothing in it can be changed. Until the time that is printed, teams keep calls it off; then everything of it is deleted for good. Owners only.',
  arguments: [],
  options: [{ flags: '--confirm <name>', description: 'the name of the Team' }, teamOption],
  examples: [
    {
      call: 'openhouse teams delete --team t4nq0cXy --confirm "Northlight Studio"',
      does: 'closes the Team, and says when it is deleted',
    },
  ],
  calls: [getUser, deleteTeam],
  async act({ portal, invocation, out }) {
    const { id, name } = await teamOf(portal, optionValue(invocation, 'team'));
    if (optionValue(invocation, 'confirm') !== name) {
      throw new UsageError(told`Nothing was done. Repeat the name of the Team with --confirm ${JSON.stringify(name)}.`);
    }
    const { team } = await portal.call(deleteTeam, { params: { id }, body: { confirm: name } });
    out.one(team, told`${team.id} is closed, and is deleted at ${dueAt(team)}.`);
  },
});

const dueAt = ({ deletion }: Team): string => deletion?.dueAt ?? '-';

export const teamsKeep: Command = portalCommand({
  name: 'teams keep',
  summary: 'Call the deletion of a Team off.',
  description:
    'Its apps work again within a second. A deletion that operators of the installation asked for can be called off by them only. Owners only.',
  arguments: [],
  options: [teamOption],
  examples: [{ call: 'openhouse teams keep --team t4nq0cXy', does: 'leaves the Team as it was' }],
  calls: [getUser, keepTeam],
  async act({ portal, invocation, out }) {
    const { id } = await teamOf(portal, optionValue(invocation, 'team'));
    const { team } = await portal.call(keepTeam, { params: { id }, body: {} });
    out.one(team, told`${team.id} is kept.`);
  },
});
