import type { GeoPosition } from './picture-facts.ts';
import type { Place } from './scene.ts';

/** Mean radius of the earth in metres (IUGG). */
const EARTH_M = 6_371_008.8;
const RADIANS = Math.PI / 180;

/** Positions on the earth as metres around the first: x to the east, z to the south. */
export function localPlaces(positions: readonly GeoPosition[]): readonly Place[] {
  const [origin] = positions;
  if (origin === undefined) return [];
  const { latitude, longitude, altitude } = origin;
  const hasHeights = positions.every((position) => position.altitude !== undefined);
  return positions.map((position) => {
    // East and west of the date line are neighbours.
    const east = ((position.longitude - longitude + 540) % 360) - 180;
    return [
      rounded(east * RADIANS * EARTH_M * Math.cos(latitude * RADIANS)),
      hasHeights ? rounded((position.altitude ?? 0) - (altitude ?? 0)) : 0,
      rounded((latitude - position.latitude) * RADIANS * EARTH_M),
    ];
  });
}

const rounded = (metres: number) => Math.round(metres * 1000) / 1000 + 0;

/** Viewpoints that are nearer than this were not told apart by who measured them, in metres. */
const SAME_M = 0.05;

/** The indexes of two that stand at the same place. */
export function samePlace(places: readonly Place[]): readonly [number, number] | undefined {
  for (const [index, place] of places.entries()) {
    const other = places.findIndex((one, at) => at > index && distance(one, place) < SAME_M);
    if (other >= 0) return [index, other];
  }
  return undefined;
}

export const distance = (a: Place, b: Place): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
