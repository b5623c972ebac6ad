import { expect, test } from 'vitest';
import { localAssetStore } from '../../kernel/assets/local-asset-store.ts';
import { createTeam, useStore } from '../../testing/database.ts';
import { importTours } from './import-tours.ts';
import { problemSummary } from './problem-summary.ts';
import { useDirectory } from './testing/bundle.ts';
import { raggedEstate } from './testing/ragged-estate.ts';

const store = useStore();
const directory = useDirectory();

test('10,000 tours, a third of them ragged in twenty ways: imported, and each way is counted exactly', async () => {
  const { id: teamId } = await createTeam(store.database, { name: 'Owners' });
  const { files, counts } = raggedEstate(10_000);
  const root = await directory.write(files, 'estate');
  const assets = localAssetStore(await directory.write({}, 'assets'));
  const summary = problemSummary();
  const { imported, refused } = await importTours(store.database, assets, teamId, [root], { onTour: summary.add });
  expect([imported.length, refused]).toEqual([10_000, []]);
  expect(Object.fromEntries(summary.groups().map(({ problem, tours }) => [problem, tours]))).toEqual(counts);
}, 600_000);
