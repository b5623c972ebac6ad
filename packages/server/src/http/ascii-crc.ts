import { POLYNOMIAL } from './crc-combination.ts';

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit += 1) remainder = (remainder >>> 1) ^ ((remainder & 1) === 1 ? POLYNOMIAL : 0);
  return remainder;
});

/**
 * The CRC-32 of a short text of plain ASCII. Node's own takes a text through UTF-8 first, which costs more than the sum.
 * @param before CRC-32 of what stands before the text.
 */
export function asciiCrc(text: string, before = 0): number {
  let crc = ~before;
  for (let index = 0; index < text.length; index += 1) {
    crc = (crc >>> 8) ^ (table[(crc ^ text.charCodeAt(index)) & 0xff] ?? 0);
  }
  return ~crc >>> 0;
}
