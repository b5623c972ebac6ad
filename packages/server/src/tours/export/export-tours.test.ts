import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AssetStore } from '../../kernel/assets/asset-store.ts';
import { localAssetStore } from '../../kernel/assets/local-asset-store.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { createTeam, useStore } from '../../testing/database.ts';
import { importTours } from '../import/import-tours.ts';
import { useDirectory } from '../import/testing/bundle.ts';
import { storedTours } from '../import/testing/stored-tours.ts';
import { codesOfTeam, exportTour } from './export-tours.ts';

describe('exportTour', () => {
  const store = useStore();
  const directory = useDirectory();
  let teamId: string;
  let assets: AssetStore;
  beforeEach(async () => {
    ({ id: teamId } = await createTeam(store.database, { name: 'Owners' }));
    assets = localAssetStore(await directory.write({}));
  });

  const files = {
    'vr-info.json':
      '{"resource_code":"loft","name":"Löft","is_active":false,"model":{"file_url":"m"},"n":[1.0,1e5,-0,36184089396510731]}',
    'hot-detail.json': '[{"id":1,"x":0.10},{"id":2}]',
    'group-tree.json': '{"node_code":"a","children":[]}',
    'assets/panorama/0 f.jpg': 'a picture',
    'assets/private/empty.txt': '',
  };
  const contentOf = async (folder: string): Promise<Record<string, string>> => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const names = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
    const pairs = names.map(async (name) => [path.relative(folder, name), await readFile(name, 'utf8')] as const);
    return Object.fromEntries(await Promise.all(pairs));
  };
  const imported = async () => importTours(store.database, assets, teamId, [await directory.write(files)]);
  const exported = async (into?: string) =>
    exportTour(store.database, assets, teamId, 'loft', into ?? (await directory.write({})));

  test('writes the bundle back, byte for byte', { tags: 'slow' }, async () => {
    await imported();
    expect(await contentOf(await exported())).toEqual(files);
  });

  test('of two exports into one directory the first writes the tour, and the other is refused', async () => {
    await imported();
    const into = await directory.write({});
    const [first, second] = await Promise.allSettled([exported(into), exported(into)]);
    const refused = [first, second].find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ name: 'ExportRefused', message: expect.stringContaining('exists already') });
    expect(await readdir(into)).toEqual(['loft']);
    expect(await contentOf(path.join(into, 'loft'))).toEqual(files);
  });

  test('writes what another Team can import, to the same content', async () => {
    await imported();
    const bundle = await exported();
    const [before] = await storedTours(store.database, teamId);
    ({ id: teamId } = await createTeam(store.database, { name: 'Others' }));
    await importTours(store.database, assets, teamId, [bundle]);
    expect((await storedTours(store.database, teamId))[0]).toEqual({ ...before, epoch: '2' });
  });

  test('writes what changes nothing when it is imported again', async () => {
    await imported();
    const { imported: again } = await importTours(store.database, assets, teamId, [await exported()]);
    expect(again.map(({ outcome }) => outcome)).toEqual(['unchanged']);
  });

  test('overwrites nothing', async () => {
    await imported();
    const into = await directory.write({ 'loft/kept.txt': 'kept' });
    await expect(exported(into)).rejects.toThrow(`${path.join(into, 'loft')} exists already.`);
    expect(await contentOf(into)).toEqual({ 'loft/kept.txt': 'kept' });
  });

  test('leaves nothing behind when the asset store has lost a file', async () => {
    await imported();
    const into = await directory.write({});
    assets = localAssetStore(await directory.write({}));
    await expect(exported(into)).rejects.toThrow('The asset store has lost panorama/0 f.jpg.');
    expect(await readdir(into)).toEqual([]);
  });

  test.each([
    [`${'厅'.repeat(100)}.jpg`, 'This disk takes no name as long as'],
    ['panorama', 'This disk has another file'],
  ])('refuses the tour whose file the disk does not take: %s', async (name, reason) => {
    await imported();
    await inTransaction(
      store.database,
      (transaction) => transaction.query("update asset set path = $1 where path = 'private/empty.txt'", [name]),
      { team: teamId },
    );
    const into = await directory.write({});
    const refused = await exported(into).catch((error: unknown) => error);
    expect(refused).toMatchObject({ name: 'ExportRefused', message: expect.stringContaining(reason) });
    expect((refused as Error).message).toMatch(/: export the tour to another disk\.$/);
    expect(await readdir(into)).toEqual([]);
  });

  test('finds no tour of another Team', async () => {
    await imported();
    ({ id: teamId } = await createTeam(store.database, { name: 'Others' }));
    await expect(exported()).rejects.toThrow('The Team has no tour loft.');
  });

  test('of all tours goes through every code, page by page', async () => {
    const count = 2_345;
    await inTransaction(
      store.database,
      (transaction) =>
        transaction.query(
          "insert into tour (team_id, code, name, active, import_hash) select $1, 't' || n, '', true, sha256('') from generate_series(1, $2) n",
          [teamId, count],
        ),
      { team: teamId },
    );
    const codes: string[] = [];
    for await (const code of codesOfTeam(store.database, teamId)) codes.push(code);
    expect(codes).toEqual([...new Set(codes)].sort());
    expect(codes).toHaveLength(count);
  });
});
