import { type Band, EDGE_STRIPS, fillGaps, layOutBand } from '@openhouse/contract/panoramas';
import { type Told, told } from '../told.ts';
import { reasonOf } from './inspect-picture.ts';
import type { SpherePicture } from './scene.ts';
import { type Sharp, scratchRefusal } from './sharp.ts';

/** A picture could not be decoded; the message says why. */
export class DecodeFailed extends Error {
  override name = 'DecodeFailed';
  readonly said: Told;

  constructor(said: Told) {
    super(String(said));
    this.said = said;
  }
}

/** For `catch` of what decodes. @throws {DecodeFailed} @throws {Refusal} Where there is no room to unpack the picture. */
function notDecoded(error: Error): never {
  throw scratchRefusal(error) ?? new DecodeFailed(told`${reasonOf(error)}`);
}

/**
 * Opens a picture, upright. One of 16 bits a channel is brought to 8 first: with a profile, sharp would turn its colours
 * into numbers of Display P3, which look washed out where they are taken for sRGB.
 * @param file Its path, or its bytes.
 * @throws {DecodeFailed}
 */
export async function openPicture(sharp: Sharp, file: string | Buffer): Promise<ReturnType<Sharp>> {
  const picture = sharp(file, { failOn: 'error' }).autoOrient();
  const { depth } = await picture.metadata().catch(notDecoded);
  return depth === 'ushort' ? picture.pipelineColourspace('srgb') : picture;
}

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
  const layout = layOutBand(picture, share, edge);
  const { width, height, top, rows, part, first, count } = layout;
  const pixels = new Uint8Array(new SharedArrayBuffer(width * rows * 3));
  if (!layout.isWhole) {
    // One pixel for each strip of the picture: the outer ones are its edges.
    const opened = await openPicture(sharp, picture.path);
    const { data: means } = await decoded(opened.resize(1, EDGE_STRIPS, { fit: 'fill' }));
    fillGaps(pixels, layout, means.subarray(0, 3), means.subarray(-3));
  }
  if (count > 0) {
    const upright = await openPicture(sharp, picture.path);
    const sized = layout.isScaled ? upright.resize(part.width, part.height, { fit: 'fill' }) : upright;
    const region = { left: 0, top: first - part.top, width: part.width, height: count };
    const { data } = await decoded(sized.extract(region));
    for (let row = 0; row < count; row++) {
      const from = row * part.width * 3;
      pixels.set(data.subarray(from, from + part.width * 3), ((first - top + row) * width + part.left) * 3);
    }
  }
  return { width, height, top, rows, pixels };
}

/** Red, green and blue of what a pipeline gives; what can be seen through lies on black. @throws {DecodeFailed} */
export const decoded = (pipeline: ReturnType<Sharp>) =>
  pipeline
    .flatten()
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(notDecoded);
