import type { Database, DatabaseOptions } from './database.ts';
import { openEmbedded } from './embedded/embedded-store.ts';
import { openPostgres } from './postgres-store.ts';

/**
 * Opens the store (decision 0009). It is not migrated here: see `migrate` and `requireMigrated`.
 * @throws {StoreError} With what is wrong and the remedy.
 */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  return 'url' in options
    ? openPostgres(options, options.onConnectionLost)
    : openEmbedded(options, options.onConnectionLost);
}
