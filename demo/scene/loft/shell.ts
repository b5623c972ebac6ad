import type { Material } from '../surfaces/material.ts';
import type { Palette } from '../surfaces/palette.ts';
import type { Builder } from './builder.ts';
import type { LightCollection } from './lights.ts';
import {
  BATHROOM,
  BATHROOM_DOOR,
  BATHROOM_WINDOW,
  BEDROOM_WINDOW,
  BIG_WINDOW,
  DEPTH,
  HEIGHT,
  KITCHEN_WINDOW,
  LOW_CEILING,
  MEZZANINE,
  type Opening,
  SKYLIGHT,
  WALL,
  WIDTH,
} from './plan.ts';

const SHARED = { bevel: 0, offset_m: [0, 0] } as const;

interface WallSpan {
  /** The axis the wall is perpendicular to. */
  readonly across: 'x' | 'z';
  readonly from: number;
  readonly to: number;
  readonly bottom: number;
  readonly top: number;
  /** Extent through the wall's thickness. */
  readonly near: number;
  readonly far: number;
}

/** A wall cut into blocks around its openings, all with one texture origin so that no seam shows. */
function wall(b: Builder, span: WallSpan, openings: readonly Opening[], material: Material): void {
  const along = [span.from, span.to, ...openings.flatMap((o) => [o.from, o.to])].sort((p, q) => p - q);
  const up = [span.bottom, span.top, ...openings.flatMap((o) => [o.bottom, o.top])].sort((p, q) => p - q);
  for (let i = 0; i + 1 < along.length; i++) {
    for (let j = 0; j + 1 < up.length; j++) {
      const [u0, u1, v0, v1] = [along[i]!, along[i + 1]!, up[j]!, up[j + 1]!];
      const u = (u0 + u1) / 2;
      const v = (v0 + v1) / 2;
      if (u1 === u0 || v1 === v0) continue;
      if (openings.some((o) => u > o.from && u < o.to && v > o.bottom && v < o.top)) continue;
      if (span.across === 'x') b.block([span.near, v0, u0], [span.far, v1, u1], material, SHARED);
      else b.block([u0, v0, span.near], [u1, v1, span.far], material, SHARED);
    }
  }
}

function outerWalls(b: Builder, m: Palette): void {
  const full = { bottom: 0, top: HEIGHT };
  const alongZ = { across: 'x', from: -WALL, to: DEPTH + WALL } as const;
  const alongX = { across: 'z', from: 0, to: WIDTH } as const;
  wall(b, { ...alongZ, ...full, near: -WALL, far: 0 }, [BIG_WINDOW], m.plaster);
  wall(b, { ...alongX, ...full, near: -WALL, far: 0 }, [KITCHEN_WINDOW, BEDROOM_WINDOW], m.plaster);
  wall(b, { ...alongX, ...full, near: DEPTH, far: DEPTH + WALL }, [], m.plaster);
  wall(b, { ...alongZ, bottom: 0, top: LOW_CEILING, near: WIDTH, far: WIDTH + WALL }, [BATHROOM_WINDOW], m.plaster);
  wall(b, { ...alongZ, bottom: LOW_CEILING, top: HEIGHT, near: WIDTH, far: WIDTH + WALL }, [], m.green);
}

function floorsAndCeiling(b: Builder, m: Palette): void {
  b.block([-WALL, -0.2, -WALL], [WIDTH + WALL, 0, DEPTH + WALL], m.floor, SHARED);
  const { minX, maxX, minZ, maxZ } = SKYLIGHT;
  const low = -WALL;
  const strips = [
    [low, low, minX, DEPTH + WALL],
    [maxX, low, WIDTH + WALL, DEPTH + WALL],
    [minX, low, maxX, minZ],
    [minX, maxZ, maxX, DEPTH + WALL],
  ] as const;
  for (const [x0, z0, x1, z1] of strips) b.block([x0, HEIGHT, z0], [x1, HEIGHT + 0.25, z1], m.ceiling, SHARED);
  for (const x of [0.45, 1.67, 2.89, 4.11, 6.55]) {
    // The last beam would cross the skylight; it runs beside it.
    const from = x === 6.55 ? SKYLIGHT.maxX + 0.04 : x;
    b.block([from, HEIGHT - 0.2, 0], [from + 0.12, HEIGHT + 0.01, DEPTH], m.oak, { turned: true });
  }
  // The mezzanine: plaster below, boards above, an oak edge towards the living room.
  b.block([4.4, LOW_CEILING, 0], [WIDTH, MEZZANINE - 0.022, DEPTH], m.ceiling, { bevel: 0 });
  b.block([4.37, MEZZANINE - 0.022, 0], [WIDTH, MEZZANINE, DEPTH], m.floor, { bevel: 0, offset_m: [0, 0.3] });
  b.block([4.36, LOW_CEILING - 0.04, 0], [4.4, MEZZANINE - 0.02, DEPTH], m.oak, { turned: true });
}

function skirting(b: Builder, m: Palette): void {
  const h = 0.09;
  const t = 0.015;
  const run = (x0: number, z0: number, x1: number, z1: number) =>
    b.block([x0, 0, z0], [x1, h, z1], m.white, { bevel: 0.003 });
  run(0, 0, 4.6, t);
  run(0, 0, t, DEPTH);
  run(0, DEPTH - t, 4.36, DEPTH);
  run(WIDTH - t, 2.6, WIDTH, 3.3);
  run(5.3 - t, 3.3 - t, 5.3, BATHROOM_DOOR.from - 0.06);
  run(5.3 - t, BATHROOM_DOOR.to + 0.06, 5.3, DEPTH);
  run(5.3 - t, 3.3 - t, WIDTH, 3.3);
}

