import type { Material } from '../surfaces/material.ts';
import type { Palette } from '../surfaces/palette.ts';
import type { Builder } from './builder.ts';
import type { LightCollection } from './lights.ts';
import { framedPrint, pottedPlant } from './pieces.ts';
import { KITCHEN_WINDOW, LOW_CEILING, WIDTH } from './plan.ts';

const LEFT = 4.62;
const RIGHT = WIDTH - 0.002;
const TOP = 0.915;
const UNITS = 4;
const UNIT_WIDTH = 0.48;
const OVEN_UNIT = 1;

function knob(b: Builder, m: Palette, x: number, y: number, z: number): void {
  b.sphere(0.013, m.brass, { x, y, z, segments: 14 });
}

function ovenFront(b: Builder, m: Palette, x: number, width: number): void {
  b.block([x + 0.002, 0.14, 0.58], [x + width - 0.002, 0.74, 0.602], m.blackGlass);
  b.block([x + 0.002, 0.745, 0.58], [x + width - 0.002, 0.876, 0.602], m.steel, { bevel: 0.003 });
  b.rod([x + 0.08, 0.68, 0.63], [x + width - 0.08, 0.68, 0.63], 0.008, m.chrome);
  for (const end of [x + 0.08, x + width - 0.08]) b.rod([end, 0.68, 0.6], [end, 0.68, 0.63], 0.006, m.chrome);
  for (let i = 0; i < 3; i++)
    b.cylinder(0.017, 0.02, m.chrome, { x: x + width / 2 + (i - 1) * 0.09, y: 0.81, z: 0.612, pitch: Math.PI / 2 });
}

/** A shaker front: a thin panel in a raised frame. */
function shakerFront(b: Builder, m: Palette, x: number, width: number, knobOnLeft: boolean): void {
  const [x0, x1, y0, y1] = [x + 0.0015, x + width - 0.0015, 0.104, 0.876];
  const frame = 0.06;
  b.block([x0, y0, 0.58], [x1, y1, 0.6], m.sage, { bevel: 0.003 });
  const bars = [
    [x0, x0 + frame, y0, y1],
    [x1 - frame, x1, y0, y1],
    [x0 + frame, x1 - frame, y1 - frame, y1],
    [x0 + frame, x1 - frame, y0, y0 + frame],
  ] as const;
  for (const [a, c, d, e] of bars) b.block([a, d, 0.6], [c, e, 0.608], m.sage, { bevel: 0.002 });
  knob(b, m, x + (knobOnLeft ? 0.035 : width - 0.035), 0.74, 0.622);
}

function cabinets(b: Builder, m: Palette): void {
  b.block([LEFT, 0, 0.02], [RIGHT, 0.1, 0.54], m.steel, { bevel: 0 });
  b.block([LEFT, 0.1, 0.02], [RIGHT, 0.88, 0.58], m.sage, { bevel: 0 });
  for (let i = 0; i < UNITS; i++) {
    const x = LEFT + i * UNIT_WIDTH;
    if (i === OVEN_UNIT) ovenFront(b, m, x, UNIT_WIDTH);
    else shakerFront(b, m, x, UNIT_WIDTH, i === 3);
  }
  // The return along the bedroom wall.
  b.block([WIDTH - 0.56, 0, 0.58], [WIDTH, 0.1, 1.9], m.steel, { bevel: 0 });
  b.block([WIDTH - 0.58, 0.1, 0.58], [WIDTH, 0.88, 1.9], m.sage, { bevel: 0.002 });
  for (let i = 0; i < 2; i++) {
    const z = 0.6 + i * 0.65;
    b.block([WIDTH - 0.602, 0.104, z + 0.002], [WIDTH - 0.58, 0.876, z + 0.648], m.sage, { bevel: 0.003 });
    knob(b, m, WIDTH - 0.622, 0.74, z + (i === 0 ? 0.6 : 0.05));
  }
  b.block([LEFT - 0.015, 0.88, 0], [RIGHT, TOP, 0.63], m.terrazzo);
  b.block([WIDTH - 0.63, 0.88, 0], [WIDTH, TOP, 1.92], m.terrazzo);
}

function backsplash(b: Builder, m: Palette): void {
  const shared = { bevel: 0, offset_m: [0, 0] } as const;
  const { from, to, bottom } = KITCHEN_WINDOW;
  b.block([LEFT, TOP, 0.002], [RIGHT, bottom, 0.012], m.zellige, shared);
  b.block([LEFT, bottom, 0.002], [from, 1.75, 0.012], m.zellige, shared);
  b.block([to, bottom, 0.002], [RIGHT, 1.75, 0.012], m.zellige, shared);
  b.block([WIDTH - 0.012, TOP, 0], [WIDTH - 0.002, 1.75, 1.9], m.zellige, shared);
}

