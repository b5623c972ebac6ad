import { describe, expect, test } from 'vitest';
import { faceDirection } from './face-direction.ts';

describe('faceDirection', () => {
  test.each([
    ['front', [0, 0, -1]],
    ['right', [1, 0, 0]],
    ['back', [0, 0, 1]],
    ['left', [-1, 0, 0]],
    ['up', [0, 1, 0]],
    ['down', [0, -1, 0]],
  ] as const)('%s looks along its axis', (face, direction) => {
    expect(faceDirection(face, 0, 0).map((c) => c + 0)).toEqual(direction);
  });

  test.each([
    ['front', 'right'],
    ['right', 'back'],
    ['back', 'left'],
    ['left', 'front'],
  ] as const)('the right edge of %s is the left edge of %s', (left, right) => {
    for (const y of [-1, -0.3, 0.6, 1]) expect(faceDirection(left, 1, y)).toEqual(faceDirection(right, -1, y));
  });

  test.each(['up', 'down'] as const)('%s touches front with the edge nearest to it', (face) => {
    const edge = face === 'up' ? -1 : 1;
    for (const x of [-1, 0.2, 1]) expect(faceDirection(face, x, edge)).toEqual(faceDirection('front', x, -edge));
  });
});
