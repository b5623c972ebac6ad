import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { postgresUrl } from '../../testing/database.ts';
import { createEmptyDatabase } from '../../testing/postgres-template.ts';
import { servicesRequired } from '../../testing/processes.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { droppedOf, forgetDropped } from '../../tours/files/collection-store.ts';
import type { Database } from './database.ts';
import { migrate, requireMigrated } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { isStoreAway } from './store-away.ts';
import { isolationProblems } from './team-isolation.ts';
import { inTransaction } from './transaction.ts';

const POOL = { maxConnections: 3, statementTimeoutMs: 10_000 };

/** What an administrator may have set for all programs that use the server. */
const SETTINGS = {
  datestyle: 'SQL, DMY',
  timezone: 'Asia/Kathmandu',
  search_path: 'elsewhere',
  row_security: 'off',
  default_transaction_isolation: 'serializable',
  standard_conforming_strings: 'off',
  array_nulls: 'off',
  quote_all_identifiers: 'on',
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '20s',
};

describe.skipIf(inject('postgresUrl') === null && !servicesRequired)('a database as others set it (PostgreSQL)', () => {
  const administer = async (url: string, ...statements: string[]) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      for (const sql of statements) await client.query(sql);
    } finally {
      await client.end();
    }
  };
  const nameOf = (url: string) => new URL(url).pathname.slice(1);

  describe('its settings', () => {
    let database: Database;
    beforeAll(async () => {
      const url = await createEmptyDatabase(postgresUrl());
      const set = Object.entries(SETTINGS).map(
        ([name, value]) => `alter database ${nameOf(url)} set ${name} = '${value}'`,
      );
      await administer(url, 'create schema elsewhere', ...set);
      database = await openDatabase({ url, ...POOL });
    });
    afterAll(() => database?.close());

    test('do not keep it from being migrated, by two at once', async () => {
      const [one = [], other = []] = await Promise.all([migrate(database), migrate(database)]);
      expect([one, other].filter(({ length }) => length > 0)).toHaveLength(1);
      await requireMigrated(database);
    });

    test('change nothing of what is read: times, tables, rows of Teams', async () => {
      const asked = `select timestamptz '2026-02-01 23:30:00+00' as at, to_regclass('tour') = to_regclass('public.tour') as found,
                            current_setting('transaction_isolation') as isolation`;
      const is = [{ at: new Date('2026-02-01T23:30:00Z'), found: true, isolation: 'read committed' }];
      const owner = await database.connectAsOwner();
      try {
        for (const connection of [owner, database.pool]) expect((await connection.query(asked)).rows).toEqual(is);
      } finally {
        await owner.end();
      }
      const tours = () =>
        inTransaction(database, async (transaction) => (await transaction.query('select from tour')).rowCount);
      expect(await tours()).toBe(0);
    });

    test('leave a name in no entry when a person is deleted, and what is missing in a list missing', async () => {
      const { rows } = await database.pool.query(
        `select without_names('invited (Ann)', name_pattern(array['Ann']), 'ohu_1') as erased,
                (select count(*)::int from unnest($1::text[]) as given where given is null) as missing`,
        [[null, 'NULL', 'a']],
      );
      expect(rows).toEqual([{ erased: 'invited (ohu_1)', missing: 1 }]);
    });

    test('make no policy of the migrations another one', async () => {
      expect((await isolationProblems(database.pool)).filter((problem) => problem.includes('policy'))).toEqual([]);
    });

    test('do not end a migration that takes long', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'openhouse-migrations-'));
      const owner = await database.connectAsOwner();
      try {
        await owner.query('delete from migration');
        await writeFile(
          join(folder, '0001-bound.sql'),
          `create table bound as select name, setting from pg_settings
            where name in ('statement_timeout', 'idle_in_transaction_session_timeout')`,
        );
        await migrate(database, { directory: pathToFileURL(`${folder}/`) });
        expect((await owner.query('select name from bound where setting <> $1', ['0'])).rows).toEqual([]);
        expect((await owner.query('select from bound')).rowCount).toBe(2);
      } finally {
        await owner.end();
        await rm(folder, { recursive: true });
      }
    });
  });

  test('a publication of everything keeps no row from being changed or deleted', { tags: 'slow' }, async () => {
    const url = await createEmptyDatabase(postgresUrl());
    const database = await openDatabase({ url, ...POOL });
    try {
      await migrate(database);
      await administer(url, 'create publication everything for all tables');
      // A row in every table would be much: the server looks at the table, and refuses where it has neither a key nor this.
      const { rows } = await database.pool.query(
        `select relname from pg_class c
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relreplident <> 'f'
            and not exists (select from pg_index where indrelid = c.oid and indisprimary)`,
      );
      expect(rows).toEqual([]);
      const hash = Buffer.alloc(32);
      await administer(url, `insert into asset_dropped (sha256) values ('\\x${hash.toString('hex')}')`);
      await forgetDropped(database.pool, await droppedOf(database.pool, [hash]));
      expect((await database.pool.query('select from asset_dropped')).rowCount).toBe(0);
    } finally {
      await database.close();
    }
  });

  slowAfter(1, [
    ['a name with blanks, in Chinese', 'eine 数据库 x', ''],
    ['a collation that knows no case', 'folded', "locale_provider icu icu_locale 'und-u-ks-level2'"],
  ])('%s: it is migrated, and written to', async (_, called, locale) => {
    const url = await createEmptyDatabase(postgresUrl());
    const name = `${nameOf(url)} ${called}`;
    await administer(url, `create database "${name}" template template0 encoding 'UTF8' ${locale}`);
    const database = await openDatabase({ url: `${postgresUrl()}/${encodeURIComponent(name)}`, ...POOL });
    try {
      await migrate(database);
      const codes = ['ÄB', 'ab', 'Ab', 'a-b', 'a_b', 'B'];
      await administer(
        `${postgresUrl()}/${encodeURIComponent(name)}`,
        `insert into team (code, name) values ${codes.map((code) => `('${code}', '房子')`)}`,
      );
      const { rows } = await database.pool.query("select code from team where code <> 'demo' order by code");
      // By their bytes, whatever the database sorts by.
      expect(rows.map(({ code }) => code)).toEqual(codes.toSorted());
    } finally {
      await database.close();
    }
  });

  slowAfter<[string, string[]]>(1, [
    ['C', ['MULLER']],
    ['C.UTF-8', ['MULLER', 'MÜLLER', 'МЮЛЛЕР']],
  ])('the locale %s: found by small letters is %j', async (locale, found) => {
    const url = await createEmptyDatabase(postgresUrl());
    const name = `${nameOf(url)}_locale`;
    await administer(
      url,
      `create database ${name} template template0 encoding 'UTF8' locale_provider libc locale '${locale}'`,
    );
    const database = await openDatabase({ url: `${postgresUrl()}/${name}`, ...POOL });
    try {
      await migrate(database);
      const { rows } = await database.pool.query<{ name: string }>(
        'select name from unnest($1::text[], $2::text[]) as given (name, small) where search_form(name) = search_form(small)',
        [
          ['MULLER', 'MÜLLER', 'МЮЛЛЕР'],
          ['muller', 'müller', 'мюллер'],
        ],
      );
      expect(rows.map((row) => row.name)).toEqual(found);
    } finally {
      await database.close();
    }
  });

  slowAfter(1, ['EUC_CN', 'LATIN1', 'SQL_ASCII'])(
    'the encoding %s is refused, with what to make instead',
    async (encoding) => {
      const url = await createEmptyDatabase(postgresUrl());
      const name = `${nameOf(url)}_other`;
      await administer(
        url,
        `create database ${name} encoding '${encoding}' template template0 lc_collate 'C' lc_ctype 'C'`,
      );
      const opening = openDatabase({ url: `${postgresUrl()}/${name}`, ...POOL });
      await expect(opening).rejects.toThrow(`has the encoding ${encoding}`);
      await expect(opening).rejects.toThrow(
        "with encoding 'UTF8' and template template0, and name it in DATABASE_URL.",
      );
    },
  );

  test('tables that lie in another schema, as a search_path led an earlier version, are named and not made anew', {
    tags: 'slow',
  }, async () => {
    const url = await createEmptyDatabase(postgresUrl());
    const database = await openDatabase({ url, ...POOL });
    try {
      await migrate(database);
      await administer(url, 'alter schema public rename to openhouse', 'create schema public');
      await expect(migrate(database)).rejects.toThrow('The tables lie in the schema openhouse');
      await expect(requireMigrated(database)).rejects.toThrow('The tables lie in the schema openhouse');
    } finally {
      await database.close();
    }
  });

  test('a right that is gone and a table that is not there are of a store that is away, whatever language it speaks', {
    tags: 'slow',
  }, async () => {
    const url = await createEmptyDatabase(postgresUrl());
    const database = await openDatabase({ url, ...POOL });
    const refusal = async (sql: string) => {
      const error: Error = await database.pool.query(sql).then(
        () => new Error('answered'),
        (reason) => reason,
      );
      // As a server that speaks Chinese.
      return isStoreAway(Object.assign(error, { message: '权限不够' }));
    };
    try {
      await migrate(database);
      await administer(url, 'revoke select on plan from openhouse_service');
      expect(await refusal('select from plan')).toBe(true);
      expect(await refusal('select from nowhere')).toBe(true);
      expect(await refusal("insert into team (code, name) values ('a', 'b'), ('a', 'c')")).toBe(false);
      expect(await refusal("insert into tour (team_id, code) values (1, 'a')")).toBe(false);
    } finally {
      await database.close();
    }
  });
});
