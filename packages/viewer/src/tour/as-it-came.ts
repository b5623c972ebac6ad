import type { Vector } from '../geometry/vector.ts';

/*
 * Tour data is served as it came (decision 0105): anything may be missing, null or of another type, whatever its type
 * here says. Reading a field with `?.` is safe on every value but null and undefined; these functions do the rest. None throws.
 */

/** @returns The objects of a list, each with its place in it; none of what is no list. */
export function recordsOf<Item>(
  list: readonly Item[] | null | undefined,
): { readonly record: Item; readonly at: number }[] {
  if (!Array.isArray(list)) return [];
  return (list as readonly Item[]).flatMap((record, at) =>
    typeof record === 'object' && record !== null ? [{ record, at }] : [],
  );
}

/** @returns The text; empty for anything else. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** @returns The number if it is one and finite. */
export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** @returns The finite numbers of a list. */
export function numbersOf(list: unknown): readonly number[] {
  return Array.isArray(list) ? list.filter((value) => numberOf(value) !== undefined) : [];
}

/** Ten times as far as surveyors count, in metres. Beyond are the largest numbers there are, which programs write for none. */
const FURTHEST_M = 1e8;

/** @returns The first three numbers of a list; undefined where it has fewer, or others, or no place on earth. */
export function vectorOf(list: unknown): Vector | undefined {
  const [x, y, z] = (Array.isArray(list) ? list : []).map((value) => {
    const metres = numberOf(value);
    return metres === undefined || Math.abs(metres) > FURTHEST_M ? undefined : metres;
  });
  return x === undefined || y === undefined || z === undefined ? undefined : [x, y, z];
}
