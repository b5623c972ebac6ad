import { minus, type Quaternion, type Vector } from './vector.ts';

/**
 * Where one looks, in radians: yaw 0 looks along −z and grows to the right (+x), pitch is above the horizon. These are
 * the angles of the panorama viewer as well.
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

/** Rotation of the panorama viewer's sphere, in radians, applied as Euler angles in the order YXZ. */
export interface SphereCorrection {
  readonly pan: number;
  readonly tilt: number;
  readonly roll: number;
}

/**
 * What an observer's quaternion is multiplied with from the right, so that −z is the middle of its front picture. Which
 * axis the quaternions of works made elsewhere call front is not settled; all that is known of it is this one value.
 */
const FRONT: Quaternion = { w: 1, x: 0, y: 0, z: 0 };

/** Beyond this sine the two outer axes of Euler angles fall together. */
const GIMBAL_LOCK = 0.9999999;

/**
 * Turns the viewer's sphere so that its yaw and pitch are those of the world, whichever way the camera stood.
 * @param quaternion Turns panorama-local directions into those of the world. A quaternion of length 0 turns nothing.
 */
export function sphereCorrectionOf(quaternion: Quaternion): SphereCorrection {
  const turned = multiplied(quaternion, FRONT);
  const size = Math.hypot(turned.w, turned.x, turned.y, turned.z);
  if (!(size > 0)) return { pan: 0, tilt: 0, roll: 0 };
  // The viewer's axes are those of the world, turned by half a turn about y.
  const [w, x, y, z] = [turned.w / size, -turned.x / size, turned.y / size, -turned.z / size];
  const sine = 2 * (y * z - w * x);
  const tilt = Math.asin(-Math.min(1, Math.max(-1, sine)));
  if (Math.abs(sine) >= GIMBAL_LOCK) {
    return { pan: Math.atan2(-2 * (x * z - w * y), 1 - 2 * (y * y + z * z)), tilt, roll: 0 };
  }
  return {
    pan: Math.atan2(2 * (x * z + w * y), 1 - 2 * (x * x + y * y)),
    tilt,
    roll: Math.atan2(2 * (x * y + w * z), 1 - 2 * (x * x + z * z)),
  };
}

function multiplied(a: Quaternion, b: Quaternion): Quaternion {
  return {
    w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
    x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
    y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
    z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
  };
}
