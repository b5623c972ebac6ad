import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { postgresUrl, tagsOf } from '../../testing/database.ts';
import { openEmptyInMemory } from '../../testing/embedded-template.ts';
import { createEmptyDatabase } from '../../testing/postgres-template.ts';
import { servicesRequired } from '../../testing/processes.ts';
import type { Database } from './database.ts';
import { migrate, readMigrations } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { planMigrations } from './plan-migrations.ts';
import { type RehearsedStatement, rehearseMigrations } from './rehearse-migrations.ts';
import { conditionalStatements, splitStatements } from './split-statements.ts';
import { forRoles } from './working-roles.ts';

const ROWS = 20_000;
const FIRST = `create table large (id int primary key, name text, other int);
create table small (id int primary key, large_id int);`;

const withoutPostgres = inject('postgresUrl') === null && !servicesRequired;

const short = ({ tables }: RehearsedStatement) =>
  tables.map(({ table, lock, reads, rewrites, builds, changesRows }) => [
    table.replace(/_\d+$/, ''),
    lock,
    ...(reads ? ['reads'] : []),
    ...(rewrites ? ['rewrites'] : []),
    ...(builds > 0 ? [`builds ${builds}`] : []),
    ...(changesRows ? ['changes rows'] : []),
  ]);

const ALL = 'AccessExclusiveLock';
/** Statements on tables of their own, and what is touched. */
const STATEMENTS: readonly (readonly [string, string[][]])[] = [
  ['alter table large add column more text', [['large', ALL]]],
  ['alter table large add column more int not null default 7', [['large', ALL]]],
  [
    'alter table large add column at timestamptz not null default clock_timestamp()',
    [['large', ALL, 'reads', 'rewrites']],
  ],
  ['alter table large alter column other type bigint', [['large', ALL, 'reads', 'rewrites']]],
  ['alter table large alter column name set not null', [['large', ALL, 'reads']]],
  ['alter table large add check (other > 0)', [['large', ALL, 'reads']]],
  ['alter table large add check (other > 0) not valid', [['large', ALL]]],
  ['create index on large (name)', [['large', 'ShareLock', 'reads', 'builds 1']]],
  ['alter table large add unique (other)', [['large', ALL, 'reads', 'builds 1']]],
  ['update large set other = id where other is null', [['large', 'RowExclusiveLock', 'reads', 'changes rows']]],
  [
    'alter table small add foreign key (large_id) references large (id)',
    [
      // An empty table asks for no row of the other one.
      ['large', 'ShareRowExclusiveLock'],
      ['small', 'ShareRowExclusiveLock', 'reads'],
    ],
  ],
  ['drop table small', [['small', ALL]]],
  ['create table large_new (id int)', []],
  ['create index on large_new (id)', []],
  ['create function f() returns int language plpgsql as $$ begin return 1; end $$', []],
  ['grant select on large to public', []],
];

describe('what a statement locks and reads is seen in a rehearsal', { tags: 'slow' }, () => {
  /** Of the table with the number of the statement. */
  const numbered = (sql: string, number: number) => sql.replaceAll(/\b(large|small)\b(?!_)/g, `$1_${number}`);
  let rehearsed: readonly RehearsedStatement[] = [];
  beforeAll(async () => {
    const made = STATEMENTS.map((_, number) => numbered(FIRST, number)).join('\n');
    const next = STATEMENTS.map(([sql], number) => `${numbered(sql, number)};`).join('\n');
    rehearsed = await rehearseMigrations(
      [{ name: '0001-first.sql', sql: made }],
      [{ name: '0002-next.sql', sql: next }],
      async () => false,
    );
  });

  test.each(STATEMENTS.map(([sql, touched], number) => [sql, touched, number] as const))(
    '%s',
    (sql, touched, number) => {
      const statement = rehearsed[number];
      if (statement === undefined) throw new Error('it was not rehearsed');
      expect(short(statement)).toEqual(touched);
      expect([statement.migration, statement.sql]).toEqual(['0002-next.sql', numbered(sql, number)]);
    },
  );
});

for (const kind of ['embedded', 'postgres'] as const) {
  describe(`a plan of migrations (${kind})`, { tags: tagsOf(kind) }, () => ofStore(kind));
}

