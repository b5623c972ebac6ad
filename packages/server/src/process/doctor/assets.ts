import { access, constants } from 'node:fs/promises';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../config/config.ts';
import { servesGateway, servesPortal } from '../../config/parts.ts';
import { type AssetStore, AssetStoreAway } from '../../kernel/assets/asset-store.ts';
import type { Database } from '../../kernel/database/database.ts';
import { assetOwner, mayOwn, ofAnother } from '../../tours/files/asset-owner.ts';
import { otherPlace, SEE } from '../../tours/files/asset-place.ts';
import { assetPlace } from '../../tours/files/asset-place-store.ts';
import { openAssetStore } from '../open-asset-store.ts';
import { deliveryRefusal } from './delivery.ts';
import { broken, type Finding, ok } from './finding.ts';

const CHECK = 'files of tours';

/** The store of files: does it answer, and is it the one that this database's files lie in? Changes nothing. */
export async function examineAssets(config: Config, database: Database): Promise<Finding> {
  const assets = await openAssetStore(config);
  const place = await assetPlace(database.pool);
  try {
    const found = await assets.mark('store-id');
    if (place !== undefined && place.id !== found) return broken(CHECK, otherPlace(place, assets, hostname()), '');
    const owner = await assetOwner(assets);
    const isTaken = place === undefined && found !== undefined && owner === undefined;
    if (isTaken || !(await mayOwn(database.pool, owner))) return broken(CHECK, ofAnother(assets, owner), '');
    if (found !== undefined && servesPortal(config)) {
      const isBucket = config.ASSET_STORE_URL?.kind === 's3';
      const refusal = await (isBucket ? writeRefusal(assets, found) : folderRefusal(fileURLToPath(assets.url)));
      if (refusal !== undefined) return refusal;
    }
    if (config.ASSET_DELIVERY === 'redirect' && servesGateway(config)) {
      const refusal = await deliveryRefusal(CHECK, assets);
      if (refusal !== undefined) return refusal;
    }
    return ok(CHECK, `${assets.url} answers.`);
  } catch (error) {
    if (error instanceof AssetStoreAway) return broken(CHECK, `They cannot be reached: ${error.message}.`, SEE);
    throw error;
  }
}

/** Whether a readable bucket is also writable: rewrites its marker object unchanged. */
async function writeRefusal(assets: AssetStore, mark: string): Promise<Finding | undefined> {
  try {
    await assets.setMark('store-id', mark);
    return undefined;
  } catch (error) {
    if (!(error instanceof AssetStoreAway)) throw error;
    return unwritable(error.message);
  }
}

/** The same of a folder, in which nothing is written: doctor may run as another user, whose file the service could not read. */
async function folderRefusal(directory: string): Promise<Finding | undefined> {
  try {
    await access(directory, constants.W_OK);
    return undefined;
  } catch (error) {
    return unwritable(`${directory} cannot be written (${(error as NodeJS.ErrnoException).code})`);
  }
}

const unwritable = (why: string): Finding =>
  broken(CHECK, `They can be read, and none be stored: ${why}.`, 'Until then every upload fails.');
