/** The six sides of a cube around a viewpoint, by their names in tour data. */
export const faces = ['front', 'right', 'back', 'left', 'up', 'down'] as const;
export type Face = (typeof faces)[number];

/** Something for each face. */
export const byFace = <Thing>(thingOf: (face: Face) => Thing): Readonly<Record<Face, Thing>> => ({
  front: thingOf('front'),
  right: thingOf('right'),
  back: thingOf('back'),
  left: thingOf('left'),
  up: thingOf('up'),
  down: thingOf('down'),
});

/**
 * Some rows of a full sphere as an equirectangular picture: its middle column looks to −z, the front; its upper edge is
 * straight above.
 */
export interface Band {
  /** Of the full sphere, in pixels. */
  readonly width: number;
  readonly height: number;
  /** The first row that is here. */
  readonly top: number;
  readonly rows: number;
  /** Red, green and blue, row by row. */
  readonly pixels: Uint8Array;
}

/** The shares of a sphere's height that faces are made from: side faces reach 45° up and down, the others to 35.3°. */
export const bandsOfFaces: readonly { readonly faces: readonly Face[]; readonly from: number; readonly to: number }[] =
  [
    { faces: ['front', 'right', 'back', 'left'], from: 0.25, to: 0.75 },
    { faces: ['up'], from: 0, to: 0.3042 },
    { faces: ['down'], from: 0.6958, to: 1 },
  ];

/** Rows beyond its share that a band needs: the neighbours of its outer samples. */
export const BAND_MARGIN_ROWS = 2;

/** Each pixel of a face is the mean of so many samples in each direction, so that detail finer than it does not alias. */
const SAMPLES = 2;

const QUARTER_TURNS = { front: 0, right: 1, back: 2, left: 3 } as const;

/**
 * Projects a face of the cube out of a sphere.
 * @param band Holds the rows that the face needs ({@link bandsOfFaces}).
 * @param edge Of the face, in pixels.
 * @returns Red, green and blue, row by row.
 */
export function projectFace(band: Band, face: Face, edge: number): Uint8Array {
  const out = new Uint8Array(edge * edge * 3);
  const count = edge * SAMPLES;
  const rows = Array.from({ length: SAMPLES }, () => placesOf(count));
  const placeRow =
    face === 'up' || face === 'down' ? capRows(band, face === 'up' ? 1 : -1, count) : sideRows(band, face, count);
  for (let row = 0; row < edge; row++) {
    for (const [part, places] of rows.entries()) placeRow(row * SAMPLES + part, places);
    writeRow(band, rows, out, row * edge * 3);
  }
  return out;
}

/** Where the samples of a row lie in the band, in pixels; a pixel has its whole number in its middle. */
interface Places {
  readonly columns: Float64Array;
  readonly rows: Float64Array;
}

const placesOf = (count: number): Places => ({ columns: new Float64Array(count), rows: new Float64Array(count) });

type PlaceRow = (row: number, places: Places) => void;

/** On a side face a column has one longitude: only the rows are to be found. Its halves mirror each other. */
function sideRows(band: Band, face: keyof typeof QUARTER_TURNS, count: number): PlaceRow {
  const turn = (QUARTER_TURNS[face] * Math.PI) / 2;
  const columns = new Float64Array(count);
  const shrink = new Float64Array(count / 2);
  for (let at = 0; at < count; at++) columns[at] = columnAt(band, turn + Math.atan(onFace(at, count)));
  for (let at = 0; at < count / 2; at++) shrink[at] = 1 / Math.hypot(1, onFace(at, count));
  return (row, places) => {
    const y = -onFace(row, count);
    places.columns.set(columns);
    for (let at = 0; at < count / 2; at++) {
      const found = rowAt(band, Math.atan(y * (shrink[at] as number)));
      places.rows[at] = found;
      places.rows[count - 1 - at] = found;
    }
  };
}

