import type { Transaction } from '../../kernel/database/database.ts';
import { orUndone } from '../../kernel/database/transaction.ts';
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

/** Teams that could not be removed, by their ids, and why. */
export type FailedRemovals = Map<string, Error>;

/** Each may take as long as a statement does. */
const FAILURES_MAX = 5;

/**
 * Removes some of the Team that is due longest: first its people, so that nobody sees a half of it, then in batches what there may
 * be very much of, and last its row, which the installation's chain says (decision 0150). One that fails is left for the next run, so
 * that those behind it go.
 * @param transaction For work across Teams.
 * @param failed Those of this run; it is added to.
 * @returns How many rows; 0 when no Team is due.
 * @throws Why the first of them failed, once no other Team is due.
 */
export async function removeDueTeams(
  transaction: Transaction,
  batch: RemovalBatch,
  failed: FailedRemovals = new Map(),
): Promise<number> {
  while (failed.size < FAILURES_MAX) {
    const team = await store.holdDueTeam(transaction, [...failed.keys()]);
    if (team === undefined) break;
    try {
      return await orUndone(transaction, () => removeSome(transaction, team, batch));
    } catch (cause) {
      failed.set(
        team.id,
        new Error(`The Team ${team.code} is due, but could not be removed; the next look tries again.`, { cause }),
      );
    }
  }
  const [first] = failed.values();
  if (first !== undefined) throw first;
  return 0;
}

async function removeSome(transaction: Transaction, team: store.DueTeam, batch: RemovalBatch): Promise<number> {
  if (!team.isBegun) return begin(transaction, team);
  const parts = [
    () => store.removeToursOf(transaction, team.id, batch.tours),
    ...store.LARGE_TABLES.map((table) => () => store.removeRowsOf(transaction, table, team.id, batch.rows)),
    () => store.removeDeliveriesOf(transaction, team.id, batch.rows),
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
