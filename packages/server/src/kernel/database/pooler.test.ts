import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { postgresUrl } from '../../testing/database.ts';
import { type PgBouncer, pgbouncerProgram, startPgBouncer } from '../../testing/pgbouncer.ts';
import { createEmptyDatabase } from '../../testing/postgres-template.ts';
import { servicesRequired } from '../../testing/processes.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { settingsProblem } from './relied-on.ts';
import { isStoreAway } from './store-away.ts';
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

  const use = async (run: (database: Database) => Promise<void>) => {
    const database = await openDatabase({ url, pooler: 'transaction', ...POOL });
    try {
      await run(database);
    } finally {
      await database.close();
    }
  };
  const named = (database: Database, n: number) =>
    database.pool.query<{ n: number }>({ name: 'same-name', text: 'select $1::int as n', values: [n] });

  test('migrations, named statements and transactions of Teams work, and do not mix', { tags: 'slow' }, async () => {
    await use(async (database) => {
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

  test('settings that it keeps from the service are found, with the statements that set them right', {
    tags: 'slow',
  }, async () => {
    const address = await createEmptyDatabase(postgresUrl());
    const name = new URL(address).pathname.slice(1);
    const found = async () => {
      const database = await openDatabase({ url: bouncer.through(address), pooler: 'transaction', ...POOL });
      return settingsProblem(database.pool).finally(() => database.close());
    };
    const administrator = new Client({ connectionString: address });
    await administrator.connect();
    try {
      await administrator.query(`alter database ${name} set datestyle = 'SQL, DMY'`);
      await administrator.query(`alter database ${name} set default_transaction_isolation = 'repeatable read'`);
      await administrator.query(`alter database ${name} set standard_conforming_strings = off`);
      await administrator.query(`alter database ${name} set array_nulls = off`);
      expect((await found())?.remedy).toBe(
        `Run "alter role postgres set datestyle = 'ISO'; ` +
          `alter role postgres set default_transaction_isolation = 'read committed'; ` +
          `alter role postgres set standard_conforming_strings = 'on'; ` +
          `alter role postgres set array_nulls = 'on'", then RECONNECT in the pooler.`,
      );
    } finally {
      await administrator.end();
    }
  });

  test('without the setting it is refused, in words that name it', async () => {
    await expect(openDatabase({ url, ...POOL })).rejects.toThrow('Set DATABASE_POOLER=transaction.');
  });
});

test.skipIf(missing)('PgBouncer in statement mode is refused by name, before anything is changed', async () => {
  if (program === undefined) throw new Error('pgbouncer was not found, and OPENHOUSE_REQUIRE_SERVICES is set.');
  const bouncer = await startPgBouncer(program, postgresUrl(), SERVER_CONNECTIONS, [], 'statement');
  try {
    const url = bouncer.through(await createEmptyDatabase(postgresUrl()));
    const opened = openDatabase({ url, pooler: 'transaction', ...POOL });
    await expect(opened.catch(isStoreAway)).resolves.toBe(false);
    await expect(opened).rejects.toThrow(
      /^PgBouncer at 127\.0\.0\.1:\d+\/\w+ is in statement mode.*Set pool_mode=transaction/,
    );
  } finally {
    await bouncer.stop();
  }
});
