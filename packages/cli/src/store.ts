import { DEFAULT_DATA_DIRECTORY } from '@openhouse/contract';
import type { Config, Database } from '@openhouse/server';
import { type ExitCode, type Invocation, type Option, optionValue } from './command.ts';
import { loadServer, type Server } from './server.ts';
import type { World } from './world.ts';

/** For every command that works on the store. */
export const dataDirOption: Option = {
  flags: '--data-dir <directory>',
  description: `data directory, instead of DATA_DIR or ${DEFAULT_DATA_DIRECTORY}`,
};

export interface OpenedStore {
  /** The service's own code, for what a command does with the store. */
  readonly server: Server;
  readonly config: Config;
  readonly database: Database;
  readonly assets: ReturnType<Server['openAssetStore']>;
}

/** Opens the configured store for a command and closes it when the command is done. */
export async function withStore(
  invocation: Invocation,
  { env, stderr }: World,
  use: (store: OpenedStore) => Promise<ExitCode>,
): Promise<ExitCode> {
  const server = await loadServer();
  const dataDir = optionValue(invocation, 'dataDir');
  const config = server.parseConfig(dataDir === undefined ? env : { ...env, DATA_DIR: dataDir });
  const database = await server.openStore(config, (error) =>
    stderr.write(`database connection lost: ${error.message}\n`),
  );
  try {
    return await use({ server, config, database, assets: server.openAssetStore(config) });
  } catch (error) {
    throw server.explained(error, config);
  } finally {
    await database.close();
  }
}

/** The same for commands that need the schema. In production they refuse an outdated one: only `migrate` changes it. */
export function withMigratedStore(
  invocation: Invocation,
  world: World,
  use: (store: OpenedStore) => Promise<ExitCode>,
): Promise<ExitCode> {
  return withStore(invocation, world, async (store) => {
    const { server, config, database } = store;
    if (server.isProduction(config)) await server.requireMigrated(database);
    else await server.migrate(database);
    return use(store);
  });
}