/** Partition walls of the bathroom, clay outside, with a real doorway. */
function bathroomWalls(b: Builder, m: Palette): void {
  const height = { bottom: 0, top: LOW_CEILING };
  const door: Opening = { ...BATHROOM_DOOR };
  wall(b, { across: 'x', from: 3.3, to: DEPTH, ...height, near: 5.3, far: BATHROOM.minX }, [door], m.terra);
  // The niche beside the fridge is clay too: as a white strip between warm walls it looked lilac.
  b.block([WIDTH - 0.004, 0, 2.6], [WIDTH, LOW_CEILING, 3.3], m.terra, SHARED);
  wall(b, { across: 'z', from: BATHROOM.minX, to: WIDTH, ...height, near: 3.3, far: BATHROOM.minZ }, [], m.terra);
}

interface FrameSpan {
  readonly across: 'x' | 'z';
  readonly at: number;
  readonly panesAlong: number;
  readonly panesUp: number;
}

/** A steel frame with glazing bars. There is no glass: at this softness it would only cost rays. */
function windowFrame(b: Builder, m: Palette, opening: Opening, { across, at, panesAlong, panesUp }: FrameSpan): void {
  const { from, to, bottom, top } = opening;
  const bar = 0.05;
  const thin = 0.018;
  const put = (u0: number, u1: number, v0: number, v1: number) =>
    across === 'x'
      ? b.block([at - 0.03, v0, u0], [at + 0.03, v1, u1], m.steel, { bevel: 0.003 })
      : b.block([u0, v0, at - 0.03], [u1, v1, at + 0.03], m.steel, { bevel: 0.003 });
  put(from, from + bar, bottom, top);
  put(to - bar, to, bottom, top);
  put(from, to, bottom, bottom + bar);
  put(from, to, top - bar, top);
  for (let i = 1; i < panesAlong; i++) {
    const u = from + ((to - from) * i) / panesAlong;
    put(u - thin, u + thin, bottom, top);
  }
  for (let j = 1; j < panesUp; j++) {
    const v = bottom + ((top - bottom) * j) / panesUp;
    put(from, to, v - thin, v + thin);
  }
}

function windows(b: Builder, m: Palette, { portals }: LightCollection): void {
  windowFrame(b, m, BIG_WINDOW, { across: 'x', at: -0.12, panesAlong: 4, panesUp: 4 });
  windowFrame(b, m, KITCHEN_WINDOW, { across: 'z', at: -0.12, panesAlong: 2, panesUp: 1 });
  windowFrame(b, m, BEDROOM_WINDOW, { across: 'z', at: -0.12, panesAlong: 2, panesUp: 1 });
  windowFrame(b, m, BATHROOM_WINDOW, { across: 'x', at: WIDTH + 0.12, panesAlong: 1, panesUp: 1 });
  b.block([-0.05, 0.33, 0.7], [0.1, 0.365, 4.0], m.oak, { bevel: 0.006, turned: true });
  b.block([5.2, 3.72, -0.05], [6.55, 3.752, 0.06], m.oak, { bevel: 0.006 });
  b.block([WIDTH - 0.03, 1.575, 4.46], [WIDTH + 0.1, 1.6, 5.19], m.white, { bevel: 0.004 });

  const { minX, maxX, minZ, maxZ } = SKYLIGHT;
  for (const x of [minX, (minX + maxX) / 2, maxX]) {
    b.block([x - 0.025, HEIGHT + 0.17, minZ], [x + 0.025, HEIGHT + 0.22, maxZ], m.steel, { bevel: 0.003 });
  }
  for (const z of [minZ, maxZ])
    b.block([minX, HEIGHT + 0.17, z - 0.025], [maxX, HEIGHT + 0.22, z + 0.025], m.steel, { bevel: 0.003 });

  const acrossX = (o: Opening, x: number, inward: 1 | -1) =>
    portals.push({
      origin: [x, o.bottom, o.from],
      edgeU: [0, 0, o.to - o.from],
      edgeV: [0, o.top - o.bottom, 0],
      inward: [inward, 0, 0],
    });
  const acrossZ = (o: Opening, z: number) =>
    portals.push({
      origin: [o.from, o.bottom, z],
      edgeU: [o.to - o.from, 0, 0],
      edgeV: [0, o.top - o.bottom, 0],
      inward: [0, 0, 1],
    });
  acrossX(BIG_WINDOW, -0.28, 1);
  acrossZ(KITCHEN_WINDOW, -0.28);
  acrossZ(BEDROOM_WINDOW, -0.28);
  acrossX(BATHROOM_WINDOW, WIDTH + 0.28, -1);
  portals.push({
    origin: [minX, HEIGHT + 0.24, minZ],
    edgeU: [maxX - minX, 0, 0],
    edgeV: [0, 0, maxZ - minZ],
    inward: [0, -1, 0],
  });
}

/** Walls, floors, ceiling and windows. */
export function buildShell(b: Builder, m: Palette, lights: LightCollection): void {
  outerWalls(b, m);
  floorsAndCeiling(b, m);
  skirting(b, m);
  bathroomWalls(b, m);
  windows(b, m, lights);
}
