import type { Palette } from '../surfaces/palette.ts';
import type { Builder } from './builder.ts';
import type { LightCollection } from './lights.ts';
import { cushion, framedPrint, legs, pottedPlant } from './pieces.ts';

function rug(b: Builder, m: Palette, random: () => number): void {
  b.at(2.25, 0, 1.72, 0, () => {
    b.box([2.6, 0.006, 1.8], m.linen, { y: 0.003, bevel: 0 });
    // Stays clear of its backing everywhere: where the two met, the backing showed through as white patches.
    b.sheet(
      60,
      40,
      (u, v) => [(u - 0.5) * 2.6, 0.013 + 0.003 * Math.sin(u * 21) * Math.sin(v * 17), (0.5 - v) * 1.8],
      m.rug,
      { uv: 'own' },
    );
    for (let i = 0; i < 90; i++) {
      const z = -0.89 + i * 0.02;
      for (const side of [-1, 1]) {
        const end = side * (1.37 + random() * 0.03);
        b.rod([side * 1.3, 0.008, z], [end, 0.004, z + (random() - 0.5) * 0.02], 0.004, m.linen, { segments: 5 });
      }
    }
  });
}

function sofa(b: Builder, m: Palette): void {
  b.at(2.2, 0, 0.56, 0, () => {
    legs(b, 2.0, 0.66, 0.14, 0.022, m.walnut, 0.02);
    b.box([2.36, 0.16, 0.9], m.boucle, { y: 0.22, bevel: 0.05, steps: 4 });
    b.box([2.36, 0.52, 0.22], m.boucle, { y: 0.5, z: -0.36, bevel: 0.09, steps: 6 });
    for (const side of [-1, 1]) {
      b.box([0.2, 0.44, 0.92], m.boucle, { x: side * 1.12, y: 0.36, bevel: 0.085, steps: 6 });
      b.box([1.0, 0.17, 0.7], m.boucle, { x: side * 0.505, y: 0.375, z: 0.08, bevel: 0.07, steps: 6 });
      b.at(side * 0.5, 0.64, -0.17, 0, () => cushion(b, 1.0, 0.5, 0.26, m.boucle), -0.22);
    }
    b.at(-0.78, 0.6, 0.02, 0.35, () => cushion(b, 0.5, 0.48, 0.2, m.rustCloth), -0.3, 0.1);
    b.at(-0.48, 0.57, 0.12, 0.1, () => cushion(b, 0.42, 0.4, 0.17, m.ochreCloth), -0.38, -0.14);
    b.at(0.8, 0.6, 0.02, -0.3, () => cushion(b, 0.5, 0.48, 0.2, m.greenCloth), -0.3, -0.08);
    throwBlanket(b, m);
  });
}

/** Lies on the seat, then falls over the front edge. */
function throwBlanket(b: Builder, m: Palette): void {
  const onSeat_m = 0.36;
  b.sheet(
    24,
    40,
    (u, v) => {
      const x = 0.62 + u * 0.42 + Math.sin(v * 7) * 0.015;
      const along = v * 1.06;
      if (along < onSeat_m) return [x, 0.472 + 0.01 * Math.sin(u * 22), 0.13 + along * 0.92];
      const fallen = along - onSeat_m;
      const billow = 0.012 * Math.sin(fallen * 14) * Math.min(1, fallen * 4);
      return [x, 0.465 - fallen, 0.474 + billow + 0.008 * Math.sin(u * 9 + fallen * 8)];
    },
    m.blueCloth,
  );
}

function coffeeTable(b: Builder, m: Palette, random: () => number): void {
  b.at(2.15, 0, 1.72, 0, () => {
    b.lathe(
      [
        [0, 0.36],
        [0.44, 0.36],
        [0.455, 0.365],
        [0.46, 0.378],
        [0.455, 0.39],
        [0.44, 0.395],
        [0, 0.395],
      ],
      m.oak,
      { segments: 64 },
    );
    for (let i = 0; i < 3; i++) {
      const a = i * 2.094 + 0.4;
      b.rod([Math.cos(a) * 0.34, 0, Math.sin(a) * 0.34], [Math.cos(a) * 0.26, 0.36, Math.sin(a) * 0.26], 0.018, m.oak, {
        endRadius: 0.028,
        segments: 16,
      });
    }
    b.at(-0.12, 0.395, 0.08, 0.3, () => {
      b.box([0.3, 0.028, 0.22], m.books[2]!, { y: 0.014, bevel: 0.003 });
      b.box([0.26, 0.022, 0.2], m.books[0]!, { y: 0.04, x: -0.01, bevel: 0.003 });
    });
    b.lathe(
      [
        [0, 0.396],
        [0.06, 0.396],
        [0.075, 0.42],
        [0.1, 0.47],
        [0.096, 0.47],
        [0.07, 0.425],
        [0.055, 0.405],
        [0, 0.405],
      ],
      m.clay,
      { x: 0.18, z: -0.1 },
    );
    const vase = [
      [0, 0],
      [0.03, 0],
      [0.036, 0.01],
      [0.05, 0.05],
      [0.045, 0.09],
      [0.02, 0.13],
      [0.018, 0.17],
      [0.024, 0.18],
      [0.016, 0.18],
      [0.012, 0.13],
      [0, 0.1],
    ] as const;
    b.lathe(
      vase.map(([r, y]) => [r, y + 0.446]),
      m.cream,
      { x: -0.12, z: 0.08 },
    );
    for (let i = 0; i < 9; i++) {
      const a = i * 0.7;
      const h = 0.22 + random() * 0.12;
      const at = (out: number, up: number) => [-0.12 + Math.cos(a) * out, 0.6 + up, 0.08 + Math.sin(a) * out] as const;
      b.tube([at(0, 0), at(0.03, h * 0.6), at(0.1, h)], 0.0018, m.stem, { along: 8, around: 5 });
      const [x, y, z] = at(0.1, h);
      b.sphere(0.012, m.ochreCloth, { x, y, z, segments: 10, stretchY: 1.5 });
    }
  });
}

