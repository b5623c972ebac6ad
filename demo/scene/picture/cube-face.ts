import type { Face } from '../../content/wire/geometry.ts';

/** Every face, in the order in which the seeds of their samples are counted. */
export const FACES: readonly Face[] = ['front', 'right', 'back', 'left', 'up', 'down'];

/** The face a direction falls on, and where: x and y as `faceDirection` takes them. */
export function faceAt(
  dx: number,
  dy: number,
  dz: number,
): { readonly face: Face; readonly x: number; readonly y: number } {
  const ax = Math.abs(dx);
  const ay = Math.abs(dy);
  const az = Math.abs(dz);
  if (az >= ax && az >= ay) {
    return dz < 0 ? { face: 'front', x: dx / az, y: dy / az } : { face: 'back', x: -dx / az, y: dy / az };
  }
  if (ax >= ay) return dx > 0 ? { face: 'right', x: dz / ax, y: dy / ax } : { face: 'left', x: -dz / ax, y: dy / ax };
  return dy > 0 ? { face: 'up', x: dx / ay, y: dz / ay } : { face: 'down', x: dx / ay, y: -dz / ay };
}