/** @param upwards 1 for the upper face, −1 for the lower one. */
function capRows(band: Band, upwards: 1 | -1, count: number): PlaceRow {
  return (row, { columns, rows }) => {
    const y = -onFace(row, count);
    for (let at = 0; at < count / 2; at++) {
      const x = onFace(at, count);
      const longitude = Math.atan2(x, -y * upwards);
      const found = rowAt(band, upwards * Math.atan(1 / Math.sqrt(x * x + y * y)));
      columns[at] = columnAt(band, longitude);
      columns[count - 1 - at] = columnAt(band, -longitude);
      rows[at] = found;
      rows[count - 1 - at] = found;
    }
  };
}

/** Where the middle of a sample lies on a face, from −1 to 1. */
const onFace = (at: number, count: number) => ((at + 0.5) / count) * 2 - 1;

/** The column of a longitude, which grows to the right of the front. */
const columnAt = ({ width }: Band, longitude: number) => {
  const column = (longitude / (2 * Math.PI) + 0.5) * width - 0.5;
  return column < width ? column : column - width;
};

const rowAt = ({ height, top }: Band, latitude: number) => (0.5 - latitude / Math.PI) * height - 0.5 - top;

/** Between two pixels there are so many steps, as bits; the sums of weights are whole numbers. */
const STEP_BITS = 8;
const STEPS = 1 << STEP_BITS;
const SUM_BITS = 2 * STEP_BITS + Math.log2(SAMPLES * SAMPLES);
const HALF = 1 << (SUM_BITS - 1);

/**
 * Writes a row of a face: each sample is the colour between four pixels. The left and right edges of a sphere touch; above
 * and below it ends. Whole numbers and no arrays: this runs seventeen million times for a face of 2,048 pixels.
 */
function writeRow(
  { width, rows: height, pixels }: Band,
  samples: readonly Places[],
  out: Uint8Array,
  start: number,
): void {
  const count = samples[0]?.columns.length ?? 0;
  for (let at = 0, to = start; at < count; at += SAMPLES, to += 3) {
    let red = HALF;
    let green = HALF;
    let blue = HALF;
    for (let part = 0; part < SAMPLES; part++) {
      const { columns, rows } = samples[part] as Places;
      for (let sample = at; sample < at + SAMPLES; sample++) {
        const column = columns[sample] as number;
        const row = rows[sample] as number;
        // Both are above −1: adding one makes cutting off the fraction rounding down.
        const left = ((column + 1) | 0) - 1;
        const upper = ((row + 1) | 0) - 1;
        const across = ((column - left) * STEPS) | 0;
        const down = ((row - upper) * STEPS) | 0;
        const first = left < 0 ? width - 1 : left;
        const second = left + 1 === width ? 0 : left + 1;
        const above = Math.imul(upper < 0 ? 0 : upper, width);
        const below = Math.imul(upper + 1 < height ? upper + 1 : height - 1, width);
        const a = Math.imul(above + first, 3);
        const b = Math.imul(above + second, 3);
        const c = Math.imul(below + first, 3);
        const d = Math.imul(below + second, 3);
        const wd = Math.imul(across, down);
        const wb = (across << STEP_BITS) - wd;
        const wc = (down << STEP_BITS) - wd;
        const wa = STEPS * STEPS - wb - wc - wd;
        red += px(pixels, a) * wa + px(pixels, b) * wb + px(pixels, c) * wc + px(pixels, d) * wd;
        green += px(pixels, a + 1) * wa + px(pixels, b + 1) * wb + px(pixels, c + 1) * wc + px(pixels, d + 1) * wd;
        blue += px(pixels, a + 2) * wa + px(pixels, b + 2) * wb + px(pixels, c + 2) * wc + px(pixels, d + 2) * wd;
      }
    }
    out[to] = red >> SUM_BITS;
    out[to + 1] = green >> SUM_BITS;
    out[to + 2] = blue >> SUM_BITS;
  }
}

const px = (pixels: Uint8Array, at: number) => pixels[at] as number;
