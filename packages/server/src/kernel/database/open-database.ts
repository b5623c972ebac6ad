import type { Database, DatabaseOptions } from './database.ts';
import { openEmbedded } from './embedded/embedded-store.ts';
import { openPostgres } from './postgres-store.ts';
import { watchStatements } from './watch-statements.ts';

/**
 * Opens the store (decision 0009). It is not migrated here: see `migrate` and `requireMigrated`.
 * @throws {StoreError} With what is wrong and the remedy.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const database = await ('url' in options
    ? openPostgres(options, options.onConnectionLost)
    : openEmbedded(options, options.onConnectionLost));
  if (options.traced === true)
    for (const pool of [database.pool, database.readPool, database.replicaPool])
      if (pool !== undefined) watchStatements(pool);
  return database;
}
