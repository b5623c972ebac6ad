import { Pool, type PoolConfig } from 'pg';
import { CONNECTION_WAIT_MS, KEEP_ALIVE_MS, SERVICE_ROLE } from './database.ts';

/** Name of the connections in `pg_stat_activity`. */
export const APPLICATION_NAME = 'openhouse';

/** Part of the startup packet that makes a connection work as the service role before its first statement. */
export const SERVICE_ROLE_OPTION = `-c role=${SERVICE_ROLE}`;

/** @returns A pool that reports lost connections; they do not end the process. */
export function createPool(config: PoolConfig, onConnectionLost: (error: Error) => void = () => {}): Pool {
  const pool = new Pool({
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    keepAlive: true,
    // The system's default is two hours.
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // Statements that do not wait for each other are pipelined (decision 0075).
    pipeline: true,
    ...config,
  });
  // Without both handlers a restart of the database ends the process: the pool's own event covers idle connections
  // only.
  pool.on('error', () => {});
  pool.on('connect', (client) =>
    client.on('error', (error) => {
      // Connections are expected to close while the pool ends.
      if (!pool.ending) onConnectionLost(error);
    }),
  );
  return pool;
}
