import { seededRandom } from '../surfaces/noise.ts';
import { createPalette } from '../surfaces/palette.ts';
import { buildBathroom } from './bathroom.ts';
import { buildBedroom } from './bedroom.ts';
import { Builder, type Part } from './builder.ts';
import { buildDining } from './dining.ts';
import { buildHall } from './hall.ts';
import { buildKitchen } from './kitchen.ts';
import type { LightCollection, Sun } from './lights.ts';
import { buildLiving } from './living.ts';
import { buildShell } from './shell.ts';
import { buildStairs } from './stairs.ts';
import { buildStudy } from './study.ts';

export interface Loft extends LightCollection {
  readonly parts: readonly Part[];
  readonly sun: Sun;
}

/** A late-morning sun, 32° up over the big window, and soft enough that mullion shadows blur across the room. */
const SUN_TOWARDS = [-0.8, 0.56, 0.36] as const;
const SUN: Sun = {
  direction: normalised(SUN_TOWARDS),
  radius_rad: 0.012,
  irradiance: [41.4, 34.2, 25.2],
};

function normalised([x, y, z]: readonly [number, number, number]): [number, number, number] {
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}

/**
 * Models the loft: about 180,000 triangles at full detail.
 * @param detail 1 for the panoramas; lower for the doll's-house model. Positions do not depend on it.
 */
export function buildLoft(detail = 1): Loft {
  const b = new Builder(detail);
  const m = createPalette();
  const lights: LightCollection = { portals: [], lamps: [] };
  // One generator a room: changing a room leaves the leaves and books of the others as they were.
  const randomFor = (room: number) => seededRandom(11 + room * 101);
  buildShell(b, m, lights);
  buildHall(b, m);
  buildStairs(b, m, randomFor(1));
  buildLiving(b, m, randomFor(2), lights);
  buildDining(b, m, lights);
  buildKitchen(b, m, randomFor(3), lights);
  buildBathroom(b, m, lights);
  buildBedroom(b, m, randomFor(4), lights);
  buildStudy(b, m, randomFor(5), lights);
  return { parts: b.parts, ...lights, sun: SUN };
}
