import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { postgresUrl, tagsOf, useStore } from '../../testing/database.ts';
import { openEmptyInMemory } from '../../testing/embedded-template.ts';
import { createEmptyDatabase } from '../../testing/postgres-template.ts';
import { servicesRequired } from '../../testing/processes.ts';
import { startStoreProcess } from '../../testing/store-process.ts';
import type { Database } from './database.ts';
import { holdsStore, migrate, readMigrations, requireMigrated } from './migrate.ts';
import { openDatabase } from './open-database.ts';

const POOL = { maxConnections: 4, statementTimeoutMs: 10_000 };

async function openEmpty(kind: Database['kind']): Promise<Database> {
  if (kind === 'embedded') return openEmptyInMemory();
  return openDatabase({ url: await createEmptyDatabase(postgresUrl()), ...POOL });
}

const withoutPostgres = inject('postgresUrl') === null && !servicesRequired;

for (const kind of ['embedded', 'postgres'] as const) {
  describe(`migrate (${kind})`, { tags: tagsOf(kind) }, () => ofStore(kind));
}

function ofStore(kind: Database['kind']): void {
  describe.skipIf(kind === 'postgres' && withoutPostgres)('', () => {
    let folder = '';
    let database: Database;
    const url = () => pathToFileURL(`${folder}/`);
    const put = (name: string, sql: string) => writeFile(join(folder, name), sql);

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'openhouse-migrations-'));
      database = await openEmpty(kind);
      await put('0001-first.sql', 'create table first (id int); create table second (id int);');
    });
    afterEach(async () => {
      await database.close();
      await rm(folder, { recursive: true });
    });

    test("the program's own migrations apply once, and the service may start", { tags: 'slow' }, async () => {
      await expect(requireMigrated(database)).rejects.toThrow('lacks 0001-teams-and-apps.sql');
      expect((await migrate(database)).slice(0, 2)).toEqual(['0001-teams-and-apps.sql', '0002-tours.sql']);
      expect(await migrate(database)).toEqual([]);
      await requireMigrated(database);
    });

    test('a new file is applied to what is there', { tags: 'slow' }, async () => {
      await migrate(database, { directory: url() });
      await put('0002-next.sql', 'alter table first add column name text');
      expect(await migrate(database, { directory: url() })).toEqual(['0002-next.sql']);
    });

    test.each([
      [
        'create table users (id int); create table "Post" (id int); create table tag (id int); create table zone (id int)',
        '("Post", tag, users, …)',
      ],
      ['create table migration (id int, applied boolean)', '(migration)'],
    ])('a database of another program is left as it is: %s', { tags: 'slow' }, async (tables, names) => {
      const owner = await database.connectAsOwner();
      await owner.query(tables);
      const count = () => owner.query("select count(*)::int from pg_tables where schemaname = 'public'");
      const { rows: before } = await count();
      await expect(migrate(database)).rejects.toThrow(
        `its schema public has tables that are not of this service ${names}, and nothing was changed. Name a database of`,
      );
      expect((await count()).rows).toEqual(before);
      expect(await holdsStore(database)).toBe(false);
      await owner.end();
    });

    test('a database is one of the service from its first migration on', { tags: 'slow' }, async () => {
      expect(await holdsStore(database)).toBe(false);
      await migrate(database, { directory: url() });
      expect(await holdsStore(database)).toBe(true);
    });

    test('a file that fails is named, and changes nothing, nor do those before it', async () => {
      await put('0002-broken.sql', 'create table third (id int); select 1 / 0;');
      await expect(migrate(database, { directory: url() })).rejects.toThrow(
        '0002-broken.sql failed, and nothing was changed: division by zero',
      );
      const owner = await database.connectAsOwner();
      const { rows } = await owner.query("select to_regclass('first') as first, to_regclass('migration') as migration");
      await owner.end();
      expect(rows).toEqual([{ first: null, migration: null }]);
    });

    test('a file that has changed since is refused by name', { tags: 'slow' }, async () => {
      await migrate(database, { directory: url() });
      await put('0001-first.sql', 'create table first (id bigint)');
      await expect(migrate(database, { directory: url() })).rejects.toThrow('0001-first.sql has changed');
      await expect(requireMigrated(database, url())).rejects.toThrow('0001-first.sql has changed');
    });

    test('a database newer than the program is refused', { tags: 'slow' }, async () => {
      await put('0002-later.sql', 'select 1');
      await migrate(database, { directory: url() });
      await rm(join(folder, '0002-later.sql'));
      await expect(migrate(database, { directory: url() })).rejects.toThrow(
        'newer than this program: it has 0002-later.sql',
      );
    });

    test('a newer database that says so is one that this program starts on, and leaves as it is', {
      tags: 'slow',
    }, async () => {
      await put('0001-first.sql', 'create table epoch (id int); grant select on epoch to openhouse_service;');
      await migrate(database, { directory: url() });
      await put(
        '0002-column.sql',
        '-- Lives with 0001-first.sql: it adds a column.\nalter table epoch add column name text;',
      );
      await put('0003-table.sql', '-- Lives with 0001-first.sql: it adds a table.\ncreate table third (id int);');
      await migrate(database, { directory: url() });
      for (const name of ['0002-column.sql', '0003-table.sql']) await rm(join(folder, name));
      expect(await requireMigrated(database, url())).toEqual(['0002-column.sql', '0003-table.sql']);
      expect(await migrate(database, { directory: url() })).toEqual([]);
    });

    test('one of several that it cannot live with is enough to refuse it', { tags: 'slow' }, async () => {
      await migrate(database, { directory: url() });
      await put('0002-contract.sql', 'drop table second');
      await put('0003-table.sql', '-- Lives with 0002-contract.sql: it adds a table.\ncreate table third (id int);');
      await migrate(database, { directory: url() });
      for (const name of ['0002-contract.sql', '0003-table.sql']) await rm(join(folder, name));
      await expect(requireMigrated(database, url())).rejects.toThrow(
        'newer than this program: it has 0002-contract.sql',
      );
    });

    test('a file that comes before an applied one is refused', { tags: 'slow' }, async () => {
      await migrate(database, { directory: url() });
      await put('0000-late.sql', 'select 1');
      await expect(migrate(database, { directory: url() })).rejects.toThrow(
        '0000-late.sql comes before 0001-first.sql',
      );
    });

    test('called many times at once, each file is applied once', { tags: 'slow' }, async () => {
      const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(database, { directory: url() })));
      expect(applied.flat()).toEqual(['0001-first.sql']);
    });
  });
}

