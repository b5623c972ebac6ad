import { seededRandom } from '../surfaces/noise.ts';
import type { PackedScene } from './packed-scene.ts';

/**
 * Indirect light, computed once for the whole loft: a grid of 10 cm cells, six directions each, that holds the mean
 * irradiance (over π) of the surface points inside. Paths end in it at their second hit, which is what makes
 * rendering in plain JavaScript affordable.
 */
export interface IrradianceCache {
  /** @returns the number of the cell's entry in `values` (times four), or −1. */
  find(x: number, y: number, z: number, nx: number, ny: number, nz: number): number;
  /** r, g, b and the number of points, four numbers an entry. */
  readonly values: Float32Array;
}

export const CELL_M = 0.1;
const TABLE_BITS = 20;
const OFFSET = 512;
const MAX_PROBES = 32;
/** One surface point for this much area. */
const AREA_PER_POINT_M2 = 0.0022;

function directionOf(nx: number, ny: number, nz: number): number {
  const ax = Math.abs(nx),
    ay = Math.abs(ny),
    az = Math.abs(nz);
  if (ax > ay && ax > az) return nx > 0 ? 0 : 1;
  if (ay > az) return ny > 0 ? 2 : 3;
  return nz > 0 ? 4 : 5;
}

/** Points spread evenly over all matt surfaces inside `box`: position and normal, six numbers each. */
export function surfacePoints(
  scene: PackedScene,
  box: readonly [number, number, number, number, number, number],
): Float32Array {
  const { corners: C, materialOf, materials, triangleCount } = scene;
  const points: number[] = [];
  const random = seededRandom(12345);
  let owed = 0;
  for (let i = 0; i < triangleCount; i++) {
    const m = materials[materialOf[i]!]!;
    if (m.metal || m.emission) continue;
    const q = i * 9;
    const cx = C[q + 4]! * C[q + 8]! - C[q + 5]! * C[q + 7]!;
    const cy = C[q + 5]! * C[q + 6]! - C[q + 3]! * C[q + 8]!;
    const cz = C[q + 3]! * C[q + 7]! - C[q + 4]! * C[q + 6]!;
    const length = Math.sqrt(cx * cx + cy * cy + cz * cz);
    if (length < 1e-12) continue;
    owed += length / 2 / AREA_PER_POINT_M2;
    for (; owed >= 1; owed--) {
      let u = random();
      let v = random();
      if (u + v > 1) {
        u = 1 - u;
        v = 1 - v;
      }
      const x = C[q]! + C[q + 3]! * u + C[q + 6]! * v;
      const y = C[q + 1]! + C[q + 4]! * u + C[q + 7]! * v;
      const z = C[q + 2]! + C[q + 5]! * u + C[q + 8]! * v;
      if (x < box[0] || y < box[1] || z < box[2] || x > box[3] || y > box[4] || z > box[5]) continue;
      for (const side of m.translucency > 0 ? [1, -1] : [1]) {
        points.push(x, y, z, (cx / length) * side, (cy / length) * side, (cz / length) * side);
      }
    }
  }
  return Float32Array.from(points);
}

/** @param light Three numbers a point. */
export function buildIrradianceCache(points: Float32Array, light: Float32Array): IrradianceCache {
  const mask = (1 << TABLE_BITS) - 1;
  const keys = new Float64Array(1 << TABLE_BITS);
  const values = new Float32Array(4 << TABLE_BITS);

  /** The slot that holds the cell, or the complement of the free slot where it would go. */
  function slot(x: number, y: number, z: number, direction: number): number {
    const i = Math.floor(x / CELL_M) + OFFSET,
      j = Math.floor(y / CELL_M) + OFFSET,
      k = Math.floor(z / CELL_M) + OFFSET;
    const key = ((i * 1024 + j) * 1024 + k) * 6 + direction;
    let h =
      Math.imul(
        Math.imul(i, 73856093) ^ Math.imul(j, 19349663) ^ Math.imul(k, 83492791) ^ Math.imul(direction, 2654435),
        0x9e3779b1,
      ) >>> 0;
    h = (h ^ (h >>> 15)) & mask;
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      if (keys[h] === key) return h;
      if (keys[h] === 0) {
        pending[0] = key;
        return ~h;
      }
      h = (h + 1) & mask;
    }
    // A full neighbourhood loses the point; with a table four times too large it never happens.
    pending[0] = 0;
    return ~0;
  }
  const pending = new Float64Array(1);

  for (let n = 0; n < points.length / 6; n++) {
    const q = n * 6;
    let at = slot(
      points[q]!,
      points[q + 1]!,
      points[q + 2]!,
      directionOf(points[q + 3]!, points[q + 4]!, points[q + 5]!),
    );
    if (at < 0) {
      if (pending[0] === 0) continue;
      at = ~at;
      keys[at] = pending[0]!;
    }
    for (let c = 0; c < 3; c++) values[at * 4 + c]! += light[n * 3 + c]!;
    values[at * 4 + 3]!++;
  }
  for (let at = 0; at <= mask; at++) {
    const count = values[at * 4 + 3]!;
    if (count > 0) for (let c = 0; c < 3; c++) values[at * 4 + c]! /= count;
  }
  const find = (x: number, y: number, z: number, nx: number, ny: number, nz: number): number => {
    const at = slot(x, y, z, directionOf(nx, ny, nz));
    return at < 0 ? -1 : at;
  };
  return { find, values };
}
