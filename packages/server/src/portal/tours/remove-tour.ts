import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { operatorAtStore } from '../audit-chain/entry.ts';
import { appendEntry } from '../audit-chain/store.ts';
import { PortalError } from '../http/portal-error.ts';
import type { AskingInTeam } from '../session/asking.ts';
import { perform } from '../teams/perform.ts';
import { lockTeam } from '../teams/store.ts';
import { deleteTour, stampRemoval } from './store.ts';

/**
 * Removes a tour from the Team permanently (decision 0059).
 * @param confirm What the person typed: the tour's code, or nothing is done.
 * @throws {PortalError} REQUEST_INVALID, TOUR_NOT_FOUND, ROLE_INSUFFICIENT
 */
export function removeTour(database: Database, asking: AskingInTeam, code: string, confirm: string): Promise<void> {
  const { teamId } = asking.team;
  return perform(database, { asking, action: 'tour.remove', subject: code, by: 'owner' }, async (transaction) => {
    if (confirm !== code) {
      throw new PortalError('REQUEST_INVALID', '/confirm is not the resource code of the tour. Repeat it exactly.');
    }
    if (!(await deleteTour(transaction, teamId, code))) throw new PortalError('TOUR_NOT_FOUND');
    stampRemoval(transaction, teamId, code);
    return { result: undefined, subject: code };
  });
}

/**
 * The same by the operator, at the store.
 * @param teamId Id in digits.
 * @param reason In the operator's own words; empty where none was given.
 * @returns False when the Team has no such tour.
 */
export function removeTourOfTeam(database: Database, teamId: string, code: string, reason = ''): Promise<boolean> {
  return inTransaction(
    database,
    async (transaction) => {
      await lockTeam(transaction, teamId);
      if (!(await deleteTour(transaction, teamId, code))) return false;
      const entry = { teamId, action: 'tour.remove', actor: operatorAtStore(reason), subject: code } as const;
      stampRemoval(transaction, teamId, code);
      await appendEntry(transaction, { ...entry, outcome: 'succeeded' });
      return true;
    },
    { team: teamId },
  );
}
