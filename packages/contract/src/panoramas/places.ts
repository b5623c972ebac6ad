import type { GeoPosition } from './picture-facts.ts';
import type { Place } from './scene.ts';

/** Mean radius of the earth in metres (IUGG). */
const EARTH_M = 6_371_008.8;
const RADIANS = Math.PI / 180;

/**
 * Positions on the earth as metres around the first: x to the east, z to the south. Each is as far from the first, and in
 * the direction, as it is on the globe; at the poles too, where degrees of longitude are no distance.
 */
export function localPlaces(positions: readonly GeoPosition[]): readonly Place[] {
  const [origin] = positions;
  if (origin === undefined) return [];
  const hasHeights = positions.every(({ altitude }) => altitude !== undefined);
  const [sin0, cos0] = sinCos(origin.latitude);
  return positions.map(({ latitude, longitude, altitude = 0 }) => {
    const [sin, cos] = sinCos(latitude);
    const [sinTurn, cosTurn] = sinCos(longitude - origin.longitude);
    const [east, north] = [cos * sinTurn, cos0 * sin - sin0 * cos * cosTurn];
    const up = sin0 * sin + cos0 * cos * cosTurn;
    const level = Math.hypot(east, north);
    // Along the ground instead of straight through it.
    const metres = level === 0 ? 0 : (EARTH_M * Math.atan2(level, up)) / level;
    const height = hasHeights ? altitude - (origin.altitude ?? 0) : 0;
    return [rounded(east * metres), rounded(height), rounded(-north * metres)];
  });
}

function sinCos(degrees: number): readonly [number, number] {
  return [Math.sin(degrees * RADIANS), Math.cos(degrees * RADIANS)];
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
