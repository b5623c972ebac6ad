import type { AssetStore } from '../../kernel/assets/asset-store.ts';
import type { CheckedTour } from './check-tour.ts';
import { bounded, type Folder } from './folder.ts';
import { TourRefused } from './problem.ts';

/**
 * Maximum number of concurrent puts: a bucket answers each after some milliseconds, and holds each in memory until
 * then.
 */
const PUT_AT_ONCE = 4;

/**
 * Puts those files of a tour into the asset store that it does not have: new ones, and ones it has lost, or lost a part of.
 * Resolves, or throws, once no put is running any more.
 * @throws {TourRefused} when a file has changed since it was checked.
 */
export async function putAssets(assets: AssetStore, folder: Folder, tour: CheckedTour): Promise<void> {
  const left = [...tour.assets];
  const putNext = async () => {
    try {
      for (let asset = left.shift(); asset !== undefined; asset = left.shift()) await putAsset(assets, folder, asset);
    } catch (error) {
      left.length = 0;
      throw error;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: PUT_AT_ONCE }, putNext));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

async function putAsset(
  assets: AssetStore,
  folder: Folder,
  { file, sha256, size }: CheckedTour['assets'][number],
): Promise<void> {
  if ((await assets.sizeOf(sha256)) === size) return;
  const stored = await assets.put(bounded(folder.read(file), file));
  if (stored.sha256.equals(sha256)) return;
  const expected = 'a file that stays as it is during the import';
  throw new TourRefused([{ file, pointer: '', expected, found: 'other bytes than a moment ago' }]);
}
