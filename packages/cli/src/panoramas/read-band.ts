import { reasonOf } from './inspect-picture.ts';
import { BAND_MARGIN_ROWS, type Band } from './projection.ts';
import type { SpherePicture } from './scene.ts';
import type { Sharp } from './sharp.ts';

/** A picture could not be decoded; the message says why. */
export class DecodeFailed extends Error {
  override name = 'DecodeFailed';
}

/** Pixels of a sphere for each pixel of a face's edge: more add nothing to what a face can show. */
const WIDTH_PER_EDGE = 8;
/** Colour around a sphere's part, unless its own edges give one: a middle grey. */
const GAP = 96;

/**
 * Decodes some rows of a sphere, in sRGB. Where the picture is only a part of it, the rest gets the mean colour of the
 * part's upper edge above, of its lower edge below, and what lies between them beside it.
 * @param share From 0, straight above, to 1, straight below.
 * @param edge Of the faces that are made of it, in pixels: a much larger picture is made smaller first.
 * @throws {DecodeFailed}
 */
export async function readBand(
  sharp: Sharp,
  picture: SpherePicture,
  share: { readonly from: number; readonly to: number },
  edge: number,
): Promise<Band> {
  const scale = Math.min(1, (WIDTH_PER_EDGE * edge) / picture.full.width);
  const scaled = (pixels: number) => Math.round(pixels * scale);
  const [width, height] = [scaled(picture.full.width), scaled(picture.full.height)];
  const top = Math.max(0, Math.floor(share.from * height) - BAND_MARGIN_ROWS);
  const rows = Math.min(height, Math.ceil(share.to * height) + BAND_MARGIN_ROWS) - top;
  const part = {
    width: Math.min(width, scaled(picture.width)),
    height: Math.min(height, scaled(picture.height)),
    left: scaled(picture.full.left),
    top: scaled(picture.full.top),
  };
  const pixels = new Uint8Array(new SharedArrayBuffer(width * rows * 3));
  const isWhole = part.width === width && part.height === height;
  if (!isWhole) await fillGaps(sharp, picture, pixels, { width, top, rows, part });
  const first = Math.max(top, part.top);
  const count = Math.min(top + rows, part.top + part.height) - first;
  if (count > 0) {
    const upright = sharp(picture.path, { failOn: 'error' }).autoOrient();
    const sized = scale < 1 ? upright.resize(part.width, part.height, { fit: 'fill' }) : upright;
    const region = { left: 0, top: first - part.top, width: part.width, height: count };
    const decoded = await rawOf(sized.extract(region));
    const left = Math.min(part.left, width - part.width);
    for (let row = 0; row < count; row++) {
      const from = row * part.width * 3;
      pixels.set(decoded.subarray(from, from + part.width * 3), ((first - top + row) * width + left) * 3);
    }
  }
  return { width, height, top, rows, pixels };
}

interface Gaps {
  readonly width: number;
  readonly top: number;
  readonly rows: number;
  readonly part: { readonly top: number; readonly height: number };
}

async function fillGaps(
  sharp: Sharp,
  { path }: SpherePicture,
  pixels: Uint8Array,
  { width, top, rows, part }: Gaps,
): Promise<void> {
  // One pixel for each of so many strips of the picture: the outer ones are its edges.
  const strips = 64;
  const means = await rawOf(sharp(path, { failOn: 'error' }).autoOrient().resize(1, strips, { fit: 'fill' }));
  for (let row = 0; row < rows; row++) {
    const down = Math.min(1, Math.max(0, (top + row - part.top) / Math.max(1, part.height - 1)));
    const start = row * width * 3;
    for (let channel = 0; channel < 3; channel++) {
      const [upper = GAP, lower = GAP] = [means[channel], means[(strips - 1) * 3 + channel]];
      pixels[start + channel] = Math.round(upper + (lower - upper) * down);
    }
    for (let filled = 3; filled < width * 3; filled *= 2) {
      pixels.copyWithin(start + filled, start, start + Math.min(filled, width * 3 - filled));
    }
  }
}

/** Red, green and blue of what a pipeline gives; what can be seen through lies on black. */
async function rawOf(pipeline: ReturnType<Sharp>): Promise<Buffer> {
  const decoded = await pipeline
    .flatten()
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer()
    .catch((error: Error) => {
      throw new DecodeFailed(reasonOf(error));
    });
  return decoded;
}
