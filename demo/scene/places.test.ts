import { describe, expect, test } from 'vitest';
import { buildLoft, type Loft } from './loft/loft.ts';
import { CAMERA_HEIGHT_M, entryDoor, extent, furniture, observers, rooms, rulers, type Vector3 } from './places.ts';
import { createIntersector } from './tracer/intersector.ts';
import { packScene } from './tracer/packed-scene.ts';

/** The loft without its textures: baking them takes longer than all tests together. */
function bareLoft(): Loft {
  const loft = buildLoft();
  return {
    ...loft,
    parts: loft.parts.map((part) => ({ ...part, material: { ...part.material, texture: undefined } })),
  };
}

const rays = createIntersector(packScene(bareLoft(), () => undefined));

const minus = (a: Vector3, b: Vector3): Vector3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const length = (v: Vector3): number => Math.sqrt(v[0] ** 2 + v[1] ** 2 + v[2] ** 2);
const isObserver = (index: number): boolean => observers[index]?.index === index;

/** Distance from one point to the first surface towards another, and the distance between the two. */
function look(
  from: Vector3,
  to: Vector3,
): { readonly surface_m: number; readonly target_m: number; readonly triangle: number } {
  const way = minus(to, from);
  const target_m = length(way);
  const [dx, dy, dz] = way;
  const triangle = rays.nearest(...from, dx / target_m, dy / target_m, dz / target_m, 100);
  return { surface_m: triangle < 0 ? Infinity : rays.hit[0]!, target_m, triangle };
}

/** Twice the signed area says on which side of an edge a point lies. */
function contains(polygon: ReadonlyArray<readonly [number, number]>, x: number, z: number): boolean {
  let inside = false;
  polygon.forEach(([x0, z0], i) => {
    const [x1, z1] = polygon[(i + 1) % polygon.length]!;
    if (z0 > z !== z1 > z && x < ((x1 - x0) * (z - z0)) / (z1 - z0) + x0) inside = !inside;
  });
  return inside;
}

describe('observers', () => {
  test('are numbered in order, ten or more downstairs and two upstairs', () => {
    expect(observers.every((o, i) => o.index === i)).toBe(true);
    expect(observers.filter((o) => o.floorIndex === 0).length).toBeGreaterThanOrEqual(10);
    expect(observers.filter((o) => o.floorIndex === 1).length).toBeGreaterThanOrEqual(2);
  });

  test.each(observers.map((o) => [o.name.en, o] as const))('%s: stands on a floor', (_, o) => {
    const [x, y, z] = o.position;
    expect(y - o.standingPosition[1]).toBeCloseTo(CAMERA_HEIGHT_M);
    const { surface_m } = look(o.position, [x, y - 5, z]);
    expect(surface_m).toBeGreaterThan(CAMERA_HEIGHT_M - 0.03);
    expect(surface_m).toBeLessThan(CAMERA_HEIGHT_M + 0.01);
  });

  test.each(observers.map((o) => [o.name.en, o] as const))('%s: has 30 cm of free space around it', (_, o) => {
    const [x, y, z] = o.position;
    // On the stairs the neighbouring treads are closer than that below the knee.
    const lowest = o.name.en === 'On the stairs' ? 0.7 : 0.05;
    for (let height = lowest; height <= 1.9; height += 0.05) {
      for (let step = 0; step < 24; step++) {
        const angle = (step / 24) * 2 * Math.PI;
        const at: Vector3 = [x, y - CAMERA_HEIGHT_M + height, z];
        const { surface_m } = look(at, [at[0] + Math.cos(angle), at[1], at[2] + Math.sin(angle)]);
        expect(
          surface_m,
          `at height ${height.toFixed(2)} towards ${((angle * 180) / Math.PI).toFixed(0)}°`,
        ).toBeGreaterThan(0.3);
      }
    }
  });

  test('see exactly those observers that no surface hides', () => {
    for (const o of observers) {
      const seen = observers.filter((other) => {
        if (other === o) return false;
        const { surface_m, target_m } = look(o.position, other.position);
        return surface_m >= target_m;
      });
      expect(o.visible, `from ${o.name.en}`).toEqual(seen.map((other) => other.index));
    }
  });

  test('walk both ways, never to themselves, and reach every other', () => {
    for (const o of observers) {
      expect(o.accessible).not.toContain(o.index);
      for (const next of o.accessible) expect(observers[next]!.accessible).toContain(o.index);
    }
    const reached = new Set([0]);
    for (const index of reached) for (const next of observers[index]!.accessible) reached.add(next);
    expect(reached.size).toBe(observers.length);
  });

  test('change floor by the stairs only', () => {
    const crossings = observers.flatMap((o) =>
      o.accessible
        .filter((next) => observers[next]!.floorIndex > o.floorIndex)
        .map((next) => [o.name.en, observers[next]!.name.en]),
    );
    expect(crossings).toEqual([['On the stairs', 'Top of the stairs']]);
  });
});

describe('furniture', () => {
  test.each(furniture.map((f) => [f.key, f] as const))('%s: lies on the surface its best observer sees', (_, f) => {
    expect(isObserver(f.bestObserver)).toBe(true);
    const { surface_m, target_m, triangle } = look(observers[f.bestObserver]!.position, f.position);
    expect(triangle).toBeGreaterThanOrEqual(0);
    expect(Math.abs(surface_m - target_m)).toBeLessThan(0.02);
  });

  test.each(furniture.map((f) => [f.key, f] as const))(
    '%s: the normal is a unit vector towards its best observer',
    (_, f) => {
      expect(length(f.normal)).toBeCloseTo(1, 1);
      const way = minus(observers[f.bestObserver]!.position, f.position);
      expect(way[0] * f.normal[0] + way[1] * f.normal[1] + way[2] * f.normal[2]).toBeGreaterThan(0);
    },
  );
});

test.each(rulers.map((r) => [r.key, r] as const))('ruler %s: its length is the distance between its ends', (_, r) => {
  expect(length(minus(r.to, r.from))).toBeCloseTo(r.length_m, 9);
  expect(isObserver(r.bestObserver)).toBe(true);
});

describe('rooms', () => {
  test.each(rooms.map((r) => [r.name.en, r] as const))('%s: holds its label and lies in the loft', (_, r) => {
    expect(isObserver(r.nearestObserver)).toBe(true);
    expect(observers[r.nearestObserver]!.floorIndex).toBe(r.floorIndex);
    expect(contains(r.polygon, r.labelPosition[0], r.labelPosition[2])).toBe(true);
    for (const [x, z] of r.polygon) {
      expect(x).toBeGreaterThanOrEqual(extent.min[0]);
      expect(x).toBeLessThanOrEqual(extent.max[0]);
      expect(z).toBeGreaterThanOrEqual(extent.min[2]);
      expect(z).toBeLessThanOrEqual(extent.max[2]);
    }
  });

  test('every observer stands in exactly one room of its floor', () => {
    for (const o of observers) {
      const [x, , z] = o.position;
      expect(rooms.filter((r) => r.floorIndex === o.floorIndex && contains(r.polygon, x, z)).length, o.name.en).toBe(1);
    }
  });
});

test('the entry door is a surface, and one enters towards the hall', () => {
  const [x, , z] = entryDoor.position;
  const hall: Vector3 = [x, 1.2, z - 0.6];
  const { surface_m } = look(hall, [x, 1.2, z + 1]);
  expect(Math.abs(surface_m - 0.6)).toBeLessThan(0.01);
  expect([-Math.sin(entryDoor.rad) + 0, -Math.cos(entryDoor.rad)]).toEqual([0, -1]);
});