function fridge(b: Builder, m: Palette): void {
  b.block([WIDTH - 0.66, 0, 1.93], [WIDTH, 2.3, 2.6], m.panelOak, { turned: true });
  b.block([WIDTH - 0.682, 0.1, 1.935], [WIDTH - 0.66, 1.1, 2.595], m.panelOak, { bevel: 0.003, turned: true });
  b.block([WIDTH - 0.682, 1.105, 1.935], [WIDTH - 0.66, 2.28, 2.595], m.panelOak, { bevel: 0.003, turned: true });
  for (const [y0, y1] of [
    [1.2, 1.7],
    [0.6, 1.0],
  ] as const) {
    b.rod([WIDTH - 0.71, y0, 2.52], [WIDTH - 0.71, y1, 2.52], 0.008, m.brass);
    for (const y of [y0 + 0.03, y1 - 0.03]) b.rod([WIDTH - 0.68, y, 2.52], [WIDTH - 0.71, y, 2.52], 0.006, m.brass);
  }
}

function sinkAndHob(b: Builder, m: Palette): void {
  b.block([5.62, 0.9, 0.14], [6.18, 0.9165, 0.52], m.chrome);
  b.block([5.65, 0.91, 0.17], [6.15, 0.918, 0.49], m.blackGlass, { bevel: 0.002 });
  b.tube(
    [
      [5.9, TOP, 0.09],
      [5.9, 1.16, 0.09],
      [5.9, 1.25, 0.13],
      [5.9, 1.25, 0.22],
      [5.9, 1.19, 0.26],
    ],
    0.012,
    m.brass,
    { along: 30, around: 12 },
  );
  b.cylinder(0.022, 0.05, m.brass, { x: 5.9, y: 0.94, z: 0.09 });
  b.rod([5.922, 0.955, 0.09], [5.975, 0.975, 0.09], 0.006, m.brass);
  b.block([WIDTH - 0.56, TOP, 0.85], [WIDTH - 0.1, 0.921, 1.45], m.blackGlass, { bevel: 0.003 });
  b.at(WIDTH - 0.33, 0.921, 1.05, 0, () => {
    b.lathe(
      [
        [0, 0],
        [0.1, 0],
        [0.108, 0.01],
        [0.11, 0.12],
        [0.104, 0.12],
        [0.1, 0.012],
        [0, 0.012],
      ],
      m.clay,
      { segments: 40 },
    );
    b.lathe(
      [
        [0, 0.125],
        [0.108, 0.122],
        [0.05, 0.145],
        [0.012, 0.15],
        [0.018, 0.17],
        [0, 0.175],
      ],
      m.clay,
      { segments: 40 },
    );
    for (const side of [-1, 1]) b.box([0.03, 0.014, 0.05], m.clay, { x: side * 0.122, y: 0.1, bevel: 0.006, steps: 2 });
  });
}

function bowl(b: Builder, x: number, y: number, z: number, r: number, glaze: Material): void {
  b.lathe(
    [
      [0, y],
      [r * 0.45, y],
      [r * 0.5, y + 0.01],
      [r * 0.9, y + r * 0.55],
      [r, y + r * 0.8],
      [r * 0.95, y + r * 0.8],
      [r * 0.85, y + r * 0.55],
      [r * 0.4, y + 0.02],
      [0, y + 0.018],
    ],
    glaze,
    { x, z, segments: 32 },
  );
}

function cup(b: Builder, x: number, y: number, z: number, glaze: Material): void {
  b.lathe(
    [
      [0, y],
      [0.034, y],
      [0.037, y + 0.006],
      [0.039, y + 0.08],
      [0.036, y + 0.08],
      [0.033, y + 0.008],
      [0, y + 0.008],
    ],
    glaze,
    { x, z, segments: 28 },
  );
  b.tube(
    [
      [x + 0.037, y + 0.065, z],
      [x + 0.062, y + 0.06, z],
      [x + 0.06, y + 0.03, z],
      [x + 0.037, y + 0.022, z],
    ],
    0.005,
    glaze,
    { along: 16, around: 7 },
  );
}

function plates(b: Builder, x: number, y: number, z: number, count: number, glaze: Material): void {
  for (let i = 0; i < count; i++)
    b.cylinder(0.11 - 0.001 * i, 0.008, glaze, { x, y: y + 0.005 + i * 0.013, z, segments: 40 });
}

