import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AssetStore } from '../../kernel/assets/asset-store.ts';
import { localAssetStore } from '../../kernel/assets/local-asset-store.ts';
import { s3AssetStore } from '../../kernel/assets/s3-asset-store.ts';
import { createTeam, useStore } from '../../testing/database.ts';
import { withSwift } from '../../testing/swift.ts';
import { importTours } from '../import/import-tours.ts';
import { claimAssetPlace } from './asset-place.ts';
import { MoveRefused, moveAssets } from './move-assets.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest();
const CONTENTS = Array.from({ length: 30 }, (_, index) => `picture ${index}`);

let root = '';
let folders = 0;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'openhouse-move-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));
const newFolder = () => {
  folders += 1;
  return join(root, String(folders));
};

function suite(newTarget: () => Promise<AssetStore>): void {
  const store = useStore();
  let directory = '';
  let from: AssetStore;
  let to: AssetStore;
  let teamId = '';

  beforeEach(async () => {
    directory = newFolder();
    from = localAssetStore(directory);
    to = await newTarget();
    teamId = (await createTeam(store.database, { name: 'Owners' })).id;
    await claimAssetPlace(store.database, from, 'here');
    await imported('loft', CONTENTS);
  });

  async function imported(code: string, contents: readonly string[]): Promise<void> {
    const bundle = join(newFolder(), code);
    await mkdir(join(bundle, 'assets'), { recursive: true });
    await writeFile(join(bundle, 'vr-info.json'), JSON.stringify({ resource_code: code, name: code, is_active: true }));
    for (const [index, content] of contents.entries()) await writeFile(join(bundle, 'assets', `${index}.txt`), content);
    expect((await importTours(store.database, from, teamId, [bundle])).refused).toEqual([]);
  }

  const textIn = async (assets: AssetStore, text: string) =>
    (await (await assets.open(sha256(text)))?.body.toArray())?.join('');

  const fileOf = (text: string) => {
    const hex = sha256(text).toString('hex');
    return join(directory, hex.slice(0, 2), hex);
  };

  test('every named file is copied, those that come meanwhile too; nodes start over both then', {
    tags: 'slow',
  }, async () => {
    await from.put(Readable.from([Buffer.from('named by nothing')]));
    let isLate = false;
    const onProgress = async () => {
      if (isLate) return;
      isLate = true;
      await imported('studio', ['late']);
    };
    let late: Promise<void> | undefined;
    const slow: AssetStore = {
      ...to,
      async put(content) {
        late ??= onProgress();
        await late;
        return to.put(content);
      },
    };
    expect(await moveAssets(store.database, from, slow)).toMatchObject({ copied: 31, lost: [] });
    for (const text of [...CONTENTS, 'late']) expect(await textIn(to, text)).toBe(text);
    expect(await to.sizeOf(sha256('named by nothing'))).toBeUndefined();
    expect(await claimAssetPlace(store.database, to, 'there')).toBe(true);
    expect(await claimAssetPlace(store.database, from, 'here')).toBe(true);
    expect(await moveAssets(store.database, from, to)).toMatchObject({ copied: 0, there: 31, lost: [] });
  });

  test('ended in the middle it goes on', { tags: 'slow' }, async () => {
    let puts = 0;
    const dying: AssetStore = {
      ...to,
      put(content) {
        puts += 1;
        return puts > 10 ? Promise.reject(new Error('it was ended')) : to.put(content);
      },
    };
    await expect(moveAssets(store.database, from, dying)).rejects.toThrow('it was ended');
    expect(await to.mark('store-id')).toBeUndefined();
    const { copied, there } = await moveAssets(store.database, from, to);
    expect([copied + there > 0, there >= 0, await textIn(to, 'picture 29')]).toEqual([true, true, 'picture 29']);
    expect(copied).toBeLessThan(CONTENTS.length);
  });

  test('what the source has lost or damaged is named; what was damaged on the way is copied again', {
    tags: 'slow',
  }, async () => {
    await rm(fileOf('picture 1'));
    await writeFile(fileOf('picture 2'), 'pictures!');
    const { copied, lost } = await moveAssets(store.database, from, to);
    expect(copied).toBe(28);
    expect(lost.sort()).toEqual(['picture 1', 'picture 2'].map((text) => sha256(text).toString('hex')).sort());
    await imported('again', ['picture 1']);
    await writeFile(fileOf('picture 2'), 'picture 2');
    expect(await moveAssets(store.database, from, to)).toMatchObject({ copied: 2, lost: [] });
  });

  test('with verifyAll what is there is read too, and copied again where it is not right', {
    tags: 'slow',
  }, async () => {
    await moveAssets(store.database, from, to);
    const content = [Buffer.from('pictures!')];
    const odd: AssetStore = {
      ...to,
      open: async (hash, range) =>
        sha256('picture 3').equals(hash) && !isMended
          ? { size: 9, body: Readable.from(content) }
          : to.open(hash, range),
      async put(bytes) {
        isMended = true;
        return to.put(bytes);
      },
    };
    let isMended = false;
    expect(await moveAssets(store.database, from, odd)).toMatchObject({ copied: 0, there: 30 });
    expect(await moveAssets(store.database, from, odd, { verifyAll: true })).toMatchObject({ copied: 1 });
    expect(await textIn(to, 'picture 3')).toBe('picture 3');
  });

  test('the store of another database is left alone', async () => {
    await to.setMark('store-id', 'of-another');
    await expect(moveAssets(store.database, from, to)).rejects.toBeInstanceOf(MoveRefused);
    expect([await to.mark('store-id'), await to.sizeOf(sha256('picture 0'))]).toEqual(['of-another', undefined]);
  });
}

describe('files move to another folder', () => suite(async () => localAssetStore(newFolder())));

withSwift(
  'files move into a bucket',
  (swift) => suite(async () => s3AssetStore(swift.address(await swift.newBucket()))),
  ['slow'],
);
