import { clamp, mix } from './noise.ts';

/** sRGB, 0…1 each. */
export type Rgb = readonly [r: number, g: number, b: number];

export interface Texel {
  readonly color: Rgb;
  /** Height of the relief, 0…1; a material's `bump` turns it into metres. */
  readonly height: number;
  /** Overrides the material's roughness where given. */
  readonly roughness?: number;
}

export interface Texture {
  readonly width: number;
  readonly height: number;
  /** RGBA bytes: sRGB colour, and roughness in A (255 = take the material's). */
  readonly pixels: Uint8Array;
  readonly relief: Float32Array;
  /** Size of one repeat. */
  readonly width_m: number;
  readonly height_m: number;
}

/** Marks a texel without its own roughness. */
export const ROUGHNESS_OF_MATERIAL = 255;

/**
 * A texture from a pattern, evaluated once per texel when its pixels are first asked for: whoever only needs the
 * geometry of the loft does not wait for thirty pictures.
 * @param size_px Width in pixels; the height follows from `aspect` = height / width.
 * @param width_m Width of one repeat.
 * @param pattern Takes u, v in 0…1 with v downwards.
 */
export function bakeTexture(
  size_px: number,
  width_m: number,
  pattern: (u: number, v: number) => Texel,
  aspect = 1,
): Texture {
  const width = size_px;
  const height = Math.round(size_px * aspect);
  let baked: { pixels: Uint8Array; relief: Float32Array } | undefined;
  const bake = () => (baked ??= evaluate(width, height, pattern));
  return {
    width,
    height,
    width_m,
    height_m: width_m * aspect,
    get pixels() {
      return bake().pixels;
    },
    get relief() {
      return bake().relief;
    },
  };
}

function evaluate(width: number, height: number, pattern: (u: number, v: number) => Texel) {
  const pixels = new Uint8Array(width * height * 4);
  const relief = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const texel = pattern((x + 0.5) / width, (y + 0.5) / height);
      const i = y * width + x;
      for (let k = 0; k < 3; k++) pixels[i * 4 + k] = Math.round(clamp(texel.color[k]!) * 255);
      pixels[i * 4 + 3] =
        texel.roughness === undefined ? ROUGHNESS_OF_MATERIAL : Math.round(clamp(texel.roughness) * 254);
      relief[i] = texel.height;
    }
  }
  return { pixels, relief };
}

export function hex(value: number): Rgb {
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

export function mixRgb(a: Rgb, b: Rgb, t: number): Rgb {
  return [mix(a[0], b[0], t), mix(a[1], b[1], t), mix(a[2], b[2], t)];
}

export function scaleRgb(c: Rgb, k: number): Rgb {
  return [c[0] * k, c[1] * k, c[2] * k];
}
