import { findTeam, listAppsOfTeam } from '@openhouse/server';
import { type Command, optionValue } from '../command.ts';
import { printable } from '../printable.ts';
import { dataDirOption, withMigratedStore } from '../store.ts';

/** `openhouse apps`. */
export const apps: Command = {
  name: 'apps',
  summary: "List a Team's Developer apps.",
  description: 'One line an app: place, state, app key, XID, end of the trial and name, separated by tabs. No secret.',
  arguments: [],
  options: [
    { flags: '--team <team>', description: 'code or name of the Team; not needed when there is only one' },
    dataDirOption,
    { flags: '--json', description: 'one JSON object a line instead' },
  ],
  examples: [{ call: 'openhouse apps --team demo', does: 'shows the places of the demo Team that are taken' }],
  run: (invocation, world) =>
    withMigratedStore(invocation, world, async ({ database }) => {
      const team = await findTeam(database, optionValue(invocation, 'team'));
      for (const app of await listAppsOfTeam(database, team.id)) {
        const { slot, state, appKey, xid, trialEndsAt, name } = app;
        const line =
          invocation.options.json === true
            ? JSON.stringify(app)
            : [slot, state, appKey, xid, trialEndsAt ?? 'trial pending', printable(name)].join('\t');
        world.stdout.write(`${line}\n`);
      }
      return 0;
    }),
};
