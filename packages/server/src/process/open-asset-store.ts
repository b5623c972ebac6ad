import { join } from 'node:path';
import { DATA_DIRECTORY } from '@openhouse/contract';
import type { Config } from '../config/config.ts';
import type { AssetStoreAddress } from '../config/variables.ts';
import type { AssetStore } from '../kernel/assets/asset-store.ts';
import { localAssetStore } from '../kernel/assets/local-asset-store.ts';
import { s3AssetStore } from '../kernel/assets/s3-asset-store.ts';

/** Settings of the store for files of tours. */
export type AssetSettings = Pick<
  Config,
  'DATA_DIR' | 'ASSET_STORE_URL' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_PATH_STYLE'
>;

/**
 * Opens the asset store that the configuration names: a bucket, a folder, or the one of the data directory. No other
 * module chooses one. It makes no call to the store yet.
 * @param address Another store than the configured one, with the same S3 settings.
 */
export async function openAssetStore(
  config: AssetSettings,
  address: AssetStoreAddress | null = config.ASSET_STORE_URL,
): Promise<AssetStore> {
  if (address === null) return localAssetStore(join(config.DATA_DIR, DATA_DIRECTORY.assets));
  if (address.kind === 'file') return localAssetStore(address.directory);
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_PATH_STYLE: style } = config;
  const pathStyle = style === 'auto' ? endpoint !== null : style === 'yes';
  return s3AssetStore({ bucket: address.bucket, prefix: address.prefix, endpoint, region, pathStyle });
}
