/** The six faces as seen from inside: front −z, right +x, up +y; up's bottom and down's top edge touch front. */

export type Face = 'front' | 'right' | 'back' | 'left' | 'up' | 'down';

export const FACES: readonly Face[] = ['front', 'right', 'back', 'left', 'up', 'down'];

/**
 * Direction, not normalised, through a point of a face.
 * @param x −1 at the left edge … 1 at the right edge.
 * @param y −1 at the bottom edge … 1 at the top edge.
 */
export function faceDirection(face: Face, x: number, y: number): readonly [number, number, number] {
  switch (face) {
    case 'front':
      return [x, y, -1];
    case 'right':
      return [1, y, x];
    case 'back':
      return [-x, y, 1];
    case 'left':
      return [-1, y, -x];
    case 'up':
      return [x, 1, y];
    case 'down':
      return [x, -1, -y];
  }
}

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
