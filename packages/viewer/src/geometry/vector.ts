/** A place or a direction in the tour's world: right-handed, y up, metres. */
export type Vector = readonly [x: number, y: number, z: number];

export interface Quaternion {
  readonly w: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** @returns `a + b · factor`. */
export function plus(a: Vector, b: Vector, factor = 1): Vector {
  return [a[0] + b[0] * factor, a[1] + b[1] * factor, a[2] + b[2] * factor];
}

export function scaled([x, y, z]: Vector, factor: number): Vector {
  return [x * factor, y * factor, z * factor];
}

/** @returns `a − b`: from b to a. */
export function minus(a: Vector, b: Vector): Vector {
  return plus(a, b, -1);
}

/** @returns The vector, turned by a quaternion of length 1. */
export function rotated({ w, x, y, z }: Quaternion, [a, b, c]: Vector): Vector {
  const [p, q, r] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * p + y * r - z * q, b + w * q + z * p - x * r, c + w * r + x * q - y * p];
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function distance(a: Vector, b: Vector): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** @returns The mean of the points; the origin when there are none. */
export function middleOf(points: readonly Vector[]): Vector {
  const sum = points.reduce<Vector>((total, point) => plus(total, point), [0, 0, 0]);
  return plus([0, 0, 0], sum, points.length === 0 ? 0 : 1 / points.length);
}

/** @returns How long the line through the points is, in metres. */
export function lengthOf(points: readonly Vector[]): number {
  return points.slice(1).reduce((sum, point, index) => sum + distance(point, points[index] ?? point), 0);
}
