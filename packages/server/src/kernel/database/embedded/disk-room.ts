import { statfsSync } from 'node:fs';

const MEBIBYTE = 1024 * 1024;
/**
 * Bytes that must be free for a change. The embedded PostgreSQL loops forever once its disk is full, so it must never
 * get there: a segment of its log takes 16 MiB, and changes are written twice.
 */
export const LEAST_ROOM_BYTES = 24 * MEBIBYTE;
/** Further bytes that must be free before changes are taken again, so that the state does not flip at every change. */
const BEYOND_BYTES = 8 * MEBIBYTE;
/** Minimum time between two checks of the disk, in milliseconds. */
const LOOK_EVERY_MS = 100;

/** Whether the disk of the embedded store has space for changes. */
export interface DiskRoom {
  /** @param batchBytes Size of the statements that are about to run. */
  isFull(batchBytes?: number): boolean;
}

/**
 * @param onTurn Called when it becomes full, and when there is space again.
 * @param free Free bytes; undefined where that cannot be known.
 */
export function diskRoom(onTurn: (isFull: boolean) => void, free: () => number | undefined): DiskRoom {
  let isFull = false;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let bytes = Number.POSITIVE_INFINITY;
  return {
    isFull(batchBytes = 0) {
      const nowMs = performance.now();
      if (nowMs - lookedAtMs >= LOOK_EVERY_MS) {
        lookedAtMs = nowMs;
        bytes = free() ?? Number.POSITIVE_INFINITY;
      }
      const nowFull = bytes < (isFull ? LEAST_ROOM_BYTES + BEYOND_BYTES : LEAST_ROOM_BYTES);
      if (nowFull !== isFull) {
        isFull = nowFull;
        onTurn(nowFull);
      }
      // The log and the table, and once more where an old row is replaced.
      return isFull || bytes < LEAST_ROOM_BYTES + 3 * batchBytes;
    },
  };
}

/** @returns Bytes that this user may still write on the disk of a directory. */
export function freeBytes(directory: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}
