import type { Config } from '../config/config.ts';
import type { Database } from '../kernel/database/database.ts';
import { openDatabase } from '../kernel/database/open-database.ts';

/** Opens the store that the configuration names: PostgreSQL, or the embedded one in the data directory. */
export function openStore(config: Config, onConnectionLost: (error: Error) => void): Promise<Database> {
  return openDatabase(
    config.DATABASE_URL === null
      ? { directory: config.DATA_DIR, onConnectionLost }
      : {
          url: config.DATABASE_URL,
          serviceUrl: config.DATABASE_SERVICE_URL,
          pooler: config.DATABASE_POOLER,
          ...shareConnections(config.DATABASE_POOL_SIZE),
          statementTimeoutMs: config.STATEMENT_TIMEOUT_MS,
          onConnectionLost,
        },
  );
}

/**
 * Divides a process's connections (decision 0102): half, rounded down, are for what only reads, the others for what also
 * changes something. Each gets at least one.
 */
function shareConnections(all: number): { maxConnections: number; maxReadConnections: number } {
  const maxReadConnections = Math.max(1, Math.floor(all / 2));
  return { maxConnections: Math.max(1, all - maxReadConnections), maxReadConnections };
}
