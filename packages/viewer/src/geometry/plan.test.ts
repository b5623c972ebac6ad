import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evenly } from '../testing/evenly.ts';
import { isInView, project } from './camera.ts';
import { around, fitted, fittedBeside, frameAround, moved, type PlanFrame, planCamera } from './plan.ts';
import type { Vector } from './vector.ts';

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

describe('a plan that something covers', () => {
  const phone = { width: 356, height: 405 };
  const buttons = { left: 310, top: 237, right: 344, bottom: 393 };
  const sentence = { left: 12, top: 12, right: 344, bottom: 62 };
  const at = (frame: PlanFrame, [x, , z]: Vector) => ({
    x: ((x - frame.x) / frame.width) * phone.width,
    y: ((z - frame.z) / frame.depth) * phone.height,
  });
  const square: readonly Vector[] = [
    [0, 0, 0],
    [9, 0, 0],
    [0, 0, 9],
    [9, 0, 9],
  ];

  test('has every place beside that, in the picture', () => {
    const frame = fittedBeside(frameAround(square), phone, [sentence, buttons], square);
    for (const place of square) {
      const { x, y } = at(frame, place);
      expect([x > 10, x < buttons.left - 10, y > sentence.bottom + 10, y < phone.height - 10]).toEqual(
        Array(4).fill(true),
      );
    }
    expect(frame.width / phone.width).toBeCloseTo(frame.depth / phone.height, 9);
  });

  test('stays where it is when no place is below that', () => {
    const whole = frameAround(square);
    const corner = { left: 300, top: 0, right: 356, bottom: 20 };
    expect(fittedBeside(whole, phone, [corner], square)).toEqual(fitted(whole, phone));
  });

  test('is in view whole where too little would be left', () => {
    const whole = frameAround(square);
    const most = { left: 0, top: 0, right: 356, bottom: 300 };
    expect(fittedBeside(whole, phone, [most], square)).toEqual(fitted(whole, phone));
  });
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
