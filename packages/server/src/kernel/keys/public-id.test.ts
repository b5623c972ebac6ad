import { expect, test } from 'vitest';
import { newPublicId } from './public-id.ts';

test.each([0x00, 0x7f, 0x80, 0xf8, 0xfb, 0xff])('begins with a letter, also where its first byte is %i', (first) => {
  const id = newPublicId((size) => Buffer.alloc(size, first));
  expect(id).toMatch(/^[A-Za-z][A-Za-z0-9_-]{21}$/);
});

test('no two are alike', () => {
  const ids = Array.from({ length: 1000 }, () => newPublicId());
  expect(new Set(ids).size).toBe(1000);
});
