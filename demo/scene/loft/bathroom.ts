import type { Palette } from '../surfaces/palette.ts';
import type { Builder } from './builder.ts';
import type { LightCollection } from './lights.ts';
import { BATHROOM, BATHROOM_DOOR, BATHROOM_WINDOW, DEPTH, LOW_CEILING, WIDTH } from './plan.ts';

const TILE_TOP = 2.1;
const shared = { bevel: 0, offset_m: [0, 0] } as const;

/** Tiles up to 2.1 m on all four walls, and a stone floor a few millimetres thick. */
function tiling(b: Builder, m: Palette): void {
  const { minX, minZ } = BATHROOM;
  const t = 0.01;
  b.block([minX, 0, minZ], [WIDTH, 0.006, DEPTH], m.bathFloor, shared);
  b.block([minX, 0, minZ], [WIDTH, TILE_TOP, minZ + t], m.bathTile, shared);
  b.block([minX, 0, DEPTH - t], [WIDTH, TILE_TOP, DEPTH], m.bathTile, shared);
  b.block([WIDTH - t, 0, minZ], [WIDTH, BATHROOM_WINDOW.bottom - 0.025, DEPTH], m.bathTile, shared);
  b.block(
    [WIDTH - t, BATHROOM_WINDOW.bottom - 0.025, minZ],
    [WIDTH, TILE_TOP, BATHROOM_WINDOW.from - 0.04],
    m.bathTile,
    shared,
  );
  b.block(
    [WIDTH - t, BATHROOM_WINDOW.bottom - 0.025, BATHROOM_WINDOW.to + 0.04],
    [WIDTH, TILE_TOP, DEPTH],
    m.bathTile,
    shared,
  );
  b.block([minX, 0, minZ], [minX + t, TILE_TOP, BATHROOM_DOOR.from - 0.06], m.bathTile, shared);
  b.block([minX, 0, BATHROOM_DOOR.to + 0.06], [minX + t, TILE_TOP, DEPTH], m.bathTile, shared);
  // The upper walls are plaster, not the clay of the hall.
  b.block([minX, TILE_TOP, minZ], [WIDTH, LOW_CEILING, minZ + 0.004], m.plaster, shared);
  b.block([minX, BATHROOM_DOOR.top + 0.06, minZ], [minX + 0.004, LOW_CEILING, DEPTH], m.plaster, shared);
}

function vanity(b: Builder, m: Palette): void {
  const back = DEPTH - 0.01;
  b.block([5.72, 0.42, 4.94], [6.68, 0.8, back], m.panelOak, { bevel: 0.004 });
  b.block([6.197, 0.42, 4.937], [6.203, 0.8, 4.942], m.steel, { bevel: 0 });
  for (const x of [6.13, 6.27]) b.sphere(0.011, m.brass, { x, y: 0.72, z: 4.928, segments: 12 });
  b.block([5.7, 0.8, 4.92], [6.7, 0.832, back], m.terrazzo);
  b.at(6.2, 0.832, 5.16, 0, () => {
    b.lathe(
      [
        [0, 0],
        [0.12, 0],
        [0.17, 0.03],
        [0.2, 0.1],
        [0.203, 0.112],
        [0.192, 0.112],
        [0.18, 0.1],
        [0.15, 0.035],
        [0.1, 0.015],
        [0, 0.012],
      ],
      m.white,
      { segments: 56 },
    );
    b.cylinder(0.016, 0.004, m.brass, { y: 0.016 });
  });
  b.tube(
    [
      [6.2, 1.06, back],
      [6.2, 1.06, 5.3],
      [6.2, 1.055, 5.24],
      [6.2, 1.02, 5.225],
    ],
    0.011,
    m.brass,
    { along: 20, around: 10 },
  );
  for (const side of [-1, 1])
    b.cylinder(0.018, 0.04, m.brass, { x: 6.2 + side * 0.09, y: 1.06, z: back - 0.02, pitch: Math.PI / 2 });
  b.lathe(
    [
      [0, 0.832],
      [0.03, 0.832],
      [0.032, 0.84],
      [0.032, 0.95],
      [0.012, 0.965],
      [0.012, 0.99],
      [0, 0.99],
    ],
    m.clay,
    { x: 5.86, z: 5.26, segments: 28 },
  );
  b.at(6.5, 0.832, 5.2, 0.2, () => {
    for (let i = 0; i < 3; i++)
      b.box([0.2, 0.045, 0.26], i === 1 ? m.linen : m.cotton, { y: 0.023 + i * 0.046, bevel: 0.02, steps: 4 });
  });
}

