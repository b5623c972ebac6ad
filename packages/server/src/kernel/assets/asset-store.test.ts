import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withSwift } from '../../testing/swift.ts';
import { isStoreAway } from '../database/store-away.ts';
import { type AssetStore, AssetStoreAway, type OpenedAsset } from './asset-store.ts';
import { type HotAssetsOptions, hotAssets } from './hot-assets.ts';
import { localAssetStore } from './local-asset-store.ts';
import { s3AssetStore } from './s3-asset-store.ts';

const bytes = Buffer.from('a room with a view');
const sha256 = createHash('sha256').update(bytes).digest();
const chunks = (...parts: Buffer[]) => Readable.from(parts);
const read = async (opened: OpenedAsset | undefined) => opened && (await buffer(opened.body));

/** What both stores promise. @param newStore An empty one. */
function contract(newStore: () => Promise<AssetStore>): void {
  test('bytes come back as they were put, under their SHA-256', async () => {
    const store = await newStore();
    expect(await store.put(chunks(bytes.subarray(0, 5), bytes.subarray(5)))).toEqual({ sha256, size: bytes.length });
    expect(await store.sizeOf(sha256)).toBe(bytes.length);
    const opened = await store.open(sha256);
    expect(opened?.size).toBe(bytes.length);
    expect(await read(opened)).toEqual(bytes);
  });

  test.each([
    [{ start: 0, end: 0 }, 'a'],
    [{ start: 2, end: 5 }, 'room'],
    [{ start: 14, end: 17 }, 'view'],
  ])('of a range %j come %j, with the size of the whole', async (range, text) => {
    const store = await newStore();
    await store.put(chunks(bytes));
    const opened = await store.open(sha256, range);
    expect(opened?.size).toBe(bytes.length);
    expect((await read(opened))?.toString()).toBe(text);
  });

  test('an empty file is kept too', async () => {
    const store = await newStore();
    const { sha256: name, size } = await store.put(chunks());
    expect(size).toBe(0);
    expect(await store.sizeOf(name)).toBe(0);
    expect(await read(await store.open(name))).toEqual(Buffer.alloc(0));
  });

  test('a large file comes back whole, in parts as they are taken', async () => {
    const large = Buffer.alloc(5 * 1024 * 1024, 'panorama');
    const store = await newStore();
    const { sha256: name } = await store.put(chunks(large));
    expect((await read(await store.open(name)))?.equals(large)).toBe(true);
    const last = await store.open(name, { start: large.length - 4, end: large.length - 1 });
    expect((await read(last))?.toString()).toBe('rama');
  });

  test('bytes that the store does not have are undefined, and can be removed', async () => {
    const store = await newStore();
    expect(await store.open(sha256)).toBeUndefined();
    expect(await store.sizeOf(sha256)).toBeUndefined();
    await store.remove(sha256);
  });

  test('the same bytes put twenty times at once are one file', async () => {
    const store = await newStore();
    await Promise.all(Array.from({ length: 20 }, () => store.put(chunks(bytes))));
    expect(await listed(store)).toEqual([[sha256.toString('hex'), bytes.length]]);
  });

  test('content that fails midway leaves nothing', async () => {
    async function* failing() {
      yield bytes;
      throw new Error('the archive is damaged');
    }
    const store = await newStore();
    await expect(store.put(failing())).rejects.toThrow('the archive is damaged');
    expect(await listed(store)).toEqual([]);
  });

  test('it lists what it has with the time it came, and not its marks', async () => {
    const store = await newStore();
    expect(await listed(store)).toEqual([]);
    await store.setMark('store-id', 'an-id');
    await store.setMark('store-owner', 'an-owner');
    const files = Array.from({ length: 5 }, (_, index) => Buffer.from(`file ${index}`));
    for (const file of files) await store.put(chunks(file));
    const expected = files.map((file) => [createHash('sha256').update(file).digest('hex'), file.length]);
    expect((await listed(store)).sort()).toEqual(expected.sort());
    for await (const { storedAtMs } of store.list()) expect(Math.abs(Date.now() - storedAtMs)).toBeLessThan(600_000);
  });

  test('what is removed is gone', async () => {
    const store = await newStore();
    await store.put(chunks(bytes));
    await store.remove(sha256);
    expect(await store.open(sha256)).toBeUndefined();
    expect(await listed(store)).toEqual([]);
    await store.put(chunks(bytes));
    expect(await read(await store.open(sha256))).toEqual(bytes);
  });

  test('it keeps the marks that it was given', async () => {
    const store = await newStore();
    expect(await store.mark('store-id')).toBeUndefined();
    await store.setMark('store-id', 'an-id');
    expect([await store.mark('store-id'), await store.mark('store-owner')]).toEqual(['an-id', undefined]);
    for (const owner of ['{"name":"梅"}', 'another']) {
      await store.setMark('store-owner', owner);
      expect([await store.mark('store-id'), await store.mark('store-owner')]).toEqual(['an-id', owner]);
    }
  });
}

