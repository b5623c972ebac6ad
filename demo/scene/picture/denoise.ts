import type { FaceBuffer } from './face-buffer.ts';

/**
 * Variance-guided à-trous wavelet filter (after Dammertz 2010 and SVGF): each pass doubles its reach and averages
 * only neighbours with a like normal, distance, texture and, within the noise, brightness.
 */

export interface DenoiseOptions {
  readonly passes: number;
  /** First passes that ignore brightness: where most pixels caught nothing, a bright one is no detail. */
  readonly blindPasses: number;
  /** How many standard deviations of noise count as the same brightness. */
  readonly sigmas: number;
  /** Difference of albedo that counts as another surface. */
  readonly albedoReach: number;
}

export const DIFFUSE_OPTIONS: DenoiseOptions = { passes: 5, blindPasses: 0, sigmas: 4, albedoReach: 0.3 };
export const GLOSS_OPTIONS: DenoiseOptions = { passes: 5, blindPasses: 2, sigmas: 4, albedoReach: 1.5 };

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

/** Normal, point and albedo of every pixel side by side: a neighbour then costs one trip to memory, not three. */
const GUIDE = { normal: 0, point: 3, albedo: 6, length: 9 } as const;

function packGuides({ edge_px, normal, point, guide }: FaceBuffer): Float32Array {
  const pixels = edge_px * edge_px;
  const packed = new Float32Array(pixels * GUIDE.length);
  for (let p = 0; p < pixels; p++) {
    for (let c = 0; c < 3; c++) {
      packed[p * GUIDE.length + GUIDE.normal + c] = normal[p * 3 + c]!;
      packed[p * GUIDE.length + GUIDE.point + c] = point[p * 3 + c]!;
      packed[p * GUIDE.length + GUIDE.albedo + c] = guide[p * 3 + c]!;
    }
  }
  return packed;
}

/** @returns the filtered lobe, three numbers a pixel. */
export function denoise(
  buffer: FaceBuffer,
  lobe: Float32Array,
  variance: Float32Array,
  options: DenoiseOptions,
): Float32Array {
  const { edge_px: edge, smooth, distance } = buffer;
  const pixels = edge * edge;
  const guides = packGuides(buffer);
  let color: Float32Array = lobe.slice();
  let nextColor: Float32Array = new Float32Array(pixels * 3);
  let noise = smoothVariance(variance, edge);
  let nextNoise: Float32Array = new Float32Array(pixels);
  const firstWeight = new Float32Array(pixels).fill(1);
  const perAlbedo = 1 / options.albedoReach;
  const sum = new Float64Array(5);
  for (let pass = 0; pass < options.passes; pass++) {
    const step = 1 << pass;
    const isBlind = pass < options.blindPasses;
    for (let y = 0; y < edge; y++) {
      for (let x = 0; x < edge; x++) {
        const p = y * edge + x;
        const isSky =
          guides[p * GUIDE.length] === 0 && guides[p * GUIDE.length + 1] === 0 && guides[p * GUIDE.length + 2] === 0;
        // Without noise there is nothing to do: the sky, and all matt surfaces in the gloss.
        if (isSky || noise[p] === 0) {
          for (let c = 0; c < 3; c++) nextColor[p * 3 + c] = color[p * 3 + c]!;
          nextNoise[p] = 0;
          continue;
        }
        gather(p, x, y, step, isBlind);
        for (let c = 0; c < 3; c++) nextColor[p * 3 + c] = sum[c]! / sum[3]!;
        nextNoise[p] = sum[4]! / (sum[3]! * sum[3]!);
        if (pass === 0) firstWeight[p] = sum[3]!;
      }
    }
    [color, nextColor] = [nextColor, color];
    [noise, nextNoise] = [nextNoise, noise];
  }
  tameOrphans(color, firstWeight, edge);
  return color;

  /** Sums the like neighbours of a pixel: r, g, b, weight, variance. */
  function gather(p: number, x: number, y: number, step: number, isBlind: boolean): void {
    const at = p * GUIDE.length;
    const nx = guides[at]!;
    const ny = guides[at + 1]!;
    const nz = guides[at + 2]!;
    const px = guides[at + 3]!;
    const py = guides[at + 4]!;
    const pz = guides[at + 5]!;
    const ar = guides[at + 6]!;
    const ag = guides[at + 7]!;
    const ab = guides[at + 8]!;
    const sx = smooth[p * 3]!;
    const sy = smooth[p * 3 + 1]!;
    const sz = smooth[p * 3 + 2]!;
    const bright = 0.2126 * color[p * 3]! + 0.7152 * color[p * 3 + 1]! + 0.0722 * color[p * 3 + 2]!;
    const perBright = isBlind ? 0 : 1 / (options.sigmas * Math.sqrt(Math.max(1e-9, noise[p]!)) + 1e-4);
    const perMetre = 1 / (OFF_PLANE_M + OFF_PLANE_BY_DISTANCE * distance[p]!);
    let r = 0;
    let g = 0;
    let b = 0;
    let total = 0;
    let noiseSum = 0;
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
          const to = q * GUIDE.length;
          const like = nx * guides[to]! + ny * guides[to + 1]! + nz * guides[to + 2]!;
          if (like < LEAST_LIKE_NORMAL) continue;
          let away = (1 - like) * NORMAL_SHARPNESS;
          // Distance from the pixel's own plane, so that walls seen at a slant are still one surface.
          const qx = guides[to + 3]! - px;
          const qy = guides[to + 4]! - py;
          const qz = guides[to + 5]! - pz;
          const offPlane = Math.abs(sx * qx + sy * qy + sz * qz);
          const squared = qx * qx + qy * qy + qz * qz;
          if (offPlane * offPlane > ALLOWED_CURVE * ALLOWED_CURVE * squared) {
            away += (offPlane - ALLOWED_CURVE * Math.sqrt(squared)) * perMetre;
          }
          away +=
            (Math.abs(ar - guides[to + 6]!) + Math.abs(ag - guides[to + 7]!) + Math.abs(ab - guides[to + 8]!)) *
            perAlbedo;
          away +=
            Math.abs(bright - (0.2126 * color[q3]! + 0.7152 * color[q3 + 1]! + 0.0722 * color[q3 + 2]!)) * perBright;
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
    sum[0] = r;
    sum[1] = g;
    sum[2] = b;
    sum[3] = total;
    sum[4] = noiseSum;
  }
}
