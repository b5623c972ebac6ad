import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { localAssetStore } from '../../kernel/assets/local-asset-store.ts';
import type { Database } from '../../kernel/database/database.ts';
import { ownIdentity } from '../../kernel/database/embedded/process-identity.ts';
import { migrate, readMigrations } from '../../kernel/database/migrate.ts';
import { openDatabase } from '../../kernel/database/open-database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { insertEndpoint, reserveEndpoint } from '../../portal/webhooks/store.ts';
import { newWebhookSecret, sealWebhookSecret } from '../../portal/webhooks/webhook-secret.ts';
import { writeBundle } from '../../testing/bundle.ts';
import { testDashboard } from '../../testing/dashboard.ts';
import { createApp, createTeam, enter } from '../../testing/dashboard-people.ts';
import { tagsOf, useStore } from '../../testing/database.ts';
import { openEmptyInMemory } from '../../testing/embedded-template.ts';
import { injectedPortal } from '../../testing/injected-portal.ts';
import { testKeys } from '../../testing/portal.ts';
import { createEmptyDatabase } from '../../testing/postgres-template.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { claimAssetPlace } from '../../tours/files/asset-place.ts';
import { importTours } from '../../tours/import/import-tours.ts';
import { verifyInstallation } from '../verify/verify-installation.ts';
import { exportInstallation } from './export-installation.ts';
import { MANIFEST, type Manifest } from './format.ts';
import { importInstallation } from './import-installation.ts';

const serverUrl = inject('postgresUrl');
const KINDS = serverUrl === null ? (['embedded'] as const) : (['embedded', 'postgres'] as const);
const keys = testKeys(1);

/** A new database without a schema. */
const emptyOf = {
  embedded: openEmptyInMemory,
  postgres: async () =>
    openDatabase({
      url: await createEmptyDatabase(serverUrl ?? ''),
      maxConnections: 4,
      maxReadConnections: 4,
      statementTimeoutMs: 10_000,
    }),
} as const;

let root: string;
let folders = 0;
const opened: Database[] = [];
const newFolder = () => {
  folders += 1;
  return join(root, String(folders));
};
const target = async (kind: (typeof KINDS)[number]) => {
  const database = await emptyOf[kind]();
  opened.push(database);
  return { database, assets: localAssetStore(newFolder()) };
};
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'openhouse-installation-'));
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function withOwner<Value>(database: Database, use: (owner: Client) => Promise<Value>): Promise<Value> {
  const owner = await database.connectAsOwner();
  try {
    await owner.query("set timezone = 'UTC'; set app.team = '*'");
    return await use(owner);
  } finally {
    await owner.end();
  }
}

/** Every row of every table but those of one database alone, as text. */
const contentOf = (database: Database) =>
  withOwner(database, async (owner) => {
    const { rows: tables } = await owner.query<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
          and relname not in ('migration', 'asset_place', 'key_holder') order by 1`,
    );
    const found: Record<string, string[]> = {};
    for (const { name } of tables) {
      const { rows } = await owner.query<{ row: string }>(
        `select to_jsonb(t)::text collate "C" as row from ${name} t order by 1`,
      );
      found[name] = rows.map(({ row }) => row);
    }
    return found;
  });

/** What the tables hold to and do by themselves. */
const rulesOf = (database: Database) =>
  withOwner(database, async (owner) => {
    const { rows: constraints } = await owner.query(
      `select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition, convalidated
         from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
    );
    const { rows: triggers } = await owner.query(
      'select tgrelid::regclass::text as table, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2',
    );
    return { constraints, triggers };
  });

const verdicts = async (database: Database, assets: ReturnType<typeof localAssetStore>) => {
  const found: [string, number, number][] = [];
  const parts = { database, assets, appSecretSealingKeys: keys, sessionSealingKeys: keys };
  for await (const { part, checked, wrong } of verifyInstallation(parts)) found.push([part, checked, wrong]);
  return found;
};

