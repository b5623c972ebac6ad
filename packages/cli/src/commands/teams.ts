import { listTeams } from '@openhouse/server';
import type { Command } from '../command.ts';
import { printable } from '../printable.ts';
import { dataDirOption, withMigratedStore } from '../store.ts';

/** `openhouse teams`. */
export const teams: Command = {
  name: 'teams',
  summary: 'List the Teams of this installation.',
  description: 'One line a Team: code, people, apps, tours and name, separated by tabs.',
  arguments: [],
  options: [dataDirOption, { flags: '--json', description: 'one JSON object a line instead' }],
  examples: [{ call: 'openhouse teams', does: 'shows which codes --team takes' }],
  run: (invocation, world) =>
    withMigratedStore(invocation, world, async ({ database }) => {
      for (const team of await listTeams(database)) {
        const { code, name, members, apps, tours } = team;
        const line =
          invocation.options.json === true
            ? JSON.stringify(team)
            : [code, `${members} people`, `${apps} apps`, `${tours} tours`, printable(name)].join('\t');
        world.stdout.write(`${line}\n`);
      }
      return 0;
    }),
};
