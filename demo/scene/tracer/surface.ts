import { ROUGHNESS_OF_MATERIAL } from '../surfaces/texture.ts';
import { LINEAR_BY_BYTE } from './mips.ts';
import type { PackedMaterial, PackedScene } from './packed-scene.ts';

/** The surface under the last hit: filled by `look`, read by the path tracer. */
export interface SurfaceReader {
  /**
   * @param footprint_m Width of what one sample stands for, to choose the mip level.
   * @param withBump Whether relief bends the normal; only worth it for what the camera sees.
   */
  look(
    triangle: number,
    u: number,
    v: number,
    dx: number,
    dy: number,
    dz: number,
    footprint_m: number,
    withBump: boolean,
  ): void;
  /** Shading normal x, y, z. */
  readonly normal: Float64Array;
  /** The same before relief bends it. */
  readonly smoothNormal: Float64Array;
  /** Geometric normal on the side of the viewer, x, y, z. */
  readonly facing: Float64Array;
  /** Linear albedo r, g, b, then roughness. */
  readonly albedo: Float64Array;
}

/** Steeper relief than this would turn the normal away from the viewer. */
const STEEPEST_SLOPE = 1.2;
const LEAST_FACING = 0.02;

export function createSurfaceReader(scene: PackedScene): SurfaceReader {
  const { corners: C, normals, uvs, materialOf, materials } = scene;
  const normal = new Float64Array(3);
  const smoothNormal = new Float64Array(3);
  const facing = new Float64Array(3);
  const albedo = new Float64Array(4);

  function normalise(vector: Float64Array): void {
    const k = 1 / Math.sqrt(vector[0]! * vector[0]! + vector[1]! * vector[1]! + vector[2]! * vector[2]!);
    vector[0]! *= k;
    vector[1]! *= k;
    vector[2]! *= k;
  }

  function normalsAt(i: number, u: number, v: number, dx: number, dy: number, dz: number): void {
    const w = 1 - u - v;
    const q = i * 9;
    for (let k = 0; k < 3; k++) normal[k] = normals[q + k]! * w + normals[q + 3 + k]! * u + normals[q + 6 + k]! * v;
    normalise(normal);
    facing[0] = C[q + 4]! * C[q + 8]! - C[q + 5]! * C[q + 7]!;
    facing[1] = C[q + 5]! * C[q + 6]! - C[q + 3]! * C[q + 8]!;
    facing[2] = C[q + 3]! * C[q + 7]! - C[q + 4]! * C[q + 6]!;
    normalise(facing);
    if (facing[0]! * dx + facing[1]! * dy + facing[2]! * dz > 0) for (let k = 0; k < 3; k++) facing[k]! *= -1;
    if (normal[0]! * facing[0]! + normal[1]! * facing[1]! + normal[2]! * facing[2]! < 0)
      for (let k = 0; k < 3; k++) normal[k]! *= -1;
    smoothNormal.set(normal);
  }

  /** Bends the shading normal by the slope of the relief, du and dv in metres a metre. */
  function bend(i: number, du: number, dv: number, dx: number, dy: number, dz: number): void {
    const p = i * 9,
      q = i * 6;
    const u1 = uvs[q + 2]! - uvs[q]!,
      v1 = uvs[q + 3]! - uvs[q + 1]!;
    const u2 = uvs[q + 4]! - uvs[q]!,
      v2 = uvs[q + 5]! - uvs[q + 1]!;
    const det = u1 * v2 - u2 * v1;
    if (Math.abs(det) < 1e-14) return;
    const r = 1 / det;
    const tx = (C[p + 3]! * v2 - C[p + 6]! * v1) * r,
      ty = (C[p + 4]! * v2 - C[p + 7]! * v1) * r,
      tz = (C[p + 5]! * v2 - C[p + 8]! * v1) * r;
    const bx = (C[p + 6]! * u1 - C[p + 3]! * u2) * r,
      by = (C[p + 7]! * u1 - C[p + 4]! * u2) * r,
      bz = (C[p + 8]! * u1 - C[p + 5]! * u2) * r;
    const slopeU = Math.max(-STEEPEST_SLOPE, Math.min(STEEPEST_SLOPE, du)) / Math.sqrt(tx * tx + ty * ty + tz * tz);
    const slopeV = Math.max(-STEEPEST_SLOPE, Math.min(STEEPEST_SLOPE, dv)) / Math.sqrt(bx * bx + by * by + bz * bz);
    normal[0]! -= slopeU * tx + slopeV * bx;
    normal[1]! -= slopeU * ty + slopeV * by;
    normal[2]! -= slopeU * tz + slopeV * bz;
    normalise(normal);
    const towardsViewer = -(normal[0]! * dx + normal[1]! * dy + normal[2]! * dz);
    if (towardsViewer >= LEAST_FACING) return;
    normal[0]! -= dx * (LEAST_FACING - towardsViewer);
    normal[1]! -= dy * (LEAST_FACING - towardsViewer);
    normal[2]! -= dz * (LEAST_FACING - towardsViewer);
    normalise(normal);
  }

  function textureAt(
    m: PackedMaterial,
    i: number,
    u: number,
    v: number,
    dx: number,
    dy: number,
    dz: number,
    footprint_m: number,
    withBump: boolean,
  ): void {
    const mips = m.mips!;
    const footprint_px = (footprint_m * mips[0]!.width) / m.width_m;
    const level = footprint_px <= 1.4 ? 0 : Math.min(mips.length - 1, Math.round(Math.log2(footprint_px)));
    const mip = mips[level]!;
    const { width: w, height: h, pixels: P } = mip;
    const q = i * 6,
      third = 1 - u - v;
    const s = uvs[q]! * third + uvs[q + 2]! * u + uvs[q + 4]! * v;
    const t = uvs[q + 1]! * third + uvs[q + 3]! * u + uvs[q + 5]! * v;
    const x = (s - Math.floor(s)) * w - 0.5,
      y = (1 - (t - Math.floor(t))) * h - 0.5;
    const floorX = Math.floor(x),
      floorY = Math.floor(y);
    const fx = x - floorX,
      fy = y - floorY;
    const x0 = (floorX + w) % w,
      y0 = (floorY + h) % h,
      x1 = (floorX + 1) % w,
      y1 = (floorY + 1) % h;
    const a = y0 * w + x0,
      b = y0 * w + x1,
      c = y1 * w + x0,
      d = y1 * w + x1;
    const wa = (1 - fx) * (1 - fy),
      wb = fx * (1 - fy),
      wc = (1 - fx) * fy,
      wd = fx * fy;
    for (let k = 0; k < 3; k++) {
      albedo[k] =
        LINEAR_BY_BYTE[P[a * 4 + k]!]! * wa +
        LINEAR_BY_BYTE[P[b * 4 + k]!]! * wb +
        LINEAR_BY_BYTE[P[c * 4 + k]!]! * wc +
        LINEAR_BY_BYTE[P[d * 4 + k]!]! * wd;
    }
    const roughness = P[a * 4 + 3]!;
    albedo[3] = roughness === ROUGHNESS_OF_MATERIAL ? m.roughness : roughness / 254;
    if (!withBump || m.bump_m === 0) return;
    const H = mip.relief;
    const du = ((H[b]! - H[a]!) * (1 - fy) + (H[d]! - H[c]!) * fy) * m.bump_m * (w / m.width_m);
    const dv = -((H[c]! - H[a]!) * (1 - fx) + (H[d]! - H[b]!) * fx) * m.bump_m * (h / m.height_m);
    bend(i, du, dv, dx, dy, dz);
  }

  function look(
    i: number,
    u: number,
    v: number,
    dx: number,
    dy: number,
    dz: number,
    footprint_m: number,
    withBump: boolean,
  ): void {
    normalsAt(i, u, v, dx, dy, dz);
    const m = materials[materialOf[i]!]!;
    if (m.mips === undefined) {
      albedo[0] = m.red;
      albedo[1] = m.green;
      albedo[2] = m.blue;
      albedo[3] = m.roughness;
      return;
    }
    // Seen at a slant one pixel covers more of the surface.
    const slant = Math.max(0.25, Math.sqrt(Math.abs(facing[0]! * dx + facing[1]! * dy + facing[2]! * dz)));
    textureAt(m, i, u, v, dx, dy, dz, footprint_m / slant, withBump);
  }

  return { look, normal, smoothNormal, facing, albedo };
}
