import { removeTour } from '@openhouse/contract';
import {
  type Command,
  type ExitCode,
  type Invocation,
  jsonOption,
  optionValue,
  Refusal,
  UsageError,
} from '../../command.ts';
import { teamInStore } from '../../named.ts';
import { teamOption } from '../../portal/portal-command.ts';
import { targetOf, targetOptions } from '../../portal/target.ts';
import { TARGET_RULE } from '../../portal/target-rule.ts';
import { withPortal } from '../../portal/with-portal.ts';
import { results } from '../../results.ts';
import { withMigratedStore } from '../../store.ts';
import { told } from '../../told.ts';
import type { World } from '../../world.ts';

/** `openhouse tours remove` (decision 0059). */
export const toursRemove: Command = {
  name: 'tours remove',
  summary: 'Remove a tour of a Team for good.',
  description: [
    'Within a second every node of the gateway answers as if the tour had never existed. Its bundle can be imported again. The audit log of the Team says that it was removed. Owners only. At the store without --as it works for any Team, named by code or name.',
    TARGET_RULE,
    'Exit status: 0 it is gone, 1 there is no such tour.',
  ],
  arguments: [{ name: 'code', description: 'resource code of the tour', required: true }],
  options: [
    { flags: '--confirm <code>', description: 'the resource code once more' },
    teamOption,
    ...targetOptions,
    jsonOption,
  ],
  examples: [
    { call: 'openhouse tours remove old-loft --confirm old-loft', does: 'removes the tour from your active Team' },
  ],
  calls: [removeTour.name],
  async run(invocation, world) {
    const [code = ''] = invocation.arguments;
    if (optionValue(invocation, 'confirm') !== code) {
      throw new UsageError(told`Nothing was removed. Repeat the resource code with --confirm: it cannot be undone.`);
    }
    const target = await targetOf(invocation, world);
    if (target.kind === 'store' && invocation.options.as === undefined) return removeAtStore(invocation, world, code);
    return withPortal(invocation, world, async (portal) => {
      await portal.call(removeTour, { params: { resource_code: code }, body: { confirm: code } });
      results(invocation, world).one({ removed: code }, told`${code} is removed.`);
      return 0;
    });
  },
};

function removeAtStore(invocation: Invocation, world: World, code: string): Promise<ExitCode> {
  return withMigratedStore(invocation, world, async (store) => {
    const { server, database } = store;
    const team = await teamInStore(store, optionValue(invocation, 'team'));
    if (!(await server.removeTourOfTeam(database, team.id, code, optionValue(invocation, 'reason') ?? ''))) {
      throw new Refusal('TOUR_NOT_FOUND', told`Team ${team.code} has no tour ${code}.`);
    }
    results(invocation, world).one(
      { removed: code, team: team.code },
      told`${code} is removed from Team ${team.code}.`,
    );
    return 0;
  });
}
