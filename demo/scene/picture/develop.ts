import { DIFFUSE_OPTIONS, denoise, GLOSS_OPTIONS } from './denoise.ts';
import { type FaceBuffer, MARGIN_PX } from './face-buffer.ts';
import { type ToneOptions, toneMap } from './tone.ts';

/** Denoises a face and cuts its margin off. @returns linear light, three numbers a pixel. */
export function developFace(buffer: FaceBuffer): Float32Array {
  const diffuse = denoise(buffer, buffer.diffuse, buffer.diffuseVariance, DIFFUSE_OPTIONS);
  const gloss = denoise(buffer, buffer.gloss, buffer.glossVariance, GLOSS_OPTIONS);
  const edge = buffer.edge_px;
  const size = edge - 2 * MARGIN_PX;
  const light = new Float32Array(size * size * 3);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const from = ((y + MARGIN_PX) * edge + x + MARGIN_PX) * 3;
      const to = (y * size + x) * 3;
      for (let c = 0; c < 3; c++) {
        light[to + c] = diffuse[from + c]! * buffer.albedo[from + c]! + gloss[from + c]! + buffer.emitted[from + c]!;
      }
    }
  }
  return light;
}

/** @returns RGB bytes. */
export function printFace(light: Float32Array, options: ToneOptions): Uint8Array {
  const bytes = new Uint8Array(light.length);
  const pixel = new Float64Array(3);
  for (let i = 0; i < light.length; i += 3) {
    for (let c = 0; c < 3; c++) pixel[c] = light[i + c]!;
    toneMap(pixel, options);
    for (let c = 0; c < 3; c++) bytes[i + c] = Math.round(pixel[c]! * 255);
  }
  return bytes;
}
