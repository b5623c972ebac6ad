import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { type AssetStore, AssetStoreAway } from '../../kernel/assets/asset-store.ts';
import { localAssetStore } from '../../kernel/assets/local-asset-store.ts';
import { s3AssetStore } from '../../kernel/assets/s3-asset-store.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { removeTourOfTeam } from '../../portal/tours/remove-tour.ts';
import { createTeam, eachStore, type TestStore, useStore } from '../../testing/database.ts';
import { servicesRequired } from '../../testing/processes.ts';
import { withSwift } from '../../testing/swift.ts';
import { type ImportOptions, importTours } from '../import/import-tours.ts';
import { collectAssets, collectDropped, LEAST_AGE_S } from './collect-assets.ts';

let root = '';
let folders = 0;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'openhouse-collect-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

function newFolder(): string {
  folders += 1;
  return join(root, String(folders));
}

/** A store of tours, and tours to put into it. */
function estate(store: TestStore, newAssets: () => Promise<AssetStore>) {
  let teamId = '';
  let assets: AssetStore;
  beforeEach(async () => {
    assets = await newAssets();
    teamId = (await createTeam(store.database, { name: 'Owners' })).id;
  });
  return {
    get assets() {
      return assets;
    },
    /** @param files Contents; each lies at a path of its own. */
    async import(code: string, files: readonly string[], options: ImportOptions = {}, into = assets): Promise<void> {
      const bundle = join(newFolder(), code);
      await mkdir(join(bundle, 'assets'), { recursive: true });
      const info = { resource_code: code, name: code, is_active: true, model: { file_url: 'm' } };
      await writeFile(join(bundle, 'vr-info.json'), JSON.stringify(info));
      for (const [index, content] of files.entries()) await writeFile(join(bundle, 'assets', `${index}.txt`), content);
      const { refused } = await importTours(store.database, into, teamId, [bundle], options);
      expect(refused).toEqual([]);
    },
    remove: (code: string) => removeTourOfTeam(store.database, teamId, code),
    /** What lies in the store. */
    async contents(): Promise<string[]> {
      const found: string[] = [];
      for await (const { sha256 } of assets.list()) {
        const opened = await assets.open(sha256);
        if (opened !== undefined) found.push((await opened.body.toArray()).join(''));
      }
      return found.sort();
    },
    /** Files that tours name and that the store does not have. */
    async lost(): Promise<string[]> {
      let lost = await look();
      // Between the two halves of a look another import may have replaced the tour: what is lost stays missing.
      for (let again = 0; again < 3 && lost.length > 0; again += 1) {
        const still = await look();
        lost = lost.filter((sha256) => still.includes(sha256));
      }
      return lost;
    },
  };

  async function look(): Promise<string[]> {
    const named = await inTransaction(
      store.database,
      async (t) => (await t.query<{ sha256: Buffer }>('select distinct sha256 from asset')).rows,
      { team: '*' },
    );
    const lost: string[] = [];
    for (const { sha256 } of named) if ((await assets.sizeOf(sha256)) === undefined) lost.push(sha256.toString('hex'));
    return lost;
  }
}

/** The same store, whose files all came so many seconds ago. */
function storedBefore(assets: AssetStore, seconds: number): AssetStore {
  return {
    ...assets,
    async *list() {
      for await (const one of assets.list()) yield { ...one, storedAtMs: Date.now() - seconds * 1000 };
    },
  };
}

const put = (assets: AssetStore, content: string) => assets.put(Readable.from([Buffer.from(content)]));

