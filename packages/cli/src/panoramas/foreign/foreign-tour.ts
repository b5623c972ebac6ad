import type { Gaze, Note } from '@openhouse/contract/panoramas';
import { byFace, type Face } from '@openhouse/contract/panoramas';

/** A picture as another viewer's file names it, from the folder of that file. */
export type ForeignPicture =
  | {
      readonly kind: 'sphere';
      readonly file: string;
      /** Degrees that it covers, where it is a part of a sphere, and how far its middle is above the horizon. */
      readonly covers?: { readonly across: number; readonly down: number; readonly raised: number } | undefined;
    }
  | { readonly kind: 'cube'; readonly faces: Readonly<Record<Face, readonly ForeignTile[]>> };

/** A picture that is a face, or a part of one, whose upper left corner lies there in pixels. */
export interface ForeignTile {
  readonly file: string;
  readonly left: number;
  readonly top: number;
}

/** A viewpoint of another viewer's tour. */
export interface ForeignScene {
  /** What other scenes call it. */
  readonly key: string;
  readonly name: string;
  readonly picture: ForeignPicture;
  /** Where its middle looks, in degrees clockwise from the north. */
  readonly heading?: number | undefined;
  readonly start?: Gaze | undefined;
  /** Links to other scenes. */
  readonly doors: readonly (Gaze & { readonly to: string })[];
  readonly notes: readonly Note[];
}

/** A tour as another viewer has it. */
export interface ForeignTour {
  /** The scene that it starts with comes first. */
  readonly scenes: readonly ForeignScene[];
  /** What it has and a tour here cannot have, a sentence each. */
  readonly lost: readonly string[];
}

/** The file is not what it is taken for; the message goes on after its name. */
export class ForeignRefusal extends Error {
  override name = 'ForeignRefusal';
}

/** Values of other people's files, as far as they are what they should be. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
export type Loose = Readonly<Record<string, unknown>>;
export const looseOf = (value: unknown): Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {};
export const loosesOf = (value: unknown): readonly Loose[] => (Array.isArray(value) ? value.map(looseOf) : []);

/** Text of HTML without its tags, on lines. */
export const plainText = (html: string): string =>
  html
    .replaceAll(/<(br|\/p|\/div|\/li)[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(nbsp|amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .trim();
const ENTITIES: Readonly<Record<string, string>> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

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
    throw new ForeignRefusal(`its scene ${scene} has faces of ${edge} pixels in tiles of ${tile}, which cannot be`);
  }
  return Array.from({ length: count * count }, (_, index) => {
    const [x, y] = [index % count, Math.floor(index / count)];
    return { file: fileAt(x, y), left: x * tile, top: y * tile };
  });
}
