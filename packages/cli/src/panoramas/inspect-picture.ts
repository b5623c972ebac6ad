import type { Metadata } from 'sharp';
import { factsOf, type GeoPosition, type SpherePart } from './picture-facts.ts';
import type { SpherePicture } from './scene.ts';
import type { Sharp } from './sharp.ts';

/** Widest picture that is taken, in pixels. */
const WIDTH_MAX_PX = 16_384;
/** Formats that are taken, by sharp's names; AVIF is one of several in HEIF. */
const FORMATS = ['jpeg', 'png', 'webp', 'heif'];

/** A panorama that is one picture, and what it tells of how it was taken. */
export interface InspectedSphere {
  readonly picture: SpherePicture;
  readonly heading: number | undefined;
  readonly position: GeoPosition | undefined;
}

/** Why a picture is not taken, and what to do; without the name of its file. */
export class PictureRefusal extends Error {
  override name = 'PictureRefusal';
}

/**
 * Reads the head of a picture and decides which part of a sphere it shows.
 * @throws {PictureRefusal} When it shows none.
 */
export async function inspectSphere(sharp: Sharp, path: string): Promise<InspectedSphere> {
  const metadata = await metadataOf(sharp, path);
  const { width, height } = sizeOf(metadata);
  const facts = factsOf(metadata.xmp, metadata.exif);
  if (facts.projection !== undefined && facts.projection !== 'equirectangular') {
    throw new PictureRefusal(`its GPano data says that it is ${facts.projection}: export it as equirectangular (2:1)`);
  }
  const full = fullSphereOf(width, height, facts.sphere);
  if (full === undefined) {
    throw new PictureRefusal(
      `${width} × ${height} pixels are no full sphere, which is twice as wide as high, and no GPano data says which ` +
        'part of one it is: stitch it as an equirectangular picture of 2:1, or fill it up to one',
    );
  }
  if (facts.sphere === undefined && (await isFisheyePair(sharp, path))) {
    throw new PictureRefusal(
      'it is a pair of fisheye pictures as the camera wrote it: stitch it with the program of the camera, and take ' +
        'the equirectangular picture that this exports',
    );
  }
  const picture = { kind: 'sphere', path, width, height, full } as const;
  return { picture, heading: facts.heading, position: facts.position };
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
  throw new PictureRefusal(`${width} × ${height} pixels are no square, which a face of a cube is`);
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
        `it cannot be read as a picture (${reasonOf(error)}): copy it again, or export it as JPEG`,
      );
    });
  const isTaken = FORMATS.includes(metadata.format) && (metadata.format !== 'heif' || metadata.compression === 'av1');
  if (!isTaken) throw new PictureRefusal('it is neither JPEG, PNG, WebP nor AVIF inside: export it as one of them');
  return metadata;
}

/** What a decoder says, in one line. */
export const reasonOf = ({ message }: Error): string => message.replaceAll(/\s+/g, ' ').trim();

function sizeOf({ autoOrient: { width, height } }: Metadata): { readonly width: number; readonly height: number } {
  if (width <= WIDTH_MAX_PX && height <= WIDTH_MAX_PX) return { width, height };
  throw new PictureRefusal(
    `it is ${width} × ${height} pixels; at most ${WIDTH_MAX_PX} wide are taken: make it smaller`,
  );
}

/** How far the proportions of stitched pictures are off. */
const SLACK = 0.01;
const isNear = (a: number, b: number) => Math.abs(a - b) <= SLACK * b;

/** @returns The sphere in pixels of the picture; undefined when nothing says what it shows. */
function fullSphereOf(width: number, height: number, part: SpherePart | undefined): SpherePicture['full'] | undefined {
  if (part !== undefined && isPart(part) && isNear(part.width / part.height, width / height)) {
    // The picture may have been made smaller since.
    const scale = width / part.width;
    const full = { width: Math.round(part.fullWidth * scale), height: Math.round(part.fullHeight * scale) };
    return {
      width: Math.max(full.width, width),
      height: Math.max(full.height, height),
      left: Math.min(Math.round(part.left * scale), Math.max(0, full.width - width)),
      top: Math.min(Math.round(part.top * scale), Math.max(0, full.height - height)),
    };
  }
  return isNear(width, height * 2) ? { width, height, left: 0, top: 0 } : undefined;
}

/** Whether the numbers say something that can be: a part of a sphere. */
const isPart = ({ fullWidth, fullHeight, width, height, left, top }: SpherePart) =>
  width > 0 &&
  height > 0 &&
  left >= 0 &&
  top >= 0 &&
  left + width <= fullWidth &&
  top + height <= fullHeight &&
  isNear(fullWidth, fullHeight * 2);

/** Height of the small picture in which circles are looked for. */
const SMALL_PX = 64;
/** Grey values: what is black, and what is certainly not. */
const [BLACK, SEEN] = [14, 28];

/**
 * Two circles side by side on black. A sphere whose poles were filled with black is not taken for one: there the upper
 * and lower edges of the circles are black too.
 */
async function isFisheyePair(sharp: Sharp, path: string): Promise<boolean> {
  const pixels = await sharp(path)
    .resize(2 * SMALL_PX, SMALL_PX, { fit: 'fill' })
    .flatten()
    .toColourspace('b-w')
    .raw()
    .toBuffer()
    .catch((error: Error) => {
      throw new PictureRefusal(`it cannot be read to its end (${reasonOf(error)}): copy it again, or export it anew`);
    });
  let [outside, edges, count] = [0, 0, 0];
  const radius = SMALL_PX / 2;
  for (let at = 0; at < pixels.length; at++) {
    const [x, y] = [(at % SMALL_PX) + 0.5 - radius, Math.floor(at / (2 * SMALL_PX)) + 0.5 - radius];
    const away = Math.hypot(x, y) / radius;
    if (away > 1.06) {
      outside += pixels[at] ?? 0;
      count += 1;
    } else if (away > 0.75 && away < 0.9 && Math.abs(x) < 4) edges = Math.max(edges, pixels[at] ?? 0);
  }
  return outside / count < BLACK && edges > SEEN;
}
