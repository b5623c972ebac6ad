import type { Camera } from '../geometry/camera.ts';
import { plus, type Quaternion, rotated } from '../geometry/vector.ts';
import type { CubeSide } from './drawn-faces.ts';

/** Samples across and down the picture: enough to find every side that shows more than a sliver. */
const LOOKS = 16;

/** @param rotation Turns directions in the pictures into those of the world. */
export function sidesInView(camera: Camera, { w, x, y, z }: Quaternion): ReadonlySet<CubeSide> {
  const { right, up, forward, tangent, width, height } = camera;
  const back: Quaternion = { w, x: -x, y: -y, z: -z };
  const sides = new Set<CubeSide>();
  for (let column = 0; column <= LOOKS; column++) {
    const across = plus(forward, right, (((column / LOOKS) * 2 - 1) * tangent * width) / height);
    for (let row = 0; row <= LOOKS; row++) {
      sides.add(sideOf(rotated(back, plus(across, up, ((row / LOOKS) * 2 - 1) * tangent))));
    }
  }
  return sides;
}

function sideOf([x, y, z]: readonly [number, number, number]): CubeSide {
  const [across, high, deep] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  if (high > across && high > deep) return y > 0 ? 'top' : 'bottom';
  if (across > deep) return x > 0 ? 'right' : 'left';
  return z > 0 ? 'back' : 'front';
}
