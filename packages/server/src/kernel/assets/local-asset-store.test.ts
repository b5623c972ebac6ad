import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import type { PathLike } from 'node:fs';
import fs, { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mayMount, smallDisk } from '../../testing/small-disk.ts';
import { AssetStoreAway } from './asset-store.ts';
import { localAssetStore } from './local-asset-store.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'openhouse-assets-'));
});
afterAll(async () => rm(directory, { recursive: true }));

const bytes = Buffer.from('a room with a view');
const sha256 = createHash('sha256').update(bytes).digest();
const chunks = (...parts: Buffer[]) => Readable.from(parts);

test('bytes lie under their SHA-256', async () => {
  const store = localAssetStore(path.join(directory, 'a'));
  expect(await store.put(chunks(bytes.subarray(0, 5), bytes.subarray(5)))).toEqual({ sha256, size: bytes.length });
  const hex = sha256.toString('hex');
  expect(await readFile(path.join(directory, 'a', hex.slice(0, 2), hex))).toEqual(bytes);
});

test('the same bytes put twenty times at once are one file, and nothing is left behind', async () => {
  const store = localAssetStore(path.join(directory, 'twenty'));
  await Promise.all(Array.from({ length: 20 }, () => store.put(chunks(bytes))));
  const files = await readdir(path.join(directory, 'twenty'), { recursive: true });
  const hex = sha256.toString('hex');
  expect(files.sort()).toEqual([hex.slice(0, 2), path.join(hex.slice(0, 2), hex), 'incoming'].sort());
});

// Root alone can be another user for a while.
test.skipIf(process.geteuid?.() !== 0)(
  'the numbers of the owner and of this user say why a folder is closed',
  async () => {
    const store = localAssetStore(path.join(directory, 'of-another'));
    await store.put(chunks(bytes));
    process.seteuid?.(4080);
    try {
      const reason = `(EACCES: ${directory} belongs to user 0, and this process is user 4080; give the service the same user number on every machine)`;
      for (const call of [store.mark('store-id'), store.put(chunks(Buffer.from('another')))])
        await expect(call).rejects.toThrow(reason);
    } finally {
      process.seteuid?.(0);
    }
  },
);

test.skipIf(!mayMount())('a disk that takes no further file, though it has room, is full', async () => {
  const disk = smallDisk(8);
  try {
    const store = localAssetStore(path.join(disk.path, 'files'));
    await store.put(chunks(bytes));
    // There are five: its root, the store, what comes in, a folder and a file in it. The sixth is what comes in.
    execFileSync('mount', ['-o', 'remount,nr_inodes=6', disk.path]);
    await expect(store.put(chunks(Buffer.from('another')))).rejects.toMatchObject({ code: 'ENOSPC' });
  } finally {
    disk.unmount();
  }
});

test.each([0, 5])('a file of which a disk kept %i bytes is whole after the next put', async (kept) => {
  const place = path.join(directory, `torn-${kept}`);
  const store = localAssetStore(place);
  await store.put(chunks(bytes));
  const hex = sha256.toString('hex');
  const file = path.join(place, hex.slice(0, 2), hex);
  await writeFile(file, bytes.subarray(0, kept));
  await store.put(chunks(bytes));
  expect(await readFile(file)).toEqual(bytes);
  expect(await readdir(path.join(place, 'incoming'))).toEqual([]);
});

test('what a killed process left is removed once it is an hour old, and what others are writing stays', async () => {
  const incoming = path.join(directory, 'left', 'incoming');
  await fs.mkdir(incoming, { recursive: true });
  for (const name of ['old', 'new']) await writeFile(path.join(incoming, name), 'half of a file');
  const before = new Date(Date.now() - 3_700_000);
  await fs.utimes(path.join(incoming, 'old'), before, before);
  await localAssetStore(path.join(directory, 'left')).put(chunks(bytes));
  expect(await readdir(incoming)).toEqual(['new']);
});

test('a store that is asked for a file while its first one is put is empty, not away', async () => {
  const store = localAssetStore(path.join(directory, 'first'));
  const look = fs.stat;
  // The answers of a slow disk: true when they were made, late when they come.
  const late = async (file: PathLike) => {
    const found = await look(file).catch((error: unknown) => error);
    await setTimeout(50);
    if (found instanceof Error) throw found;
    return found;
  };
  Object.assign(fs, { stat: late });
  syncBuiltinESMExports();
  try {
    const asked = store.sizeOf(Buffer.alloc(32));
    // The file is looked for, then its folder; by then neither is there.
    await setTimeout(75);
    await store.put(chunks(bytes));
    expect(await asked).toBeUndefined();
  } finally {
    Object.assign(fs, { stat: look });
    syncBuiltinESMExports();
  }
});

test('content that fails midway leaves nothing', async () => {
  async function* failing() {
    yield bytes;
    throw new Error('the archive is damaged');
  }
  const store = localAssetStore(path.join(directory, 'failing'));
  await expect(store.put(failing())).rejects.toThrow('the archive is damaged');
  expect(await readdir(path.join(directory, 'failing'), { recursive: true })).toEqual(['incoming']);
});

test("a failure of the store is the store's, one of what is brought is not", async () => {
  const place = path.join(directory, 'a-file');
  await writeFile(place, 'a file where a folder should be');
  const failure = await localAssetStore(place)
    .put(chunks(bytes))
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(AssetStoreAway);
  expect(String(failure)).toContain(`${path.join(place, 'incoming')} cannot be written (ENOTDIR)`);

  const missing = path.join(directory, 'of-a-bundle');
  async function* unreadable() {
    yield await readFile(missing);
  }
  const store = localAssetStore(path.join(directory, 'well'));
  await expect(store.put(unreadable())).rejects.toMatchObject({ code: 'ENOENT', path: missing });
});

// Linux says EIO of a disk or network file system that lost what it had taken: at the write or, mostly, the sync.
test.each([
  ['writeFile', 0],
  ['sync', 0],
  ['sync', 1],
] as const)("a disk that fails at %s %i is the store's failure, and the next put is whole", async (call, which) => {
  const place = path.join(directory, `failing-at-${call}-${which}`);
  const store = localAssetStore(place);
  const handle = await fs.open(directory, 'r');
  const prototype = Object.getPrototypeOf(handle) as Record<string, (...args: unknown[]) => Promise<unknown>>;
  await handle.close();
  const { [call]: works } = prototype;
  let calls = 0;
  prototype[call] = async function (this: unknown, ...args) {
    const done = await works?.apply(this, args);
    calls += 1;
    if (calls === which + 1) throw Object.assign(new Error(`EIO: i/o error, ${call}`), { code: 'EIO', syscall: call });
    return done;
  };
  try {
    const failure = await store.put(chunks(bytes)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AssetStoreAway);
    expect(String(failure)).toMatch(/failing-at-.* cannot be written \(EIO\)/);
  } finally {
    Object.assign(prototype, { [call]: works });
  }
  expect(await readdir(path.join(place, 'incoming'))).toEqual([]);
  expect(await store.put(chunks(bytes))).toEqual({ sha256, size: bytes.length });
});

test.skipIf(process.platform === 'win32')('nobody else can read the directory or a file', async () => {
  const store = localAssetStore(path.join(directory, 'private'));
  await store.put(chunks(bytes));
  const hex = sha256.toString('hex');
  const modeOf = async (...names: string[]) => (await stat(path.join(directory, 'private', ...names))).mode & 0o777;
  expect(await modeOf()).toBe(0o700);
  expect(await modeOf(hex.slice(0, 2))).toBe(0o700);
  expect(await modeOf(hex.slice(0, 2), hex)).toBe(0o600);
});
