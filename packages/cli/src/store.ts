import { join } from 'node:path';
import {
  type Config,
  type Database,
  isProduction,
  localAssetStore,
  migrate,
  openStore,
  parseConfig,
  requireMigrated,
} from '@openhouse/server';
import { type ExitCode, type Invocation, type Option, optionValue } from './command.ts';
import type { World } from './world.ts';

/** For every command that works on the store. */
export const dataDirOption: Option = {
  flags: '--data-dir <directory>',
  description: 'the data directory, instead of DATA_DIR or .openhouse',
};

export interface OpenedStore {
  readonly config: Config;
  readonly database: Database;
  readonly assets: ReturnType<typeof localAssetStore>;
}

/** Opens the configured store for a command and closes it when the command is done. */
export async function withStore(
  invocation: Invocation,
  { env, stderr }: World,
  use: (store: OpenedStore) => Promise<ExitCode>,
): Promise<ExitCode> {
  const dataDir = optionValue(invocation, 'dataDir');
  const config = parseConfig(dataDir === undefined ? env : { ...env, DATA_DIR: dataDir });
  const database = await openStore(config, (error) => stderr.write(`database connection lost: ${error.message}\n`));
  try {
    return await use({ config, database, assets: localAssetStore(join(config.DATA_DIR, 'assets')) });
  } finally {
    await database.close();
  }
}

/** The same for commands that need the schema. In production it must be there already: nothing changes it in passing. */
export function withMigratedStore(
  invocation: Invocation,
  world: World,
  use: (store: OpenedStore) => Promise<ExitCode>,
): Promise<ExitCode> {
  return withStore(invocation, world, async (store) => {
    if (isProduction(store.config)) await requireMigrated(store.database);
    else await migrate(store.database);
    return use(store);
  });
}
