import { expect, test } from 'vitest';
import { bentDoors, layOut } from './lay-out.ts';

const scene = (key: string, doors: Readonly<Record<string, number>>, heading?: number) => ({
  ...{ key, heading },
  doors: Object.entries(doors).map(([to, yaw]) => ({ to, yaw, pitch: 0 })),
});
const bent = (...scenes: ReturnType<typeof scene>[]) => bentDoors(scenes, layOut(scenes));

test('a square closes without bending a door', () => {
  expect(
    bent(scene('a', { b: 0 }, 0), scene('b', { c: 90 }, 0), scene('c', { d: 180 }, 0), scene('d', { a: 270 }, 0)),
  ).toEqual([]);
});

test('a door that closes no circle is told, the worst first', () => {
  expect(bent(scene('a', { b: 0, c: 0 }, 0), scene('b', { a: 90 }, 0), scene('c', { a: 160 }, 0))).toEqual([
    { from: 'b', to: 'a', degrees: 90 },
    { from: 'c', to: 'a', degrees: 20 },
  ]);
});

test('a door to nowhere is none', () => {
  expect(bent(scene('a', { gone: 0, a: 3 }))).toEqual([]);
});
