import type { FaceBuffer } from './face-buffer.ts';

/**
 * Variance-guided à-trous wavelet filter (after Dammertz 2010 and SVGF): each pass doubles its reach and averages
 * only neighbours with a like normal, distance, texture and, within the noise, brightness.
 */

export interface DenoiseOptions {
  readonly passes: number;
  /** How many standard deviations of noise count as the same brightness. */
  readonly sigmas: number;
  /** Difference of albedo that counts as another surface. */
  readonly albedoReach: number;
}

export const DIFFUSE_OPTIONS: DenoiseOptions = { passes: 5, sigmas: 3.2, albedoReach: 0.24 };
export const GLOSS_OPTIONS: DenoiseOptions = { passes: 3, sigmas: 2.2, albedoReach: 1.5 };

const KERNEL = [1 / 16, 1 / 4, 3 / 8, 1 / 4, 1 / 16] as const;
/** A pixel that found less than this of its neighbourhood is an orphan on an edge. */
const ORPHAN_WEIGHT = 0.2;

/** A neighbour this far off the plane of a pixel counts one unit less, growing with the distance from the camera. */
const OFF_PLANE_M = 0.003;
const OFF_PLANE_BY_DISTANCE = 0.0012;
/** Curved surfaces leave the plane by this share of the way to the neighbour for free. */
const ALLOWED_CURVE = 0.06;
const LEAST_LIKE_NORMAL = 0.9;
const NORMAL_SHARPNESS = 40;

/** exp(−x) for x in 0…8 in steps of 1/64; the filter spends most of its time here. */
const EXP_STEPS = 64;
const EXP_END = 8;
const EXP_TABLE = Float32Array.from({ length: EXP_END * EXP_STEPS + 1 }, (_, i) => Math.exp(-i / EXP_STEPS));

/** Mean over 5 × 5 pixels: the variance of a handful of samples is itself noisy. */
function smoothVariance(variance: Float32Array, edge: number): Float32Array {
  const rows = new Float32Array(variance.length);
  const both = new Float32Array(variance.length);
  const pass = (from: Float32Array, to: Float32Array, step: number, at: (i: number) => number) => {
    for (let i = 0; i < from.length; i++) {
      let sum = 0;
      let count = 0;
      for (let d = -2; d <= 2; d++) {
        const along = at(i) + d;
        if (along < 0 || along >= edge) continue;
        sum += from[i + d * step]!;
        count++;
      }
      to[i] = sum / count;
    }
  };
  pass(variance, rows, 1, (i) => i % edge);
  pass(rows, both, edge, (i) => Math.floor(i / edge));
  return both;
}

/** Keeps what found no like neighbours inside the range of its denoised neighbours; otherwise it stays a dot. */
function tameOrphans(color: Float32Array, weight: Float32Array, edge: number): void {
  const source = color.slice();
  for (let y = 1; y < edge - 1; y++) {
    for (let x = 1; x < edge - 1; x++) {
      const p = y * edge + x;
      if (weight[p]! >= ORPHAN_WEIGHT) continue;
      for (let c = 0; c < 3; c++) {
        let low = Infinity;
        let high = -Infinity;
        for (let j = -1; j <= 1; j++) {
          for (let i = -1; i <= 1; i++) {
            const q = p + j * edge + i;
            if (weight[q]! < ORPHAN_WEIGHT) continue;
            const v = source[q * 3 + c]!;
            if (v < low) low = v;
            if (v > high) high = v;
          }
        }
        if (high >= low) color[p * 3 + c] = Math.min(high, Math.max(low, source[p * 3 + c]!));
      }
    }
  }
}

