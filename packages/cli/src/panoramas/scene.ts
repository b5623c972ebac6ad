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

/** Six square faces. */
export interface CubePicture {
  readonly kind: 'cube';
  readonly faces: Readonly<Record<Face, readonly Tile[]>>;
  /** Their edge in pixels. */
  readonly edge: number;
}

/** A picture that is a face, or a part of one, whose upper left corner lies there in pixels. */
export interface Tile {
  readonly path: string;
  readonly left: number;
  readonly top: number;
}

/** Where somebody looks in a panorama: degrees to the right of its middle, and above the horizon. */
export interface Gaze {
  readonly yaw: number;
  readonly pitch: number;
}

/** Something to be read at a spot of a panorama. */
export interface Note extends Gaze {
  readonly title: string;
  readonly text: string;
  /** Address that it leads to; empty for none. */
  readonly url: string;
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
  /** Indexes of the scenes that one goes on to, where the source says it. */
  readonly links?: readonly number[];
  readonly start?: Gaze | undefined;
  readonly notes?: readonly Note[];
}
