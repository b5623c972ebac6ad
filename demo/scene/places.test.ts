import { describe, expect, test } from 'vitest';
import { CAMERA_HEIGHT_M, entryDoor, furniture, observers } from '../content/loft/places.ts';
import type { Vector3 } from '../content/wire/geometry.ts';
import { buildLoft, type Loft } from './loft/loft.ts';
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

describe('observers', () => {
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
});

describe('furniture', () => {
  test.each(furniture.map((f) => [f.key, f] as const))('%s: lies on the surface its best observer sees', (_, f) => {
    const { surface_m, target_m, triangle } = look(observers[f.bestObserver]!.position, f.position);
    expect(triangle).toBeGreaterThanOrEqual(0);
    expect(Math.abs(surface_m - target_m)).toBeLessThan(0.02);
  });
});

test('the entry door is a surface, and one enters towards the hall', () => {
  const [x, , z] = entryDoor.position;
  const hall: Vector3 = [x, 1.2, z - 0.6];
  const { surface_m } = look(hall, [x, 1.2, z + 1]);
  expect(Math.abs(surface_m - 0.6)).toBeLessThan(0.01);
  expect([-Math.sin(entryDoor.rad) + 0, -Math.cos(entryDoor.rad)]).toEqual([0, -1]);
});
