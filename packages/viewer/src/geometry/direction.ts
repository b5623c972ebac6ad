import { minus, type Quaternion, type Vector } from './vector.ts';

/**
 * Where one looks, in radians: yaw 0 looks along −z and grows to the right (+x), pitch is above the horizon.
 */
export interface Direction {
  readonly yaw: number;
  readonly pitch: number;
}

/** @returns The direction from one place to another. */
export function directionTo(from: Vector, to: Vector): Direction {
  const [x, y, z] = minus(to, from);
  return { yaw: Math.atan2(x, -z), pitch: Math.atan2(y, Math.hypot(x, z)) };
}

/** The yaw of a longitude λ of tour data, which points along (−sin λ, 0, −cos λ). */
export function yawOfLongitude(longitude: number): number {
  return -longitude;
}

/** @returns The angle from one yaw to another, in (−π, π]; positive to the right. */
export function turnBetween(from: number, to: number): number {
  const turn = (to - from) % (2 * Math.PI);
  if (turn > Math.PI) return turn - 2 * Math.PI;
  return turn <= -Math.PI ? turn + 2 * Math.PI : turn;
}

/**
 * What an observer's quaternion is multiplied with from the right, so that −z is the middle of its front picture. Which
 * axis the quaternions of works made elsewhere call front is not settled; all that is known of it is this one value.
 */
const FRONT: Quaternion = { w: 1, x: 0, y: 0, z: 0 };

/**
 * @param quaternion As a tour has it. One of length 0 turns nothing.
 * @returns What turns directions in a viewpoint's pictures into those of the world, of length 1.
 */
export function rotationOf(quaternion: Quaternion): Quaternion {
  const { w, x, y, z } = multiplied(quaternion, FRONT);
  const size = Math.hypot(w, x, y, z);
  return size > 0 ? { w: w / size, x: x / size, y: y / size, z: z / size } : { w: 1, x: 0, y: 0, z: 0 };
}

function multiplied(a: Quaternion, b: Quaternion): Quaternion {
  return {
    w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
    x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
    y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
    z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
  };
}
