import type { Vector3 } from './geometry.ts';

/** A simple body in metres, y up. Garden and studio are made of these: pictures, models and positions agree. */
export type Part =
  | { readonly shape: 'box'; readonly min: Vector3; readonly max: Vector3; readonly color: string }
  | { readonly shape: 'ball'; readonly centre: Vector3; readonly radius_m: number; readonly color: string };

/** @param color As `#rrggbb`. */
export function box(min: Vector3, max: Vector3, color: string): Part {
  return { shape: 'box', min, max, color };
}

export function ball(centre: Vector3, radius_m: number, color: string): Part {
  return { shape: 'ball', centre, radius_m, color };
}

/** Distance from a point to the surface of a body, in metres. */
export function distanceToSurface(part: Part, point: Vector3): number {
  if (part.shape === 'ball') {
    const [dx, dy, dz] = point.map((value, axis) => value - (part.centre[axis] ?? 0));
    return Math.abs(Math.hypot(dx ?? 0, dy ?? 0, dz ?? 0) - part.radius_m);
  }
  const beyond = point.map((value, axis) => Math.max((part.min[axis] ?? 0) - value, value - (part.max[axis] ?? 0)));
  const outside = Math.hypot(...beyond.map((value) => Math.max(value, 0)));
  return outside > 0 ? outside : Math.abs(Math.max(...beyond));
}
