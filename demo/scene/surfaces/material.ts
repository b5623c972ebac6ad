import type { Rgb, Texture } from './texture.ts';

/** Linear radiance; 1 is about a white wall in daylight. */
export type Radiance = readonly [r: number, g: number, b: number];

export interface Material {
  readonly name: string;
  /** sRGB colour where there is no texture. */
  readonly color: Rgb;
  readonly texture: Texture | undefined;
  /** 0 mirror … 1 matt. */
  readonly roughness: number;
  /** Reflectance at normal incidence of the coat over the colour; 0 for none. */
  readonly specular: number;
  readonly metal: boolean;
  /** Radiance of a surface that is itself lit, such as a lampshade. */
  readonly emission: Radiance | undefined;
  /** Share of the light that scatters through to the other side (leaves, curtains). */
  readonly translucency: number;
  /** Share of the light that passes straight through a loose weave, for indirect and direct light alike. */
  readonly openness: number;
  /** Relief in metres between height 0 and 1 of the texture. */
  readonly bump_m: number;
  /** Seen from both sides. */
  readonly doubleSided: boolean;
}

export function material(name: string, given: Partial<Omit<Material, 'name'>>): Material {
  return {
    name,
    color: [1, 1, 1],
    texture: undefined,
    roughness: 0.8,
    specular: 0,
    metal: false,
    emission: undefined,
    translucency: 0,
    openness: 0,
    bump_m: 0,
    doubleSided: false,
    ...given,
  };
}
