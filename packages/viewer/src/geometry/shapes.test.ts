import { describe, expect, test } from 'vitest';
import { curveThrough } from './curve.ts';
import { sectionAt } from './section.ts';
import { lengthOf, middleOf, type Vector } from './vector.ts';

describe('a curve', () => {
  const corners: readonly Vector[] = [
    [0, 0, 0],
    [2, 0, 0],
    [2, 0, 3],
    [5, 1, 3],
  ];

  test('passes its points in their order', () => {
    const curve = curveThrough(corners);
    const passed = curve.filter((place) =>
      corners.some((corner) => corner.every((c, axis) => Math.abs(c - (place[axis] ?? 9)) < 1e-9)),
    );
    expect(passed).toHaveLength(corners.length);
    expect(lengthOf(curve)).toBeGreaterThanOrEqual(lengthOf(corners) * 0.9);
  });

  test('of two points is the line between them', () => {
    expect(curveThrough(corners.slice(0, 2))).toEqual(corners.slice(0, 2));
  });
});

describe('a level cut', () => {
  /** A wall of two triangles from (0,0,0) to (4,3,0). */
  const wall = [0, 0, 0, 4, 0, 0, 4, 3, 0, 0, 0, 0, 4, 3, 0, 0, 3, 0];

  test('through a wall is a line along it', () => {
    const ends = [...sectionAt(wall, 1.5).matchAll(/[ML]([\d.-]+) ([\d.-]+)/g)].map(([, x, z]) => [
      Number(x),
      Number(z),
    ]);
    expect(ends.every(([, z]) => z === 0)).toBe(true);
    expect([Math.min(...ends.map(([x = 9]) => x)), Math.max(...ends.map(([x = 9]) => x))]).toEqual([0, 4]);
  });

  test.each([-0.1, 3.1, 5])('at %s m, where nothing is, draws nothing', (height) => {
    expect(sectionAt(wall, height)).toBe('');
  });

  test('draws an edge once that two triangles share', () => {
    expect(sectionAt([...wall, ...wall], 1.5)).toBe(sectionAt(wall, 1.5));
  });

  test('of something small has the digits that are asked for', () => {
    const small = wall.map((value) => value / 4000);
    expect(sectionAt(small, 1.5 / 4000, 0, 6)).toBe('M0.0005 0L0.001 0M0 0L0.0005 0');
  });

  describe('leaving out what is smaller than 0.3 m', () => {
    /** The four sides of a post that stands on the ground. */
    const post = (x: number, z: number, width: number, depth: number): number[] =>
      [
        [x, z, x + width, z],
        [x + width, z, x + width, z + depth],
        [x + width, z + depth, x, z + depth],
        [x, z + depth, x, z],
      ].flatMap(([x1 = 0, z1 = 0, x2 = 0, z2 = 0]) => {
        const [from, to, above, aboveTo] = [
          [x1, 0, z1],
          [x2, 0, z2],
          [x1, 3, z1],
          [x2, 3, z2],
        ];
        return [from, to, aboveTo, from, aboveTo, above].flat();
      });
    const cut = (shape: number[]) => sectionAt([...shape, ...wall], 1.5, 0.3).replace(sectionAt(wall, 1.5), '');

    test.each([
      ['a leg of 4 cm', post(1, 1, 0.04, 0.04)],
      ['two legs, half a metre from each other', [...post(1, 1, 0.04, 0.04), ...post(1.5, 1, 0.04, 0.04)]],
      ['a triangle that touches the height with a corner', [1, 1.5, 1, 1.1, 1, 1, 1.1, 1, 1.2]],
    ])('%s is no part of the plan', (_, shape) => {
      expect(sectionAt(shape, 1.5, 0.3)).toBe('');
      expect(cut(shape)).toBe('');
    });

    const planks = Array.from({ length: 20 }, (_, n) => post(1 + n * 0.1, 1, 0.095, 0.02)).flat();
    test.each([
      ['a column of 30 cm', post(1, 1, 0.3, 0.3)],
      ['a wall of planks, half a centimetre from each other', planks],
      ['the same a thousand kilometres away', planks.map((value, at) => (at % 3 === 0 ? value + 1e6 : value))],
    ])('%s stays whole', (_, shape) => {
      expect(sectionAt(shape, 1.5, 0.3)).toBe(sectionAt(shape, 1.5));
    });
  });
});

test('the middle of no places is the origin', () => {
  expect(middleOf([])).toEqual([0, 0, 0]);
  expect(
    middleOf([
      [0, 2, 0],
      [2, 4, 6],
    ]),
  ).toEqual([1, 3, 3]);
});
