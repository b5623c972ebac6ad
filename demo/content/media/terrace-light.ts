import { parts } from '../garden/garden.ts';
import type { Vector3 } from '../wire/geometry.ts';
import type { Part } from '../wire/parts.ts';
import { aboutNormal, disc, hemisphere, unit } from './directions.ts';

/** Rays through the terrace: which body they meet, and how much light is there. */

export interface Hit {
  readonly part: Part;
  readonly distance_m: number;
  readonly point: Vector3;
  readonly normal: Vector3;
}

/** Rays start this far from the surface they leave, in metres. */
const LIFT_M = 1e-4;
/** Nothing farther than this darkens a corner, in metres. */
const NEAR_M = 1.6;
/** A late afternoon in June. Unit length. */
export const SUN: Vector3 = unit([-0.62, 0.52, -0.42]);
/** Directions towards the sun's disc: several, so that shadows have soft edges. */
const SUN_RAYS = disc(SUN, 0.035, 16);
/** Directions over half a sphere around +y, closer together at the top. */
const SKY_RAYS = hemisphere(24);

function boxDistance(
  part: Extract<Part, { shape: 'box' }>,
  from: Vector3,
  way: Vector3,
): { near: number; axis: number } | undefined {
  let [near, far, axis] = [0, Number.POSITIVE_INFINITY, -1];
  for (let at = 0; at < 3; at++) {
    const [position, step] = [from[at] ?? 0, way[at] ?? 0];
    const [low, high] = [(part.min[at] ?? 0) - position, (part.max[at] ?? 0) - position];
    if (step === 0) {
      if (low > 0 || high < 0) return undefined;
      continue;
    }
    const [first, last] = step > 0 ? [low / step, high / step] : [high / step, low / step];
    if (first > near) [near, axis] = [first, at];
    if (last < far) far = last;
    if (near > far) return undefined;
  }
  return axis < 0 ? undefined : { near, axis };
}

function ballDistance(part: Extract<Part, { shape: 'ball' }>, from: Vector3, way: Vector3): number | undefined {
  const [x, y, z] = [from[0] - part.centre[0], from[1] - part.centre[1], from[2] - part.centre[2]];
  const along = x * way[0] + y * way[1] + z * way[2];
  const root = along * along - (x * x + y * y + z * z - part.radius_m * part.radius_m);
  const distance = root < 0 ? -1 : -along - Math.sqrt(root);
  return distance > 0 ? distance : undefined;
}

/** The first body on a ray's way. */
export function firstHit(from: Vector3, way: Vector3): Hit | undefined {
  let found: { part: Part; distance_m: number; axis: number } | undefined;
  for (const part of parts) {
    const box = part.shape === 'box' ? boxDistance(part, from, way) : undefined;
    const distance_m = part.shape === 'box' ? box?.near : ballDistance(part, from, way);
    if (distance_m !== undefined && distance_m < (found?.distance_m ?? Number.POSITIVE_INFINITY))
      found = { part, distance_m, axis: box?.axis ?? -1 };
  }
  if (found === undefined) return undefined;
  const { part, distance_m, axis } = found;
  const point: Vector3 = [from[0] + way[0] * distance_m, from[1] + way[1] * distance_m, from[2] + way[2] * distance_m];
  const normal: Vector3 =
    part.shape === 'ball'
      ? unit([point[0] - part.centre[0], point[1] - part.centre[1], point[2] - part.centre[2]])
      : [axis === 0 ? -Math.sign(way[0]) : 0, axis === 1 ? -Math.sign(way[1]) : 0, axis === 2 ? -Math.sign(way[2]) : 0];
  return { part, distance_m, point, normal };
}

function isBlocked(from: Vector3, way: Vector3, within_m: number): boolean {
  for (const part of parts) {
    const distance = part.shape === 'box' ? boxDistance(part, from, way)?.near : ballDistance(part, from, way);
    if (distance !== undefined && distance < within_m) return true;
  }
  return false;
}

function shareOf(rays: readonly Vector3[], from: Vector3, normal: Vector3, within_m: number): number {
  let free = 0;
  let all = 0;
  for (const way of rays) {
    const facing = way[0] * normal[0] + way[1] * normal[1] + way[2] * normal[2];
    if (facing <= 0) continue;
    all += facing;
    if (!isBlocked(from, way, within_m)) free += facing;
  }
  return all === 0 ? 0 : free / all;
}

/** Light that reaches a surface: from the sun's disc, and from the sky; each from 0 to 1. */
export function lightAt({ point, normal }: Hit): { sun: number; sky: number } {
  const from: Vector3 = [point[0] + normal[0] * LIFT_M, point[1] + normal[1] * LIFT_M, point[2] + normal[2] * LIFT_M];
  const facing = Math.max(0, SUN[0] * normal[0] + SUN[1] * normal[1] + SUN[2] * normal[2]);
  const sun = facing === 0 ? 0 : facing * shareOf(SUN_RAYS, from, normal, Number.POSITIVE_INFINITY);
  const around = SKY_RAYS.map((way) => aboutNormal(way, normal));
  return { sun, sky: shareOf(around, from, normal, NEAR_M) };
}
