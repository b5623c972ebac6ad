import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SpaciousBytes } from './spacious-bytes.ts';

const latin1 = (maxLength: number) =>
  fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)), maxLength });

test('the piece is the text before, the bytes and the text behind; the bytes stay as they were', () => {
  const property = fc.property(fc.uint8Array(), fc.array(fc.tuple(latin1(1500), latin1(32))), (bytes, answers) => {
    const spacious = new SpaciousBytes(Buffer.from(bytes));
    for (const [before, behind] of answers) {
      const whole = Buffer.concat([Buffer.from(before, 'latin1'), bytes, Buffer.from(behind, 'latin1')]);
      expect(spacious.lend(before, behind)).toEqual(whole);
      expect(spacious.bytes).toEqual(Buffer.from(bytes));
      spacious.giveBack();
    }
  });
  fc.assert(property);
});

test('it is lent to one at a time', () => {
  const spacious = new SpaciousBytes(Buffer.from('bytes'));
  const first = spacious.lend('a', 'z');
  expect(spacious.lend('b', 'y')).toBeUndefined();
  expect(first?.toString()).toBe('abytesz');
  spacious.giveBack();
  expect(spacious.lend('b', 'y')?.toString()).toBe('bbytesy');
});

test.each([
  ['before', 'x'.repeat(2000), ''],
  ['behind', '', 'x'.repeat(40)],
])('a text that does not fit %s is not put there, and nothing is lent', (_, before, behind) => {
  const spacious = new SpaciousBytes(Buffer.from('bytes'));
  expect(spacious.lend(before, behind)).toBeUndefined();
  expect(spacious.lend('', '')?.toString()).toBe('bytes');
});
