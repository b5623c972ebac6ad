import { describe, expect, test } from 'vitest';
import { distance, plus } from '../wire/geometry.ts';
import { observerAt } from './loft.ts';
import { extent, type FloorPoint, furniture, observers, rooms, rulers } from './places.ts';

/* What the places say about each other. `demo/scene` tests them against the modelled geometry. */

/** Counts the edges that a ray along x crosses: an odd number from inside. */
function contains(polygon: readonly FloorPoint[], x: number, z: number): boolean {
  const crossed = polygon.filter(([x0, z0], corner) => {
    const [x1, z1] = polygon[(corner + 1) % polygon.length] ?? [x0, z0];
    return z0 > z !== z1 > z && x < ((x1 - x0) * (z - z0)) / (z1 - z0) + x0;
  });
  return crossed.length % 2 === 1;
}

describe('observers', () => {
  test('are numbered in order, ten or more downstairs and two upstairs', () => {
    expect(observers.map(({ index }) => index)).toEqual([...observers.keys()]);
    expect(observers.filter(({ floorIndex }) => floorIndex === 0).length).toBeGreaterThanOrEqual(10);
    expect(observers.filter(({ floorIndex }) => floorIndex === 1).length).toBeGreaterThanOrEqual(2);
  });

  test('walk both ways, never to themselves, and reach every other', () => {
    for (const { index, accessible } of observers) {
      expect(accessible).not.toContain(index);
      for (const next of accessible) expect(observerAt(next).accessible).toContain(index);
    }
    const reached = new Set([0]);
    for (const index of reached) for (const next of observerAt(index).accessible) reached.add(next);
    expect(reached.size).toBe(observers.length);
  });

  test('change floor by the stairs only', () => {
    const upwards = observers.flatMap(({ name, floorIndex, accessible }) =>
      accessible
        .map(observerAt)
        .filter((next) => next.floorIndex > floorIndex)
        .map((next) => [name.en, next.name.en]),
    );
    expect(upwards).toEqual([['On the stairs', 'Top of the stairs']]);
  });

  test.each(observers.map((o) => [o.name.en, o] as const))(
    '%s: stands in exactly one room of its floor',
    (_, { floorIndex, position: [x, , z] }) => {
      expect(rooms.filter((room) => room.floorIndex === floorIndex && contains(room.polygon, x, z))).toHaveLength(1);
    },
  );
});

test.each(furniture.map((f) => [f.key, f] as const))(
  '%s: the normal is a unit vector towards its best observer',
  (_, { position, normal, bestObserver }) => {
    expect(Math.hypot(...normal)).toBeCloseTo(1, 1);
    const [dx, dy, dz] = plus(observerAt(bestObserver).position, position, -1);
    expect(dx * normal[0] + dy * normal[1] + dz * normal[2]).toBeGreaterThan(0);
  },
);

test.each(rulers.map((r) => [r.key, r] as const))(
  'ruler %s: its length is the distance between its ends',
  (_, { from, to, length_m, bestObserver }) => {
    expect(distance(from, to)).toBeCloseTo(length_m, 9);
    expect(observerAt(bestObserver).index).toBe(bestObserver);
  },
);

test.each(rooms.map((r) => [r.name.en, r] as const))(
  '%s: holds its label and lies in the loft',
  (_, { polygon, floorIndex, labelPosition, nearestObserver }) => {
    expect(observerAt(nearestObserver).floorIndex).toBe(floorIndex);
    expect(contains(polygon, labelPosition[0], labelPosition[2])).toBe(true);
    for (const [x, z] of polygon) {
      expect(x).toBeGreaterThanOrEqual(extent.min[0]);
      expect(x).toBeLessThanOrEqual(extent.max[0]);
      expect(z).toBeGreaterThanOrEqual(extent.min[2]);
      expect(z).toBeLessThanOrEqual(extent.max[2]);
    }
  },
);
