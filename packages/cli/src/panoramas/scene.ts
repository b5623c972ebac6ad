import type { Face } from './projection.ts';

/** A panorama as it lies on the disk. */
export type Picture = SpherePicture | CubePicture;

/** An equirectangular picture: all of a sphere, or a part of one. */
export interface SpherePicture {
  readonly kind: 'sphere';
  readonly path: string;
  /** As it is seen, in pixels. */
  readonly width: number;
  readonly height: number;
  /** The sphere that it is a part of, in its pixels, and where its upper left corner lies in it. */
  readonly full: { readonly width: number; readonly height: number; readonly left: number; readonly top: number };
}

/** Six square pictures. */
export interface CubePicture {
  readonly kind: 'cube';
  readonly paths: Readonly<Record<Face, string>>;
  /** Their edge in pixels. */
  readonly edge: number;
}

export type Place = readonly [x: number, y: number, z: number];

/** A viewpoint-to-be, wherever it was read from. */
export interface Scene {
  /** As messages call it. */
  readonly label: string;
  readonly name: string;
  readonly picture: Picture;
  /** Where one stands: x to the east, y up, z to the south, in metres. */
  readonly place?: Place | undefined;
  /** Where the middle of the picture looks, in degrees clockwise from the north (−z). */
  readonly heading?: number | undefined;
  /** Counted from 0. */
  readonly floor: number;
}
