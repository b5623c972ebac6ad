import * as THREE from 'three';
import type { Palette } from '../surfaces/palette.ts';
import type { Builder } from './builder.ts';
import { bookRow, framedPrint } from './pieces.ts';
import { DEPTH, LOW_CEILING, MEZZANINE } from './plan.ts';

const STEPS = 13;
/** Fourteen rises: the last one is the mezzanine floor itself. */
const RISE = MEZZANINE / (STEPS + 1);
const RUN = 2.8 / 13.6;
const FOOT_X = 1.62;
const TOP_X = 4.4;
const RAIL_Z = 4.47;
const RAIL_HEIGHT = 0.92;

function treads(b: Builder, m: Palette): void {
  for (let i = 0; i < STEPS; i++) {
    const x = FOOT_X + i * RUN;
    const top = RISE * (i + 1);
    b.block([x - 0.02, top - 0.045, 4.5], [x + RUN + 0.015, top, 5.36], m.oak, {
      bevel: 0.006,
      steps: 2,
      turned: true,
    });
  }
}

function stringers(b: Builder, m: Palette): void {
  for (const z of [RAIL_Z, DEPTH - 0.03]) {
    const side = new THREE.Shape();
    side.moveTo(FOOT_X - 0.12, 0);
    side.lineTo(FOOT_X + 0.14, 0);
    side.lineTo(TOP_X + 0.02, MEZZANINE - 0.28);
    side.lineTo(TOP_X + 0.02, MEZZANINE);
    side.lineTo(TOP_X - 0.04, MEZZANINE);
    side.closePath();
    const plate = new THREE.ExtrudeGeometry(side, { depth: 0.02, bevelEnabled: false });
    plate.translate(0, 0, z - 0.01);
    b.add(plate, m.steel);
  }
}

function handrail(b: Builder, m: Palette): void {
  b.rod([FOOT_X, RISE + RAIL_HEIGHT, RAIL_Z], [TOP_X, MEZZANINE + RAIL_HEIGHT, RAIL_Z], 0.017, m.oak, { segments: 12 });
  for (let i = 0; i < STEPS; i++) {
    const x = FOOT_X + (i + 0.5) * RUN;
    const top = RISE + RAIL_HEIGHT + ((x - FOOT_X) * (MEZZANINE - RISE)) / (TOP_X - FOOT_X);
    b.rod([x, RISE * (i + 1) - 0.02, RAIL_Z], [x, top, RAIL_Z], 0.006, m.steel, { segments: 8 });
  }
}

function mezzanineRailing(b: Builder, m: Palette): void {
  for (let z = 0.06; z < 4.5; z += 0.105)
    b.rod([4.44, MEZZANINE, z], [4.44, MEZZANINE + 0.98, z], 0.007, m.steel, { segments: 8 });
  b.block([4.415, MEZZANINE + 0.98, 0], [4.465, MEZZANINE + 1.01, 4.5], m.oak, { bevel: 0.008, turned: true });
  b.rod([4.44, MEZZANINE, 4.5], [4.44, MEZZANINE + 0.99, 4.5], 0.014, m.steel);
}

/** A low bookshelf below the upper half of the stairs. */
function shelfBelow(b: Builder, m: Palette, random: () => number): void {
  b.at(3.72, 0, 4.98, 0, () => {
    const half = 0.625;
    for (const y of [0, 0.42, 0.82]) b.block([-half, y, -0.2], [half, y + 0.026, 0.36], m.oak, { bevel: 0.003 });
    for (const x of [-half, 0, half - 0.026]) {
      b.block([x, 0.026, -0.2], [x + 0.026, 0.82, 0.36], m.oak, { bevel: 0.003, turned: true });
    }
    for (const y of [0.026, 0.446]) {
      for (const [from, length] of [
        [-half + 0.04, 0.54],
        [0.04, 0.52],
      ] as const) {
        // Spines look into the dining area, which lies towards −z.
        b.at(from + length, y, 0.02, Math.PI, () => bookRow(b, m, random, length, 0.33, 0.2));
      }
    }
    b.lathe(
      [
        [0, 0.846],
        [0.07, 0.846],
        [0.09, 0.87],
        [0.11, 0.96],
        [0.07, 1.06],
        [0.05, 1.08],
        [0.045, 1.08],
        [0.06, 1.05],
        [0, 1.0],
      ],
      m.slate,
      { x: -0.4, z: 0.06, segments: 40 },
    );
    b.lathe(
      [
        [0, 0.846],
        [0.1, 0.846],
        [0.16, 0.9],
        [0.155, 0.9],
        [0.1, 0.856],
        [0, 0.856],
      ],
      m.clay,
      { x: 0.1, z: 0.05, segments: 40 },
    );
  });
}

/** Three prints that climb the wall with the stairs. */
function gallery(b: Builder, m: Palette): void {
  const hung = [
    [1.35, 1.75, m.dusk, m.walnut],
    [2.35, 2.5, m.moss, m.panelOak],
    [3.45, 3.3, m.tide, m.walnut],
  ] as const;
  for (const [x, y, print, frame] of hung)
    b.at(x, y, DEPTH - 0.02, Math.PI, () => framedPrint(b, 0.5, 0.65, print, frame));
}

export function buildStairs(b: Builder, m: Palette, random: () => number): void {
  treads(b, m);
  stringers(b, m);
  handrail(b, m);
  mezzanineRailing(b, m);
  shelfBelow(b, m, random);
  gallery(b, m);
  // The oak strip that closes the gap between the last tread and the mezzanine edge.
  b.block([TOP_X - 0.05, LOW_CEILING + 0.02, 4.5], [TOP_X - 0.02, MEZZANINE - 0.05, 5.36], m.oak, { turned: true });
}
