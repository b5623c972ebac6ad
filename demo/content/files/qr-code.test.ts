import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { qrCode } from './qr-code.ts';

/** Hash of the code that jsQR 1.4.0, an independent reader, read as this address. */
const READ_AS_HOMES = '240b636a35822c192e4816d618edbbf6817808f62b6adfeaabc23c8eb07656a5';

test('the code is the one that an independent reader has read', () => {
  const code = qrCode('https://homes.example.com/');
  expect(createHash('sha256').update(code).digest('hex')).toBe(READ_AS_HOMES);
});

test('a longer address than the code holds is refused', () => {
  expect(() => qrCode('https://homes.example.com/x')).toThrow(RangeError);
});
