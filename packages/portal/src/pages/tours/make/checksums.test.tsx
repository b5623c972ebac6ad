import { createHash } from 'node:crypto';
import { crc32 as expected } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crc32 } from './crc32.ts';
import { sha256, sha256Of } from './sha256.ts';

const pieces = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 });

test('a hash is that of Node.js, in whatever pieces the bytes come', () => {
  fc.assert(
    fc.property(pieces, (all) => {
      const [hash, reference] = [sha256(), createHash('sha256')];
      for (const one of all) {
        hash.update(one);
        reference.update(one);
      }
      expect(hash.digest()).toBe(reference.digest('hex'));
    }),
  );
  for (const length of [55, 56, 63, 64, 65, 1_000_003]) {
    const text = '客'.repeat(length);
    expect(sha256Of(text)).toBe(createHash('sha256').update(text).digest('hex'));
  }
});

test('a checksum is that of Node.js', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
      expect(crc32(bytes)).toBe(expected(bytes));
    }),
  );
});
