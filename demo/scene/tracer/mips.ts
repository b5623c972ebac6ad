import { ROUGHNESS_OF_MATERIAL, type Texture } from '../surfaces/texture.ts';

/** One size of a texture; every next level has half the width. */
export interface MipLevel {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  readonly relief: Float32Array;
}

const SMALLEST_PX = 4;

export function linearFromSrgb(c: number): number {
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}

function srgbByteFromLinear(c: number): number {
  return Math.round(255 * (c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055));
}

/** Linear light for each sRGB byte. */
export const LINEAR_BY_BYTE = Float32Array.from({ length: 256 }, (_, byte) => linearFromSrgb(byte / 255));

/** Halves a texture until it is four pixels small, averaging colour in linear light. */
export function buildMips(texture: Texture): readonly MipLevel[] {
  // A plain copy: the texture's own properties are computed, which costs in the tracer's inner loop.
  const { width, height, pixels, relief } = texture;
  const levels: MipLevel[] = [{ width, height, pixels, relief }];
  for (;;) {
    const from = levels[levels.length - 1]!;
    const half = { width: from.width >> 1, height: from.height >> 1 };
    if (half.width < SMALLEST_PX || half.height < SMALLEST_PX) return levels;
    const pixels = new Uint8Array(half.width * half.height * 4);
    const relief = new Float32Array(half.width * half.height);
    for (let y = 0; y < half.height; y++) {
      for (let x = 0; x < half.width; x++) {
        const corner = 2 * y * from.width + 2 * x;
        const four = [corner, corner + 1, corner + from.width, corner + from.width + 1];
        const at = y * half.width + x;
        for (let k = 0; k < 3; k++) {
          const sum = four.reduce((total, i) => total + LINEAR_BY_BYTE[from.pixels[i * 4 + k]!]!, 0);
          pixels[at * 4 + k] = srgbByteFromLinear(sum / 4);
        }
        // A texel that leaves roughness to the material must not be averaged with one that sets it.
        const roughness = four.map((i) => from.pixels[i * 4 + 3]!);
        pixels[at * 4 + 3] = roughness.includes(ROUGHNESS_OF_MATERIAL)
          ? ROUGHNESS_OF_MATERIAL
          : roughness.reduce((a, b) => a + b) >> 2;
        relief[at] = four.reduce((total, i) => total + from.relief[i]!, 0) / 4;
      }
    }
    levels.push({ ...half, pixels, relief });
  }
}
