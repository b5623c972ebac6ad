import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { AssetStore } from '../../kernel/assets/asset-store.ts';
import { localAssetStore } from '../../kernel/assets/local-asset-store.ts';
import { type Database, StoreError } from '../../kernel/database/database.ts';
import { postgresUrl } from '../../testing/database.ts';
import { useFolder } from '../../testing/folder.ts';
import { openMigratedPostgres } from '../../testing/postgres-template.ts';
import { servicesRequired } from '../../testing/processes.ts';
import { adoptAssetPlace, claimAssetPlace } from './asset-place.ts';
import { assetPlace, databaseIdentity } from './asset-place-store.ts';
import { collectAssets } from './collect-assets.ts';

describe.skipIf(inject('postgresUrl') === null && !servicesRequired)('a store of files (PostgreSQL)', () => {
  const folder = useFolder();
  let stores = 0;
  let directory = '';
  let assets: AssetStore;
  let [first, second]: Database[] = [];
  beforeAll(async () => {
    [first, second] = [await openMigratedPostgres(postgresUrl()), await openMigratedPostgres(postgresUrl())];
  });
  afterAll(() => Promise.all([first?.close(), second?.close()]));
  beforeEach(async () => {
    stores += 1;
    directory = join(folder, String(stores));
    assets = localAssetStore(directory);
    for (const database of both()) await forget(database);
  });
  const both = (): [Database, Database] => {
    if (first === undefined || second === undefined) throw new Error('not opened yet');
    return [first, second];
  };
  /** As if this database had never opened a store. */
  const forget = async (database: Database) => {
    const owner = await database.connectAsOwner();
    await owner.query('delete from asset_place').finally(() => owner.end());
  };
  const claim = (database: Database, host = 'web-1') => claimAssetPlace(database, assets, host);
  /** Removes what no tour names, however young. */
  const collect = (database: Database) => collectAssets(database, assets, { minAgeS: 0 });
  const put = (text: string) => assets.put(Readable.from([Buffer.from(text)]));
  const refusalOf = async (asked: Promise<unknown>) => {
    const error = await asked.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(StoreError);
    return (error as Error).message;
  };

  test('refuses a second database by name, and nothing is left of it', { tags: 'slow' }, async () => {
    const [mine, others] = both();
    await claim(mine);
    const said = await refusalOf(claim(others, 'web-9'));
    const { name } = await databaseIdentity(mine.pool);
    expect(said).toContain(
      `file://${directory} holds the files of another database: ${name}, for which node web-1 took it`,
    );
    for (const remedy of ['ASSET_STORE_URL', '"openhouse assets adopt"']) expect(said).toContain(remedy);
    expect(await assetPlace(others.pool)).toBeUndefined();
    await claim(mine, 'web-2');
    expect(await collect(mine)).toMatchObject({ removed: 0 });
  });

  test('a copy of a database serves, but removes no file of the other one until it adopts them', {
    tags: 'slow',
  }, async () => {
    const [mine, copy] = both();
    await claim(mine);
    const place = await assetPlace(mine.pool);
    await copy.pool.query('insert into asset_place (id, url, host) values ($1, $2, $3)', [
      place?.id,
      place?.url,
      'web-1',
    ]);
    const { sha256 } = await put('named by the first alone');
    await claim(copy, 'staging');
    expect(await refusalOf(collect(copy))).toContain('No file is removed: ');
    expect(await assets.sizeOf(sha256)).toBeDefined();
    expect(await collectAssets(copy, assets, { dryRun: true, minAgeS: 0 })).toMatchObject({ removed: 1 });
    await adoptAssetPlace(copy, assets, 'staging');
    expect(await refusalOf(collect(mine))).toContain('for which node staging took it');
    expect(await collect(copy)).toMatchObject({ removed: 1 });
  });

  test('is taken again by a database whose start was cut off before its commit', { tags: 'slow' }, async () => {
    const [mine, others] = both();
    await claim(mine);
    await forget(mine);
    await refusalOf(claim(others));
    await claim(mine);
    expect(await assetPlace(mine.pool)).toMatchObject({ url: `file://${directory}` });
  });

  test('is taken once by nodes that start at the same time', { tags: 'slow' }, async () => {
    const [mine] = both();
    const hosts = Array.from({ length: 8 }, (_, number) => `web-${number}`);
    expect(await Promise.all(hosts.map((host) => claim(mine, host)))).toEqual(hosts.map(() => true));
  });

  test('of a version before this one gets its owner at the next start', { tags: 'slow' }, async () => {
    const [mine, others] = both();
    await claim(mine);
    await rm(join(directory, 'store-owner'));
    expect(await refusalOf(claim(others))).toContain('holds the files of another database. ');
    await claim(mine);
    expect(JSON.parse(await readFile(join(directory, 'store-owner'), 'utf8'))).toMatchObject({ host: 'web-1' });
  });

  test('with a damaged mark says what mends it', async () => {
    const [mine] = both();
    await claim(mine);
    await writeFile(join(directory, 'store-owner'), '{"data');
    expect(await refusalOf(claim(mine))).toContain('"openhouse assets adopt" writes it anew');
    await adoptAssetPlace(mine, assets, 'web-1');
    await claim(mine);
  });
});
