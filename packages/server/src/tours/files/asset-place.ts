import { randomUUID } from 'node:crypto';
import { type AssetStore, AssetStoreAway } from '../../kernel/assets/asset-store.ts';
import { type Database, StoreError } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { assetOwner, mayOwn, ofAnother, ownAssets } from './asset-owner.ts';
import { type AssetPlace, lockAssetPlace, putAssetPlace } from './asset-place-store.ts';

/**
 * Ensures that all processes of a database use one store of files, and no other database's: each store has an id, which is
 * kept beside its files, and the database keeps the id of its store (decision 0121). The first process sets both, and
 * records in the store whose it is (decision 0143); a folder that is moved keeps its marks.
 * @param host Name of this machine, for the message to processes that are refused later.
 * @throws {StoreError} When the files of this database are in another store, when the store holds the files of another
 *   database, or when a store that was never opened before does not answer.
 * @returns Whether the store answered; one that is away is accepted by its address.
 */
export async function claimAssetPlace(database: Database, assets: AssetStore, host: string): Promise<boolean> {
  const before = await foundId(assets);
  await inTransaction(database, async (transaction) => {
    const place = await lockAssetPlace(transaction);
    // A process that started at the same time may have set it.
    const found = before === undefined && place !== undefined ? await assets.mark('store-id') : before;
    if (found instanceof AssetStoreAway) {
      if (place?.url === assets.url) return;
      throw new StoreError(`The files of tours cannot be reached: ${found.message}. ${SEE}`, { cause: found });
    }
    if (place !== undefined && place.id !== found) throw new StoreError(otherPlace(place, assets, host));
    const owner = await assetOwner(assets);
    // An id that this database does not know was set by another one, unless a start of this one was interrupted.
    if (place === undefined && found !== undefined && (owner === undefined || !(await mayOwn(transaction, owner))))
      throw new StoreError(ofAnother(assets, owner));
    const id = found ?? randomUUID();
    // Before the commit: what the database says must be true wherever this is interrupted. The owner first: a start that is
    // interrupted in between would leave the store to nobody.
    if (owner === undefined || found === undefined) await ownAssets(transaction, assets, host);
    if (found === undefined) await assets.setMark('store-id', id);
    if (place?.url !== assets.url || place.host !== host)
      await putAssetPlace(transaction, { id, url: assets.url, host });
  });
  return !(before instanceof AssetStoreAway);
}

/** Makes this store the one of the database, whatever it was before: after a loss, or a restore without the id. */
export async function adoptAssetPlace(database: Database, assets: AssetStore, host: string): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await lockAssetPlace(transaction);
    const found = await assets.mark('store-id');
    const id = found ?? randomUUID();
    await ownAssets(transaction, assets, host);
    if (found === undefined) await assets.setMark('store-id', id);
    await putAssetPlace(transaction, { id, url: assets.url, host });
  });
}

async function foundId(assets: AssetStore): Promise<string | undefined | AssetStoreAway> {
  try {
    return await assets.mark('store-id');
  } catch (error) {
    if (error instanceof AssetStoreAway) return error;
    throw error;
  }
}

export const SEE =
  'See whether it runs, and whether ASSET_STORE_URL, S3_ENDPOINT and the credentials are right; the bucket must be there.';

/** What is wrong with a store that is not the database's, and the remedy. */
export function otherPlace(place: AssetPlace, assets: Pick<AssetStore, 'url'>, host: string): string {
  const since = place.openedAt.toISOString().slice(0, 16).replace('T', ' ');
  const at = place.url === assets.url && place.host !== host ? `${place.url} of its own` : place.url;
  return (
    `The files of this database lie in another store than this node's: node ${place.host} keeps them in ${at} (since ${since} UTC), ` +
    `and ${assets.url} on ${host} is not that store. Let every node use one: the same bucket (ASSET_STORE_URL=s3://bucket/prefix), or a ` +
    `folder that all machines mount (ASSET_STORE_URL=file:///folder). "openhouse assets move --to URL" on ${place.host} brings the ` +
    'files there. If that store is lost for good, or this is its copy, "openhouse assets adopt" takes this one for it.'
  );
}

/**
 * The store for a command that may not use it at all: the place is claimed on first use.
 * @throws {StoreError} from its methods, as `claimAssetPlace` does.
 */
export function claimedOnUse(database: Database, assets: AssetStore, host: string): AssetStore {
  let claimed: Promise<boolean> | undefined;
  const claim = () => {
    claimed ??= claimAssetPlace(database, assets, host);
    return claimed;
  };
  return {
    ...assets,
    put: (content) => claim().then(() => assets.put(content)),
    sizeOf: (sha256) => claim().then(() => assets.sizeOf(sha256)),
    open: (sha256, range) => claim().then(() => assets.open(sha256, range)),
    remove: (sha256) => claim().then(() => assets.remove(sha256)),
    async *list() {
      await claim();
      yield* assets.list();
    },
  };
}
