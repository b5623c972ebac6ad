import type { Palette } from '../surfaces/palette.ts';
import type { Builder } from './builder.ts';
import { BATHROOM_DOOR, DEPTH } from './plan.ts';

/** Front door: five upright staves between thin grooves, in a white lining. Its inner face is at z = 5.355. */
function frontDoor(b: Builder, m: Palette): void {
  b.at(4.83, 0, DEPTH - 0.02, Math.PI, () => {
    const staves = 5;
    const width = 0.84 / staves;
    b.box([0.84, 2.08, 0.036], m.doorWalnut, { y: 1.04, z: -0.007, bevel: 0, turned: true });
    for (let i = 0; i < staves; i++) {
      const x = -0.42 + (i + 0.5) * width;
      b.box([width - 0.004, 2.078, 0.02], m.doorWalnut, { x, y: 1.04, z: 0.015, bevel: 0.003, turned: true });
    }
    b.box([0.94, 0.06, 0.09], m.white, { y: 2.11 });
    for (const side of [-1, 1]) b.box([0.05, 2.14, 0.09], m.white, { x: side * 0.445, y: 1.07 });
    b.cylinder(0.026, 0.006, m.brass, { x: 0.33, y: 1.02, z: 0.028, pitch: Math.PI / 2 });
    b.rod([0.33, 1.02, 0.025], [0.33, 1.02, 0.07], 0.009, m.brass);
    b.tube(
      [
        [0.33, 1.02, 0.068],
        [0.29, 1.021, 0.071],
        [0.2, 1.02, 0.066],
      ],
      0.009,
      m.brass,
      { along: 12 },
    );
    b.cylinder(0.022, 0.008, m.brass, { x: 0.33, y: 1.14, z: 0.028, pitch: Math.PI / 2 });
    b.cylinder(0.012, 0.006, m.brass, { y: 1.5, z: 0.027, pitch: Math.PI / 2 });
  });
}

/** Lining of the bathroom doorway, and the sliding leaf that rests inside the wall with its edge showing. */
function bathroomDoorway(b: Builder, m: Palette): void {
  const { from, to, top } = BATHROOM_DOOR;
  const casing = (z0: number, z1: number, y0: number, y1: number) => {
    b.block([5.285, y0, z0], [5.3, y1, z1], m.white, { bevel: 0.003 });
    b.block([5.4, y0, z0], [5.415, y1, z1], m.white, { bevel: 0.003 });
  };
  casing(from - 0.06, from, 0, top + 0.06);
  casing(to, to + 0.06, 0, top + 0.06);
  casing(from, to, top, top + 0.06);
  b.block([5.33, 0.008, to - 0.09], [5.37, top - 0.005, to + 0.0], m.sage, { bevel: 0.003 });
  b.block([5.327, 0.98, to - 0.072], [5.329, 1.1, to - 0.052], m.brass, { bevel: 0 });
}

function coatRail(b: Builder, m: Palette): void {
  b.block([5.275, 1.6, 4.72], [5.3, 1.68, 5.3], m.oak);
  for (let i = 0; i < 4; i++) {
    const z = 4.79 + i * 0.14;
    b.rod([5.28, 1.63, z], [5.225, 1.645, z], 0.008, m.brass);
    b.sphere(0.012, m.brass, { x: 5.222, y: 1.646, z, segments: 12 });
  }
  // A tote bag on the second hook and a scarf on the last.
  b.tube(
    [
      [5.24, 1.25, 4.86],
      [5.232, 1.55, 4.915],
      [5.23, 1.655, 4.93],
      [5.232, 1.55, 4.945],
      [5.24, 1.25, 5.0],
    ],
    0.006,
    m.linen,
    { along: 30, around: 6 },
  );
  b.at(5.262, 1.08, 4.93, -Math.PI / 2, () => b.box([0.3, 0.36, 0.05], m.ochreCloth, { bevel: 0.022, steps: 4 }));
  b.sheet(
    24,
    30,
    (u, v) => {
      const fold = 0.012 * Math.sin(u * 19 + v * 3);
      return [5.262 + fold - 0.02 * (1 - v), 1.66 - v * 0.62, 5.16 + (u - 0.5) * (0.05 + 0.09 * v)];
    },
    m.rustCloth,
  );
}

/** Front door, bathroom doorway, coats and a door mat. */
export function buildHall(b: Builder, m: Palette): void {
  frontDoor(b, m);
  bathroomDoorway(b, m);
  coatRail(b, m);
  b.sheet(20, 20, (u, v) => [4.47 + u * 0.74, 0.008, 5.28 - v * 0.5], m.greenCloth);
}
