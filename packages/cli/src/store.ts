import { hostname } from 'node:os';
import { DEFAULT_DATA_DIRECTORY } from '@openhouse/contract';
import type { Config, Database } from '@openhouse/server';
import { type ExitCode, type Invocation, type Option, optionValue, Refusal } from './command.ts';
import { speakerOn } from './results.ts';
import { loadServer, type Server } from './server.ts';
import { type Told, told } from './told.ts';
import type { World } from './world.ts';
import { lacksRoom } from './write-refusal.ts';

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
  readonly assets: Awaited<ReturnType<Server['openAssetStore']>>;
}

/**
 * What a command needs of the environment that it runs in (decision 0159): the gateway's user of the database sees neither people
 * nor secrets, and each part holds its own keys.
 */
export type Needs = 'what every part has' | 'every table' | 'the keys of the portal';

const LACKS: Readonly<Record<Needs, { readonly parts: readonly Config['SERVE_ONLY'][]; readonly says: Told }>> = {
  'what every part has': { parts: [], says: told`` },
  'every table': { parts: ['gateway'], says: told`its user of the database does not see every table` },
  'the keys of the portal': {
    parts: ['gateway', 'operator-jobs'],
    says: told`it does not hold the keys of the portal`,
  },
};

/** @throws {Refusal} PART_LACKS in the environment of a part that has less than the command needs. */
function refusePart({ SERVE_ONLY }: Config, needs: Needs): void {
  const { parts, says } = LACKS[needs];
  if (!parts.includes(SERVE_ONLY)) return;
  throw new Refusal(
    'PART_LACKS',
    told`This is the environment of a part, SERVE_ONLY=${SERVE_ONLY}: ${says}. Run the command in the environment of the portal.`,
    2,
  );
}

interface Opening {
  /** Whether an embedded store that is not there is made: by what begins one, and by nothing else. */
  readonly begins?: boolean;
  readonly purpose?: 'serve' | 'migrate';
  readonly needs?: Needs;
}

/** Opens the configured store for a command and closes it when the command is done. To migrate, no key is needed. */
export async function withStore(
  invocation: Invocation,
  world: World,
  use: (store: OpenedStore) => Promise<ExitCode>,
  { purpose = 'serve', needs = 'what every part has', begins = false }: Opening = {},
): Promise<ExitCode> {
  const { env, stderr } = world;
  const server = await loadServer();
  const dataDir = optionValue(invocation, 'dataDir');
  const config = server.parseConfig(dataDir === undefined ? env : { ...env, DATA_DIR: dataDir }, purpose);
  refusePart(config, needs);
  const missing = begins ? undefined : await server.missingStore(config);
  if (missing !== undefined) {
    throw new Refusal(
      'STORE_NOT_FOUND',
      told`There is no embedded store: ${missing} is not there. Name the data directory of the service in DATA_DIR or --data-dir, or its PostgreSQL in DATABASE_URL. A new store begins with openhouse serve or migrate.`,
      2,
    );
  }
  const said = (error: unknown): never => {
    throw server.explained(error, config);
  };
  const database = await server
    .openStore(config, (error) =>
      stderr.write(`${speakerOn(stderr, world)(told`database connection lost: ${error.message}`)}\n`),
    )
    .catch(said);
  try {
    const assets = server.claimedOnUse(database, await server.openAssetStore(config), hostname());
    return await use({ server, config, database, assets });
  } catch (error) {
    // The command says how that leaves things.
    if (lacksRoom(error)) throw error;
    return said(error);
  } finally {
    await database.close();
  }
}

/** The same for commands that need the schema. Where the service does not change an outdated one, they refuse it. */
export function withMigratedStore(
  invocation: Invocation,
  world: World,
  use: (store: OpenedStore) => Promise<ExitCode>,
  needs: Needs = 'every table',
): Promise<ExitCode> {
  return withStore(
    invocation,
    world,
    async (store) => {
      const { server, config, database } = store;
      if (server.migratesByItself(config)) {
        if (config.DATABASE_URL !== null && !(await server.holdsStore(database))) {
          throw new Refusal(
            'STORE_NOT_FOUND',
            told`The database of DATABASE_URL holds no store of this service. If you mean a portal, name it: --profile or --portal. A new store begins with openhouse serve or migrate.`,
            2,
          );
        }
        await server.migrate(database);
      } else await server.requireMigrated(database);
      return use(store);
    },
    { needs },
  );
}
