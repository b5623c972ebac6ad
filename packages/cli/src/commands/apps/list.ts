import { type AppRequest, type DeveloperApp, listApps } from '@openhouse/contract';
import { worded } from '../../code-words.ts';
import { type Command, type ExitCode, type Invocation, jsonOption, optionValue } from '../../command.ts';
import { teamInStore } from '../../named.ts';
import { teamOption } from '../../portal/portal-command.ts';
import { targetOf, targetOptions } from '../../portal/target.ts';
import { TARGET_RULE } from '../../portal/target-rule.ts';
import { withPortal } from '../../portal/with-portal.ts';
import { type Cell, results } from '../../results.ts';
import { withMigratedStore } from '../../store.ts';
import { told } from '../../told.ts';
import type { World } from '../../world.ts';

/** `openhouse apps list`. */
export const appsList: Command = {
  name: 'apps list',
  summary: "List a Team's Developer apps and App requests.",
  description: [
    'One line per app: slot, state, app key, XID, end of the trial and name. No secret. On the store without --as it lists any Team, by code or name.',
    TARGET_RULE,
  ],
  arguments: [],
  options: [teamOption, ...targetOptions, jsonOption],
  examples: [{ call: 'openhouse apps --team demo', does: 'shows the apps of the demo Team' }],
  calls: [listApps.name],
  async run(invocation, world) {
    const target = await targetOf(invocation, world);
    if (target.kind === 'store' && invocation.options.as === undefined) return appsAtStore(invocation, world);
    return withPortal(invocation, world, async (portal) => {
      const { apps, requests } = await portal.call(listApps, {});
      results(invocation, world).many([...apps, ...requests], appCells);
      return 0;
    });
  },
};

const appsAtStore = (invocation: Invocation, world: World): Promise<ExitCode> =>
  withMigratedStore(invocation, world, async (store) => {
    const { server, database } = store;
    const team = await teamInStore(store, optionValue(invocation, 'team'));
    results(invocation, world).many(await server.listAppsOfTeam(database, team.id), appCells);
    return 0;
  });

/** One line of an app or of a request for one. */
function appCells(app: DeveloperApp | AppRequest): readonly Cell[] {
  if ('requestedAt' in app) return [app.slot, worded(app.state), '-', '-', told`being created`, app.name];
  const { slot, state, appKey, xid, trialEndsAt, name } = app;
  return [slot, worded(state), appKey, xid, trialEndsAt ?? told`trial pending`, name];
}