function contract(store: TestStore, newAssets: () => Promise<AssetStore>): void {
  const tours = estate(store, newAssets);

  test('replaced and removed files go, named ones stay, also those of two tours', { tags: 'slow' }, async () => {
    await tours.import('loft', ['plan', 'old view']);
    await tours.import('studio', ['plan', 'studio view']);
    await tours.import('loft', ['plan', 'new view']);
    const { database } = store;
    const expected = { kept: 4, named: 3, young: 0, removed: 1, bytes: 8 };
    expect(await collectAssets(database, tours.assets, { dryRun: true })).toEqual(expected);
    expect(await tours.contents()).toHaveLength(4);
    expect(await collectAssets(database, tours.assets)).toEqual(expected);
    expect(await tours.contents()).toEqual(['new view', 'plan', 'studio view']);
    await tours.remove('loft');
    expect(await collectAssets(database, tours.assets)).toMatchObject({ removed: 1, bytes: 8 });
    expect(await tours.contents()).toEqual(['plan', 'studio view']);
    await tours.remove('studio');
    expect(await collectAssets(database, tours.assets)).toMatchObject({ kept: 2, named: 0, removed: 2 });
    expect(await tours.contents()).toEqual([]);
    // What was removed comes in again.
    await tours.import('loft', ['plan', 'old view']);
    expect(await tours.contents()).toEqual(['old view', 'plan']);
    expect(await collectAssets(database, tours.assets)).toMatchObject({ removed: 0, named: 2 });
  });

  test('what no tour ever named goes when it is old enough', async () => {
    await put(tours.assets, 'of an import that was ended');
    expect(await collectAssets(store.database, tours.assets)).toMatchObject({ kept: 1, young: 1, removed: 0 });
    expect(await collectAssets(store.database, tours.assets, { minAgeS: 0 })).toMatchObject({ young: 0, removed: 1 });
    expect(await tours.contents()).toEqual([]);
  });

  test('what no tour named yet stays for an hour: the import that brought it may still run', async () => {
    await put(tours.assets, 'of an import that runs');
    const collected = (seconds: number) =>
      collectAssets(store.database, storedBefore(tours.assets, seconds), { dryRun: true });
    expect(await collected(LEAST_AGE_S - 60)).toMatchObject({ young: 1, removed: 0 });
    expect(await collected(LEAST_AGE_S + 60)).toMatchObject({ young: 0, removed: 1 });
  });

  test('the job removes what was taken off tours, in its time, and nothing else', async () => {
    await tours.import('loft', ['plan', 'old view']);
    await tours.import('loft', ['plan', 'new view']);
    await put(tours.assets, 'of an import that runs');
    expect(await collectDropped(store.database, tours.assets, 3600)).toBe(0);
    expect(await tours.contents()).toHaveLength(4);
    expect(await collectDropped(store.database, tours.assets, 0)).toBe(1);
    expect(await tours.contents()).toEqual(['new view', 'of an import that runs', 'plan']);
    expect(await collectDropped(store.database, tours.assets, 0)).toBe(0);
  });

  test('a removal that was not ended is ended by the next, and by an import that needs the file', async () => {
    await tours.import('loft', ['first']);
    await tours.remove('loft');
    const broken: AssetStore = {
      ...tours.assets,
      remove: () => Promise.reject(new AssetStoreAway('the disk is gone')),
    };
    await expect(collectAssets(store.database, broken)).rejects.toBeInstanceOf(AssetStoreAway);
    await tours.import('loft', ['first']);
    expect([await tours.contents(), await tours.lost()]).toEqual([['first'], []]);
    await tours.remove('loft');
    await expect(collectAssets(store.database, broken)).rejects.toBeInstanceOf(AssetStoreAway);
    await collectAssets(store.database, tours.assets);
    expect(await tours.contents()).toEqual([]);
  });

  test('beside imports that run, no file is lost', { tags: ['slow', 'long'] }, async () => {
    const contents = ['one', 'two', 'three'];
    let isDone = false;
    const collecting = (async () => {
      while (!isDone) await collectDropped(store.database, tours.assets, 0);
    })();
    const importing = ['loft', 'studio'].map(async (code, offset) => {
      for (let round = 0; round < 12; round += 1) {
        await tours.import(code, [contents[(round + offset) % 3] ?? '', contents[(round + 1) % 3] ?? '']);
        expect(await tours.lost()).toEqual([]);
      }
    });
    await Promise.all(importing).finally(() => {
      isDone = true;
    });
    await collecting;
    expect(await tours.lost()).toEqual([]);
    await collectAssets(store.database, tours.assets);
    expect(await tours.lost()).toEqual([]);
  });
}

eachStore('files that nothing names, in a folder', (store) =>
  contract(store, async () => localAssetStore(newFolder())),
);

withSwift(
  'files that nothing names, in a bucket',
  (swift) => {
    contract(useStore(), async () => s3AssetStore(swift.address(await swift.newBucket())));
  },
  ['slow'],
);

