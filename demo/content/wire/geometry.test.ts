import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distance, faceAt, plus, rectangleOn, round, type Vector3, viewFrom } from './geometry.ts';

// Not `fc.double`: nearly all of its values are next to 0.
const coordinate = fc.integer({ min: -20_000, max: 20_000 }).map((millimetres) => millimetres / 1000);
const point: fc.Arbitrary<Vector3> = fc.tuple(coordinate, coordinate, coordinate);

test('walking along longitude and latitude from the camera arrives at the target', () => {
  fc.assert(
    fc.property(point, point, (camera, target) => {
      fc.pre(distance(camera, target) > 0.1);
      const { longitude, latitude } = viewFrom(camera, target);
      const level = Math.cos(latitude);
      const direction: Vector3 = [-Math.sin(longitude) * level, Math.sin(latitude), -Math.cos(longitude) * level];
      const reached = plus(camera, direction, distance(camera, target));
      expect(distance(reached, target)).toBeLessThan(0.01);
    }),
  );
});

test.each([
  [0, 'front'],
  [Math.PI / 2, 'left'],
  [Math.PI, 'back'],
  [-Math.PI, 'back'],
  [-Math.PI / 2, 'right'],
  [0.7, 'front'],
])('longitude %d looks at the %s face', (longitude, face) => {
  expect(faceAt(longitude)).toBe(face);
});

describe('a rectangle on a surface', () => {
  test('seen from outside, its first edge runs from left to right above the last', () => {
    expect(rectangleOn([0, 1, 0], [0, 0, 1], 2, 1).map((corner) => corner.map((value) => round(value)))).toEqual([
      [-1, 1.5, 0],
      [1, 1.5, 0],
      [1, 0.5, 0],
      [-1, 0.5, 0],
    ]);
  });

  test('on a table its upper edge is towards −z', () => {
    const [upperLeft] = rectangleOn([0, 0, 0], [0, 1, 0], 2, 1);
    expect(upperLeft?.map((value) => round(value))).toEqual([-1, 0, -0.5]);
  });
});

test('rounding never leaves −0', () => {
  expect(Object.is(round(-0.000001), 0)).toBe(true);
});
