import { crc32, deflateSync } from 'node:zlib';

/** Row filters of PNG: what each byte is predicted from. */
const FILTERS = [
  () => 0,
  (left: number) => left,
  (_left: number, up: number) => up,
  (left: number, up: number) => (left + up) >> 1,
  (left: number, up: number, corner: number) => {
    const guess = left + up - corner;
    const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
    return a <= b && a <= c ? left : b <= c ? up : corner;
  },
];
const CHANNELS = 3;

/** A PNG picture of 8-bit RGB, each row with the filter that leaves the smallest differences. */
export function png(width: number, height: number, rgb: Uint8Array): Buffer {
  const stride = width * CHANNELS;
  const rows: Buffer[] = [];
  for (let y = 0; y < height; y++) rows.push(bestRow(rgb, y * stride, stride, y > 0));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const data = deflateSync(Buffer.concat(rows), { level: 9, memLevel: 9 });
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

function bestRow(rgb: Uint8Array, start: number, stride: number, hasRowAbove: boolean): Buffer {
  const candidates = FILTERS.map((predict, type) => {
    const row = Buffer.alloc(stride + 1);
    row[0] = type;
    let cost = 0;
    for (let at = 0; at < stride; at++) {
      const here = start + at;
      const left = at >= CHANNELS ? (rgb[here - CHANNELS] ?? 0) : 0;
      const up = hasRowAbove ? (rgb[here - stride] ?? 0) : 0;
      const corner = at >= CHANNELS && hasRowAbove ? (rgb[here - stride - CHANNELS] ?? 0) : 0;
      const difference = ((rgb[here] ?? 0) - predict(left, up, corner)) & 255;
      row[at + 1] = difference;
      cost += difference < 128 ? difference : 256 - difference;
    }
    return { row, cost };
  });
  return candidates.reduce((best, next) => (next.cost < best.cost ? next : best)).row;
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(content.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
