import { DIFFUSE_OPTIONS, denoise, GLOSS_OPTIONS } from './denoise.ts';
import { type FaceBuffer, MARGIN_PX } from './face-buffer.ts';
import { silhouettes } from './silhouettes.ts';
import { type ToneOptions, toneMap } from './tone.ts';

/** Denoises a face: linear light, three numbers a pixel, margin included. */
function lightOf(buffer: FaceBuffer): Float32Array {
  const light = denoise(buffer, buffer.diffuse, buffer.diffuseVariance, DIFFUSE_OPTIONS);
  const gloss = denoise(buffer, buffer.gloss, buffer.glossVariance, GLOSS_OPTIONS);
  for (let i = 0; i < light.length; i++) light[i] = light[i]! * buffer.albedo[i]! + gloss[i]! + buffer.emitted[i]!;
  return light;
}

/** Weights of a pixel and its eight neighbours on a silhouette. */
const BINOMIAL = [1 / 16, 1 / 8, 1 / 16, 1 / 8, 1 / 4, 1 / 8, 1 / 16, 1 / 8, 1 / 16] as const;

/**
 * From samples to a picture: denoised, tone-mapped, silhouettes smoothed, margin cut off.
 * @returns RGB bytes.
 */
export function developFace(buffer: FaceBuffer, tone: ToneOptions): Uint8Array {
  const edge = buffer.edge_px;
  const printed = lightOf(buffer);
  const pixel = new Float64Array(3);
  for (let i = 0; i < printed.length; i += 3) {
    for (let c = 0; c < 3; c++) pixel[c] = printed[i + c]!;
    toneMap(pixel, tone);
    for (let c = 0; c < 3; c++) printed[i + c] = pixel[c]!;
  }
  const isSilhouette = silhouettes(buffer);
  const size = edge - 2 * MARGIN_PX;
  const bytes = new Uint8Array(size * size * 3);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const p = (y + MARGIN_PX) * edge + x + MARGIN_PX;
      for (let c = 0; c < 3; c++) {
        let value = printed[p * 3 + c]!;
        if (isSilhouette[p] === 1) {
          value = 0;
          for (let k = 0; k < 9; k++)
            value += BINOMIAL[k]! * printed[(p + (Math.floor(k / 3) - 1) * edge + (k % 3) - 1) * 3 + c]!;
        }
        bytes[(y * size + x) * 3 + c] = Math.round(value * 255);
      }
    }
  }
  return bytes;
}
