import type { Face } from '../wire/geometry.ts';

/**
 * Direction, not normalised, through a point of a face. The faces are seen from inside: front looks to −z, right to +x,
 * up to +y; up's bottom edge and down's top edge touch front.
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
