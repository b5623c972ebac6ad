import type { PlannedStatement, PlannedTable } from '@openhouse/server';
import { bytesText } from '../bytes-text.ts';
import { type Command, type ExitCode, type Invocation, jsonOption } from '../command.ts';
import { results } from '../results.ts';
import { dataDirOption, type OpenedStore, withStore } from '../store.ts';
import { Foreign, joined, type Told, told } from '../told.ts';
import type { World } from '../world.ts';

/** `openhouse migrate`. In production nothing else changes the schema. */
export const migrate: Command = {
  name: 'migrate',
  summary: 'Migrate the database to this version.',
  description:
    'Safe to repeat, and to run on several machines at once. In production nothing else changes the schema. With --plan it changes nothing and shows every statement that it would run, the lock that it takes on each table, who waits for it, and about how long it takes by the size of the table.',
  arguments: [],
  options: [{ flags: '--plan', description: 'show what would be done, and change nothing' }, dataDirOption, jsonOption],
  examples: [
    { call: 'DATABASE_URL=postgres://… openhouse migrate', does: 'migrates a PostgreSQL database' },
    {
      call: 'DATABASE_URL=postgres://… openhouse migrate --plan',
      does: 'shows which tables would be locked, and how long',
    },
  ],
  ended: 'Migrations are applied together or not at all: run it again.',
  run: (invocation, world) =>
    withStore(
      invocation,
      world,
      async (store) => {
        if (invocation.options.plan === true) return plan(store, invocation, world);
        const { server, database } = store;
        const names = await server.migrate(database, {
          onLocked: (sentence) => results(invocation, world).say(new Foreign(sentence)),
        });
        const line = names.length === 0 ? UP_TO_DATE : told`Applied ${names.join(', ')}.`;
        results(invocation, world).one({ applied: names }, line);
        return 0;
      },
      { purpose: 'migrate', begins: invocation.options.plan !== true },
    ),
};

const UP_TO_DATE = told`The database is up to date.`;

async function plan({ server, database }: OpenedStore, invocation: Invocation, world: World): Promise<ExitCode> {
  const statements = await server.planMigrations(database);
  const out = results(invocation, world);
  for (const statement of statements) out.one(statement, planText(statement));
  if (statements.length === 0) {
    out.say(UP_TO_DATE);
    return 0;
  }
  const seconds = statements.reduce((sum, { estimateS }) => sum + estimateS, 0);
  out.say(
    told`${statements.length} statements in one transaction: ${aboutText(seconds)}. What a statement locks stays locked to the end. A lock that somebody else holds is waited for 2 s; then nothing is changed, and all is tried again.`,
  );
  return 0;
}

function planText({ migration, sql, tables, estimateS }: PlannedStatement): Told {
  const locks =
    tables.length === 0
      ? [told`  nobody waits: it locks nothing that is there already`]
      : [...tables.map((table) => told`  ${tableText(table)}`), told`  ${aboutText(estimateS)}`];
  return joined([`${migration}: ${sql.replaceAll(/\s+/g, ' ')}`, ...locks], '\n');
}

const WAITS: Readonly<Record<PlannedTable['waits'], Told>> = {
  nothing: told`nobody waits`,
  changes: told`changes wait`,
  everything: told`reads and changes wait`,
};

function tableText({ table, lock, rows, bytes, waits, reads, rewrites, builds, changesRows }: PlannedTable): Told {
  const does = [
    ...(changesRows ? [told`changes rows`] : []),
    ...(rewrites ? [told`writes the table anew`] : []),
    ...(builds > 0 ? [builds === 1 ? told`builds an index` : told`builds ${builds} indexes`] : []),
    ...(reads && !rewrites && builds === 0 && !changesRows ? [told`reads the table`] : []),
  ];
  const size = told`about ${Math.round(rows)} rows, ${bytesText(bytes)}`;
  return told`${table} (${size}): ${joined([lock, WAITS[waits], ...does], ', ')}`;
}

/** Seconds below which nobody notices. */
const AT_ONCE_S = 0.1;

function aboutText(seconds: number): Told {
  if (seconds < AT_ONCE_S) return told`at once`;
  if (seconds < 90) return told`about ${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  return told`about ${Math.round(seconds / 60)} min`;
}
