import {
  FISHEYE_LOOK,
  factsOf,
  isFisheyePair,
  type PictureFacts,
  type SphereRefusal,
  sphereOf,
  WIDTH_MAX_PX,
} from '@openhouse/contract/panoramas';
import type { Metadata } from 'sharp';
import { type Told, told } from '../told.ts';
import type { SpherePicture } from './scene.ts';
import { type Sharp, scratchRefusal } from './sharp.ts';

/** Formats that are taken, by sharp's names; AVIF is one of several in HEIF. */
const FORMATS = ['jpeg', 'png', 'webp', 'heif'];

/** A panorama in one picture, with the metadata of how it was taken. */
export interface InspectedSphere extends Pick<PictureFacts, 'heading' | 'lean' | 'position' | 'lacksHemisphere'> {
  readonly picture: SpherePicture;
}

/** Why a picture is not taken, and what to do; without the name of its file. */
export class PictureRefusal extends Error {
  override name = 'PictureRefusal';
  readonly said: Told;

  constructor(said: Told) {
    super(String(said));
    this.said = said;
  }
}

/**
 * Reads the head of a picture and decides which part of a sphere it shows.
 * @throws {PictureRefusal} When it shows none.
 */
export async function inspectSphere(sharp: Sharp, path: string): Promise<InspectedSphere> {
  const { width, height, facts } = await seePicture(sharp, path);
  const full = sphereOf({ width, height }, facts);
  if ('reason' in full) throw new PictureRefusal(wordsOf(full));
  if (facts.sphere === undefined) await refuseFisheyes(sharp, path);
  const picture = { kind: 'sphere', path, width, height, full } as const;
  const { heading, lean, position, lacksHemisphere } = facts;
  return { picture, heading, lean, position, lacksHemisphere };
}

/** A picture by its head: its size in pixels as it is seen, and what it tells. */
export interface SeenPicture {
  readonly width: number;
  readonly height: number;
  readonly facts: PictureFacts;
}

/** @throws {PictureRefusal} */
export async function seePicture(sharp: Sharp, path: string): Promise<SeenPicture> {
  const metadata = await metadataOf(sharp, path);
  return { ...sizeOf(metadata), facts: factsOf(metadata.xmp?.toString('utf8'), metadata.exif) };
}

/** @throws {PictureRefusal} For one as a camera wrote it, and when it cannot be decoded. */
export async function refuseFisheyes(sharp: Sharp, path: string): Promise<void> {
  if (!(await looksLikeFisheyes(sharp, path))) return;
  throw new PictureRefusal(
    told`it is a pair of fisheye pictures as the camera wrote it: stitch it with the program of the camera, and take the equirectangular picture that this exports`,
  );
}

/** Reads the head of a picture. @returns Its size in pixels, as it is seen. @throws {PictureRefusal} */
export async function sizeOfPicture(
  sharp: Sharp,
  path: string,
): Promise<{ readonly width: number; readonly height: number }> {
  return sizeOf(await metadataOf(sharp, path));
}

/** Reads the head of a picture of a face set. @returns Its edge in pixels. @throws {PictureRefusal} */
export async function inspectFace(sharp: Sharp, path: string): Promise<number> {
  const { width, height } = await sizeOfPicture(sharp, path);
  if (width === height) return width;
  throw new PictureRefusal(told`${width} × ${height} pixels are no square, which a face of a cube is`);
}

/** Whether a picture is one, and square. */
export async function isSquare(sharp: Sharp, path: string): Promise<boolean> {
  const size = await sharp(path)
    .metadata()
    .catch(() => undefined);
  return size !== undefined && size.width === size.height;
}

async function metadataOf(sharp: Sharp, path: string): Promise<Metadata> {
  const metadata = await sharp(path)
    .metadata()
    .catch((error: Error) => {
      throw new PictureRefusal(
        told`it cannot be read as a picture (${reasonOf(error, path)}): copy it again, or export it as JPEG`,
      );
    });
  const isTaken = FORMATS.includes(metadata.format) && (metadata.format !== 'heif' || metadata.compression === 'av1');
  if (!isTaken) throw new PictureRefusal(told`it is neither JPEG, PNG, WebP nor AVIF inside: export it as one of them`);
  return metadata;
}

/** The first thing that a decoder says: it may complain of every kilobyte. Without the path, which it may name itself. */
export const reasonOf = ({ message }: Error, path?: string): string => {
  const said = path === undefined ? message : message.replaceAll(`${path}: `, '');
  return said.trim().split('\n')[0]?.replaceAll(/\s+/g, ' ').trim() ?? '';
};

function sizeOf({ autoOrient: { width, height } }: Metadata): { readonly width: number; readonly height: number } {
  if (width <= WIDTH_MAX_PX && height <= WIDTH_MAX_PX) return { width, height };
  throw new PictureRefusal(wordsOf({ reason: 'too-large', width, height }));
}

function wordsOf(refusal: SphereRefusal): Told {
  if (refusal.reason === 'projection')
    return told`its GPano data says that it is ${refusal.projection}: export it as equirectangular (2:1)`;
  const size = told`${refusal.width} × ${refusal.height} pixels`;
  if (refusal.reason === 'too-large') return told`it is ${size}; at most ${WIDTH_MAX_PX} pixels wide: make it smaller`;
  if (refusal.reason === 'square')
    return told`${size}, as wide as high: of a picture for two eyes, one above the other, cut out one half (2:1); the faces of a cube are six, named front, right, back, left, up and down (numbers do not say which is which)`;
  return told`${size}: a full sphere is twice as wide as high, and no GPano data says which part of a sphere this is: stitch it as an equirectangular picture of 2:1, or fill it up to one`;
}

/** Whether it is one as a camera wrote it. @throws {PictureRefusal} When it cannot be decoded. @throws {Refusal} */
async function looksLikeFisheyes(sharp: Sharp, path: string): Promise<boolean> {
  const pixels = await sharp(path)
    .resize(FISHEYE_LOOK.width, FISHEYE_LOOK.height, { fit: 'fill' })
    .flatten()
    .toColourspace('b-w')
    .raw()
    .toBuffer()
    .catch((error: Error) => {
      const full = scratchRefusal(error);
      if (full !== undefined) throw full;
      throw new PictureRefusal(
        told`it cannot be read to its end (${reasonOf(error, path)}): copy it again, or export it anew`,
      );
    });
  return isFisheyePair(pixels);
}
