import { migrate as applyMigrations } from '@openhouse/server';
import type { Command } from '../command.ts';
import { dataDirOption, withStore } from '../store.ts';

/** `openhouse migrate`. In production nothing else changes the schema. */
export const migrate: Command = {
  name: 'migrate',
  summary: 'Bring the database up to this version.',
  description:
    'Safe to repeat, and to run from several machines at once. In production nothing else changes the schema.',
  arguments: [],
  options: [dataDirOption],
  examples: [{ call: 'DATABASE_URL=postgres://… openhouse migrate', does: 'prepares a PostgreSQL for this version' }],
  run: (invocation, world) =>
    withStore(invocation, world, async ({ database }) => {
      const names = await applyMigrations(database);
      world.stdout.write(names.length === 0 ? 'The database is up to date.\n' : `Applied ${names.join(', ')}.\n`);
      return 0;
    }),
};
