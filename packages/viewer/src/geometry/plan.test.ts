import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evenly } from '../testing/evenly.ts';
import { isInView, project } from './camera.ts';
import { around, fitted, frameAround, moved, planCamera } from './plan.ts';

const coordinate = evenly(-60, 60);
const place = fc.tuple(coordinate, evenly(-5, 20), coordinate);
const size = { width: 640, height: 400 };

test.each([0.001, 0.3, 1, 30, 6000, 1_000_000])('around places that are %d m apart a dot has room', (metres) => {
  const frame = frameAround([
    [0, 0, 0],
    [metres, 0, metres],
  ]);
  const perMetre = size.width / fitted(frame, size).width;
  const dot = 10;
  expect(-frame.z * perMetre).toBeGreaterThan(dot);
  expect((frame.z + frame.depth - metres) * perMetre).toBeGreaterThan(dot);
});

test.each([0.001, 0.3, 1, 30, 6000])('what is %d m large is no speck in its plan', (metres) => {
  const { width, depth } = frameAround([
    [0, 0, 0],
    [metres, 0, metres],
  ]);
  expect([metres / width > 0.3, metres / depth > 0.3]).toEqual([true, true]);
});

test('a plan holds all places, whatever their heights, in metres of one scale', () => {
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 9 }), (places) => {
      const frame = fitted(frameAround(places), size);
      const camera = planCamera(frame, size);
      for (const one of places) {
        const point = project(camera, one);
        expect(point?.x).toBeCloseTo(((one[0] - frame.x) / frame.width) * size.width, 0);
        expect(point?.y).toBeCloseTo(((one[2] - frame.z) / frame.depth) * size.height, 0);
        expect(point?.x).toBeGreaterThan(0);
        expect(point?.x).toBeLessThan(size.width);
        expect(point?.y).toBeGreaterThan(0);
        expect(point?.y).toBeLessThan(size.height);
      }
    }),
  );
});

test('a tour without places has a frame all the same', () => {
  const frame = frameAround([]);
  expect(frame.width).toBeGreaterThan(0);
  expect(frame.depth).toBeGreaterThan(0);
});

test('moving right shows what lies right, coming closer keeps the middle', () => {
  const frame = { x: 0, z: 0, width: 10, depth: 5 };
  expect(moved(frame, 0.1, 0)).toEqual({ x: 1, z: 0, width: 10, depth: 5 });
  expect(moved(frame, 0, 0, 2)).toEqual({ x: 2.5, z: 1.25, width: 5, depth: 2.5 });
});

test('a place that lies outside comes to the middle, at the same scale', () => {
  const frame = { x: 0, z: 0, width: 10, depth: 6.25 };
  expect(isInView(planCamera(frame, size), [30, 1, 2])).toBe(false);
  const there = around(frame, [30, 1, 2]);
  expect([there.width, there.depth]).toEqual([10, 6.25]);
  const point = project(planCamera(there, size), [30, 1, 2]);
  expect([Math.round(point?.x ?? 0), Math.round(point?.y ?? 0)]).toEqual([320, 200]);
  expect(isInView(planCamera(there, size), [30, 1, 2])).toBe(true);
});
