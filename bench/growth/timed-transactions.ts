import type { Pool, PoolClient } from 'pg';
import type { Database } from '../../packages/server/src/database/database.ts';

/** The same database, and how long its transactions took in all: from a connection's begin to its release. */
export function timedTransactions(database: Database): { readonly database: Database; seconds(): number } {
  let tookMs = 0;
  const connect = async (): Promise<PoolClient> => {
    const client = await database.pool.connect();
    const startedAtMs = performance.now();
    const { release } = client;
    // The pool gives a client a new `release` each time it is taken.
    client.release = (broken) => {
      tookMs += performance.now() - startedAtMs;
      release.call(client, broken);
    };
    return client;
  };
  const pool: Pool = Object.assign(Object.create(database.pool), { connect });
  return { database: { ...database, pool }, seconds: () => tookMs / 1000 };
}
