import type { Tour, Viewpoint } from './tour.ts';

/** @returns Every two viewpoints between which one can walk in some direction, once. */
export function linksOf(tour: Tour): readonly (readonly [Viewpoint, Viewpoint])[] {
  const pairs = new Map<string, readonly [Viewpoint, Viewpoint]>();
  for (const from of tour.viewpoints) {
    for (const index of from.links) {
      const to = tour.byIndex.get(index);
      const key = from.index < index ? `${from.index} ${index}` : `${index} ${from.index}`;
      if (to !== undefined && !pairs.has(key)) pairs.set(key, [from, to]);
    }
  }
  return [...pairs.values()];
}