function ofStore(kind: Database['kind']): void {
  describe.skipIf(kind === 'postgres' && withoutPostgres)('', () => {
    let database: Database;
    let folder = '';
    const directory = () => pathToFileURL(`${folder}/`);
    const plan = async (sql: string) => {
      await writeFile(join(folder, '0002-next.sql'), sql);
      return planMigrations(database, directory());
    };
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'openhouse-plan-'));
      database =
        kind === 'embedded'
          ? await openEmptyInMemory()
          : await openDatabase({
              url: await createEmptyDatabase(postgresUrl()),
              maxConnections: 2,
              statementTimeoutMs: 60_000,
            });
      await writeFile(join(folder, '0001-first.sql'), FIRST);
      await migrate(database, { directory: directory() });
      const owner = await database.connectAsOwner();
      await owner.query(
        `insert into large select i, 'a name of some length ' || i, i from generate_series(1, ${ROWS}) i`,
      );
      await owner.query('analyze large');
      await owner.end();
    });
    afterEach(() => rm(join(folder, '0002-next.sql'), { force: true }));
    afterAll(async () => {
      await database.close();
      await rm(folder, { recursive: true });
    });

    test('sizes are those of the database, and what reads or writes a table takes longer the larger it is', {
      tags: ['slow', 'long'],
    }, async () => {
      const [column, index, rewrite] = await plan(`
        alter table large add column a int;
        create index on large (name);
        alter table large alter column id type bigint;`);
      expect(column?.tables[0]).toMatchObject({ table: 'large', rows: ROWS, waits: 'everything' });
      expect(index?.tables[0]).toMatchObject({ lock: 'ShareLock', waits: 'changes' });
      expect(column?.tables[0]?.bytes).toBeGreaterThan(ROWS * 40);
      expect(column?.estimateS).toBe(0);
      for (const statement of [index, rewrite]) expect(statement?.estimateS).toBeGreaterThan(0.01);
    });

    test('what runs under a condition is planned where the condition holds in this database, each statement by itself', {
      tags: ['slow', 'long'],
    }, async () => {
      const planned = await plan(`
        do $$
        begin
          if (select count(*) from large) > 1000 then
            alter table large add column a timestamptz default clock_timestamp();
            create index on large (name);
          end if;
        end $$;
        do $$ begin if not exists (select from large where id = 1) then drop table large; end if; end $$;
        create table later (id int);
        do $$ begin if (select count(*) from later) > 0 then drop table small; end if; end $$;`);
      expect(planned.map(({ sql }) => sql.split(' ').slice(0, 3).join(' '))).toEqual([
        'alter table large',
        'create index on',
        'create table later',
        // The condition is about what the database does not have yet.
        'drop table small',
      ]);
      expect(planned[0]?.tables).toMatchObject([{ table: 'large', lock: ALL, rewrites: true, waits: 'everything' }]);
      for (const { estimateS } of planned.slice(0, 2)) expect(estimateS).toBeGreaterThan(0.01);
    });

    test('it changes nothing', { tags: ['slow', 'long'] }, async () => {
      await plan('drop table large');
      const owner = await database.connectAsOwner();
      const { rows } = await owner.query('select count(*)::int as count from large');
      const { rows: names } = await owner.query('select name from migration');
      await owner.end();
      expect([rows, names]).toEqual([[{ count: ROWS }], [{ name: '0001-first.sql' }]]);
    });

    test('what cannot be applied is refused as migrate refuses it', { tags: ['slow', 'long'] }, async () => {
      await expect(plan('create tabel t ()')).rejects.toThrow('syntax error');
      await writeFile(join(folder, '0001-first.sql'), `${FIRST} select 1;`);
      await expect(plan('select 1')).rejects.toThrow('0001-first.sql has changed');
      await writeFile(join(folder, '0001-first.sql'), FIRST);
    });
  });
}

test('a conditional block of a migration is one that a plan takes apart', async () => {
  const whole: string[] = [];
  for (const { name, sql } of await readMigrations()) {
    for (const statement of await splitStatements(forRoles(sql, { service: 'service', gateway: 'gateway' })))
      if (statement.kind === 'DoStmt' && !(await conditionalStatements(statement))) whole.push(name);
  }
  expect(whole).toEqual([]);
});

describe("the program's own migrations", () => {
  let database: Database;
  beforeEach(async () => {
    database = await openEmptyInMemory();
  });
  afterEach(() => database.close());

  test('are planned in an empty database, where nobody has to wait; once applied there is nothing to plan', {
    tags: ['slow', 'long'],
  }, async () => {
    const statements = await planMigrations(database);
    expect(statements.length).toBeGreaterThan(100);
    expect(statements.flatMap(({ tables }) => tables)).toEqual([]);
    await migrate(database);
    expect(await planMigrations(database)).toEqual([]);
  });
});
