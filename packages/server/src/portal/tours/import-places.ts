import { PortalError } from '../http/portal-error.ts';

/** Bounds how many uploads are kept and imported at once: each takes room on the disk and work of the whole process. */
export interface ImportPlaces {
  /** @returns What gives the place back. @throws {PortalError} TOUR_IMPORT_BUSY with Retry-After. */
  take(teamId: string): () => void;
}

/** Uploads at once on one node, and of one Team on it. */
const PLACES_OF_NODE = 4;
const PLACES_OF_TEAM = 2;
const RETRY_AFTER_S = 5;

export function importPlaces(ofNode: number = PLACES_OF_NODE, ofTeam: number = PLACES_OF_TEAM): ImportPlaces {
  const taken: string[] = [];
  return {
    take(teamId) {
      if (taken.length >= ofNode || taken.filter((id) => id === teamId).length >= ofTeam) {
        throw new PortalError('TOUR_IMPORT_BUSY', undefined, { 'retry-after': String(RETRY_AFTER_S) });
      }
      taken.push(teamId);
      return () => {
        const index = taken.indexOf(teamId);
        if (index >= 0) taken.splice(index, 1);
      };
    },
  };
}
