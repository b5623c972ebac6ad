import { hostname } from 'node:os';
import { type Config, isProduction, loadsDemo } from '../config/config.ts';
import { servesPortal } from '../config/parts.ts';
import type { Secrets } from '../config/secrets.ts';
import { type Database, StoreError } from '../kernel/database/database.ts';
import { migrate, requireMigrated } from '../kernel/database/migrate.ts';
import { settingsProblem } from '../kernel/database/relied-on.ts';
import { isolationProblems } from '../kernel/database/team-isolation.ts';
import { gatewayRoleProblem } from '../kernel/database/working-roles.ts';
import { claimAssetPlace } from '../tours/files/asset-place.ts';
import { type DemoFacts, loadDemo } from './demo/load-demo.ts';
import { openAssetStore } from './open-asset-store.ts';
import { addressesOf } from './service.ts';

/** Migrates the schema and loads the demo, before anything serves from the store. @returns What was loaded. */
export async function prepareStore(
  config: Config,
  secrets: Secrets,
  database: Database,
  demoBundles: string,
): Promise<DemoFacts | undefined> {
  await bringUpToDate(config, database);
  // What is misread is no error that somebody would see. Without a pooler each connection sets these itself.
  const settings = config.DATABASE_POOLER === 'transaction' ? await settingsProblem(database.pool) : undefined;
  if (settings !== undefined) throw new StoreError(`${settings.says} ${settings.remedy}`);
  const assets = await openAssetStore(config);
  await claimAssetPlace(database, assets, hostname());
  if (!loadsDemo(config) || !servesPortal(config)) return undefined;
  return loadDemo({
    database,
    assets,
    addresses: addressesOf(config),
    pepper: secrets.appSecretPepper,
    sealingKeys: secrets.appSecretSealingKeys,
    bundles: demoBundles,
    dataDirectory: config.DATA_DIR,
  });
}

/** Whether a process changes an outdated schema at its start: not in production, and not as a user who does not own it. */
export function migratesByItself(config: Config): boolean {
  return !isProduction(config) && (config.SERVE_ONLY === 'all' || config.DATABASE_URL !== null);
}

/** In production, starting a new version somewhere must not change the schema, and the isolation of Teams is checked. */
async function bringUpToDate(config: Config, database: Database): Promise<void> {
  if (migratesByItself(config)) {
    await migrate(database);
    return;
  }
  await requireMigrated(database);
  const problem = config.SERVE_ONLY === 'gateway' ? await gatewayRoleProblem(database) : undefined;
  if (problem !== undefined) throw new StoreError(problem);
  const problems = await isolationProblems(database.pool);
  if (problems.length === 0) return;
  throw new StoreError(
    `The database no longer keeps Teams apart as the migrations made it:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
  );
}
