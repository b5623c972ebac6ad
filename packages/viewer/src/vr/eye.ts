/// <reference types="webxr" />
import type { Axes } from '../geometry/camera.ts';
import { plus, type Quaternion, rotated, scaled, type Vector } from '../geometry/vector.ts';
import type { Look } from '../panorama/open-sphere.ts';

/** Turns directions of a headset's space into those of the tour's world. */
export type Turn = (direction: Vector) => Vector;

/** @param yaw Where in the world the headset's −z lies: radians to the right of the world's. */
export function turnBy(yaw: number): Turn {
  const rotation: Quaternion = { w: Math.cos(yaw / 2), x: 0, y: -Math.sin(yaw / 2), z: 0 };
  return (direction) => rotated(rotation, direction);
}

/** @returns Which way something in the headset's space faces, in the world. */
export function facing({ orientation }: Pick<XRRigidTransform, 'orientation'>, turn: Turn): Axes {
  const along = (axis: Vector) => turn(rotated(orientation, axis));
  return { right: along([1, 0, 0]), up: along([0, 1, 0]), forward: along([0, 0, -1]) };
}

/** @returns Where something is in the headset's space, in metres. */
export const placeOf = ({ position: { x, y, z } }: Pick<XRRigidTransform, 'position'>): Vector => [x, y, z];

/**
 * @param projection Of an eye, as WebGL takes it. The line of sight need not be its middle: each eye sees further to its own side.
 * @returns Where the pixels of the eye's picture look.
 */
export function lookThrough({ right, up, forward }: Axes, projection: Float32Array): Look {
  const [width = 1, , , , , height = 1, , , aside = 0, above = 0] = projection;
  return {
    right: scaled(right, 1 / width),
    up: scaled(up, 1 / height),
    forward: plus(plus(forward, right, aside / width), up, above / height),
  };
}

/** @returns The matrix from the world to what faces this way, column by column; ahead is −z, as in WebGL. */
export function matrixTo({ right, up, forward }: Axes): Float32Array {
  return new Float32Array([0, 1, 2].flatMap((axis) => [right[axis] ?? 0, up[axis] ?? 0, -(forward[axis] ?? 0)]));
}
