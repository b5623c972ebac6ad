import { describe, expect, test } from 'vitest';
import type { Part } from '../loft/builder.ts';
import { material } from '../surfaces/material.ts';
import { seededRandom } from '../surfaces/noise.ts';
import { createIntersector } from './intersector.ts';
import { packScene } from './packed-scene.ts';

const noLight = {
  portals: [],
  lamps: [],
  sun: { direction: [0, 1, 0], radius_rad: 0, irradiance: [0, 0, 0] },
} as const;

function intersectorOf(parts: Part[]) {
  return createIntersector(packScene({ parts, ...noLight, portals: [], lamps: [] }, () => undefined));
}

function part(positions: number[], surface = material('plain', {})): Part {
  const corners = Float32Array.from(positions);
  return {
    positions: corners,
    normals: corners.map((_, i) => (i % 3 === 2 ? 1 : 0)),
    uvs: new Float32Array((corners.length / 3) * 2),
    material: surface,
  };
}

const square = (z: number): number[] => [-1, -1, z, 1, -1, z, 1, 1, z, -1, -1, z, 1, 1, z, -1, 1, z];
/** Far away, so that every scene has an inner node. */
const elsewhere = [90, 0, 0, 91, 0, 0, 90, 1, 0, 92, 0, 0, 93, 0, 0, 92, 1, 0, 94, 0, 0, 95, 0, 0, 94, 1, 0];

describe('nearest', () => {
  const rays = intersectorOf([part([...square(2), ...square(5), ...elsewhere])]);

  test('finds the nearer of two squares, and how far it is', () => {
    expect(rays.nearest(0.2, 0.3, 0, 0, 0, 1, 100)).toBeGreaterThanOrEqual(0);
    expect(rays.hit[0]).toBeCloseTo(2);
  });

  test('sees both sides', () => {
    expect(rays.nearest(0.2, 0.3, 9, 0, 0, -1, 100)).toBeGreaterThanOrEqual(0);
    expect(rays.hit[0]).toBeCloseTo(4);
  });

  test('misses beside them and beyond the limit', () => {
    expect(rays.nearest(1.5, 0, 0, 0, 0, 1, 100)).toBe(-1);
    expect(rays.nearest(0, 0.1, 0, 0, 0, 1, 1.9)).toBe(-1);
  });
});

test('agrees with trying every triangle', () => {
  const random = seededRandom(5);
  const positions: number[] = [];
  for (let i = 0; i < 300; i++) {
    const centre = [random(), random(), random()];
    for (let corner = 0; corner < 3; corner++) for (const c of centre) positions.push(c + (random() - 0.5) * 0.2);
  }
  const all = intersectorOf([part(positions)]);
  const alone = Array.from({ length: 300 }, (_, i) =>
    intersectorOf([part([...positions.slice(i * 9, i * 9 + 9), ...elsewhere])]),
  );
  for (let n = 0; n < 60; n++) {
    const direction = [random() - 0.5, random() - 0.5, random() - 0.5] as const;
    const distances = alone.map((one) => (one.nearest(0.5, 0.5, 0.5, ...direction, 50) < 0 ? Infinity : one.hit[0]!));
    const expected = Math.min(...distances);
    const found = all.nearest(0.5, 0.5, 0.5, ...direction, 50);
    expect(found < 0 ? Infinity : all.hit[0]).toBeCloseTo(expected, 5);
  }
});

describe('transmittance', () => {
  test('1 in the open, 0 behind a wall, 1 again when the wall is beyond the limit', () => {
    const rays = intersectorOf([part([...square(2), ...elsewhere])]);
    expect(rays.transmittance(3, 0, 0, 0, 0, 1, 100)).toBe(1);
    expect(rays.transmittance(0, 0.1, 0, 0, 0, 1, 100)).toBe(0);
    expect(rays.transmittance(0, 0.1, 0, 0, 0, 1, 1.9)).toBe(1);
  });

  test('a curtain lets its openness pass, a lampshade everything', () => {
    const curtain = intersectorOf([part([...square(2), ...elsewhere], material('sheer', { openness: 0.25 }))]);
    expect(curtain.transmittance(0, 0.1, 0, 0, 0, 1, 100)).toBeCloseTo(0.25);
    const shade = intersectorOf([part([...square(2), ...elsewhere], material('shade', { emission: [1, 1, 1] }))]);
    expect(shade.transmittance(0, 0.1, 0, 0, 0, 1, 100)).toBe(1);
  });
});