/** @returns the filtered lobe, three numbers a pixel. */
export function denoise(buffer: FaceBuffer, lobe: Float32Array, variance: Float32Array, options: DenoiseOptions): Float32Array {
  const { edge_px: edge, normal, smooth, point, distance, guide } = buffer;
  const pixels = edge * edge;
  let color: Float32Array = lobe.slice();
  let nextColor: Float32Array = new Float32Array(pixels * 3);
  let noise = smoothVariance(variance, edge);
  let nextNoise: Float32Array = new Float32Array(pixels);
  const firstWeight = new Float32Array(pixels);
  const perAlbedo = 1 / options.albedoReach;
  for (let pass = 0; pass < options.passes; pass++) {
    const step = 1 << pass;
    for (let y = 0; y < edge; y++) {
      for (let x = 0; x < edge; x++) {
        const p = y * edge + x;
        const p3 = p * 3;
        const nx = normal[p3]!, ny = normal[p3 + 1]!, nz = normal[p3 + 2]!;
        const r0 = color[p3]!, g0 = color[p3 + 1]!, b0 = color[p3 + 2]!;
        if (nx === 0 && ny === 0 && nz === 0) {
          nextColor[p3] = r0;
          nextColor[p3 + 1] = g0;
          nextColor[p3 + 2] = b0;
          firstWeight[p] = 1;
          continue;
        }
        const bright = 0.2126 * r0 + 0.7152 * g0 + 0.0722 * b0;
        const perBright = 1 / (options.sigmas * Math.sqrt(Math.max(1e-9, noise[p]!)) + 1e-4);
        const px = point[p3]!, py = point[p3 + 1]!, pz = point[p3 + 2]!;
        const sx = smooth[p3]!, sy = smooth[p3 + 1]!, sz = smooth[p3 + 2]!;
        const perMetre = 1 / (OFF_PLANE_M + OFF_PLANE_BY_DISTANCE * distance[p]!);
        const ar = guide[p3]!, ag = guide[p3 + 1]!, ab = guide[p3 + 2]!;
        let r = 0, g = 0, b = 0, total = 0, noiseSum = 0;
        for (let j = -2; j <= 2; j++) {
          const yy = y + j * step;
          if (yy < 0 || yy >= edge) continue;
          for (let i = -2; i <= 2; i++) {
            const xx = x + i * step;
            if (xx < 0 || xx >= edge) continue;
            const q = yy * edge + xx;
            const q3 = q * 3;
            let w = KERNEL[i + 2]! * KERNEL[j + 2]!;
            if (q !== p) {
              const like = nx * normal[q3]! + ny * normal[q3 + 1]! + nz * normal[q3 + 2]!;
              if (like < LEAST_LIKE_NORMAL) continue;
              // Distance from the pixel's own plane, so that walls seen at a slant are still one surface.
              const qx = point[q3]! - px, qy = point[q3 + 1]! - py, qz = point[q3 + 2]! - pz;
              const offPlane = Math.abs(sx * qx + sy * qy + sz * qz);
              const overCurve = offPlane - ALLOWED_CURVE * Math.sqrt(qx * qx + qy * qy + qz * qz);
              const away =
                (overCurve > 0 ? overCurve * perMetre : 0) +
                (Math.abs(ar - guide[q3]!) + Math.abs(ag - guide[q3 + 1]!) + Math.abs(ab - guide[q3 + 2]!)) * perAlbedo +
                Math.abs(bright - (0.2126 * color[q3]! + 0.7152 * color[q3 + 1]! + 0.0722 * color[q3 + 2]!)) * perBright +
                (1 - like) * NORMAL_SHARPNESS;
              if (away >= EXP_END) continue;
              w *= EXP_TABLE[(away * EXP_STEPS) | 0]!;
            }
            r += color[q3]! * w;
            g += color[q3 + 1]! * w;
            b += color[q3 + 2]! * w;
            total += w;
            noiseSum += noise[q]! * w * w;
          }
        }
        nextColor[p3] = r / total;
        nextColor[p3 + 1] = g / total;
        nextColor[p3 + 2] = b / total;
        nextNoise[p] = noiseSum / (total * total);
        if (pass === 0) firstWeight[p] = total;
      }
    }
    [color, nextColor] = [nextColor, color];
    [noise, nextNoise] = [nextNoise, noise];
  }
  tameOrphans(color, firstWeight, edge);
  return color;
}