// The embedded store has one connection: nobody collects there while a transaction is open.
describe.skipIf(inject('postgresUrl') === null && !servicesRequired)('between the look for a file and its name', () => {
  const store = useStore('postgres');
  const tours = estate(store, async () => localAssetStore(newFolder()));

  test('a file that is removed is put again', { tags: 'slow' }, async () => {
    await tours.import('loft', ['plan']);
    await tours.remove('loft');
    let removed = 0;
    const judge = async () => {
      // The import has seen the file by now, and holds its place in the store.
      if (removed === 0) removed = (await collectAssets(store.database, tours.assets)).removed;
    };
    await tours.import('studio', ['plan', 'view'], { deed: { judge, record: async () => undefined } });
    expect(removed).toBe(1);
    expect([await tours.contents(), await tours.lost()]).toEqual([['plan', 'view'], []]);
  });

  test('two who collect at once: one does, the other leaves it', async () => {
    await tours.import('loft', ['plan']);
    await tours.remove('loft');
    let goOn: () => void = () => undefined;
    const mayGoOn = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let begun: () => void = () => undefined;
    const isRemoving = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const slow: AssetStore = {
      ...tours.assets,
      async remove(sha256) {
        begun();
        await mayGoOn;
        await tours.assets.remove(sha256);
      },
    };
    const first = collectAssets(store.database, slow);
    await isRemoving;
    await expect(collectAssets(store.database, tours.assets)).rejects.toThrow('Another process removes files now.');
    expect(await collectDropped(store.database, tours.assets, 0)).toBe(0);
    // An import of the file waits for the removal, and puts it again.
    const importing = tours.import('studio', ['plan']);
    goOn();
    await Promise.all([first, importing]);
    expect([await tours.contents(), await tours.lost()]).toEqual([['plan'], []]);
  });

  test('a job that is to end starts no further removal, and the next goes on', { tags: 'slow' }, async () => {
    const files = Array.from({ length: 40 }, (_, index) => `file ${index}`);
    await tours.import('loft', files);
    await tours.remove('loft');
    const ending = new AbortController();
    const asked: Uint8Array[] = [];
    const slow: AssetStore = {
      ...tours.assets,
      async remove(sha256) {
        asked.push(sha256);
        ending.abort();
        await tours.assets.remove(sha256);
      },
    };
    await expect(collectDropped(store.database, slow, 0, ending.signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect(asked.length).toBeLessThan(files.length);
    // Nobody has to wait for the lease of the process that ended.
    await collectDropped(store.database, tours.assets, 0);
    expect(await tours.contents()).toEqual([]);
  });

  test('after a failure nobody else removes files until the removals under way are over', async () => {
    await tours.import('loft', ['plan', 'view']);
    await tours.remove('loft');
    let goOn: () => void = () => undefined;
    const mayGoOn = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let begun = 0;
    const failing: AssetStore = {
      ...tours.assets,
      async remove(sha256) {
        begun += 1;
        if (begun === 1) throw new AssetStoreAway('the disk is gone');
        await mayGoOn;
        await tours.assets.remove(sha256);
      },
    };
    const first = collectAssets(store.database, failing);
    const failed = expect(first).rejects.toBeInstanceOf(AssetStoreAway);
    await expect.poll(() => begun).toBe(2);
    for (let look = 0; look < 3; look += 1) {
      await expect(collectAssets(store.database, tours.assets)).rejects.toThrow('Another process removes files now.');
    }
    goOn();
    await failed;
    await collectAssets(store.database, tours.assets);
    expect(await tours.contents()).toEqual([]);
  });

  test('a file that is taken off its tour while others are collected is noted, whenever that began', async () => {
    await tours.import('loft', ['plan']);
    await tours.import('studio', ['view']);
    await tours.remove('studio');
    let drop: () => void = () => undefined;
    const mayDrop = new Promise<void>((resolve) => {
      drop = resolve;
    });
    let dropping: Promise<unknown> = Promise.resolve();
    await new Promise<void>((begun) => {
      const run = async (transaction: Transaction) => {
        await transaction.query('select');
        begun();
        await mayDrop;
        await transaction.query('delete from asset');
      };
      dropping = inTransaction(store.database, run, { team: '*' });
    });
    const late: AssetStore = {
      ...tours.assets,
      async remove(sha256) {
        // The collection has seen that a tour names the plan.
        drop();
        await dropping;
        await tours.assets.remove(sha256);
      },
    };
    expect(await collectAssets(store.database, late)).toMatchObject({ kept: 2, named: 1, removed: 1 });
    expect(await collectDropped(store.database, tours.assets, 0)).toBe(1);
    expect(await tours.contents()).toEqual([]);
  });
});
