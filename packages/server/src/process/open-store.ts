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
          maxConnections: config.DATABASE_POOL_SIZE,
          statementTimeoutMs: config.STATEMENT_TIMEOUT_MS,
          onConnectionLost,
        },
  );
}
