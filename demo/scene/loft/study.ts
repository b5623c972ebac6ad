import type { Palette } from '../surfaces/palette.ts';
import type { Builder } from './builder.ts';
import type { LightCollection } from './lights.ts';
import { bentwoodChair, bookRow, framedPrint } from './pieces.ts';
import { DEPTH, MEZZANINE } from './plan.ts';

const DESK = { x: 6.0, z: DEPTH - 0.34 } as const;

/** In local space the person sits towards +z, because the desk is turned by half a turn. */
function desk(b: Builder, m: Palette): void {
  b.at(DESK.x, 0, DESK.z, Math.PI, () => {
    b.box([1.5, 0.035, 0.62], m.oak, { y: 0.73, bevel: 0.006, steps: 2 });
    for (const side of [-1, 1]) {
      b.rod([side * 0.68, 0, -0.26], [side * 0.66, 0.72, -0.24], 0.014, m.steel);
      b.rod([side * 0.68, 0, 0.26], [side * 0.66, 0.72, 0.24], 0.014, m.steel);
    }
    b.box([0.34, 0.014, 0.24], m.chrome, { x: 0.05, y: 0.755, z: 0.06, bevel: 0.005 });
    b.box([0.29, 0.003, 0.11], m.blackGlass, { x: 0.05, y: 0.762, z: 0.03, bevel: 0 });
    b.at(
      0.05,
      0.762,
      -0.06,
      0,
      () => {
        b.box([0.34, 0.23, 0.008], m.chrome, { y: 0.115, bevel: 0.003 });
        b.box([0.32, 0.205, 0.002], m.blackGlass, { y: 0.118, z: 0.0045, bevel: 0 });
      },
      -0.28,
    );
    b.lathe(
      [
        [0, 0.748],
        [0.09, 0.748],
        [0.09, 0.76],
        [0.012, 0.765],
        [0.01, 1.1],
      ],
      m.steel,
      { x: 0.55, z: -0.12 },
    );
    b.at(0.55, 1.1, -0.12, 0, () => {
      b.lathe(
        [
          [0.1, 0],
          [0.05, 0.1],
          [0.02, 0.13],
        ],
        m.ochreCloth,
      );
      b.sphere(0.032, m.bulb, { y: 0.03 });
    });
    b.at(-0.5, 0.748, -0.16, 0.15, () => {
      for (let i = 0; i < 5; i++) {
        b.block([i * 0.032, 0, -0.06], [i * 0.032 + 0.03, 0.2 + 0.03 * ((i * 7) % 3), 0.1], m.books[(i * 3) % 10]!, {
          bevel: 0.002,
        });
      }
    });
    b.lathe(
      [
        [0, 0.748],
        [0.034, 0.748],
        [0.037, 0.754],
        [0.039, 0.83],
        [0.036, 0.83],
        [0.033, 0.756],
        [0, 0.756],
      ],
      m.clay,
      { x: -0.2, z: 0.14, segments: 28 },
    );
    b.box([0.15, 0.012, 0.21], m.books[3]!, { x: -0.38, y: 0.754, z: 0.14, bevel: 0.003 });
  });
}

function wallShelves(b: Builder, m: Palette, random: () => number): void {
  for (const y of [1.35, 1.75]) {
    b.box([1.5, 0.03, 0.22], m.oak, { x: DESK.x, y, z: DEPTH - 0.11 });
    b.at(6.7, y + 0.015, DEPTH - 0.02, Math.PI, () => bookRow(b, m, random, 1.35, 0.27));
  }
}

export function buildStudy(b: Builder, m: Palette, random: () => number, { lamps }: LightCollection): void {
  b.at(0, MEZZANINE, 0, 0, () => {
    desk(b, m);
    b.at(5.95, 0, 4.45, 0.2, () => bentwoodChair(b, m, { backHeight: 0.76 }));
    wallShelves(b, m, random);
    b.at(4.85, 1.6, DEPTH - 0.02, Math.PI, () => framedPrint(b, 0.4, 0.52, m.dusk, m.panelOak));
  });
  const bulb = [DESK.x - 0.55, MEZZANINE + 1.13, DESK.z + 0.12] as const;
  lamps.push({ kind: 'globe', centre: bulb, radius_m: 0.034, radiance: [60, 43, 27] });
}
