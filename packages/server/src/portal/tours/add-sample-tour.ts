import type { AssetStore } from '../../kernel/assets/asset-store.ts';
import type { Database } from '../../kernel/database/database.ts';
import { onceMore } from '../../kernel/database/once-more.ts';
import { importCandidates } from '../../tours/import/import-tours.ts';
import { problemText } from '../../tours/import/problem.ts';
import { bundledTour, type DemoBundles } from '../demo/bundled-tour.ts';
import { demoTours } from '../demo/facts.ts';
import { PortalError } from '../http/portal-error.ts';
import type { AskingInTeam } from '../session/asking.ts';
import { mayDo, refusalAudited } from '../teams/perform.ts';
import { importDeed } from './import-deed.ts';
import type { ImportPlaces } from './import-places.ts';
import { importReport } from './import-report.ts';
import { findTour } from './store.ts';
import type { TeamTourRow } from './team-tour.ts';

export interface AddSampleTourDeps {
  readonly database: Database;
  readonly assets: AssetStore;
  readonly places: ImportPlaces;
  readonly bundles: DemoBundles;
  /** Lets this node's gateway know of the new tour. */
  readonly onChanged: () => Promise<void>;
}

/**
 * Gives a Team a tour of its own to begin with (decision 0149): the loft, imported as any other tour. One that is there
 * already stays as it is.
 * @throws {PortalError} ROLE_INSUFFICIENT, TOUR_IMPORT_BUSY, TOUR_REFUSED when the plan has no room for it
 */
export function addSampleTour(deps: AddSampleTourDeps, asking: AskingInTeam): Promise<TeamTourRow> {
  const { database, assets } = deps;
  const { teamId, id, role } = asking.team;
  const [code] = demoTours;
  const deed = { asking, action: 'tour.import', subject: code, by: 'member' } as const;
  return refusalAudited(database, deed, async () => {
    if (!mayDo('member', role)) throw new PortalError('ROLE_INSUFFICIENT');
    const known = await findTour(database.pool, teamId, code);
    if (known !== undefined) return known;
    const leave = await deps.places.import(teamId);
    try {
      const tour = bundledTour(deps.bundles, code, id);
      const { refused } = await importCandidates(database, assets, teamId, [tour], { deed: importDeed(asking) });
      if (refused.length > 0) {
        const why = refused.flatMap(({ problems }) => problems.map(problemText)).join('; ');
        throw new PortalError('TOUR_REFUSED', why, {}, { refused: importReport([], refused).refused });
      }
    } finally {
      leave();
    }
    await deps.onChanged();
    const added = await onceMore(() => findTour(database.pool, teamId, code));
    if (added === undefined) throw new PortalError('TOUR_NOT_FOUND');
    return added;
  });
}
