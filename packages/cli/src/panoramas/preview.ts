import { type Face, PREVIEW } from '@openhouse/contract/panoramas';
import { decoded } from './read-band.ts';
import type { Sharp } from './sharp.ts';

/** Of a face in the preview. */
const SQUARE_BYTES = PREVIEW.edge ** 2 * 3;

/** The six faces of a viewpoint in small, in one picture (decision 0247). */
export interface Preview {
  /** Adds a face. @throws {DecodeFailed} */
  add(face: Face, picture: ReturnType<Sharp>): Promise<void>;
  /** @returns The picture, once all six were added. */
  jpeg(): Promise<Buffer>;
}

export function newPreview(sharp: Sharp): Preview {
  const strip = new Uint8Array(PREVIEW.order.length * SQUARE_BYTES);
  const raw = { width: PREVIEW.edge, height: PREVIEW.edge * PREVIEW.order.length, channels: 3 } as const;
  return {
    async add(face, picture) {
      strip.set(await pixelsOf(picture, PREVIEW.edge), PREVIEW.order.indexOf(face) * SQUARE_BYTES);
    },
    jpeg: () => sharp(strip, { raw }).jpeg({ quality: PREVIEW.quality }).toBuffer(),
  };
}

/** Red, green and blue of a picture that is brought to a square. @throws {DecodeFailed} */
export const pixelsOf = async (picture: ReturnType<Sharp>, size: number): Promise<Buffer> =>
  (await decoded(picture.resize(size, size, { fit: 'fill' }))).data;
