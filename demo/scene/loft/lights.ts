import type { Vector3 } from '../../content/wire/geometry.ts';
import type { Radiance } from '../surfaces/material.ts';

/** An opening through which the sky is sampled: origin, two edges, and the normal into the room. */
export interface Portal {
  readonly origin: Vector3;
  readonly edgeU: Vector3;
  readonly edgeV: Vector3;
  readonly inward: Vector3;
}

export interface GlobeLamp {
  readonly kind: 'globe';
  readonly centre: Vector3;
  readonly radius_m: number;
  readonly radiance: Radiance;
}

/** A flat strip that shines downwards. */
export interface StripLamp {
  readonly kind: 'strip';
  readonly origin: Vector3;
  readonly sizeX_m: number;
  readonly sizeZ_m: number;
  readonly radiance: Radiance;
}

export type Lamp = GlobeLamp | StripLamp;

export interface Sun {
  /** Unit vector towards the sun. */
  readonly direction: Vector3;
  /** Angular radius in radians. */
  readonly radius_rad: number;
  /** Irradiance on a surface that faces the sun. */
  readonly irradiance: Radiance;
}

/** What the rooms add besides solid parts. */
export interface LightCollection {
  readonly portals: Portal[];
  readonly lamps: Lamp[];
}
