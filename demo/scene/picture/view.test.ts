import { expect, test } from 'vitest';
import { type View, viewDirection } from './view.ts';

const view: View = { width_px: 200, height_px: 100, longitude_rad: 0, latitude_rad: 0, fieldOfView_rad: Math.PI / 2 };
const closeTo = (actual: readonly number[], expected: readonly number[]) => {
  for (const [i, c] of actual.entries()) expect(c).toBeCloseTo(expected[i]!, 6);
};

test.each([
  [0, [0, 0, -1]],
  [Math.PI / 2, [-1, 0, 0]],
  [Math.PI, [0, 0, 1]],
  [-Math.PI / 2, [1, 0, 0]],
] as const)('longitude %f: the middle looks along (−sin λ, 0, −cos λ)', (longitude_rad, direction) => {
  closeTo(viewDirection({ ...view, longitude_rad }, 99.5, 49.5), direction);
});

test('latitude looks up', () => {
  closeTo(viewDirection({ ...view, latitude_rad: Math.PI / 6 }, 99.5, 49.5), [0, 0.5, -Math.sqrt(3) / 2]);
});

test('the right edge is half the field of view to the right, the top is up', () => {
  closeTo(viewDirection(view, 199.5, 49.5), [Math.SQRT1_2, 0, -Math.SQRT1_2]);
  expect(viewDirection(view, 99.5, 0)[1]).toBeGreaterThan(0);
});
