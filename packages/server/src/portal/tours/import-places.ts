import { setTimeout as sleep } from 'node:timers/promises';
import { PortalError } from '../http/portal-error.ts';

/** Gives the reserved capacity back. */
export type Leave = () => void;

/** The place of one upload, from its first byte until it is no longer on the disk. */
export interface UploadPlace {
  /**
   * Counts bytes that come to the disk.
   * @throws {PortalError} TOUR_IMPORT_BUSY when all uploads of the node or of the address would take more than they may.
   */
  grow(bytes: number): void;
  /** The whole upload has arrived: only its bytes still count. */
  arrived(): void;
  /** It is no longer on the disk. */
  leave(): void;
}

/**
 * Bounds what uploads take: disk space while they arrive, and work of the whole process while they are imported
 * (decision 0104).
 */
export interface ImportPlaces {
  /**
   * Reserves capacity for an upload that begins to arrive. What it announces is not held for it: an announcement costs nothing.
   * @param address The caller's key.
   * @param announcedBytes Its length, as far as it is known; refused at once where there is no room for it.
   * @throws {PortalError} TOUR_IMPORT_BUSY with Retry-After.
   */
  receive(personId: string, address: string, announcedBytes?: number): UploadPlace;
  /**
   * Reserves capacity for the import of one that has arrived; waits for its turn.
   * @throws {PortalError} TOUR_IMPORT_BUSY with Retry-After.
   */
  import(teamId: string): Promise<Leave>;
}

export interface ImportBounds {
  /** Concurrent uploads of one person. */
  readonly arrivingOfPerson: number;
  /**
   * Concurrent uploads of one address; beyond it a person may still start their first, because many people can share an
   * address. An address never has more than three quarters of the node.
   */
  readonly arrivingOfAddress: number;
  /** Concurrent uploads of this node. */
  readonly arrivingOfNode: number;
  /** Bytes of all uploads on the disk of this node, those that are imported included; an address has three quarters at most. */
  readonly bytesOfNode: number;
  /** Concurrent imports of one Team. */
  readonly ofTeam: number;
  /** Concurrent imports of this node; beyond it a Team may still start its first. */
  readonly ofNode: number;
  /** Milliseconds that an upload waits for its import to start. */
  readonly waitMs: number;
}

/**
 * What uploads take of a disk, as guides and manifests say; they have no name there, so a kubelet does not see them
 * (`keep-upload.ts`).
 */
export const UPLOAD_BYTES_OF_NODE = 2 * 1024 ** 3;

/** `arrivingOfAddress` is a setting: `UPLOADS_PER_ADDRESS`. */
export const IMPORT_BOUNDS = { arrivingOfPerson: 4, arrivingOfNode: 64, ofTeam: 2, ofNode: 4, waitMs: 30_000 };
/** Share of the node's capacity for uploads. */
const MOST_OF_ADDRESS = 0.75;
const RETRY_AFTER_S = 5;

interface Waiting {
  readonly teamId: string;
  start(): void;
}

export function importPlaces(bounds: ImportBounds): ImportPlaces {
  const arriving: { readonly personId: string; readonly address: string }[] = [];
  const onDisk: { readonly address: string; bytes: number }[] = [];
  const running: string[] = [];
  const queue: Waiting[] = [];

  function mayArrive(personId: string, address: string): boolean {
    const own = arriving.filter((one) => one.personId === personId).length;
    const near = arriving.filter((one) => one.address === address).length;
    if (arriving.length >= bounds.arrivingOfNode || own >= bounds.arrivingOfPerson) return false;
    return near < (own === 0 ? bounds.arrivingOfNode * MOST_OF_ADDRESS : bounds.arrivingOfAddress);
  }

  function hasRoom(address: string, bytes: number): boolean {
    const near = onDisk.filter((one) => one.address === address);
    return (
      bytesOf(onDisk) + bytes <= bounds.bytesOfNode && bytesOf(near) + bytes <= bounds.bytesOfNode * MOST_OF_ADDRESS
    );
  }

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

  /** In order, but skipping those whose Team has to wait for its own imports. */
  function startNext(): void {
    const next = queue.findIndex(({ teamId }) => mayStart(teamId));
    if (next === -1) return;
    queue.splice(next, 1)[0]?.start();
    startNext();
  }

  return {
    receive(personId, address, announcedBytes = 0) {
      if (!mayArrive(personId, address) || !hasRoom(address, announcedBytes)) throw busy();
      const arrived = enter(arriving, { personId, address });
      const kept = { address, bytes: 0 };
      const gone = enter(onDisk, kept);
      return {
        grow(bytes) {
          // The rest of the body is not read, so the connection ends with the answer.
          if (!hasRoom(address, bytes)) throw busy({ connection: 'close' });
          kept.bytes += bytes;
        },
        arrived,
        leave() {
          arrived();
          gone();
        },
      };
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
      // Its turn may have come at the same moment.
      if (place === -1) return turn;
      queue.splice(place, 1);
      throw busy();
    },
  };
}

const count = (taken: readonly string[], id: string) => taken.filter((each) => each === id).length;

const bytesOf = (uploads: readonly { readonly bytes: number }[]) => uploads.reduce((sum, { bytes }) => sum + bytes, 0);

/** @returns Gives it back; a second call does nothing. */
function enter<T>(taken: T[], one: T): Leave {
  taken.push(one);
  let isTaken = true;
  return () => {
    if (isTaken) taken.splice(taken.indexOf(one), 1);
    isTaken = false;
  };
}

function busy(more: Readonly<Record<string, string>> = {}): PortalError {
  return new PortalError('TOUR_IMPORT_BUSY', undefined, { 'retry-after': String(RETRY_AFTER_S), ...more });
}