function armchair(b: Builder, m: Palette): void {
  b.at(0.92, 0, 2.55, 2.25, () => {
    legs(b, 0.54, 0.52, 0.26, 0.02, m.oak, 0.05);
    b.box([0.64, 0.08, 0.62], m.oak, { y: 0.28, bevel: 0.02, steps: 3 });
    b.box([0.6, 0.16, 0.6], m.greenCloth, { y: 0.39, z: 0.02, bevel: 0.06, steps: 6 });
    b.at(0, 0.66, -0.26, 0, () => b.box([0.6, 0.56, 0.15], m.greenCloth, { bevel: 0.07, steps: 6 }), -0.22);
    for (const s of [-1, 1]) {
      b.tube(
        [
          [s * 0.33, 0.3, 0.3],
          [s * 0.345, 0.53, 0.28],
          [s * 0.345, 0.56, 0],
          [s * 0.33, 0.6, -0.3],
          [s * 0.3, 0.4, -0.34],
        ],
        0.017,
        m.oak,
        { along: 28, around: 10 },
      );
    }
    b.at(0, 0.56, -0.08, 0, () => cushion(b, 0.42, 0.3, 0.15, m.linen), -0.3);
  });
}

function floorLamp(b: Builder, m: Palette, { lamps }: LightCollection): void {
  b.at(0.5, 0, 0.42, 0, () => {
    b.lathe(
      [
        [0, 0],
        [0.15, 0],
        [0.15, 0.018],
        [0.14, 0.024],
        [0.015, 0.028],
        [0, 0.028],
      ],
      m.brass,
      { segments: 40 },
    );
    b.rod([0, 0.02, 0], [0, 1.5, 0], 0.011, m.brass);
    b.lathe(
      [
        [0.21, 1.42],
        [0.15, 1.74],
      ],
      m.shade,
      { segments: 48 },
    );
    b.cylinder(0.012, 0.1, m.brass, { y: 1.55, segments: 12 });
  });
  lamps.push({ kind: 'globe', centre: [0.5, 1.55, 0.42], radius_m: 0.09, radiance: [26, 18.5, 11.5] });
}

/** Sheer curtains at both sides of the big window, on a brass rod. */
function curtains(b: Builder, m: Palette): void {
  for (const [from, to] of [
    [0.18, 0.78],
    [3.92, 4.42],
  ] as const) {
    b.sheet(
      110,
      16,
      (u, v) => {
        const fold = 0.045 * (0.75 + 0.25 * v);
        const x = 0.12 + fold * Math.sin(u * 55 + 0.6 * Math.sin(u * 13)) + 0.012 * Math.sin(u * 23 + v * 3);
        return [x, 0.03 + 4.62 * v, from + (to - from) * u + 0.01 * Math.sin(v * 4 + u * 20)];
      },
      m.sheer,
    );
  }
  b.rod([0.12, 4.68, 0.05], [0.12, 4.68, 4.55], 0.012, m.brass);
}

export function buildLiving(b: Builder, m: Palette, random: () => number, lights: LightCollection): void {
  rug(b, m, random);
  sofa(b, m);
  coffeeTable(b, m, random);
  armchair(b, m);
  floorLamp(b, m, lights);
  b.at(2.2, 1.86, 0.02, 0, () => framedPrint(b, 0.9, 1.12, m.dunes, m.panelOak));
  b.at(3.12, 1.62, 0.02, 0, () => framedPrint(b, 0.44, 0.57, m.arches, m.panelOak));
  b.at(3.12, 2.26, 0.02, 0, () => framedPrint(b, 0.44, 0.57, m.stones, m.walnut));
  const fig = { height: 2.1, leaves: 90, leafLength: 0.27, leafWidth: 0.16, spread: 0.5, potRadius: 0.19 };
  b.at(0.42, 0, 4.6, 0, () => pottedPlant(b, m, random, m.darkLeaf, fig));
  const bush = { height: 1.15, leaves: 60, leafLength: 0.17, leafWidth: 0.08, spread: 0.34, potRadius: 0.13 };
  b.at(3.85, 0, 0.34, 0, () => pottedPlant(b, m, random, m.paleLeaf, bush));
  curtains(b, m);
}
