import type { AssetStore } from '../../kernel/assets/asset-store.ts';
import type { CheckedTour } from './check-tour.ts';
import { bounded, type Folder } from './folder.ts';
import { TourRefused } from './problem.ts';

/**
 * Puts those files of a tour into the asset store that it does not have: new ones, and ones it has lost.
 * @throws {TourRefused} when a file has changed since it was checked.
 */
export async function putAssets(assets: AssetStore, folder: Folder, tour: CheckedTour): Promise<void> {
  for (const { file, sha256 } of tour.assets) {
    if ((await assets.open(sha256)) !== undefined) continue;
    const stored = await assets.put(bounded(folder.read(file), file));
    if (stored.sha256.equals(sha256)) continue;
    const expected = 'a file that stays as it is during the import';
    throw new TourRefused([{ file, pointer: '', expected, found: 'other bytes than a moment ago' }]);
  }
}