function roundMirror(b: Builder, m: Palette, { lamps }: LightCollection): void {
  b.cylinder(0.33, 0.016, m.mirror, { x: 6.2, y: 1.55, z: DEPTH - 0.022, pitch: Math.PI / 2, segments: 72 });
  const rim = Array.from({ length: 49 }, (_, i) => {
    const a = (i / 48) * 2 * Math.PI;
    return [6.2 + Math.cos(a) * 0.335, 1.55 + Math.sin(a) * 0.335, DEPTH - 0.02] as const;
  });
  b.tube(rim, 0.011, m.brass, { along: 96, around: 8 });
  for (const x of [5.74, 6.66]) {
    b.cylinder(0.035, 0.02, m.brass, { x, y: 1.62, z: DEPTH - 0.02, pitch: Math.PI / 2 });
    b.rod([x, 1.62, DEPTH - 0.02], [x, 1.62, DEPTH - 0.1], 0.008, m.brass);
    b.sphere(0.06, m.opalGlobe, { x, y: 1.68, z: DEPTH - 0.11, segments: 22 });
    lamps.push({ kind: 'globe', centre: [x, 1.68, DEPTH - 0.11], radius_m: 0.062, radiance: [30, 23, 15.5] });
  }
}

function shower(b: Builder, m: Palette): void {
  const wall = BATHROOM.minZ + 0.01;
  const x = 6.72;
  b.rod([x, 1.05, wall + 0.035], [x, 2.22, wall + 0.035], 0.009, m.brass);
  b.tube(
    [
      [x, 2.2, wall + 0.035],
      [x, 2.25, wall + 0.06],
      [x, 2.25, wall + 0.3],
      [x, 2.2, wall + 0.33],
    ],
    0.009,
    m.brass,
    { along: 24 },
  );
  b.cylinder(0.11, 0.012, m.brass, { x, y: 2.19, z: wall + 0.33, segments: 40 });
  b.rod([x - 0.09, 1.1, wall + 0.04], [x + 0.09, 1.1, wall + 0.04], 0.018, m.brass, { segments: 14 });
  b.block([6.28, 0.006, wall], [WIDTH - 0.01, 0.02, 4.2], m.bathFloor, { bevel: 0.003 });
  b.cylinder(0.05, 0.004, m.chrome, { x: 6.75, y: 0.022, z: 3.8 });
  // A low tiled screen keeps the water in.
  b.block([6.24, 0.006, wall], [6.32, 1.15, 3.98], m.bathTile, shared);
  b.block([6.235, 1.15, wall], [6.325, 1.175, 3.985], m.terrazzo, { bevel: 0.003 });
  b.block([6.9, 1.2, wall], [7.18, 1.218, wall + 0.1], m.terrazzo, { bevel: 0.003 });
  for (const [i, glaze] of [m.clay, m.cream, m.slate].entries()) {
    b.lathe(
      [
        [0, 1.218],
        [0.026, 1.218],
        [0.028, 1.225],
        [0.028, 1.33],
        [0.01, 1.345],
        [0.01, 1.37],
        [0, 1.37],
      ],
      glaze,
      { x: 6.95 + i * 0.08, z: wall + 0.05, segments: 24 },
    );
  }
}

function toilet(b: Builder, m: Palette): void {
  b.block([WIDTH - 0.16, 0.006, 4.38], [WIDTH - 0.01, 1.1, 4.9], m.bathTile, shared);
  b.block([WIDTH - 0.17, 1.1, 4.37], [WIDTH - 0.01, 1.125, 4.91], m.terrazzo, { bevel: 0.003 });
  b.box([0.5, 0.3, 0.36], m.white, { x: WIDTH - 0.41, y: 0.25, z: 4.64, bevel: 0.14, steps: 6 });
  b.box([0.5, 0.035, 0.37], m.white, { x: WIDTH - 0.41, y: 0.415, z: 4.64, bevel: 0.016, steps: 3 });
  b.box([0.008, 0.16, 0.24], m.brass, { x: WIDTH - 0.163, y: 0.98, z: 4.64, bevel: 0.003 });
}

function towels(b: Builder, m: Palette): void {
  const wall = BATHROOM.minZ + 0.01;
  b.rod([5.55, 1.3, wall + 0.06], [6.12, 1.3, wall + 0.06], 0.008, m.brass);
  for (const x of [5.55, 6.12]) b.rod([x, 1.3, wall], [x, 1.3, wall + 0.06], 0.007, m.brass);
  b.sheet(
    20,
    44,
    (u, v) => {
      const x = 5.62 + u * 0.38;
      const fold = 0.006 * Math.sin(u * 16);
      // Over the rail: up the back for a quarter of the length, then down the front.
      const s = v - 0.4;
      const z = wall + 0.06 + 0.016 * Math.tanh(s * 26) + fold * Math.min(1, Math.abs(s) * 4);
      return [x, 1.31 - Math.abs(s) * 1.15, z];
    },
    m.linen,
  );
}

export function buildBathroom(b: Builder, m: Palette, lights: LightCollection): void {
  tiling(b, m);
  vanity(b, m);
  roundMirror(b, m, lights);
  shower(b, m);
  toilet(b, m);
  towels(b, m);
  const y = LOW_CEILING - 0.09;
  b.cylinder(0.05, 0.02, m.brass, { x: 6.0, y: LOW_CEILING - 0.01, z: 4.2 });
  b.sphere(0.1, m.opalGlobe, { x: 6.0, y, z: 4.2, segments: 28 });
  lights.lamps.push({ kind: 'globe', centre: [6.0, y, 4.2], radius_m: 0.102, radiance: [34, 27, 19] });
}
