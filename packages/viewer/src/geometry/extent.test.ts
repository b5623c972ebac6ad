import { describe, expect, test } from 'vitest';
import { extentOf } from './extent.ts';

type Corner = readonly [x: number, y: number, z: number];

/** The two triangles of each side of a box. */
function box([x, y, z]: Corner, [wide, high, deep]: Corner): number[] {
  const corner = (index: number): Corner => [
    x + ((index & 1) === 0 ? 0 : wide),
    y + ((index & 2) === 0 ? 0 : high),
    z + ((index & 4) === 0 ? 0 : deep),
  ];
  const sides = [
    [0, 1, 3, 2],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 3, 7, 5],
  ] as const;
  return sides.flatMap(([a, b, c, d]) => [a, b, c, a, c, d].flatMap((index) => [...corner(index)]));
}

const HOUSE = box([-10, 0, -5], [20, 6, 10]);
const WHOLE = [
  [-10, 0, -5],
  [10, 6, 5],
];
const extent = (...parts: readonly number[][]) => extentOf(new Float32Array(parts.flat()));
/** Of a statue that has many more triangles than the hall around it. */
const STATUE = Array.from({ length: 2000 }, (_, index) => box([index / 10_000, 0, 0], [0.01, 0.01, 0.01])).flat();

describe('what is in view of a model', () => {
  test.each([
    ['a corner', [0, 0, 0, 0.1, 0, 0, 10_000, 0, 0]],
    ['a corner of a wall', [-10, 0, -5, -10, 6, -5, 0, 9000, 0]],
    ['several of them, on all sides', [0, 0, 0, 0, 1, 0, 9e3, 0, 0, 0, 0, 0, 0, 1, 0, -5e4, 0, 3e4]],
    ['a thing that somebody forgot', box([3000, 0, 3000], [1, 1, 1])],
    ['a corner as far as numbers go', [0, 0, 0, 1, 0, 0, 3e38, 0, 0]],
  ])('leaves out %s far away', (_, stray) => {
    expect(extent(HOUSE, stray)).toEqual(WHOLE);
    expect(extent(stray, HOUSE)).toEqual(WHOLE);
    // Size is no matter.
    const [low, high] =
      extent(
        HOUSE.map((value) => value / 1024),
        stray.map((value) => value / 1024),
      ) ?? [];
    expect([low, high]).toEqual(WHOLE.map((corner) => corner.map((value) => value / 1024)));
  });

  test.each([
    ['a house', HOUSE, WHOLE],
    ['a large garden', [...HOUSE, ...box([-150, 0, -150], [300, 0, 300])], [[-150, 0, -150], [150, 6, 150]]], // biome-ignore format: a row each
    ['a flagpole', [...HOUSE, ...box([0, 0, 0], [0.1, 40, 0.1])], [[-10, 0, -5], [10, 40, 5]]], // biome-ignore format: a row each
    ['a second house a kilometre away', [...HOUSE, ...box([1000, 0, 0], [16, 8, 8])], [[-10, 0, -5], [1016, 8, 8]]], // biome-ignore format: a row each
    ['the hall around a statue', [...STATUE, ...box([-25, 0, -25], [50, 8, 50])], [[-25, 0, -25], [25, 8, 25]]], // biome-ignore format: a row each
    ['one triangle', [0, 0, 0, 1, 0, 0, 0, 1, 0], [[0, 0, 0], [1, 1, 0]]], // biome-ignore format: a row each
    ['one place', [2, 2, 2, 2, 2, 2, 2, 2, 2], [[2, 2, 2], [2, 2, 2]]], // biome-ignore format: a row each
  ])('is all of %s', (_, triangles, whole) => {
    expect(extent(triangles)).toEqual(whole);
  });

  test('is nothing of no triangle', () => {
    expect(extent([])).toBeUndefined();
    expect(extent([1, 2])).toBeUndefined();
  });
});
