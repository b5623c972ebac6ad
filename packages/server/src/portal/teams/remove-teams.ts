import type { Transaction } from '../../kernel/database/database.ts';
import { THE_SERVICE } from '../audit-chain/entry.ts';
import { beginChainAfter } from '../audit-chain/retention-store.ts';
import { appendOperatorEntry, appendToTeam } from '../audit-chain/store.ts';
import * as store from './removal-store.ts';

/** How much one transaction removes. */
export interface RemovalBatch {
  readonly rows: number;
  /** Each has all its frames and records with it. */
  readonly tours: number;
}

/**
 * Removes some of the Team that is due longest: first its people, so that nobody sees a half of it, then in batches what there may
 * be very much of, and last its row, which the installation's chain says (decision 0150).
 * @param transaction For work across Teams.
 * @returns How many rows; 0 when no Team is due.
 */
export async function removeDueTeams(transaction: Transaction, batch: RemovalBatch): Promise<number> {
  const team = await store.holdDueTeam(transaction);
  if (team === undefined) return 0;
  if (!team.isBegun) return begin(transaction, team);
  const parts = [
    () => store.removeToursOf(transaction, team.id, batch.tours),
    ...store.LARGE_TABLES.map((table) => () => store.removeRowsOf(transaction, table, team.id, batch.rows)),
    () => store.removeEntriesOf(transaction, team.id, batch.rows),
  ];
  for (const remove of parts) {
    const removed = await remove();
    if (removed > 0) return removed;
  }
  return end(transaction, team);
}

/** The chain forgets what it has, as it does with old entries: so it verifies until it is gone. */
async function begin(transaction: Transaction, { id: teamId }: store.DueTeam): Promise<number> {
  await store.endTeam(transaction, teamId);
  const last = await store.headOf(transaction, teamId);
  if (last !== undefined) {
    const said = { actor: THE_SERVICE, subject: `${last.number} ${last.hash}`, outcome: 'succeeded' } as const;
    await appendToTeam(transaction, { teamId, action: 'audit.forget', ...said });
    await beginChainAfter(transaction, teamId, last);
  }
  return 1;
}

/** The entry has the head of the Team's chain, by which a copy of that log can be verified, and holds what was erased together. */
async function end(transaction: Transaction, team: store.DueTeam): Promise<number> {
  const names = await store.namesOfTeam(transaction, team);
  const head = await store.headOf(transaction, team.id);
  await store.removeTeam(transaction, team.id);
  const said = await store.eraseTeam(transaction, team.code, names);
  const reason = team.askedBy === null ? '' : `Asked for by ${team.askedBy}`;
  appendOperatorEntry(transaction, {
    action: 'team.gone',
    operator: { userCode: '', name: '', shownAs: '', reason },
    ipAddress: '',
    team: team.code,
    subject: `${head === undefined ? '0' : `${head.number} ${head.hash}`} ${said}`,
    outcome: 'succeeded',
  });
  return 1;
}
