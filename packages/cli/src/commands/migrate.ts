import { type Command, jsonOption } from '../command.ts';
import { results } from '../results.ts';
import { dataDirOption, withStore } from '../store.ts';

/** `openhouse migrate`. In production nothing else changes the schema. */
export const migrate: Command = {
  name: 'migrate',
  summary: 'Migrate the database to this version.',
  description: 'Safe to repeat, and to run on several machines at once. In production nothing else changes the schema.',
  arguments: [],
  options: [dataDirOption, jsonOption],
  examples: [{ call: 'DATABASE_URL=postgres://… openhouse migrate', does: 'migrates a PostgreSQL database' }],
  run: (invocation, world) =>
    withStore(invocation, world, async ({ server, database }) => {
      const names = await server.migrate(database);
      const line = names.length === 0 ? 'The database is up to date.' : `Applied ${names.join(', ')}.`;
      results(invocation, world).one({ applied: names }, line);
      return 0;
    }),
};
