import type { ImportDeed } from '../../tours/import/write-tours.ts';
import type { NewEntry } from '../audit-chain/entry.ts';
import { appendEntry } from '../audit-chain/store.ts';
import { PortalError } from '../http/portal-error.ts';
import type { AskingInTeam } from '../session/asking.ts';
import { holdTeam, mayDo } from '../teams/perform.ts';

/**
 * Writes an audit entry for each tour, and checks the role again: it may have been revoked while the bytes arrived. The
 * Team is locked meanwhile, as for every other action in it (`perform`).
 * @param stillWanted Throws where nothing is to be stored any more.
 */
export function importDeed(asking: AskingInTeam, stillWanted: () => void = () => {}): ImportDeed {
  return {
    async judge(transaction) {
      const role = await holdTeam(transaction, asking);
      stillWanted();
      if (role === undefined || !mayDo('member', role)) throw new PortalError('ROLE_INSUFFICIENT');
    },
    async record(transaction, outcomes) {
      for (const code of outcomes.keys()) await appendEntry(transaction, importEntry(asking, code, 'succeeded'));
    },
  };
}

/** @param subject Code of the tour, or where in the upload a refused one is. */
export const importEntry = (asking: AskingInTeam, subject: string, outcome: NewEntry['outcome']): NewEntry => ({
  teamId: asking.team.teamId,
  action: 'tour.import',
  actor: asking,
  subject,
  outcome,
});
