import type { Pool } from 'pg';
import type { AssetStore } from '../../kernel/assets/asset-store.ts';
import { StoreError, type Transaction } from '../../kernel/database/database.ts';
import { databaseIdentity } from './asset-place-store.ts';

/** The database whose files a store holds, as a mark beside them says (decision 0143). */
export interface AssetOwner {
  /** Of the cluster and the database in it; null where the server does not tell. */
  readonly database: string | null;
  /** Name of the database, and of the machine that took the store for it: for whoever is refused. */
  readonly name: string;
  readonly host: string;
  /** ISO 8601, UTC. */
  readonly since: string;
}

/** @returns undefined before anybody took the store, as versions before this one did not write it. @throws {AssetStoreAway | StoreError} */
export async function assetOwner(assets: AssetStore): Promise<AssetOwner | undefined> {
  const text = await assets.mark('store-owner');
  if (text === undefined) return undefined;
  try {
    const { database, name, host, since } = JSON.parse(text) as Partial<AssetOwner>;
    return { database: database ?? null, name: name ?? '', host: host ?? '', since: since ?? '' };
  } catch {
    throw new StoreError(`store-owner in ${assets.url} is damaged: "openhouse assets adopt" writes it anew.`);
  }
}

/** Says in the store that it holds the files of this database. @param host Name of this machine. */
export async function ownAssets(pool: Pool | Transaction, assets: AssetStore, host: string): Promise<void> {
  const { id, name } = await databaseIdentity(pool);
  const owner: AssetOwner = { database: id, name, host, since: new Date().toISOString() };
  await assets.setMark('store-owner', JSON.stringify(owner));
}

/** Whether the files may be this database's, as far as it is told. */
export async function mayOwn(pool: Pool | Transaction, owner: AssetOwner | undefined): Promise<boolean> {
  if (owner === undefined || owner.database === null) return true;
  const { id } = await databaseIdentity(pool);
  return id === null || id === owner.database;
}

/** Before files are removed: a copy of a database does not know what the other one names. @throws {StoreError} */
export async function requireOwnAssets(pool: Pool, assets: AssetStore): Promise<void> {
  const owner = await assetOwner(assets);
  if (!(await mayOwn(pool, owner))) throw new StoreError(`No file is removed: ${ofAnother(assets, owner)}`);
}

/** What is wrong with a store of another database, and the remedy. */
export function ofAnother({ url }: Pick<AssetStore, 'url'>, owner: AssetOwner | undefined): string {
  const whose = owner === undefined ? '' : `: ${owner.name}, for which node ${owner.host} took it`;
  const since = owner === undefined ? '' : ` on ${owner.since.slice(0, 16).replace('T', ' ')} UTC`;
  return (
    `${url} holds the files of another database${whose}${since}. Each would remove files of the other. Give this database a prefix, ` +
    'bucket or folder of its own (ASSET_STORE_URL). If the other one is gone for good, as after a restore into a new cluster, ' +
    '"openhouse assets adopt" takes its files for this one.'
  );
}
