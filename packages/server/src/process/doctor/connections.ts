import type { Pool } from 'pg';
import type { Config } from '../../config/config.ts';
import { loginOf } from '../open-store.ts';
import { broken, type Finding, ok } from './finding.ts';
import { connectionRoom } from './store.ts';

/** Least connections of each of several workers, as `DATABASE_POOL_SIZE` says. */
const LEAST_OF_WORKER = 3;
const LEAST_ALONE = 2;

/** Whether PostgreSQL has room for the connections that this machine may open. */
export async function examineConnections(config: Config, pool: Pool): Promise<Finding[]> {
  // A pooler shares its own connections among all clients.
  if (loginOf(config) === undefined || config.DATABASE_POOLER !== 'none') return [];
  const { DATABASE_POOL_SIZE: size, WORKERS: workers } = config;
  const most = Math.max(size, workers === 1 ? LEAST_ALONE : workers * LEAST_OF_WORKER);
  const { server, role, database, others } = await connectionRoom(pool);
  const bounds = [
    {
      room: server - others,
      says: `max_connections leaves ${server - others} beside those of others`,
      mend: 'max_connections',
    },
    { room: role, says: `its role may have ${role}`, mend: "the role's CONNECTION LIMIT" },
    { room: database, says: `its database takes ${database}`, mend: "the database's CONNECTION LIMIT" },
  ];
  const tightest = bounds.reduce((least, bound) => (bound.room < least.room ? bound : least));
  const check = 'database connections';
  if (most <= tightest.room)
    return [ok(check, `This machine may open ${most}, and there is room for ${tightest.room}.`)];
  const says = `This machine may open ${most} (DATABASE_POOL_SIZE ${size}, WORKERS ${workers}), but ${tightest.says}.`;
  return [broken(check, says, `Lower DATABASE_POOL_SIZE on each machine, or raise ${tightest.mend}.`)];
}
