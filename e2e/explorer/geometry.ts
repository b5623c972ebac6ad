/*
 * Where things show in a panorama, computed from a tour's data alone: written apart from the pages' own geometry, with
 * rotation matrices instead of angles, so that the two can be compared.
 */

export type Triple = readonly [number, number, number];

/** What the stage says of its view: radians, degrees, and the viewpoint's index. */
export interface ShownPose {
  readonly yaw: number;
  readonly pitch: number;
  readonly fov: number;
  readonly index: number;
}

export function readPose(text: string): ShownPose {
  const [yaw = 0, pitch = 0, fov = 0, index = 0] = text.split(' ').map(Number);
  return { yaw, pitch, fov, index };
}

/** A 3×3 matrix, row by row. */
type Matrix = readonly [Triple, Triple, Triple];

export const times = (matrix: Matrix, [x, y, z]: Triple): Triple => [
  matrix[0][0] * x + matrix[0][1] * y + matrix[0][2] * z,
  matrix[1][0] * x + matrix[1][1] * y + matrix[1][2] * z,
  matrix[2][0] * x + matrix[2][1] * y + matrix[2][2] * z,
];

/** Turns the world so that what lies in the direction of `yaw` (from −z to +x) comes to lie on −z. */
export const turnedByYaw = (yaw: number): Matrix => [
  [Math.cos(yaw), 0, Math.sin(yaw)],
  [0, 1, 0],
  [-Math.sin(yaw), 0, Math.cos(yaw)],
];

/** Turns the world so that what lies `pitch` above the horizon comes to lie on it. */
export const turnedByPitch = (pitch: number): Matrix => [
  [1, 0, 0],
  [0, Math.cos(pitch), Math.sin(pitch)],
  [0, -Math.sin(pitch), Math.cos(pitch)],
];

/**
 * @param size Of the view, in CSS pixels.
 * @returns Pixels from the upper left corner; undefined behind the eye or outside of the view.
 */
export function projected(
  eye: Triple,
  pose: ShownPose,
  size: { readonly width: number; readonly height: number },
  place: Triple,
): { readonly x: number; readonly y: number } | undefined {
  const offset: Triple = [place[0] - eye[0], place[1] - eye[1], place[2] - eye[2]];
  const [x, y, z] = times(turnedByPitch(pose.pitch), times(turnedByYaw(pose.yaw), offset));
  if (z > -0.1) return undefined;
  const focal = size.height / 2 / Math.tan((pose.fov * Math.PI) / 360);
  const point = { x: size.width / 2 + (x / -z) * focal, y: size.height / 2 - (y / -z) * focal };
  const inside = point.x > 0 && point.y > 0 && point.x < size.width && point.y < size.height;
  return inside ? point : undefined;
}

/** @returns The direction in which a pixel of the view lies. */
export function directionOf(
  pose: ShownPose,
  size: { readonly width: number; readonly height: number },
  { x, y }: { readonly x: number; readonly y: number },
): Triple {
  const focal = size.height / 2 / Math.tan((pose.fov * Math.PI) / 360);
  const ahead: Triple = [(x - size.width / 2) / focal, (size.height / 2 - y) / focal, -1];
  return times(turnedByYaw(-pose.yaw), times(turnedByPitch(-pose.pitch), ahead));
}

/** The matrix of a unit quaternion. */
export function matrixOf({ w, x, y, z }: { w: number; x: number; y: number; z: number }): Matrix {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
}