for (const kind of KINDS) describe(`an installation on the store ${kind}`, { tags: tagsOf(kind) }, () => ofStore(kind));

function ofStore(kind: (typeof KINDS)[number]): void {
  const store = useStore(kind);
  let assets: ReturnType<typeof localAssetStore>;
  let directory: string;

  beforeEach(async () => {
    assets = localAssetStore(newFolder());
    directory = newFolder();
    await claimAssetPlace(store.database, assets, 'here');
    const portal = injectedPortal(store.database, {
      dashboard: testDashboard(store.database, { sealingKeys: keys }),
      sessionSealingKeys: keys,
    });
    const ada = await enter(portal, 'ada');
    await createTeam(ada, '空间 "quoted" \\');
    await createApp(ada, 'App');
    await portal.app.close();
    // Nobody can type it, and an earlier version may have taken it.
    await withOwner(store.database, (owner) => owner.query("update team set name = name || E' \u2028 \r\n \t \u0001'"));
    const { rows } = await store.database.pool.query<{ id: string }>('select id from team');
    const teamId = rows[0]?.id ?? '';
    await inTransaction(
      store.database,
      async (transaction) => {
        const id = await reserveEndpoint(transaction);
        const sealed = sealWebhookSecret(keys, { teamId, id }, newWebhookSecret());
        await insertEndpoint(transaction, teamId, { id, url: 'https://hooks.example/', events: [], sealed });
      },
      { team: teamId },
    );
    const bundle = await writeBundle(newFolder(), {
      code: 'loft',
      files: { 'a.jpg': 'a picture', 'again.jpg': 'a picture', 'plan.png': 'a plan' },
    });
    await importTours(store.database, assets, teamId, [bundle]);
  });

  const comesWhole = 'comes whole to the store %s: every row, every file, chains and sealed values';
  test.each(KINDS.filter((kind) => kind !== 'embedded'))(comesWhole, arrives);
  test.each(KINDS.filter((kind) => kind === 'embedded'))(comesWhole, { tags: 'slow' }, arrives);

  async function arrives(other: (typeof KINDS)[number]): Promise<void> {
    const before = await contentOf(store.database);
    const carried = await exportInstallation({ database: store.database, assets }, directory);
    const there = await target(other);
    expect(await importInstallation(there, directory)).toEqual({ ...carried, migrated: [] });
    expect(await contentOf(there.database)).toEqual(before);
    expect(carried).toEqual({
      tables: Object.keys(before).length,
      rows: Object.values(before).flat().length,
      files: 2,
    });
    const verified = await verdicts(there.database, there.assets);
    expect(verified).toEqual(await verdicts(store.database, assets));
    expect(verified.every(([, checked, wrong]) => checked > 0 && wrong === 0)).toBe(true);
  }

  test('goes on there: ids follow those that came, and what the tables count is counted on', {
    tags: ['slow', 'long'],
  }, async () => {
    await exportInstallation({ database: store.database, assets }, directory);
    const there = await target(kind);
    await importInstallation(there, directory);
    expect(await rulesOf(there.database)).toEqual(await rulesOf(store.database));
    const { rows } = await there.database.pool.query<{ id: string; others: string }>(
      "insert into team (code, name) values ('new', 'New') returning id, (select max(id) from team) as others",
    );
    expect(BigInt(rows[0]?.id ?? 0)).toBeGreaterThan(BigInt(rows[0]?.others ?? 0));
    const { rows: teams } = await there.database.pool.query<{ id: string }>("select id from team where code <> 'new'");
    const teamId = teams[0]?.id ?? '';
    const bundle = await writeBundle(newFolder(), { code: 'studio' });
    expect(await importTours(there.database, there.assets, teamId, [bundle])).toMatchObject({ refused: [] });
    const counted = await withOwner(there.database, (owner) => owner.query('select n from tour_count'));
    expect(counted.rows.map(({ n }) => Number(n))).toEqual([2]);
  });

  test('is not put over another one', { tags: ['slow', 'long'] }, async () => {
    await exportInstallation({ database: store.database, assets }, directory);
    const before = await contentOf(store.database);
    const over = importInstallation({ database: store.database, assets }, directory);
    await expect(over).rejects.toThrow(/holds Teams, people or tours already/);
    expect(await contentOf(store.database)).toEqual(before);
  });

  const atOnce = 'two at once into one database: the second is refused, and nothing of the first is lost';
  test.runIf(kind === 'postgres')(atOnce, { tags: ['slow', 'long'] }, async () => {
    const before = await contentOf(store.database);
    await exportInstallation({ database: store.database, assets }, directory);
    const there = await target(kind);
    const imports = await Promise.allSettled([
      importInstallation(there, directory),
      importInstallation(there, directory),
    ]);
    expect(imports.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(imports.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: 'The database holds Teams, people or tours already. Name an empty one.' },
    });
    expect(await contentOf(there.database)).toEqual(before);
  });

  test('a Team that is made while the files come is not written over', { tags: ['slow', 'long'] }, async () => {
    await exportInstallation({ database: store.database, assets }, directory);
    const { database, assets: files } = await target(kind);
    const put: typeof files.put = async (content) => {
      await database.pool.query("insert into team (code, name) values ('new', 'New') on conflict do nothing");
      return files.put(content);
    };
    const importing = importInstallation({ database, assets: { ...files, put } }, directory);
    await expect(importing).rejects.toThrow(/holds Teams, people or tours already/);
    expect((await database.pool.query('select name from team')).rows).toEqual([{ name: 'New' }]);
  });

  test('a directory that is not empty is not written into', { tags: 'slow' }, async () => {
    await exportInstallation({ database: store.database, assets }, directory);
    const again = exportInstallation({ database: store.database, assets }, directory);
    await expect(again).rejects.toThrow(/is not empty. Name a new directory/);
  });

  test('nor is one whose writer was killed while it wrote its name', async () => {
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, 'writer.json'), '{"pid":');
    const exported = exportInstallation({ database: store.database, assets }, directory);
    await expect(exported).rejects.toThrow(/is not empty. Name a new directory/);
  });

  test('what a process that has ended left unfinished is written anew, and what one writes now is not touched', {
    tags: 'slow',
  }, async () => {
    const writer = async (identity: object) => {
      await mkdir(join(directory, 'tables'), { recursive: true });
      await writeFile(join(directory, 'tables', 'gone.jsonl.gz'), 'half');
      await writeFile(join(directory, 'writer.json'), JSON.stringify(identity));
    };
    const exported = () => exportInstallation({ database: store.database, assets }, directory);
    await writer({ ...ownIdentity(), host: 'elsewhere', boot: 'another' });
    await expect(exported()).rejects.toThrow(`of elsewhere is writing ${directory}. Wait for its end`);
    await writer({ ...ownIdentity(), started: '1' });
    await exported();
    expect(await readdir(directory)).toContain(MANIFEST);
    expect(await readdir(directory, { recursive: true })).not.toContain(join('tables', 'gone.jsonl.gz'));
    expect(await readdir(directory)).not.toContain('writer.json');
  });

  test('only its owner may read what was written', { tags: 'slow' }, async () => {
    await exportInstallation({ database: store.database, assets }, directory);
    const names = await readdir(directory, { recursive: true });
    const modes = await Promise.all(names.map(async (name) => (await stat(join(directory, name))).mode & 0o077));
    expect([names.length > 10, new Set(modes)]).toEqual([true, new Set([0])]);
  });

  const manifestOf = async () => JSON.parse(await readFile(join(directory, MANIFEST), 'utf8')) as Manifest;
  const writeManifest = (manifest: object) => writeFile(join(directory, MANIFEST), JSON.stringify(manifest));
  const firstFile = async () => {
    const names = await readdir(join(directory, 'files'), { recursive: true });
    return join(directory, 'files', names.find((name) => name.includes('/')) ?? '');
  };
  slowAfter<[string, () => Promise<unknown>, RegExp]>(0, [
    ['with a damaged file', async () => appendFile(await firstFile(), 'x'), /is damaged, and nothing was imported/],
    ['without its manifest', () => rm(join(directory, MANIFEST)), /the export did not end/],
    ['of another format', async () => writeManifest({ ...(await manifestOf()), format: 2 }), /Run a newer version/],
    [
      'of a newer schema',
      async () => {
        const manifest = await manifestOf();
        await writeManifest({ ...manifest, migrations: [...manifest.migrations, { name: '9999-x.sql', sha256: '' }] });
      },
      /of a newer version: its database had 9999-x\.sql/,
    ],
    [
      'with rows that were changed',
      async () => {
        const manifest = await manifestOf();
        const tables = manifest.tables.map((table) => (table.name === 'person' ? { ...table, sha256: '' } : table));
        await writeManifest({ ...manifest, tables });
      },
      /person\.jsonl\.gz is not what was written, and nothing was imported/,
    ],
    [
      'with a table that was cut short',
      async () => {
        const path = join(directory, 'tables/person.jsonl.gz');
        await writeFile(path, (await readFile(path)).subarray(0, 40));
      },
      /person\.jsonl\.gz is not what was written/,
    ],
    ['without a table', () => rm(join(directory, 'tables/team.jsonl.gz')), /team\.jsonl\.gz is not what was written/],
    ['without one of its files', async () => rm(await firstFile()), /holds 1 files, and 2 were written/],
  ])('a directory %s is refused, and the database takes a whole one afterwards', async (_, damage, says) => {
    await exportInstallation({ database: store.database, assets }, directory);
    const before = await contentOf(store.database);
    await damage();
    const there = await target(kind);
    await expect(importInstallation(there, directory)).rejects.toThrow(says);
    const whole = newFolder();
    await exportInstallation({ database: store.database, assets }, whole);
    await importInstallation(there, whole);
    expect(await contentOf(there.database)).toEqual(before);
  });
}

