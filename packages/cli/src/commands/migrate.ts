import type { PlannedStatement, PlannedTable } from '@openhouse/server';
import { bytesText } from '../bytes-text.ts';
import { type Command, type ExitCode, type Invocation, jsonOption } from '../command.ts';
import { results } from '../results.ts';
import { dataDirOption, type OpenedStore, withStore } from '../store.ts';
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
        const names = await server.migrate(database, { onLocked: (sentence) => world.stderr.write(`${sentence}\n`) });
        const line = names.length === 0 ? UP_TO_DATE : `Applied ${names.join(', ')}.`;
        results(invocation, world).one({ applied: names }, line);
        return 0;
      },
      { purpose: 'migrate', begins: invocation.options.plan !== true },
    ),
};

const UP_TO_DATE = 'The database is up to date.';

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
    `${statements.length} statements in one transaction: ${aboutText(seconds)}. What a statement locks stays locked to the end. ` +
      'A lock that somebody else holds is waited for 2 s; then nothing is changed, and all is tried again.',
  );
  return 0;
}

function planText({ migration, sql, tables, estimateS }: PlannedStatement): string {
  return [`${migration}: ${sql.replaceAll(/\s+/g, ' ')}`, ...tables.map((table) => `  ${tableText(table)}`)]
    .concat(
      tables.length === 0 ? ['  nobody waits: it locks nothing that is there already'] : [`  ${aboutText(estimateS)}`],
    )
    .join('\n');
}

const WAITS: Readonly<Record<PlannedTable['waits'], string>> = {
  nothing: 'nobody waits',
  changes: 'changes wait',
  everything: 'reads and changes wait',
};

function tableText({ table, lock, rows, bytes, waits, reads, rewrites, builds, changesRows }: PlannedTable): string {
  const does = [
    ...(changesRows ? ['changes rows'] : []),
    ...(rewrites ? ['writes the table anew'] : []),
    ...(builds > 0 ? [`builds ${builds === 1 ? 'an index' : `${builds} indexes`}`] : []),
    ...(reads && !rewrites && builds === 0 && !changesRows ? ['reads the table'] : []),
  ];
  const size = `about ${Math.round(rows)} rows, ${bytesText(bytes)}`;
  return `${table} (${size}): ${[lock, WAITS[waits], ...does].join(', ')}`;
}

/** Seconds below which nobody notices. */
const AT_ONCE_S = 0.1;

function aboutText(seconds: number): string {
  if (seconds < AT_ONCE_S) return 'at once';
  if (seconds < 90) return `about ${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  return `about ${Math.round(seconds / 60)} min`;
}
