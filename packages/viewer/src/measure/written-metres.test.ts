import { expect, test } from 'vitest';
import { metresWriter } from './written-metres.ts';

test.each([
  ['en', 2.346, '2.35'],
  ['en', 0, '0.00'],
  ['de', 1234.5, '1.234,50'],
  ['zh-CN', 2.3, '2.30'],
])('in %s %d is %s', (language, metres, written) => {
  expect(metresWriter(language)(metres)).toBe(written);
});

test('a language that is none is the browser’s own', () => {
  const { locale } = Intl.NumberFormat().resolvedOptions();
  expect(metresWriter('en_US')(1234.5)).toBe(metresWriter(locale)(1234.5));
});