test('rows of an earlier version come in as they were and are then migrated, as a database of that version is', {
  tags: ['slow', 'long'],
}, async () => {
  const earlier = '0042-find.sql';
  const { database, assets } = await target('embedded');
  await migrate(database, { upTo: earlier });
  await withOwner(database, (owner) =>
    owner.query(
      "insert into team (code, name) values ('acme', 'Acme'); insert into person (code, name) values ('p', 'P')",
    ),
  );
  const directory = newFolder();
  await exportInstallation({ database, assets }, directory);
  for (const kind of KINDS) {
    const there = await target(kind);
    const { migrated } = await importInstallation(there, directory);
    const later = (await readMigrations()).map(({ name }) => name).filter((name) => name > earlier);
    expect(migrated).toEqual(later);
    const { rows } = await there.database.pool.query('select code, plan from team');
    expect(rows).toEqual([{ code: 'acme', plan: 'default' }]);
  }
});

test('rows of an earlier version are not put behind migrations that would have changed them', {
  tags: ['slow', 'long'],
}, async () => {
  const { database, assets } = await target('embedded');
  await migrate(database, { upTo: '0060-webhooks.sql' });
  await withOwner(database, (owner) => owner.query("insert into team (code, name) values ('acme', 'Acme')"));
  const directory = newFolder();
  await exportInstallation({ database, assets }, directory);
  const there = await target('embedded');
  await migrate(there.database);
  await expect(importInstallation(there, directory)).rejects.toThrow(
    /migrated to \d{4}-\S+ already, and the export is of 0060-webhooks\.sql: .* Name a new database/,
  );
  expect((await there.database.pool.query('select from team')).rowCount).toBe(0);
});

test('a database without a schema has nothing to write', { tags: ['slow', 'long'] }, async () => {
  const { database, assets } = await target('embedded');
  await expect(exportInstallation({ database, assets }, newFolder())).rejects.toThrow(
    /has no schema: there is nothing to write/,
  );
});
