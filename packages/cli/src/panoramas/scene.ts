import type { Face, PlannedScene, SphereSize } from '@openhouse/contract/panoramas';

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
  readonly full: SphereSize;
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
  /** Whether it stands on its head. */
  readonly isUpsideDown?: boolean | undefined;
  /** Where the face is, in a picture of several. */
  readonly cell?: Cell | undefined;
}

/** A square of a picture that is divided into so many, counted from its upper left corner. */
export interface Cell {
  readonly columns: number;
  readonly rows: number;
  readonly column: number;
  readonly row: number;
}

/** A viewpoint-to-be, with its picture. */
export interface Scene extends PlannedScene {
  readonly picture: Picture;
}
