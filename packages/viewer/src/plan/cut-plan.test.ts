import { expect, test } from 'vitest';
import type { Floor, Viewpoint } from '../tour/tour.ts';
import { planCutter } from './cut-plan.ts';

/** A wall across, from the ground to the roof of a house of two floors. */
const wall = [
  [0, 0, 0],
  [4, 0, 0],
  [4, 6, 0],
  [0, 0, 0],
  [4, 6, 0],
  [0, 6, 0],
].flat();
const tour = {
  floors: [
    { index: 0, height: 0 },
    { index: 1, height: 3 },
  ] as readonly Floor[],
  viewpoints: [{} as Viewpoint],
};

test('the plan of a floor is cut once, however often it is asked for', () => {
  let reads = 0;
  const triangles = new Float32Array(wall);
  const cut = planCutter(
    {
      origin: [0, 0, 0],
      get triangles() {
        reads += 1;
        return triangles;
      },
    },
    tour,
  );
  const first = cut(0);
  expect(first?.walls).toMatch(/^M/);
  const perCut = reads;
  for (const floor of [0, 1, 0, 1, 0]) cut(floor);
  expect(reads).toBe(2 * perCut);
  expect(cut(0)).toBe(first);
  expect(cut(1)).not.toBe(first);
});

test('of a model that comes in tiles there is no plan, nor of a floor that the tour does not have', () => {
  expect(planCutter({ origin: [0, 0, 0], triangles: new Float32Array() }, tour)(0)).toBe(undefined);
  expect(planCutter({ origin: [0, 0, 0], triangles: new Float32Array(wall) }, tour)(7)).toBe(undefined);
});
