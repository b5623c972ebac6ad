/** A rotation. */
export interface Quaternion {
  readonly w: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** x to the right, y up, z to the back. */
export type Direction = readonly [x: number, y: number, z: number];

const RADIANS = Math.PI / 180;

/** A rotation around an axis, anticlockwise as seen from where the axis points. */
export function turnAround(axis: 'x' | 'y' | 'z', degrees: number): Quaternion {
  const half = (degrees * RADIANS) / 2;
  return { w: Math.cos(half), x: 0, y: 0, z: 0, [axis]: Math.sin(half) };
}

/** One rotation after the other, the last one first, as matrices are written. */
export function turns(...all: readonly Quaternion[]): Quaternion {
  return all.reduce((a, b) => ({
    w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
    x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
    y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
    z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
  }));
}

export const inverse = ({ w, x, y, z }: Quaternion): Quaternion => ({ w, x: -x, y: -y, z: -z });

export function rotated({ w, x, y, z }: Quaternion, [a, b, c]: Direction): Direction {
  const [p, q, r] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * p + y * r - z * q, b + w * q + z * p - x * r, c + w * r + x * q - y * p];
}

/** How a picture stands whose middle is above the horizon, and which leans to the right, by so many degrees (GPano). */
export const leaning = ({ pitch, roll }: { readonly pitch: number; readonly roll: number }): Quaternion =>
  turns(turnAround('x', pitch), turnAround('z', -roll));
