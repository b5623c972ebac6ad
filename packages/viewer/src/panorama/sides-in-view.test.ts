import { expect, test } from 'vitest';
import { panoramaCamera } from '../geometry/camera.ts';
import type { Quaternion } from '../geometry/vector.ts';
import { sidesInView } from './sides-in-view.ts';

const straight: Quaternion = { w: 1, x: 0, y: 0, z: 0 };
/** A quarter to the right about y: the picture's front is seen where the world's left is. */
const quarter: Quaternion = { w: Math.SQRT1_2, x: 0, y: Math.SQRT1_2, z: 0 };
const DEGREE = Math.PI / 180;

test.each([
  ['straight ahead', { yaw: 0, pitch: 0 }, 75, straight, ['front']],
  ['to the right', { yaw: 90 * DEGREE, pitch: 0 }, 75, straight, ['right']],
  ['behind', { yaw: 180 * DEGREE, pitch: 0 }, 75, straight, ['back']],
  ['between two', { yaw: -45 * DEGREE, pitch: 0 }, 60, straight, ['front', 'left']],
  ['up', { yaw: 0, pitch: 90 * DEGREE }, 75, straight, ['top']],
  ['down', { yaw: 0.3, pitch: -90 * DEGREE }, 60, straight, ['bottom']],
  ['into a corner', { yaw: 45 * DEGREE, pitch: 35 * DEGREE }, 75, straight, ['front', 'right', 'top']],
  ['ahead, in pictures that lie another way', { yaw: 0, pitch: 0 }, 75, quarter, ['right']],
  ['wide', { yaw: 0, pitch: 0 }, 90, straight, ['front', 'left', 'right']],
] as const)('%s', (_, gaze, fov, rotation, sides) => {
  const camera = panoramaCamera([7, 8, 9], gaze, fov, { width: 900, height: fov === 90 ? 700 : 900 });
  expect([...sidesInView(camera, rotation)].sort()).toEqual([...sides].sort());
});
