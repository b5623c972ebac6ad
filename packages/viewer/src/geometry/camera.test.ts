import fc from 'fast-check';
import { PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { evenly } from '../testing/evenly.ts';
import { isInFrame, isInView, panoramaCamera, project, projectLine, rayThrough } from './camera.ts';
import { plus } from './vector.ts';

const size = { width: 800, height: 600 };
const ahead = panoramaCamera([0, 0, 0], { yaw: 0, pitch: 0 }, 90, size);

describe('a place in the picture', () => {
  test('straight ahead is the middle', () => {
    expect(project(ahead, [0, 0, -3])).toEqual({ x: 400, y: 300, depth: 3 });
  });

  test('half the field of view above is the upper edge', () => {
    expect(project(ahead, [0, 3, -3])?.y).toBeCloseTo(0);
  });

  test('behind the eye is nowhere', () => {
    expect(project(ahead, [0, 0, 1])).toBeUndefined();
  });

  test('is where another renderer puts it', () => {
    const [angle, coordinate] = [evenly(-3, 3), evenly(-9, 9)];
    const pitch = evenly(-1.5, 1.5);
    const place = fc.tuple(coordinate, coordinate, coordinate);
    fc.assert(
      fc.property(angle, pitch, fc.integer({ min: 30, max: 90 }), place, place, (yaw, pitched, fov, position, seen) => {
        const camera = panoramaCamera(position, { yaw, pitch: pitched }, fov, size);
        const other = new PerspectiveCamera(fov, size.width / size.height, 0.01, 100);
        other.position.set(...position);
        other.rotation.set(pitched, -yaw, 0, 'YXZ');
        other.updateMatrixWorld();
        const expected = new Vector3(...seen).project(other);
        const point = project(camera, seen);
        fc.pre(point !== undefined && point.depth > 0.5);
        expect(point?.x).toBeCloseTo(((expected.x + 1) / 2) * size.width, 4);
        expect(point?.y).toBeCloseTo(((1 - expected.y) / 2) * size.height, 4);
      }),
    );
  });

  test('is where its ray leads, however far away', () => {
    const [angle, coordinate, away] = [evenly(-3, 3), evenly(-9, 9), evenly(0.1, 50)];
    const [right, down] = [evenly(0, size.width), evenly(0, size.height)];
    fc.assert(
      fc.property(angle, evenly(-1.5, 1.5), coordinate, right, down, away, (yaw, pitch, at, x, y, metres) => {
        const camera = panoramaCamera([at, 1.5, -at], { yaw, pitch }, 75, size);
        const ray = rayThrough(camera, { x, y });
        expect(Math.hypot(...ray)).toBeCloseTo(1, 9);
        const point = project(camera, plus(camera.position, ray, metres));
        expect(point?.x).toBeCloseTo(x, 6);
        expect(point?.y).toBeCloseTo(y, 6);
      }),
    );
  });

  test.each([
    [0, 0, true],
    [-200, 300, false],
    [400, 900, false],
  ])('at %i, %i is in the frame: %s', (x, y, expected) => {
    expect(isInFrame(ahead, { x, y, depth: 1 })).toBe(expected);
  });
});

test.each([
  ['in the middle', [0, 0, -3], true],
  ['at the edge of the frame', [3.95, 0, -3], false],
  // Moved to the middle, it would take others out of a narrow view that has all of them.
  ['so far inside that its dot is whole', [3.82, 0, -3], true],
  ['behind the eye', [0, 0, 3], false],
] as const)('what is %s is in view: %s', (_, place, expected) => {
  expect(isInView(ahead, place)).toBe(expected);
});

describe('a line in the picture', () => {
  test('goes through its places', () => {
    expect(
      projectLine(ahead, [
        [0, 0, -3],
        [3, 0, -3],
        [3, 3, -3],
      ]),
    ).toBe('M400.0 300.0L700.0 300.0L700.0 -0.0');
  });

  test('is cut where it passes the eye, and goes on where it comes back', () => {
    const path = projectLine(ahead, [
      [1, 0, -1],
      [1, 0, 1],
      [-1, 0, 1],
      [-1, 0, -1],
    ]);
    expect(path.match(/M/g)).toHaveLength(2);
    expect(path.endsWith('L100.0 300.0')).toBe(true);
  });

  test('behind the eye is none', () => {
    expect(
      projectLine(ahead, [
        [0, 0, 1],
        [1, 0, 2],
      ]),
    ).toBe('');
  });

  test('never holds anything but numbers within bounds', () => {
    const coordinate = evenly(-100, 100);
    fc.assert(
      fc.property(fc.array(fc.tuple(coordinate, coordinate, coordinate), { maxLength: 8 }), (places) => {
        expect(projectLine(ahead, places)).toMatch(/^(M-?\d{1,5}\.\d -?\d{1,5}\.\d(L-?\d{1,5}\.\d -?\d{1,5}\.\d)+)*$/);
      }),
    );
  });
});
