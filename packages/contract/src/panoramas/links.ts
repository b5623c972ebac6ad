import { distance } from './places.ts';
import type { Place } from './scene.ts';

/**
 * Links between viewpoints where none were given: two are neighbours if no third one is nearer to both than they
 * are to each other (the relative neighbourhood graph). Every viewpoint can be reached, whatever the scale, and no link
 * passes another viewpoint by.
 * @returns For each, the indexes of its neighbours, nearest first.
 */
export function neighboursOf(places: readonly Place[]): readonly (readonly number[])[] {
  const away = places.map((place) => Float64Array.from(places, (other) => distance(place, other)));
  const between = (a: number, b: number) => away[a]?.[b] ?? 0;
  const isNearer = (third: number, a: number, b: number) =>
    third !== a && third !== b && Math.max(between(a, third), between(b, third)) < between(a, b);
  return places.map((_, a) =>
    places
      .map((_other, b) => b)
      .filter((b) => b !== a && !places.some((_third, third) => isNearer(third, a, b)))
      .sort((b, c) => between(a, b) - between(a, c)),
  );
}

/** Each is linked with the one before and the one after it. */
export const chainOf = (count: number): readonly (readonly number[])[] =>
  Array.from({ length: count }, (_, index) => [index + 1, index - 1].filter((one) => one >= 0 && one < count));
