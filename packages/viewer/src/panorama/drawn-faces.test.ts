import { expect, test } from 'vitest';
import { directionOnSide } from './drawn-faces.ts';

test.each([
  ['front', 'top', [0, -1], [0, 1]],
  ['front', 'bottom', [0, 1], [0, -1]],
  ['front', 'right', [1, 0], [-1, 0]],
  ['front', 'left', [-1, 0], [1, 0]],
  ['back', 'right', [-1, 0], [1, 0]],
  ['right', 'top', [0, -1], [1, 0]],
] as const)('%s and %s touch, at %j and %j', (one, other, [u, v], [otherU, otherV]) => {
  expect(directionOnSide(one, u, v).map((value) => value + 0)).toEqual(
    directionOnSide(other, otherU, otherV).map((value) => value + 0),
  );
});
