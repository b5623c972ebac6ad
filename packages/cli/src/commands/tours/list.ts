import { findTeam, toursOfTeam } from '@openhouse/server';
import { type Command, optionValue } from '../../command.ts';
import { printable } from '../../printable.ts';
import { dataDirOption, withMigratedStore } from '../../store.ts';

/** `openhouse tours list`. */
export const toursList: Command = {
  name: 'tours list',
  summary: "List a Team's tours.",
  description:
    'One line a tour, last imported first: resource code, state, bytes, viewpoints, when it was imported, when the ' +
    'gateway last answered with something of it, and name, separated by tabs.',
  arguments: [],
  options: [
    { flags: '--team <team>', description: 'code or name of the Team; not needed while there is only one' },
    { flags: '--search <text>', description: 'only tours with this in their name or code' },
    dataDirOption,
    { flags: '--json', description: 'one JSON object a line instead' },
  ],
  examples: [{ call: 'openhouse tours list --team demo', does: 'shows the tours of the demo Team' }],
  run: (invocation, world) =>
    withMigratedStore(invocation, world, async ({ database }) => {
      const team = await findTeam(database, optionValue(invocation, 'team'));
      for await (const tour of toursOfTeam(database, team.id, optionValue(invocation, 'search'))) {
        const { resourceCode, isActive, sizeBytes, observers, importedAt, lastReadAt, name } = tour;
        const state = isActive ? 'active' : 'inactive';
        const line =
          invocation.options.json === true
            ? JSON.stringify(tour)
            : [
                resourceCode,
                state,
                sizeBytes,
                observers ?? '-',
                importedAt,
                lastReadAt ?? 'never',
                printable(name),
              ].join('\t');
        world.stdout.write(`${line}\n`);
      }
      return 0;
    }),
};
