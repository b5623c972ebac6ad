import type { Database } from '../../kernel/database/database.ts';
import { activate } from '../../tours/activation/activate-tour.ts';
import { PortalError } from '../http/portal-error.ts';
import type { AskingInTeam } from '../session/asking.ts';
import { perform } from '../teams/perform.ts';
import { findTour } from './store.ts';
import type { TeamTourRow } from './team-tour.ts';

/**
 * The same as the gateway's activation (SPEC 3), by a person.
 * @throws {PortalError} TOUR_NOT_FOUND, ROLE_INSUFFICIENT
 */
export function activateTeamTour(database: Database, asking: AskingInTeam, code: string): Promise<TeamTourRow> {
  const { teamId } = asking.team;
  return perform(database, { asking, action: 'tour.activate', subject: code, by: 'member' }, async (transaction) => {
    const found = await activate(transaction, teamId, code);
    const tour = await findTour(transaction, teamId, code);
    if (!found || tour === undefined) throw new PortalError('TOUR_NOT_FOUND');
    return { result: { ...tour, active: true }, subject: code };
  });
}