async function listed(store: AssetStore): Promise<(readonly [string, number])[]> {
  const found: (readonly [string, number])[] = [];
  for await (const { sha256: name, size } of store.list()) found.push([name.toString('hex'), size]);
  return found;
}

describe('a folder', () => {
  let directory: string;
  let stores = 0;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(os.tmpdir(), 'openhouse-assets-'));
  });
  afterAll(() => rm(directory, { recursive: true }));
  const newFolder = () => {
    stores += 1;
    return path.join(directory, String(stores));
  };
  contract(async () => localAssetStore(newFolder()));

  test('one that was there and is not, is away and not empty', async () => {
    const folder = newFolder();
    const store = localAssetStore(folder);
    await store.put(chunks(bytes));
    await rm(folder, { recursive: true });
    const asked = [store.open(sha256), store.sizeOf(sha256), store.put(chunks(bytes)), store.reach()];
    const answers = await Promise.allSettled(asked);
    expect(answers.map((answer) => answer.status === 'rejected' && answer.reason instanceof AssetStoreAway)).toEqual(
      asked.map(() => true),
    );
  });
});

describe('a folder, with what is read often in memory', () => {
  let directory: string;
  let stores = 0;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(os.tmpdir(), 'openhouse-hot-assets-'));
  });
  afterAll(() => rm(directory, { recursive: true }));
  const newStore = () => {
    stores += 1;
    return localAssetStore(path.join(directory, String(stores)));
  };
  contract(async () => hotAssets(newStore()));

  /** A store that counts what it is asked for. */
  function counted(options?: HotAssetsOptions) {
    const store = newStore();
    let opened = 0;
    let whole = 0;
    const counting: AssetStore = {
      ...store,
      open(name, range) {
        opened += 1;
        if (range === undefined) whole += 1;
        return store.open(name, range);
      },
    };
    return { store, hot: hotAssets(counting, options), opened: () => opened, whole: () => whole };
  }

  test('is asked for a file twice, however often and in whatever parts it is read', async () => {
    const { hot, opened } = counted();
    await hot.put(chunks(bytes));
    for (let time = 0; time < 5; time += 1) expect(await read(await hot.open(sha256))).toEqual(bytes);
    expect((await read(await hot.open(sha256, { start: 2, end: 5 })))?.toString()).toBe('room');
    const many = await Promise.all(Array.from({ length: 20 }, async () => read(await hot.open(sha256))));
    expect(many.every((one) => one?.equals(bytes))).toBe(true);
    expect(opened()).toBe(2);
    const { sha256: crowded } = await hot.put(chunks(Buffer.alloc(300_000, 'picture')));
    const readers = await Promise.all(Array.from({ length: 50 }, async () => read(await hot.open(crowded))));
    expect(new Set(readers.map((one) => one?.length))).toEqual(new Set([300_000]));
    expect(opened()).toBe(4);
  });

  test('is asked each time for a large file, for one that is gone, and for what found no room', async () => {
    const { store, hot, opened } = counted({ hotBytes: bytes.length, largestBytes: bytes.length });
    const [large, other] = [Buffer.alloc(bytes.length + 1), Buffer.from('another room')];
    const names: Buffer[] = [];
    for (const content of [large, bytes, other]) names.push((await hot.put(chunks(content))).sha256);
    const [largeName = sha256, name = sha256, otherName = sha256] = names;
    for (let time = 0; time < 3; time += 1) expect(await read(await hot.open(largeName))).toEqual(large);
    expect(opened()).toBe(3);
    for (const one of [name, name, otherName, otherName]) await read(await hot.open(one));
    expect(opened()).toBe(7);
    // There was room for one.
    expect(await read(await hot.open(name))).toEqual(bytes);
    expect(opened()).toBe(8);
    await store.remove(largeName);
    expect(await hot.open(largeName)).toBeUndefined();
    expect(await hot.sizeOf(largeName)).toBeUndefined();
  });

  test('is never asked for the whole of files that come back later than memory would keep them', async () => {
    const files = ['hall', 'room', 'roof'].map((name) => Buffer.from(name));
    const { hot, whole } = counted({ hotBytes: 8 });
    const names = await Promise.all(files.map(async (file) => (await hot.put(chunks(file))).sha256));
    const start = { start: 0, end: 1 };
    for (let round = 0; round < 3; round += 1) {
      for (const [nth, name] of names.entries()) {
        expect(await read(await hot.open(name, start))).toEqual(files[nth]?.subarray(0, 2));
      }
    }
    expect(whole()).toBe(0);
    const [, , last = sha256] = names;
    expect((await read(await hot.open(last, start)))?.toString()).toBe('ro');
    expect(whole()).toBe(1);
  });
});

