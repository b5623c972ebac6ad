import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { type TeamSummary, teamSummaries } from './store.ts';

/** All Teams with their numbers of people, apps and tours, for operators. */
export function listTeams(database: Database): Promise<TeamSummary[]> {
  return inTransaction(database, teamSummaries, { team: '*' });
}
