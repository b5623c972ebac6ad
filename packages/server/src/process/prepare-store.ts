import { type Config, isProduction, loadsDemo } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Database } from '../kernel/database/database.ts';
import { migrate, requireMigrated } from '../kernel/database/migrate.ts';
import { type DemoFacts, loadDemo } from './demo/load-demo.ts';
import { openAssetStore } from './open-asset-store.ts';
import { addressesOf } from './service.ts';

/** Brings the schema up to date and the demo in, before anybody serves from it. @returns What was loaded. */
export async function prepareStore(
  config: Config,
  secrets: Secrets,
  database: Database,
  demoBundles: string,
): Promise<DemoFacts | undefined> {
  await bringUpToDate(config, database);
  if (!loadsDemo(config)) return undefined;
  return loadDemo({
    database,
    assets: openAssetStore(config),
    addresses: addressesOf(config),
    pepper: secrets.appSecretPepper,
    sealingKeys: secrets.appSecretSealingKeys,
    bundles: demoBundles,
    dataDirectory: config.DATA_DIR,
  });
}

/** In production a new version must not change the schema by merely being started somewhere. */
async function bringUpToDate(config: Config, database: Database): Promise<void> {
  if (isProduction(config)) await requireMigrated(database);
  else await migrate(database);
}
