import { faceDirection } from '../../content/media/face-direction.ts';
import type { Face } from '../../content/wire/geometry.ts';
import { type PathTracer, RESULT } from '../tracer/path-tracer.ts';

/** One rendered face before denoising, `edge_px` wide with its margin. Three numbers a pixel unless said otherwise. */
export interface FaceBuffer {
  readonly edge_px: number;
  /** Irradiance over π: diffuse light with the texture divided out. */
  readonly diffuse: Float32Array;
  readonly gloss: Float32Array;
  readonly emitted: Float32Array;
  readonly albedo: Float32Array;
  readonly normal: Float32Array;
  /** Normal without relief. */
  readonly smooth: Float32Array;
  /** Point on the surface relative to the camera, metres. */
  readonly point: Float32Array;
  /** Metres, one number a pixel; as `normal` and `guide` from the first sample, so that guides never mix two surfaces. */
  readonly distance: Float32Array;
  /** Albedo of the first sample. */
  readonly guide: Float32Array;
  /** Variance of the mean luminance, one number a pixel. */
  readonly diffuseVariance: Float32Array;
  readonly glossVariance: Float32Array;
}

export interface FaceJob {
  readonly position: readonly [number, number, number];
  readonly face: Face;
  /** Edge of the finished face; a margin is rendered around it for the denoiser. */
  readonly size_px: number;
  /** A power of two. */
  readonly samples: number;
  readonly seed: number;
}

/** Rendered beyond each edge, so that the denoiser sees across it and no seam shows between faces. */
export const MARGIN_PX = 12;

const luminance = (r: number, g: number, b: number): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;
const LEAST_ALBEDO = 1e-4;
/**
 * Sky and lamps are cut to this luminance, sample by sample: it prints as nearly white all the same, and a window
 * bar before a sky ten times brighter than white would show stairs instead of a smooth edge.
 */
const BRIGHTEST_SHOWN = 2.6;

export function renderFace(tracer: PathTracer, { position, face, size_px, samples, seed }: FaceJob): FaceBuffer {
  const edge_px = size_px + 2 * MARGIN_PX;
  const pixels = edge_px * edge_px;
  const three = () => new Float32Array(pixels * 3);
  const one = () => new Float32Array(pixels);
  const buffer: FaceBuffer = {
    edge_px,
    diffuse: three(),
    gloss: three(),
    emitted: three(),
    albedo: three(),
    normal: three(),
    smooth: three(),
    point: three(),
    distance: one(),
    guide: three(),
    diffuseVariance: one(),
    glossVariance: one(),
  };
  const { result: R, sampler } = tracer;
  const [px, py, pz] = position;
  const lit = new Float64Array(3);
  for (let row = 0; row < edge_px; row++) {
    for (let column = 0; column < edge_px; column++) {
      const pixel = row * edge_px + column;
      const p = pixel * 3;
      lit.fill(0);
      let sumD = 0,
        sumG = 0,
        squareD = 0,
        squareG = 0,
        covered = 0;
      for (let sample = 0; sample < samples; sample++) {
        sampler.start(pixel + seed * 67108859, sample, samples, seed);
        sampler.draw(0);
        const x = ((column - MARGIN_PX + sampler.pair[0]!) / size_px) * 2 - 1;
        const y = 1 - ((row - MARGIN_PX + sampler.pair[1]!) / size_px) * 2;
        const [dx, dy, dz] = faceDirection(face, x, y);
        const k = 1 / Math.sqrt(dx * dx + dy * dy + dz * dz);
        tracer.trace(px, py, pz, dx * k, dy * k, dz * k);
        const glare = luminance(R[RESULT.emitted]!, R[RESULT.emitted + 1]!, R[RESULT.emitted + 2]!);
        const shown = glare > BRIGHTEST_SHOWN ? BRIGHTEST_SHOWN / glare : 1;
        for (let c = 0; c < 3; c++) {
          lit[c]! += R[RESULT.diffuse + c]! * R[RESULT.albedo + c]!;
          buffer.gloss[p + c]! += R[RESULT.gloss + c]! / samples;
          buffer.emitted[p + c]! += (R[RESULT.emitted + c]! * shown) / samples;
          buffer.albedo[p + c]! += R[RESULT.albedo + c]! / samples;
        }
        const isSurface = R[RESULT.normal]! !== 0 || R[RESULT.normal + 1]! !== 0 || R[RESULT.normal + 2]! !== 0;
        if (isSurface) {
          const d = luminance(R[0]!, R[1]!, R[2]!);
          covered++;
          sumD += d;
          squareD += d * d;
        }
        const g = luminance(R[RESULT.gloss]!, R[RESULT.gloss + 1]!, R[RESULT.gloss + 2]!);
        sumG += g;
        squareG += g * g;
        // Prefer a surface to the sky: a window bar that fills a corner of the pixel must be denoised as a bar.
        if (sample === 0 || (isSurface && covered === 1)) {
          for (let c = 0; c < 3; c++) {
            buffer.normal[p + c] = R[RESULT.normal + c]!;
            buffer.smooth[p + c] = R[RESULT.smooth + c]!;
            buffer.guide[p + c] = R[RESULT.albedo + c]!;
          }
          const reach = R[RESULT.distance]! * k;
          buffer.point[p] = dx * reach;
          buffer.point[p + 1] = dy * reach;
          buffer.point[p + 2] = dz * reach;
          buffer.distance[pixel] = R[RESULT.distance]!;
        }
      }
      // Weighted by albedo, so that irradiance times mean albedo gives back the mean light exactly.
      for (let c = 0; c < 3; c++)
        buffer.diffuse[p + c] = lit[c]! / samples / Math.max(LEAST_ALBEDO, buffer.albedo[p + c]!);
      const n = Math.max(1, covered);
      buffer.diffuseVariance[pixel] = Math.max(0, squareD / n - (sumD / n) ** 2) / n;
      buffer.glossVariance[pixel] = Math.max(0, squareG / samples - (sumG / samples) ** 2) / samples;
    }
  }
  return buffer;
}