describe.skipIf(withoutPostgres)('two processes at once (PostgreSQL)', () => {
  test('apply each migration once', { tags: ['slow', 'long'] }, async () => {
    const options = { url: await createEmptyDatabase(postgresUrl()), ...POOL };
    const processes = await Promise.all([startStoreProcess(), startStoreProcess()]);
    try {
      await Promise.all(processes.map((process) => process.ask({ do: 'open', options })));
      const applied = await Promise.all(processes.map((process) => process.ask({ do: 'migrate' })));
      const lengths = applied.map((names) => (Array.isArray(names) ? names.length : -1)).sort();
      expect(lengths[0]).toBe(0);
      expect(lengths[1]).toBeGreaterThan(1);
    } finally {
      await Promise.all(processes.map((process) => process.kill()));
    }
  });
});

test('each migration from 0037 on says with which programs it lives, or that there are none', async () => {
  const files = await readMigrations();
  const names = files.map(({ name }) => name);
  for (const { name, sql, livesWith } of files.filter((file) => file.name >= '0037')) {
    expect(sql, name).toMatch(/^-- (Lives with \d{4}-[a-z0-9-]+\.sql: |Lives with no older program: )/);
    if (livesWith !== null) expect(names.slice(0, names.indexOf(name)), name).toContain(livesWith);
  }
});

describe.skipIf(withoutPostgres)('a table that somebody holds locked (PostgreSQL)', () => {
  test('is waited for a moment only, with those behind, and tried again; who holds it is said', {
    tags: ['slow', 'long'],
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'openhouse-migrations-'));
    const directory = pathToFileURL(`${folder}/`);
    const database = await openDatabase({ url: await createEmptyDatabase(postgresUrl()), ...POOL });
    const holder = await database.connectAsOwner();
    const reader = await database.connectAsOwner();
    try {
      await writeFile(join(folder, '0001-first.sql'), 'create table first (id int)');
      await migrate(database, { directory });
      await writeFile(join(folder, '0002-next.sql'), 'alter table first add column name text');
      await holder.query('begin; select from first');
      const refused = migrate(database, { directory, pausesMs: [] }).catch((error: unknown) => error);
      await expect
        .poll(
          async () =>
            (await reader.query("select from pg_locks where not granted and mode = 'AccessExclusiveLock'")).rowCount,
        )
        .toBeGreaterThan(0);
      // Waits behind the migration, which gives up.
      await reader.query('select from first');
      expect(await refused).toMatchObject({
        name: 'StoreError',
        message: expect.stringMatching(
          /^The migration 0002-next\.sql found a table locked.*process \d+ of \w+ for \d+ s/,
        ),
      });
      const told: string[] = [];
      const applied = await migrate(database, {
        directory,
        pausesMs: [10],
        onLocked: (sentence) => {
          told.push(sentence);
          void holder.query('commit');
        },
      });
      expect(applied).toEqual(['0002-next.sql']);
      expect(told).toEqual([expect.stringContaining('It is tried again in 0.01 s.')]);
    } finally {
      await Promise.all([holder.end(), reader.end()]);
      await database.close();
      await rm(folder, { recursive: true });
    }
  });
});

describe('the service role', () => {
  const store = useStore('embedded');

  test('cannot change the schema, nor what is recorded about it', async () => {
    await expect(store.database.pool.query('create table mine (id int)')).rejects.toMatchObject({ code: '42501' });
    await expect(store.database.pool.query('delete from migration')).rejects.toMatchObject({ code: '42501' });
    await expect(store.database.pool.query('alter table team add column x int')).rejects.toMatchObject({
      code: '42501',
    });
  });
});
