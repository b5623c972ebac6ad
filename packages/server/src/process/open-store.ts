import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { DATA_DIRECTORY } from '@openhouse/contract';
import type { Config } from '../config/config.ts';
import { servesGateway } from '../config/parts.ts';
import { sampling } from '../config/telemetry.ts';
import type { Database, PostgresOptions } from '../kernel/database/database.ts';
import { openDatabase } from '../kernel/database/open-database.ts';

/** Opens the store that the configuration names: PostgreSQL, or the embedded one in the data directory. */
export function openStore(
  config: Config,
  onConnectionLost: (error: Error) => void,
  onDiskFull: (isFull: boolean) => void = () => {},
): Promise<Database> {
  const login = loginOf(config);
  const traced = sampling(config) !== undefined;
  return openDatabase(
    login === undefined
      ? { directory: config.DATA_DIR, traced, onConnectionLost, onDiskFull }
      : {
          ...login,
          traced,
          replicaUrl: replicaOf(config),
          serves: config.SERVE_ONLY === 'gateway' ? 'gateway' : 'all',
          pooler: config.DATABASE_POOLER,
          ...shareConnections(config.DATABASE_POOL_SIZE),
          statementTimeoutMs: config.STATEMENT_TIMEOUT_MS,
          onConnectionLost,
        },
  );
}

/** What says which connections to PostgreSQL a process opens. */
export type Connecting = Parameters<typeof loginOf>[0] & Pick<Config, 'DATABASE_POOL_SIZE' | 'DATABASE_READ_URL'>;

/** @returns How many connections the pools of a process open at most; undefined without PostgreSQL. */
export function mostConnections(config: Connecting): number | undefined {
  if (loginOf(config) === undefined) return undefined;
  const { maxConnections, maxReadConnections } = shareConnections(config.DATABASE_POOL_SIZE);
  return maxConnections + maxReadConnections * (replicaOf(config) === null ? 1 : 2);
}

/** The replica has a pool as large as that of the reads. */
function replicaOf(config: Pick<Config, 'SERVE_ONLY' | 'DATABASE_READ_URL'>): string | null {
  return servesGateway(config) ? config.DATABASE_READ_URL : null;
}

/**
 * Opening an embedded store makes it, which somebody who looks at one does not want.
 * @returns The folder where the configured one would be made; undefined where there is one, or it is PostgreSQL.
 */
export async function missingStore(config: Config): Promise<string | undefined> {
  if (loginOf(config) !== undefined) return undefined;
  const directory = join(config.DATA_DIR, DATA_DIRECTORY.database);
  const isThere = await access(directory).then(
    () => true,
    // What this user may not see is there.
    ({ code }: NodeJS.ErrnoException) => code !== 'ENOENT',
  );
  return isThere ? undefined : directory;
}

/** @returns Whose connections a process makes: its part's own user, where there is one; undefined without PostgreSQL. */
export function loginOf(
  config: Pick<Config, 'SERVE_ONLY' | 'DATABASE_URL' | 'DATABASE_SERVICE_URL' | 'DATABASE_GATEWAY_URL'>,
): Pick<PostgresOptions, 'url' | 'urlVariable' | 'serviceUrl' | 'gatewayUrl'> | undefined {
  const { SERVE_ONLY, DATABASE_URL, DATABASE_SERVICE_URL: serviceUrl, DATABASE_GATEWAY_URL: gatewayUrl } = config;
  if (SERVE_ONLY === 'gateway' && gatewayUrl !== null) return { url: gatewayUrl, urlVariable: 'DATABASE_GATEWAY_URL' };
  if (DATABASE_URL !== null) return { url: DATABASE_URL, serviceUrl, gatewayUrl };
  return serviceUrl === null ? undefined : { url: serviceUrl, urlVariable: 'DATABASE_SERVICE_URL' };
}

/**
 * Divides a process's connections (decision 0102): half, rounded down, are for what only reads, the others for what also
 * changes something. Each gets at least one.
 */
function shareConnections(all: number): { maxConnections: number; maxReadConnections: number } {
  const maxReadConnections = Math.max(1, Math.floor(all / 2));
  return { maxConnections: Math.max(1, all - maxReadConnections), maxReadConnections };
}
