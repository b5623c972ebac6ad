import type { ImportProblem } from './problem.ts';

/** What a Team's plan leaves it, at one moment (decision 0136). */
export interface Room {
  /** Name of the plan. */
  readonly plan: string;
  /** Tours that the Team may have; null without a limit. */
  readonly tours: number | null;
  /** Bytes that they may take, as lists of tours count them; null without a limit. */
  readonly bytes: number | null;
  readonly used: { readonly tours: number; readonly bytes: number };
}

/** A tour about to be stored. */
export interface Guest {
  readonly code: string;
  readonly label: string;
  readonly sizeBytes: number;
  /** What is stored under its code takes; undefined for a new tour. */
  readonly before: number | undefined;
}

/**
 * Takes tours in their order, as long as there is room. One that takes no more than before is always taken: a Team above its
 * limits, after a plan was changed, can still mend its tours.
 * @returns Room that is left, and what is wrong with the tours that found none, by code.
 */
export function takeRoom(room: Room, guests: readonly Guest[]): { left: Room; refused: Map<string, ImportProblem> } {
  const refused = new Map<string, ImportProblem>();
  let { tours, bytes } = room.used;
  for (const { code, label, sizeBytes, before } of guests) {
    const [moreTours, moreBytes] = [before === undefined ? 1 : 0, sizeBytes - (before ?? 0)];
    const problem = { file: label, pointer: '' };
    if (room.tours !== null && moreTours > 0 && tours + moreTours > room.tours) {
      const expected = `room for another tour: the plan ${room.plan} allows ${room.tours}`;
      refused.set(code, { ...problem, expected, found: String(tours) });
    } else if (room.bytes !== null && moreBytes > 0 && bytes + moreBytes > room.bytes) {
      const expected = `room for another ${moreBytes} bytes: the plan ${room.plan} allows ${room.bytes}`;
      refused.set(code, { ...problem, expected, found: String(bytes) });
    } else {
      tours += moreTours;
      bytes += moreBytes;
    }
  }
  return { left: { ...room, used: { tours, bytes } }, refused };
}
