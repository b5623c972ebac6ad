import { BAND_MARGIN_ROWS, type Band } from './projection.ts';
import type { SphereSize } from './sphere.ts';

/** Pixels of a sphere for each pixel of a face's edge: more add nothing to what a face can show. */
const WIDTH_PER_EDGE = 8;

/** Which rows of a sphere a band holds, and what of a picture comes into it; in pixels of the band. */
export interface BandLayout extends Omit<Band, 'pixels'> {
  /** Size of the whole picture, made smaller if it is much larger than needed, and where it lies in the sphere. */
  readonly part: { readonly width: number; readonly height: number; readonly left: number; readonly top: number };
  /** The first row of the sphere that the picture has here, and how many; none where it is only a part of the sphere. */
  readonly first: number;
  readonly count: number;
  /** Whether it is smaller than the picture. */
  readonly isScaled: boolean;
  /** Whether the picture is the whole sphere. */
  readonly isWhole: boolean;
}

/**
 * @param picture Its size, and the sphere that it is a part of.
 * @param share From 0, straight above, to 1, straight below.
 * @param edge Of the faces that are made of it, in pixels.
 */
export function layOutBand(
  picture: { readonly width: number; readonly height: number; readonly full: SphereSize },
  share: { readonly from: number; readonly to: number },
  edge: number,
): BandLayout {
  const scale = Math.min(1, (WIDTH_PER_EDGE * edge) / picture.full.width);
  const scaled = (pixels: number) => Math.round(pixels * scale);
  const [width, height] = [scaled(picture.full.width), scaled(picture.full.height)];
  const top = Math.max(0, Math.floor(share.from * height) - BAND_MARGIN_ROWS);
  const rows = Math.min(height, Math.ceil(share.to * height) + BAND_MARGIN_ROWS) - top;
  const [partWidth, partHeight] = [Math.min(width, scaled(picture.width)), Math.min(height, scaled(picture.height))];
  const part = {
    width: partWidth,
    height: partHeight,
    left: Math.min(scaled(picture.full.left), width - partWidth),
    top: scaled(picture.full.top),
  };
  const first = Math.max(top, part.top);
  const count = Math.max(0, Math.min(top + rows, part.top + part.height) - first);
  const isWhole = part.width === width && part.height === height;
  return { width, height, top, rows, part, first, count, isScaled: scale < 1, isWhole };
}

/** Mean colour of an edge of a picture: red, green, blue. */
export type EdgeColour = ArrayLike<number>;

/** Number of strips of a picture; the outermost ones give the colours of its edges. */
export const EDGE_STRIPS = 64;
/** Colour around a sphere's part, unless its own edges give one: a middle grey. */
const GAP = 96;

/**
 * Fills a band where the picture is only a part of the sphere: with the mean colour of the part's upper edge above, of
 * its lower edge below, and what lies between them beside it.
 */
export function fillGaps(
  pixels: Uint8Array,
  { width, top, rows, part }: BandLayout,
  upper: EdgeColour,
  lower: EdgeColour,
): void {
  for (let row = 0; row < rows; row++) {
    const down = Math.min(1, Math.max(0, (top + row - part.top) / Math.max(1, part.height - 1)));
    const start = row * width * 3;
    for (let channel = 0; channel < 3; channel++) {
      const [above, below] = [upper[channel] ?? GAP, lower[channel] ?? GAP];
      pixels[start + channel] = Math.round(above + (below - above) * down);
    }
    for (let filled = 3; filled < width * 3; filled *= 2) {
      pixels.copyWithin(start + filled, start, start + Math.min(filled, width * 3 - filled));
    }
  }
}
