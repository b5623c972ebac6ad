import type { Pool, PoolClient } from 'pg';
import type { Database } from '../../packages/server/src/database/database.ts';

/**
 * The same database, and how long its work took in all: that of transactions from a connection's begin to its release,
 * and statements outside of one.
 */
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
  const query = async (...statement: Parameters<Pool['query']>) => {
    const startedAtMs = performance.now();
    try {
      return await database.pool.query(...statement);
    } finally {
      tookMs += performance.now() - startedAtMs;
    }
  };
  const pool: Pool = Object.assign(Object.create(database.pool), { connect, query });
  return { database: { ...database, pool }, seconds: () => tookMs / 1000 };
}
