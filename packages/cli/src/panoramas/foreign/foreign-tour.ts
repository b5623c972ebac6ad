import {
  byFace,
  type Face,
  type Gaze,
  type GeoPosition,
  type Note,
  type Quaternion,
  type SphereSize,
  type View,
} from '@openhouse/contract/panoramas';
import { type Told, told } from '../../told.ts';
import type { SeenPicture } from '../inspect-picture.ts';
import type { Tile } from '../scene.ts';

/** A picture as another viewer's file names it, from the folder of that file. */
export type ForeignPicture =
  | {
      readonly kind: 'sphere';
      readonly file: string;
      /** @throws {ForeignRefusal} When what the file says of it cannot be. */
      standsAs(seen: SeenPicture): Standing;
    }
  | { readonly kind: 'cube'; readonly faces: Readonly<Record<Face, readonly ForeignTile[]>> };

/** What a viewer makes of a sphere. */
export interface Standing {
  /** The sphere that it is a part of. */
  readonly full: SphereSize;
  /** Of the level frame, in degrees clockwise from the north. */
  readonly heading?: number | undefined;
  readonly turned?: Quaternion | undefined;
}

/** A tile whose picture is named as the file names it. */
export interface ForeignTile extends Omit<Tile, 'path'> {
  readonly file: string;
}

/** A spot as the viewer tells it: a direction in the level frame, or a pixel of the picture. */
export type ForeignSpot = Gaze | ForeignPixel;
export interface ForeignPixel {
  readonly column: number;
  readonly row: number;
  /** Of a cube. */
  readonly face?: Face | undefined;
}

/** A viewpoint of another viewer's tour. */
export interface ForeignScene {
  /** What other scenes call it. */
  readonly key: string;
  readonly name: string;
  readonly picture: ForeignPicture;
  /** Where the level frame looks, in degrees clockwise from the north. */
  readonly heading?: number | undefined;
  /** How a cube stands in the level frame that doors, notes and the start are told in. A sphere adds how it stands itself. */
  readonly turned?: Quaternion | undefined;
  readonly position?: GeoPosition | undefined;
  readonly start?: View | undefined;
  /** Links to other scenes. Without a spot it is where the other scene's position is. */
  readonly doors: readonly { readonly to: string; readonly spot: ForeignSpot | undefined }[];
  readonly notes: readonly (Omit<Note, keyof Gaze> & { readonly spot: ForeignSpot })[];
}

/** A tour as another viewer has it. */
export interface ForeignTour {
  readonly name?: string | undefined;
  /** The scene that it starts with comes first. */
  readonly scenes: readonly ForeignScene[];
  /** What it has and a tour here cannot have, a sentence each. */
  readonly lost: readonly Told[];
}

/** Bytes of a file that describes a tour; that of a thousand scenes has some three million. */
export const FILE_MAX_BYTES = 16 * 1024 * 1024;

/** The file is not what it is taken for; the message goes on after its name. */
export class ForeignRefusal extends Error {
  override name = 'ForeignRefusal';
  readonly said: Told;

  constructor(said: Told) {
    super(String(said));
    this.said = said;
  }
}

/** Values of other people's files, as far as they are what they should be. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
/** Numbers may be texts: viewers of JavaScript count with either. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
/** What scenes are called may be numbers. */
export const keyOf = (value: unknown): string => (typeof value === 'number' ? String(value) : textOf(value));
export type Loose = Readonly<Record<string, unknown>>;
export const looseOf = (value: unknown): Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {};
export const loosesOf = (value: unknown): readonly Loose[] => (Array.isArray(value) ? value.map(looseOf) : []);

/** Scenes with the first one in front. */
export function startingWith(scenes: readonly ForeignScene[], first: string): readonly ForeignScene[] {
  return [...scenes.filter(({ key }) => key === first), ...scenes.filter(({ key }) => key !== first)];
}

/** What files of tiles call the faces. */
export const FACE_LETTERS: Readonly<Record<Face, string>> = {
  front: 'f',
  right: 'r',
  back: 'b',
  left: 'l',
  up: 'u',
  down: 'd',
};

export const cubeOf = (tilesOf: (face: Face) => readonly ForeignTile[]): ForeignPicture => ({
  kind: 'cube',
  faces: byFace(tilesOf),
});

/** A face that is one picture; none where the viewer shows none either. */
export const wholeFace = (file: string, isUpsideDown?: boolean): readonly ForeignTile[] =>
  file === '' ? [] : [{ file, left: 0, top: 0, isUpsideDown }];

/** Tiles of a face along an edge. */
const TILES_MAX = 128;

/**
 * The tiles that a face is cut into, row by row.
 * @throws {ForeignRefusal} For sizes that no face has.
 */
export function squareTiles(
  scene: string,
  edge: number,
  tile: number,
  fileAt: (x: number, y: number) => string,
): readonly ForeignTile[] {
  const count = Math.ceil(edge / tile);
  if (!(edge >= 1 && tile >= 1 && count <= TILES_MAX)) {
    throw new ForeignRefusal(told`its scene ${scene} has faces of ${edge} pixels in tiles of ${tile}, which cannot be`);
  }
  return Array.from({ length: count * count }, (_, index) => {
    const [x, y] = [index % count, Math.floor(index / count)];
    return { file: fileAt(x, y), left: x * tile, top: y * tile };
  });
}

/** What a picture covers of a sphere, in degrees. */
export interface Covers {
  readonly across: number;
  readonly down: number;
  /** Its middle, above the horizon. */
  readonly raised: number;
}

/**
 * The part of a sphere that covers so many degrees, around its middle column and so far above the horizon.
 * @throws {ForeignRefusal} When there is no such part.
 */
export function partOfSphere(
  scene: string,
  { width, height }: { readonly width: number; readonly height: number },
  { across, down, raised }: Covers,
): SphereSize {
  const full = { width: Math.round((width * 360) / across), height: Math.round((height * 180) / down) };
  const top = (full.height - height) / 2 - (raised / 180) * full.height;
  const isPart =
    across >= 1 && across <= 360 && down >= 1 && down <= 180 && top >= -1 && top + height <= full.height + 1;
  if (!isPart) {
    const angles = told`${across}° across, ${down}° from top to bottom, raised by ${raised}°`;
    throw new ForeignRefusal(told`the picture of its scene ${scene}, ${angles}, is no part of a sphere`);
  }
  const left = Math.round((full.width - width) / 2);
  return { ...full, left, top: Math.min(Math.max(0, Math.round(top)), full.height - height) };
}
