import { link, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { localAssetStore } from '../../kernel/assets/local-asset-store.ts';
import { createTeam, useStore } from '../../testing/database.ts';
import { importTours } from './import-tours.ts';
import { importLimits } from './limits.ts';
import { basics, useDirectory } from './testing/bundle.ts';

const store = useStore();
const directory = useDirectory();

test('a directory with more files than a tour may have is refused by their number, and nothing is stored', {
  tags: 'slow',
}, async () => {
  const tour = await directory.write({ 'vr-info.json': basics('loft') });
  const assets = path.join(tour, 'assets');
  await mkdir(assets);
  const first = path.join(assets, 'first');
  await writeFile(first, '');
  // Links to one file: as many files to an import, and quickly made.
  for (let from = 0; from < importLimits.tourFiles; from += 1000)
    await Promise.all(Array.from({ length: 1000 }, (_, index) => link(first, path.join(assets, `${from + index}`))));
  const { id: team } = await createTeam(store.database, { name: 'Owners' });
  const { imported, refused } = await importTours(
    store.database,
    localAssetStore(path.join(tour, '..', 'files')),
    team,
    [tour],
  );
  expect(imported).toEqual([]);
  expect(refused).toMatchObject([{ problems: [{ expected: 'at most 50000 files', found: 'more' }] }]);
  expect((await store.database.pool.query('select from tour')).rowCount).toBe(0);
});
