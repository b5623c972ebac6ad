import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { combineCrc, crcShift, joinShifts } from './crc-combination.ts';

test('the combined checksum of two byte strings is that of both put together', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5000 }), fc.uint8Array({ maxLength: 5000 }), (first, second) => {
      const combined = combineCrc(crc32(first), crc32(second), crcShift(second.length));
      expect(combined).toBe(crc32(Buffer.concat([first, second])));
    }),
  );
});

test.each([0, 1, 255, 256, 65_535, 65_536, 1_000_003, 20_000_000])('a second part of %d bytes', (length) => {
  const second = Buffer.alloc(length, 0x5a);
  const first = Buffer.from('{"request_id":"');
  expect(combineCrc(crc32(first), crc32(second), crcShift(length))).toBe(crc32(Buffer.concat([first, second])));
});

test('the shift of two lengths together is joined from theirs', () => {
  fc.assert(
    fc.property(fc.nat({ max: 2 ** 31 }), fc.nat({ max: 2 ** 31 }), (first, second) => {
      expect(joinShifts(crcShift(first), crcShift(second))).toBe(crcShift(first + second));
    }),
  );
});
