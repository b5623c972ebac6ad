import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { postgresUrl } from '../../testing/database.ts';
import { type PgBouncer, pgbouncerProgram, startPgBouncer } from '../../testing/pgbouncer.ts';
import { createEmptyDatabase } from '../../testing/postgres-template.ts';
import { servicesRequired } from '../../testing/processes.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { atCommit, inTransaction } from './transaction.ts';

const program = pgbouncerProgram();
const missing = (inject('postgresUrl') === null || program === undefined) && !servicesRequired;
/** Connections to the server, which all of the pool's share. */
const SERVER_CONNECTIONS = 3;
const POOL = { maxConnections: 12, statementTimeoutMs: 10_000 };
const CALLS = 200;

describe.skipIf(missing)('behind PgBouncer in transaction mode', () => {
  let bouncer: PgBouncer;
  let url = '';
  beforeAll(async () => {
    if (program === undefined) throw new Error('pgbouncer was not found, and OPENHOUSE_REQUIRE_SERVICES is set.');
    bouncer = await startPgBouncer(program, postgresUrl(), SERVER_CONNECTIONS);
    url = bouncer.through(await createEmptyDatabase(postgresUrl()));
  });
  afterAll(() => bouncer?.stop());

  const use = async (pooler: 'none' | 'transaction', run: (database: Database) => Promise<void>) => {
    const database = await openDatabase({ url, pooler, ...POOL });
    try {
      await run(database);
    } finally {
      await database.close();
    }
  };
  const named = (database: Database, n: number) =>
    database.pool.query<{ n: number }>({ name: 'same-name', text: 'select $1::int as n', values: [n] });

  test('migrations, named statements and transactions of Teams work, and do not mix', async () => {
    await use('transaction', async (database) => {
      expect((await migrate(database))[0]).toBe('0001-teams-and-apps.sql');
      const numbers = Array.from({ length: CALLS }, (_, n) => n);
      const answers = await Promise.all(numbers.map((n) => named(database, n)));
      expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(numbers);
      const teams = await Promise.all(
        numbers.slice(0, 20).map(async (n) => {
          const { rows } = await database.pool.query<{ id: string }>({
            name: 'make-team',
            text: 'insert into team (code, name) values ($1, $1) returning id',
            values: [`team-${n}`],
          });
          return rows[0]?.id ?? '';
        }),
      );
      await Promise.all(
        teams.map((team) =>
          inTransaction(
            database,
            async (transaction) => {
              const { rows } = await transaction.query("select current_setting('app.team') as scope");
              expect(rows).toEqual([{ scope: team }]);
              atCommit(transaction, {
                name: 'count',
                text: 'update epoch set n = n + 1 where name = $1',
                values: ['tours'],
              });
            },
            { team },
          ),
        ),
      );
      const { rows } = await database.pool.query("select n::int from epoch where name = 'tours'");
      expect(rows).toEqual([{ n: teams.length }]);
      const scopes = await Promise.all(
        numbers.map(() => database.pool.query("select coalesce(current_setting('app.team', true), '') as scope")),
      );
      expect(new Set(scopes.map((scope) => scope.rows[0].scope))).toEqual(new Set(['']));
    });
  });

  test('without the setting a connection is refused, in words that name it', async () => {
    await use('none', async (database) => {
      await expect(named(database, 1)).rejects.toThrow('Set DATABASE_POOLER=transaction.');
    });
  });
});
