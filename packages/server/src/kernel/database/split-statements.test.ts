import { describe, expect, test } from 'vitest';
import { openEmptyInMemory } from '../../testing/embedded-template.ts';
import { readMigrations } from './migrate.ts';
import { splitStatements } from './split-statements.ts';

const split = async (sql: string) => (await splitStatements(sql)).map((statement) => statement.sql);

describe('SQL is split where PostgreSQL splits it', () => {
  test.each([
    ['nothing', '', []],
    ['comments alone', '-- one;\n/* two; */', []],
    ['the last one without a semicolon', 'select 1; select 2', ['select 1', 'select 2']],
    ['a comment before it', '-- Why;\nselect 1;\n-- And;\n\nselect 2;', ['select 1', 'select 2']],
    ['a comment inside it', 'select 1 -- one;\n, 2;', ['select 1 -- one;\n, 2']],
    [
      'semicolons in texts',
      `select ';', E'\\';', "a;b" from t; select 2`,
      [`select ';', E'\\';', "a;b" from t`, 'select 2'],
    ],
    [
      'the body of a function',
      'create function f() returns int language plpgsql as $$ begin return 1; end $$; select 2',
      ['create function f() returns int language plpgsql as $$ begin return 1; end $$', 'select 2'],
    ],
    [
      'a body inside a body',
      'do $outer$ begin execute $$select 1; select 2;$$; end $outer$; select 3',
      ['do $outer$ begin execute $$select 1; select 2;$$; end $outer$', 'select 3'],
    ],
    [
      'a body without quotes',
      'create function f() returns int begin atomic select 1; select 2; end; select 3',
      ['create function f() returns int begin atomic select 1; select 2; end', 'select 3'],
    ],
    ['nested comments', '/* a /* b; */ c; */ select 1; select 2', ['select 1', 'select 2']],
    ['letters of several bytes', "select 'één; 二'; select 'drei'", ["select 'één; 二'", "select 'drei'"]],
  ])('%s', async (_, sql, statements) => {
    expect(await split(sql)).toEqual(statements);
  });

  test('what is no SQL is refused', async () => {
    await expect(split('create tabel t ()')).rejects.toThrow('syntax error');
  });

  test('every migration, run statement by statement, makes the schema that it makes as a whole', {
    tags: 'slow',
  }, async () => {
    const migrations = await readMigrations();
    const schemaOf = async (apply: (sql: string) => Promise<string[]>) => {
      const database = await openEmptyInMemory();
      const owner = await database.connectAsOwner();
      await owner.query('create role openhouse_service; create role openhouse_gateway');
      for (const { sql } of migrations) for (const statement of await apply(sql)) await owner.query(statement);
      const { rows } = await owner.query<{ object: string }>(
        `select format('%s.%s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull) as object
           from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relnamespace = 'public'::regnamespace
         union all select pg_get_indexdef(indexrelid) from pg_index i join pg_class c on c.oid = i.indrelid
          where c.relnamespace = 'public'::regnamespace
         union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
         union all select pg_get_constraintdef(oid) || conrelid::regclass from pg_constraint
          where connamespace = 'public'::regnamespace
         union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
         union all select format('%s %s %s %s', polname, polrelid::regclass, polcmd, pg_get_expr(polqual, polrelid)) from pg_policy
         union all select format('%s %s', oid::regclass, relacl) from pg_class where relnamespace = 'public'::regnamespace
         order by 1`,
      );
      await owner.end();
      await database.close();
      return rows.map(({ object }) => object);
    };
    const whole = await schemaOf(async (sql) => [sql]);
    expect(whole.length).toBeGreaterThan(200);
    expect(await schemaOf(split)).toEqual(whole);
  });
});
