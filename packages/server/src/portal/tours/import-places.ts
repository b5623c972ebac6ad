import { setTimeout as sleep } from 'node:timers/promises';
import { PortalError } from '../http/portal-error.ts';

/** Gives a place back. */
export type Leave = () => void;

/**
 * Bounds what uploads take: room on the disk while they arrive, and work of the whole process while they are imported
 * (decision 0104).
 */
export interface ImportPlaces {
  /** For an upload that begins to arrive. @throws {PortalError} TOUR_IMPORT_BUSY with Retry-After. */
  receive(personId: string): Leave;
  /** For one that has arrived; waits for its turn. @throws {PortalError} TOUR_IMPORT_BUSY with Retry-After. */
  import(teamId: string): Promise<Leave>;
}

export interface ImportBounds {
  /** Uploads of one person that arrive at once. */
  readonly arrivingOfPerson: number;
  /** Uploads that arrive at once on this node: each may grow to 256 MiB on its disk. */
  readonly arrivingOfNode: number;
  /** Imports of one Team at once. */
  readonly ofTeam: number;
  /** Imports at once on this node; a Team that has none running starts one beyond it. */
  readonly ofNode: number;
  /** Milliseconds that an upload waits for its import to start. */
  readonly waitMs: number;
}

const BOUNDS: ImportBounds = { arrivingOfPerson: 4, arrivingOfNode: 64, ofTeam: 2, ofNode: 4, waitMs: 30_000 };
const RETRY_AFTER_S = 5;

interface Waiting {
  readonly teamId: string;
  start(): void;
}

export function importPlaces(bounds: ImportBounds = BOUNDS): ImportPlaces {
  const arriving: string[] = [];
  const running: string[] = [];
  const queue: Waiting[] = [];

  function mayStart(teamId: string): boolean {
    const own = count(running, teamId);
    return own === 0 || (own < bounds.ofTeam && running.length < bounds.ofNode);
  }

  function start(teamId: string): Leave {
    const leave = enter(running, teamId);
    return () => {
      leave();
      startNext();
    };
  }

  /** In their order, but past those whose Team has to wait for itself. */
  function startNext(): void {
    const next = queue.findIndex(({ teamId }) => mayStart(teamId));
    if (next === -1) return;
    queue.splice(next, 1)[0]?.start();
    startNext();
  }

  return {
    receive(personId) {
      if (arriving.length >= bounds.arrivingOfNode || count(arriving, personId) >= bounds.arrivingOfPerson)
        throw busy();
      return enter(arriving, personId);
    },
    async import(teamId) {
      if (mayStart(teamId)) return start(teamId);
      const stop = new AbortController();
      const turn = new Promise<Leave>((resolve) => {
        queue.push({ teamId, start: () => resolve(start(teamId)) });
      });
      const waiting = queue.at(-1);
      const late = sleep(bounds.waitMs, undefined, { signal: stop.signal }).catch(() => undefined);
      const leave = await Promise.race([turn, late]);
      stop.abort();
      if (leave !== undefined) return leave;
      const place = waiting === undefined ? -1 : queue.indexOf(waiting);
      // Its turn may have come in the same moment.
      if (place === -1) return turn;
      queue.splice(place, 1);
      throw busy();
    },
  };
}

const count = (taken: readonly string[], id: string) => taken.filter((each) => each === id).length;

function enter(taken: string[], id: string): Leave {
  taken.push(id);
  return () => {
    taken.splice(taken.indexOf(id), 1);
  };
}

function busy(): PortalError {
  return new PortalError('TOUR_IMPORT_BUSY', undefined, { 'retry-after': String(RETRY_AFTER_S) });
}
