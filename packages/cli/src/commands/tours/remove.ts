import { findTeam, removeTourOfTeam } from '@openhouse/server';
import { type Command, optionValue, UsageError } from '../../command.ts';
import { dataDirOption, withMigratedStore } from '../../store.ts';

/** `openhouse tours remove` (decision 0059). */
export const toursRemove: Command = {
  name: 'tours remove',
  summary: 'Remove a tour of a Team for good.',
  description:
    'The gateway answers for it as for a tour that never was, within a second on every node. Its bundle can be imported ' +
    'again. The audit log of the Team says that it was removed.\n\nExit status: 0 it is gone, 1 there is no such tour.',
  arguments: [{ name: 'code', description: 'resource code of the tour', required: true }],
  options: [
    { flags: '--confirm <code>', description: 'the resource code once more' },
    { flags: '--team <team>', description: 'code or name of the Team; not needed while there is only one' },
    dataDirOption,
  ],
  examples: [
    {
      call: 'openhouse tours remove old-loft --confirm old-loft',
      does: 'removes the tour from the only Team there is',
    },
  ],
  async run(invocation, world) {
    const [code = ''] = invocation.arguments;
    if (optionValue(invocation, 'confirm') !== code) {
      throw new UsageError('Nothing was removed. Repeat the resource code with --confirm: it cannot be undone.');
    }
    return withMigratedStore(invocation, world, async ({ database }) => {
      const team = await findTeam(database, optionValue(invocation, 'team'));
      if (await removeTourOfTeam(database, team.id, code)) {
        world.stdout.write(`${code} is removed from Team ${team.code}.\n`);
        return 0;
      }
      world.stderr.write(`Team ${team.code} has no tour ${code}.\n`);
      return 1;
    });
  },
};