function shelvesAndCrockery(b: Builder, m: Palette): void {
  const lower = 1.535;
  const upper = 1.955;
  b.block([WIDTH - 0.26, 1.5, 0.05], [WIDTH - 0.014, lower, 1.9], m.oak, { turned: true });
  b.block([4.66, 1.5, 0.014], [5.2, lower, 0.26], m.oak);
  b.block([4.66, 1.92, 0], [5.2, upper, 0.24], m.oak);
  b.block([WIDTH - 0.26, 1.92, 0], [WIDTH, upper, 1.9], m.oak, { turned: true });
  plates(b, 4.82, lower, 0.13, 5, m.cream);
  for (const y of [lower, lower + 0.04]) bowl(b, 5.05, y, 0.13, 0.075, m.slate);
  for (const [i, glaze] of [m.cream, m.clay, m.slate, m.cream].entries()) cup(b, 4.73 + i * 0.125, upper, 0.12, glaze);
  [m.cream, m.terracotta, m.slate].forEach((glaze, i) => {
    const z = 0.3 + i * 0.14;
    b.lathe(
      [
        [0, lower],
        [0.045, lower],
        [0.05, lower + 0.01],
        [0.05, lower + 0.15],
        [0.04, lower + 0.17],
        [0, lower + 0.17],
      ],
      glaze,
      { x: WIDTH - 0.13, z, segments: 28 },
    );
    b.cylinder(0.04, 0.02, m.oak, { x: WIDTH - 0.13, y: lower + 0.18, z });
  });
  for (const [i, glaze] of [m.cream, m.slate, m.clay, m.cream].entries()) {
    bowl(b, WIDTH - 0.13, upper, 0.4 + i * 0.28, 0.09 - 0.008 * i, glaze);
  }
  plates(b, WIDTH - 0.13, lower, 1.1, 4, m.slate);
  for (let i = 0; i < 3; i++) cup(b, WIDTH - 0.13, lower, 1.35 + i * 0.14, m.cream);
}

function onTheWorktop(b: Builder, m: Palette, random: () => number): void {
  b.at(
    4.98,
    TOP,
    0.06,
    0,
    () => b.box([0.26, 0.38, 0.022], m.walnut, { y: 0.19, bevel: 0.01, steps: 3, turned: true }),
    -0.12,
  );
  b.at(4.8, TOP, 0.09, 0, () => b.cylinder(0.14, 0.02, m.oak, { y: 0.14, pitch: Math.PI / 2, segments: 48 }), -0.14);
  b.lathe(
    [
      [0, TOP],
      [0.034, TOP],
      [0.036, TOP + 0.01],
      [0.036, TOP + 0.17],
      [0.014, TOP + 0.22],
      [0.014, TOP + 0.27],
      [0.018, TOP + 0.275],
      [0, TOP + 0.28],
    ],
    m.bottle,
    { x: 5.4, z: 0.13 },
  );
  const herb = { height: 0.3, leaves: 40, leafLength: 0.1, leafWidth: 0.05, spread: 0.12, potRadius: 0.06 };
  b.at(6.38, TOP, 0.16, 0, () => pottedPlant(b, m, random, m.paleLeaf, herb));
}

/** Sage cabinets in an L, a terrazzo worktop, glazed tiles, open shelves and a strip light in the ceiling. */
export function buildKitchen(b: Builder, m: Palette, random: () => number, { lamps }: LightCollection): void {
  cabinets(b, m);
  backsplash(b, m);
  fridge(b, m);
  sinkAndHob(b, m);
  shelvesAndCrockery(b, m);
  onTheWorktop(b, m, random);
  b.sheet(30, 14, (u, v) => [5.0 + u * 1.35, 0.008, 1.45 - v * 0.62], m.blueCloth);
  // On the clay wall opposite the worktop.
  b.at(6.2, 1.55, 3.28, Math.PI, () => framedPrint(b, 0.7, 0.91, m.tide, m.panelOak));
  const strip = { x: 4.7, z: 1.1, length: 1.9, width: 0.03 };
  b.block(
    [strip.x, LOW_CEILING - 0.004, strip.z],
    [strip.x + strip.length, LOW_CEILING - 0.0015, strip.z + strip.width],
    m.lightStrip,
    { bevel: 0 },
  );
  lamps.push({
    kind: 'strip',
    origin: [strip.x, LOW_CEILING - 0.005, strip.z],
    sizeX_m: strip.length,
    sizeZ_m: strip.width,
    radiance: [26, 19, 12.5],
  });
}
