import type { Database } from '../../kernel/database/database.ts';
import { type ReplicaState, replicaFault, replicaState } from '../../kernel/database/replica.ts';
import { serverState } from '../../kernel/database/server-state.ts';
import { broken, type Finding, ok, warning } from './finding.ts';
import { newestChangeOfTours } from './store.ts';

/** The server of DATABASE_READ_URL: does it follow the database, and how far is it? */
export async function examineReplica({ pool, replicaPool }: Database): Promise<Finding[]> {
  if (replicaPool === undefined) return [];
  const check = 'replica';
  let state: ReplicaState;
  try {
    state = await replicaState(replicaPool);
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: string };
    const says = `It cannot be asked: ${message || String(code)}. Until it can, the database is asked for everything.`;
    return [broken(check, says, 'See whether it runs and takes the user of DATABASE_READ_URL, or leave that empty.')];
  }
  const { copy } = await serverState(pool);
  const fault = replicaFault(state, copy);
  if (fault !== undefined) {
    const says = `It is not read: ${fault}.`;
    return [broken(check, says, 'Name a streaming replica of the database in DATABASE_READ_URL, or leave that empty.')];
  }
  const behind = (await newestChangeOfTours(pool)) - BigInt(state.n);
  if (behind <= 0n) return [ok(check, 'It follows the database and has its newest change of tours.')];
  const says = `It is ${behind} changes of tours behind, and not read until it has them.`;
  return [warning(check, says, 'See in its log and in pg_stat_replication of the database why it is behind.')];
}
