import { type Config, isProduction, loadsDemo } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import { type Database, StoreError } from '../kernel/database/database.ts';
import { migrate, requireMigrated } from '../kernel/database/migrate.ts';
import { isolationProblems } from '../kernel/database/team-isolation.ts';
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

/**
 * In production a new version must not change the schema by merely being started somewhere, and what keeps Teams apart
 * is looked at, not believed.
 */
async function bringUpToDate(config: Config, database: Database): Promise<void> {
  if (!isProduction(config)) {
    await migrate(database);
    return;
  }
  await requireMigrated(database);
  const problems = await isolationProblems(database.pool);
  if (problems.length === 0) return;
  throw new StoreError(
    `The database no longer keeps Teams apart as the migrations made it:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
  );
}