test.each([-1, 1])('bytes that are %i of what the store said are not kept in memory', async (more) => {
  const whole = Buffer.from('a room with a view');
  const sent = more < 0 ? whole.subarray(0, more) : Buffer.concat([whole, Buffer.alloc(more)]);
  let isMended = false;
  const store: Pick<AssetStore, 'open'> = {
    open: async () => ({ size: whole.length, body: Readable.from([isMended ? whole : sent]) }),
  };
  const hot = hotAssets(store as AssetStore);
  const name = createHash('sha256').update(whole).digest();
  await hot.open(name);
  await expect(hot.open(name)).rejects.toThrow(/: a file of 18 bytes (ended after 17|went on)$/);
  isMended = true;
  expect(await read(await hot.open(name))).toEqual(whole);
});

withSwift('a bucket', (swift) => {
  contract(async () => s3AssetStore(swift.address(await swift.newBucket())));

  test('two prefixes of one bucket do not see each other', async () => {
    const bucket = await swift.newBucket();
    const [plain, one, other] = await Promise.all(
      ['', 'one', 'one/other'].map((prefix) => s3AssetStore(swift.address(bucket, prefix))),
    );
    await one?.put(chunks(bytes));
    expect(await plain?.open(sha256)).toBeUndefined();
    expect(await other?.sizeOf(sha256)).toBeUndefined();
    expect(other && (await listed(other))).toEqual([]);
    expect(plain && (await listed(plain))).toEqual([]);
  });

  test('it lists more files than one answer holds', async () => {
    const store = await s3AssetStore(swift.address(await swift.newBucket()), { keysPerPage: 3 });
    for (let index = 0; index < 10; index += 1) await store.put(chunks(Buffer.from(`file ${index}`)));
    expect(await listed(store)).toHaveLength(10);
  });

  test('a presigned address opens one file for a while, with the type it was given', async () => {
    const store = await s3AssetStore(swift.address(await swift.newBucket()));
    await store.put(chunks(bytes));
    const link = { mediaType: 'model/gltf-binary', cacheControl: 'private, no-store', lifetimeS: 60 };
    const address = (await store.linkTo?.(sha256, link)) ?? '';
    const answer = await fetch(address, { headers: { range: 'bytes=2-5' } });
    expect([answer.status, await answer.text()]).toEqual([206, 'room']);
    expect(answer.headers.get('content-type')).toBe('model/gltf-binary');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const changed = address.replace('model%2Fgltf-binary', 'text%2Fhtml');
    expect(changed).not.toBe(address);
    expect((await fetch(changed)).status).toBe(403);
  });

  test('a store that is away says so, and what it was asked for without a secret', { tags: 'slow' }, async () => {
    const bucket = await swift.newBucket();
    const store = await s3AssetStore(swift.address(bucket));
    await store.put(chunks(bytes));
    await swift.stop();
    const asked = [
      store.open(sha256),
      store.sizeOf(sha256),
      store.put(chunks(bytes)),
      store.reach(),
      store.mark('store-id'),
    ];
    for (const { reason: error } of (await Promise.allSettled(asked)) as PromiseRejectedResult[]) {
      expect(error).toBeInstanceOf(AssetStoreAway);
      expect((error as Error).message).toBe(
        `s3://${bucket}/files: nobody listens there (ECONNREFUSED). Start it, or name its port`,
      );
      expect(isStoreAway(error)).toBe(true);
    }
    await swift.start();
    expect(await read(await store.open(sha256))).toEqual(bytes);
  });

  test('a bucket that is not there is a store that is away, and so is a wrong key', async () => {
    const none = await s3AssetStore(swift.address('not-there'));
    await expect(none.open(sha256)).rejects.toThrow(
      's3://not-there/files: HTTP 404 NoSuchBucket: there is no such bucket. Make it, or correct ASSET_STORE_URL',
    );
    await expect(none.reach()).rejects.toBeInstanceOf(AssetStoreAway);
    const bucket = await swift.newBucket();
    const before = process.env.AWS_SECRET_ACCESS_KEY;
    process.env.AWS_SECRET_ACCESS_KEY = 'wrong-canary';
    try {
      const wrong = await s3AssetStore(swift.address(bucket));
      const error: Error = await wrong.open(sha256).then(
        () => new Error('it was opened'),
        (reason) => reason,
      );
      expect(error.message).toBe(
        `s3://${bucket}/files: HTTP 403 SignatureDoesNotMatch: the secret key is another one. Correct the credentials`,
      );
    } finally {
      process.env.AWS_SECRET_ACCESS_KEY = before;
    }
  });
});
