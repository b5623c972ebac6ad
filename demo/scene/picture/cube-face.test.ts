import { expect, test } from 'vitest';
import { faceDirection } from '../../content/media/face-direction.ts';
import type { Face } from '../../content/wire/geometry.ts';
import { FACES, faceAt } from './cube-face.ts';

test('faceAt undoes faceDirection', () => {
  for (const face of FACES) {
    for (const [x, y] of [
      [0.1, -0.7],
      [-0.9, 0.4],
      [0.5, 0.5],
    ] as const) {
      const [dx, dy, dz] = faceDirection(face, x, y);
      const found = faceAt(dx * 3, dy * 3, dz * 3);
      expect(found.face).toBe<Face>(face);
      expect(found.x).toBeCloseTo(x);
      expect(found.y).toBeCloseTo(y);
    }
  }
});
