/** Metres, in a right-handed world with y up. */
export type Vector3 = readonly [x: number, y: number, z: number];

/** Decimals of lengths in metres and angles in radians: a tenth of a millimetre. */
const DECIMALS = 4;

/** Rounds to what a payload carries; never −0. */
export function round(value: number, decimals = DECIMALS): number {
  return Number(value.toFixed(decimals)) + 0;
}

/** A point as a list, as most payloads have it. */
export function listed(point: Vector3): number[] {
  return point.map((coordinate) => round(coordinate));
}

/** A point as an object, as plugins have it. */
export function named([x, y, z]: Vector3): { x: number; y: number; z: number } {
  return { x: round(x), y: round(y), z: round(z) };
}

/** A point as texts, as the older operations have it. */
export function spelled(point: readonly number[]): string[] {
  return point.map((coordinate) => String(round(coordinate)));
}

export function plus(a: Vector3, b: Vector3, factor = 1): Vector3 {
  return [a[0] + b[0] * factor, a[1] + b[1] * factor, a[2] + b[2] * factor];
}

export function distance(a: Vector3, b: Vector3): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/**
 * The direction from a camera to a target.
 * @returns Radians: longitude λ points along (−sin λ, 0, −cos λ), latitude is above the horizon.
 */
export function viewFrom(camera: Vector3, target: Vector3): { longitude: number; latitude: number } {
  const [dx, dy, dz] = plus(target, camera, -1);
  return { longitude: round(Math.atan2(-dx, -dz)), latitude: round(Math.atan2(dy, Math.hypot(dx, dz))) };
}

/** The six faces of a panorama's cube. */
export const FACES = ['up', 'down', 'left', 'right', 'front', 'back'] as const;
export type Face = (typeof FACES)[number];

/** The upright face that a direction looks at, for panoramas that are not turned. */
export function faceAt(longitude: number): Face {
  const quarter = Math.round(longitude / (Math.PI / 2));
  const turning = ['front', 'left', 'back', 'right'] as const;
  return turning[((quarter % 4) + 4) % 4] ?? 'front';
}

const UP: Vector3 = [0, 1, 0];
/** What stands in for "up" on a surface that lies flat. */
const NORTH: Vector3 = [0, 0, -1];
const STEEPEST = 0.9;

function cross(a: Vector3, b: Vector3): Vector3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/**
 * Corners of a rectangle on a surface, seen from outside: upper left, upper right, lower right, lower left.
 * @param normal Unit length; the rectangle's upper edge is level.
 */
export function rectangleOn(centre: Vector3, normal: Vector3, width_m: number, height_m: number): Vector3[] {
  const side = cross(Math.abs(normal[1]) > STEEPEST ? NORTH : UP, normal);
  const length = Math.hypot(...side);
  const right: Vector3 = [side[0] / length, side[1] / length, side[2] / length];
  const up = cross(normal, right);
  const corner = (x: number, y: number) => plus(plus(centre, right, (x * width_m) / 2), up, (y * height_m) / 2);
  return [corner(-1, 1), corner(1, 1), corner(1, -1), corner(-1, -1)];
}
