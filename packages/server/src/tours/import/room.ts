import type { ImportProblem } from './problem.ts';

/** What a Team's plan leaves it, at one moment (decision 0136). */
export interface Room {
  /** Name of the plan. */
  readonly plan: string;
  /** Tours that the Team may have; null without a limit. */
  readonly tours: number | null;
  /** Bytes that they may take, as lists of tours count them. */
  readonly bytes: number;
  /** Files that they may have; one that two tours have counts for both. */
  readonly files: number;
  readonly used: Taken;
}

/** What tours take of a plan. */
export interface Taken {
  readonly tours: number;
  readonly bytes: number;
  readonly files: number;
}

/** A tour about to be stored. */
export interface Guest {
  readonly code: string;
  readonly label: string;
  readonly sizeBytes: number;
  readonly files: number;
  /** What is stored under its code takes; undefined for a new tour. */
  readonly before: { readonly sizeBytes: number; readonly files: number } | undefined;
}

const REMEDY = 'remove tours, or ask the operator for a larger plan';

/**
 * Takes tours in their order, as long as there is room. One that takes no more than before is always taken: a Team above its
 * limits, after a plan was changed, can still mend its tours.
 * @returns Room that is left, and what is wrong with the tours that found none, by code.
 */
export function takeRoom(room: Room, guests: readonly Guest[]): { left: Room; refused: Map<string, ImportProblem> } {
  const refused = new Map<string, ImportProblem>();
  let used = room.used;
  for (const { code, label, sizeBytes, files, before } of guests) {
    const after = {
      tours: used.tours + (before === undefined ? 1 : 0),
      bytes: used.bytes + sizeBytes - (before?.sizeBytes ?? 0),
      files: used.files + files - (before?.files ?? 0),
    };
    const problem = problemOf(room, used, after);
    if (problem === undefined) used = after;
    else refused.set(code, { file: label, pointer: '', ...problem });
  }
  return { left: { ...room, used }, refused };
}

function problemOf(
  { plan, ...most }: Room,
  used: Taken,
  after: Taken,
): Pick<ImportProblem, 'expected' | 'found'> | undefined {
  const isBeyond = (what: keyof Taken) => after[what] > used[what] && after[what] > (most[what] ?? Infinity);
  const refusal = (what: keyof Taken, another: string, counted: string) => ({
    expected: `room for another ${another}: the plan ${plan} allows ${most[what]}${counted}; ${REMEDY}`,
    found: String(used[what]),
  });
  if (isBeyond('tours')) return refusal('tours', 'tour', '');
  if (isBeyond('bytes')) {
    return refusal('bytes', `${after.bytes - used.bytes} bytes`, ', data and files of all tours together');
  }
  if (isBeyond('files')) return refusal('files', `${after.files - used.files} files`, ', all tours together');
  return undefined;
}
