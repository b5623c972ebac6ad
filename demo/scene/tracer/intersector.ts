import type { PackedScene } from './packed-scene.ts';

export interface Intersector {
  /** @returns the number of the nearest triangle within `limit` metres, or −1; fills `hit`. */
  nearest(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, limit: number): number;
  /** @returns how much light passes along the ray up to `limit` metres: 1 free, 0 blocked. Lamps do not block. */
  transmittance(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, limit: number): number;
  /** Distance, u, v of the last `nearest`. */
  readonly hit: Float64Array;
  /** Rays traced so far, in element 0. */
  readonly rays: Float64Array;
}

const POP = -2147483648;
const TOO_CLOSE_M = 1e-5;
/** Behind two curtains hardly any light is left. */
const DARK = 0.02;

/**
 * Ray queries over a packed scene. Both walks are written out in full: sharing them through a callback
 * costs a fifth of the whole render.
 */
export function createIntersector(scene: PackedScene): Intersector {
  const { corners: C, boxes: B, children, materialOf } = scene;
  const openness = Float32Array.from(scene.materials, (m) => m.openness);
  const glows = Uint8Array.from(scene.materials, (m) => (m.emission ? 1 : 0));
  const stack = new Int32Array(128);
  const entry = new Float32Array(128);
  const hit = new Float64Array(3);
  const rays = new Float64Array(1);

  function nearest(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, limit: number): number {
    rays[0]!++;
    const ix = 1 / dx;
    const iy = 1 / dy;
    const iz = 1 / dz;
    let best = limit;
    let found = -1;
    let foundU = 0;
    let foundV = 0;
    let depth = 0;
    let node = 0;
    for (;;) {
      const q = node * 12;
      let a = (B[q]! - ox) * ix,
        b = (B[q + 3]! - ox) * ix,
        near = a < b ? a : b,
        far = a < b ? b : a;
      a = (B[q + 1]! - oy) * iy;
      b = (B[q + 4]! - oy) * iy;
      if (a < b) {
        if (a > near) near = a;
        if (b < far) far = b;
      } else {
        if (b > near) near = b;
        if (a < far) far = a;
      }
      a = (B[q + 2]! - oz) * iz;
      b = (B[q + 5]! - oz) * iz;
      if (a < b) {
        if (a > near) near = a;
        if (b < far) far = b;
      } else {
        if (b > near) near = b;
        if (a < far) far = a;
      }
      const hitsLeft = far >= near && far > 0 && near < best,
        nearLeft = near;
      a = (B[q + 6]! - ox) * ix;
      b = (B[q + 9]! - ox) * ix;
      near = a < b ? a : b;
      far = a < b ? b : a;
      a = (B[q + 7]! - oy) * iy;
      b = (B[q + 10]! - oy) * iy;
      if (a < b) {
        if (a > near) near = a;
        if (b < far) far = b;
      } else {
        if (b > near) near = b;
        if (a < far) far = a;
      }
      a = (B[q + 8]! - oz) * iz;
      b = (B[q + 11]! - oz) * iz;
      if (a < b) {
        if (a > near) near = a;
        if (b < far) far = b;
      } else {
        if (b > near) near = b;
        if (a < far) far = a;
      }
      const hitsRight = far >= near && far > 0 && near < best,
        nearRight = near;

      let next = POP;
      const left = children[node * 2]!,
        right = children[node * 2 + 1]!;
      if (hitsLeft && hitsRight) {
        if (nearLeft <= nearRight) {
          next = left;
          stack[depth] = right;
          entry[depth++] = nearRight;
        } else {
          next = right;
          stack[depth] = left;
          entry[depth++] = nearLeft;
        }
      } else if (hitsLeft) next = left;
      else if (hitsRight) next = right;

      for (;;) {
        if (next === POP) {
          while (depth > 0) {
            depth--;
            if (entry[depth]! < best) {
              next = stack[depth]!;
              break;
            }
          }
          if (next === POP) {
            hit[0] = best;
            hit[1] = foundU;
            hit[2] = foundV;
            return found;
          }
        }
        if (next >= 0) {
          node = next;
          break;
        }
        const leaf = ~next,
          first = leaf >> 3,
          end = first + (leaf & 7);
        for (let i = first; i < end; i++) {
          const p = i * 9;
          const e1x = C[p + 3]!,
            e1y = C[p + 4]!,
            e1z = C[p + 5]!,
            e2x = C[p + 6]!,
            e2y = C[p + 7]!,
            e2z = C[p + 8]!;
          const px = dy * e2z - dz * e2y,
            py = dz * e2x - dx * e2z,
            pz = dx * e2y - dy * e2x;
          const det = e1x * px + e1y * py + e1z * pz;
          if (det > -1e-12 && det < 1e-12) continue;
          const inverse = 1 / det;
          const tx = ox - C[p]!,
            ty = oy - C[p + 1]!,
            tz = oz - C[p + 2]!;
          const u = (tx * px + ty * py + tz * pz) * inverse;
          if (u < 0 || u > 1) continue;
          const qx = ty * e1z - tz * e1y,
            qy = tz * e1x - tx * e1z,
            qz = tx * e1y - ty * e1x;
          const v = (dx * qx + dy * qy + dz * qz) * inverse;
          if (v < 0 || u + v > 1) continue;
          const t = (e2x * qx + e2y * qy + e2z * qz) * inverse;
          if (t > TOO_CLOSE_M && t < best) {
            best = t;
            found = i;
            foundU = u;
            foundV = v;
          }
        }
        next = POP;
      }
    }
  }

  function transmittance(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    limit: number,
  ): number {
    rays[0]!++;
    const ix = 1 / dx;
    const iy = 1 / dy;
    const iz = 1 / dz;
    let passing = 1;
    let depth = 0;
    let node = 0;
    for (;;) {
      const q = node * 12;
      let a = (B[q]! - ox) * ix,
        b = (B[q + 3]! - ox) * ix,
        near = a < b ? a : b,
        far = a < b ? b : a;
      a = (B[q + 1]! - oy) * iy;
      b = (B[q + 4]! - oy) * iy;
      if (a < b) {
        if (a > near) near = a;
        if (b < far) far = b;
      } else {
        if (b > near) near = b;
        if (a < far) far = a;
      }
      a = (B[q + 2]! - oz) * iz;
      b = (B[q + 5]! - oz) * iz;
      if (a < b) {
        if (a > near) near = a;
        if (b < far) far = b;
      } else {
        if (b > near) near = b;
        if (a < far) far = a;
      }
      const hitsLeft = far >= near && far > 0 && near < limit;
      a = (B[q + 6]! - ox) * ix;
      b = (B[q + 9]! - ox) * ix;
      near = a < b ? a : b;
      far = a < b ? b : a;
      a = (B[q + 7]! - oy) * iy;
      b = (B[q + 10]! - oy) * iy;
      if (a < b) {
        if (a > near) near = a;
        if (b < far) far = b;
      } else {
        if (b > near) near = b;
        if (a < far) far = a;
      }
      a = (B[q + 8]! - oz) * iz;
      b = (B[q + 11]! - oz) * iz;
      if (a < b) {
        if (a > near) near = a;
        if (b < far) far = b;
      } else {
        if (b > near) near = b;
        if (a < far) far = a;
      }
      const hitsRight = far >= near && far > 0 && near < limit;

      let next = POP;
      const left = children[node * 2]!,
        right = children[node * 2 + 1]!;
      if (hitsLeft && hitsRight) {
        next = left;
        stack[depth++] = right;
      } else if (hitsLeft) next = left;
      else if (hitsRight) next = right;

      for (;;) {
        if (next === POP) {
          if (depth === 0) return passing;
          next = stack[--depth]!;
        }
        if (next >= 0) {
          node = next;
          break;
        }
        const leaf = ~next,
          first = leaf >> 3,
          end = first + (leaf & 7);
        for (let i = first; i < end; i++) {
          const p = i * 9;
          const e1x = C[p + 3]!,
            e1y = C[p + 4]!,
            e1z = C[p + 5]!,
            e2x = C[p + 6]!,
            e2y = C[p + 7]!,
            e2z = C[p + 8]!;
          const px = dy * e2z - dz * e2y,
            py = dz * e2x - dx * e2z,
            pz = dx * e2y - dy * e2x;
          const det = e1x * px + e1y * py + e1z * pz;
          if (det > -1e-12 && det < 1e-12) continue;
          const inverse = 1 / det;
          const tx = ox - C[p]!,
            ty = oy - C[p + 1]!,
            tz = oz - C[p + 2]!;
          const u = (tx * px + ty * py + tz * pz) * inverse;
          if (u < 0 || u > 1) continue;
          const qx = ty * e1z - tz * e1y,
            qy = tz * e1x - tx * e1z,
            qz = tx * e1y - ty * e1x;
          const v = (dx * qx + dy * qy + dz * qz) * inverse;
          if (v < 0 || u + v > 1) continue;
          const t = (e2x * qx + e2y * qy + e2z * qz) * inverse;
          if (t <= TOO_CLOSE_M || t >= limit) continue;
          const m = materialOf[i]!;
          if (openness[m]! > 0) {
            passing *= openness[m]!;
            if (passing < DARK) return 0;
          } else if (glows[m] === 0) return 0;
        }
        next = POP;
      }
    }
  }

  return { nearest, transmittance, hit, rays };
}
