import { checkBytes } from './reed-solomon.ts';
import { svg } from './svg.ts';

/** QR code, version 2 (25 modules), error correction M: up to 26 bytes in one block (ISO/IEC 18004). */
const SIZE = 25;
const DATA_BYTES = 28;
const CHECK_BYTES = 16;
const MAX_TEXT_BYTES = 26;
/** Error correction M with mask 0: 15 bits with their own check bits. */
const FORMAT = 0b101010000010010;
const MODULE_PX = 8;
const QUIET_MODULES = 4;

type Module = boolean | undefined;

/** @throws {RangeError} for text longer than 26 bytes. */
export function qrCode(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length > MAX_TEXT_BYTES) throw new RangeError(`${text} has more than ${MAX_TEXT_BYTES} bytes`);
  const modules = filled(frame(), [...dataBytes(bytes), ...checkBytes(dataBytes(bytes), CHECK_BYTES)]);
  const dark = modules.flatMap((row, y) =>
    row.flatMap((module, x) => (module === true ? [`M${x + QUIET_MODULES} ${y + QUIET_MODULES}h1v1h-1z`] : [])),
  );
  const side = (SIZE + 2 * QUIET_MODULES) * MODULE_PX;
  const scaled = `<g transform="scale(${MODULE_PX})" shape-rendering="crispEdges"><path d="${dark.join('')}"/></g>`;
  return svg(side, side, `<rect width="${side}" height="${side}" fill="#fff"/>\n${scaled}`);
}

/** Byte mode, length, text, end, then the two filler bytes in turn. */
function dataBytes(text: Buffer): number[] {
  const bits = `0100${text.length.toString(2).padStart(8, '0')}${[...text].map((byte) => byte.toString(2).padStart(8, '0')).join('')}0000`;
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return Array.from(
    { length: DATA_BYTES },
    (_, index) => bytes[index] ?? ((index - bytes.length) % 2 === 0 ? 0xec : 0x11),
  );
}

/** Everything but the data: finders, timing, alignment and format. */
function frame(): Module[][] {
  const modules: Module[][] = Array.from({ length: SIZE }, () => new Array<Module>(SIZE).fill(undefined));
  const set = (x: number, y: number, dark: boolean) => {
    const row = modules[y];
    if (row !== undefined && x >= 0 && x < SIZE) row[x] = dark;
  };
  for (let at = 8; at < SIZE - 8; at++) {
    set(at, 6, at % 2 === 0);
    set(6, at, at % 2 === 0);
  }
  const square = (centreX: number, centreY: number, radius: number, isDark: (ring: number) => boolean) => {
    for (let dy = -radius; dy <= radius; dy++) {
      for (let dx = -radius; dx <= radius; dx++)
        set(centreX + dx, centreY + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
    }
  };
  for (const [x, y] of [
    [3, 3],
    [SIZE - 4, 3],
    [3, SIZE - 4],
  ] as const)
    square(x, y, 4, (ring) => ring !== 2 && ring !== 4);
  square(18, 18, 2, (ring) => ring !== 1);
  for (let bit = 0; bit < 15; bit++) {
    const dark = ((FORMAT >> bit) & 1) === 1;
    set(8, bit < 6 ? bit : bit < 8 ? bit + 1 : SIZE - 15 + bit, dark);
    set(bit < 8 ? SIZE - 1 - bit : bit === 8 ? 7 : 14 - bit, 8, dark);
  }
  set(8, SIZE - 8, true);
  return modules;
}

/** Lays the bits in columns of two from the lower right, upwards and downwards in turn, under mask 0. */
function filled(modules: Module[][], codewords: readonly number[]): Module[][] {
  let bit = 0;
  for (let right = SIZE - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    const isUpwards = ((right + 1) & 2) === 0;
    for (let step = 0; step < SIZE; step++) {
      const y = isUpwards ? SIZE - 1 - step : step;
      for (const x of [right, right - 1]) {
        const row = modules[y];
        if (row === undefined || row[x] !== undefined) continue;
        const isSet = (((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        row[x] = isSet !== ((x + y) % 2 === 0);
        bit++;
      }
    }
  }
  return modules;
}
