import { join } from 'node:path';
import { DATA_DIRECTORY } from '@openhouse/contract';
import type { Config } from '../config/config.ts';
import type { AssetStore } from '../kernel/assets/asset-store.ts';
import { localAssetStore } from '../kernel/assets/local-asset-store.ts';

/** Opens the asset store that the configuration names: a folder of the data directory. No other module chooses one. */
export function openAssetStore({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): AssetStore {
  return localAssetStore(join(DATA_DIR, DATA_DIRECTORY.assets));
}
