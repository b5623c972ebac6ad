import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asciiCrc } from './ascii-crc.ts';

const ascii = fc.string({ unit: fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)) });

test('the checksum of a text is that of its bytes, alone or behind another', () => {
  fc.assert(
    fc.property(ascii, ascii, (before, text) => {
      expect(asciiCrc(text)).toBe(crc32(text));
      expect(asciiCrc(text, asciiCrc(before))).toBe(crc32(before + text));
    }),
  );
});
