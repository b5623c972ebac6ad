import type { Database } from '../../kernel/database/database.ts';
import { broken, type Finding } from './finding.ts';
import { awaitedStandbys } from './store.ts';

/** Whether every change waits for a standby that does not confirm it; nothing is said where none does. */
export async function examineStandbys(database: Database): Promise<Finding[]> {
  if (database.kind !== 'postgres') return [];
  const names = await awaitedStandbys(database);
  if (names === undefined) return [];
  const says = `Changes wait for a standby that does not confirm them, until they are 503: synchronous_standby_names is '${names}'.`;
  const mend = 'Start the standby, or take it out of synchronous_standby_names (alter system, then pg_reload_conf).';
  return [broken('synchronous replication', says, mend)];
}
