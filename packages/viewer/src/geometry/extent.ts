import type { Vector } from './vector.ts';

/** Two corners that something lies between. */
export type Extent = readonly [low: Vector, high: Vector];

/** Triangles whose corners give the middle: all of a large model would take a sort. */
const LOOKED_AT = 4096;
/** Share of the surface that may lie far away without being looked at. */
const STRAY_SHARE = 0.02;
/** Beyond an emptiness so many times as large as all before it, as powers of two, things are astray. */
const STEPS_PER_OCTAVE = 4;
const EMPTY_OCTAVES = 3;
/** Distances from the least to the largest that numbers of 32 bits have, in octaves. */
const OCTAVES = { least: -126, most: 128 } as const;

/**
 * Where most of a surface is: one corner that a program put kilometres away makes a house a speck.
 * @param triangles Nine numbers each. @returns Undefined without any.
 */
export function extentOf(triangles: Float32Array): Extent | undefined {
  const middle = middleOf(triangles);
  if (middle === undefined) return undefined;
  const limit = limitOf(triangles, middle);
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < triangles.length; at += 3) {
    if (awayFrom(triangles, at, middle) >= limit) continue;
    for (const axis of [0, 1, 2] as const) {
      const value = triangles[at + axis] ?? 0;
      if (value < low[axis]) low[axis] = value;
      if (value > high[axis]) high[axis] = value;
    }
  }
  return [low, high];
}

/** How far out, in metres, what is not astray lies at most. */
function limitOf(triangles: Float32Array, middle: Vector): number {
  const weights = new Float64Array((OCTAVES.most - OCTAVES.least) * STEPS_PER_OCTAVE);
  const stepOf = (away: number) =>
    away === 0 ? 0 : Math.max(0, Math.floor((Math.log2(away) - OCTAVES.least) * STEPS_PER_OCTAVE));
  let all = 0;
  const isTaken = new Uint8Array(weights.length);
  for (let at = 0; at < triangles.length; at += 9) {
    const weight = weightOf(triangles, at) / 3;
    all += weight * 3;
    for (const corner of [at, at + 3, at + 6]) {
      const step = Math.min(weights.length - 1, stepOf(awayFrom(triangles, corner, middle)));
      weights[step] = (weights[step] ?? 0) + weight;
      isTaken[step] = 1;
    }
  }
  let outside = 0;
  let isAnyOutside = false;
  let empty = 0;
  let limit = Infinity;
  for (let step = weights.length - 1; step >= 0; step--) {
    if (isTaken[step] === 0) {
      empty += 1;
      continue;
    }
    // What is further out than this emptiness is astray, if there is anything.
    if (isAnyOutside && empty >= EMPTY_OCTAVES * STEPS_PER_OCTAVE)
      limit = 2 ** ((step + 1) / STEPS_PER_OCTAVE + OCTAVES.least);
    outside += weights[step] ?? 0;
    isAnyOutside = true;
    empty = 0;
    if (outside > all * STRAY_SHARE) break;
  }
  return limit;
}

function middleOf(triangles: Float32Array): Vector | undefined {
  const count = Math.floor(triangles.length / 9);
  if (count === 0) return undefined;
  const stride = Math.ceil(count / LOOKED_AT);
  const looked = Array.from({ length: Math.ceil(count / stride) }, (_, index) => index * stride * 9);
  const weights = new Map(looked.map((at) => [at, weightOf(triangles, at)]));
  const half = [...weights.values()].reduce((sum, weight) => sum + weight, 0) / 2;
  return [0, 1, 2].map((axis) => {
    let before = 0;
    for (const at of looked.toSorted((a, b) => (triangles[a + axis] ?? 0) - (triangles[b + axis] ?? 0))) {
      before += weights.get(at) ?? 0;
      if (before >= half) return triangles[at + axis] ?? 0;
    }
    return 0;
  }) as unknown as Vector;
}

/** The area of a triangle, as far as it is one: a splinter that reaches far away has much, and is seen by nobody. */
function weightOf(triangles: Float32Array, at: number): number {
  const [ax, ay, az] = between(triangles, at, at + 3);
  const [bx, by, bz] = between(triangles, at, at + 6);
  const [cx, cy, cz] = between(triangles, at + 3, at + 6);
  const area = Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx) / 2;
  const edges = ax * ax + ay * ay + az * az + bx * bx + by * by + bz * bz + cx * cx + cy * cy + cz * cz;
  // 1 of one whose sides are alike.
  const compactness = edges === 0 ? 0 : (4 * Math.sqrt(3) * area) / edges;
  return area * compactness ** 2;
}

const between = (triangles: Float32Array, from: number, to: number): Vector => [
  (triangles[to] ?? 0) - (triangles[from] ?? 0),
  (triangles[to + 1] ?? 0) - (triangles[from + 1] ?? 0),
  (triangles[to + 2] ?? 0) - (triangles[from + 2] ?? 0),
];

const awayFrom = (triangles: Float32Array, at: number, [x, y, z]: Vector): number =>
  Math.hypot((triangles[at] ?? 0) - x, (triangles[at + 1] ?? 0) - y, (triangles[at + 2] ?? 0) - z);
