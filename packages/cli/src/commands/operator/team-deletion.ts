import { deleteAnyTeam, keepAnyTeam } from '@openhouse/contract';
import { type Argument, type Command, UsageError } from '../../command.ts';
import { portalCommand } from '../../portal/portal-command.ts';
import { told } from '../../told.ts';
import { reasonOf } from './decision.ts';
import { tellTeam } from './tell-rows.ts';

// The deletion of any Team by operators, at the store or at a portal (decision 0150).

const team: Argument = { name: 'team', description: 'its code', required: true };

export const operatorDeleteTeam: Command = portalCommand({
  name: 'operator delete-team',
  summary: 'Delete any Team once its grace time is over.',
  description:
    'From now on every node refuses its apps, and nothing in it can be changed. Its people see the reason; until the time that is printed, operator keep-team calls it off. Operators only. Needs --reason and --yes.',
  arguments: [team],
  options: [{ flags: '--yes', description: 'its apps stop at once, and that is meant' }],
  examples: [
    {
      call: 'openhouse operator delete-team demo --reason "The contract has ended" --yes',
      does: 'closes a Team, and says when it is deleted',
    },
  ],
  calls: [deleteAnyTeam],
  act: async ({ portal, words, invocation, out }) => {
    const body = { reason: reasonOf(invocation) };
    if (invocation.options.yes !== true) throw new UsageError(told`Its apps stop at once. Say --yes if it is meant.`);
    return tellTeam(out, (await portal.call(deleteAnyTeam, { params: { id: words[0] ?? '' }, body })).team);
  },
});

export const operatorKeepTeam: Command = portalCommand({
  name: 'operator keep-team',
  summary: 'Call the deletion of any Team off.',
  description: 'No matter who asked for it. Its apps work again within a second. Operators only. Needs --reason.',
  arguments: [team],
  options: [],
  examples: [
    { call: 'openhouse operator keep-team demo --reason "It was a mistake"', does: 'leaves the Team as it was' },
  ],
  calls: [keepAnyTeam],
  act: async ({ portal, words, invocation, out }) => {
    const body = { reason: reasonOf(invocation) };
    return tellTeam(out, (await portal.call(keepAnyTeam, { params: { id: words[0] ?? '' }, body })).team);
  },
});
