import { expect, test } from 'vitest';
import { listed } from './listed.ts';

test.each([
  ['en', 'a.jpg, b.jpg'],
  ['zh', 'a.jpg、b.jpg'],
])('files are told apart in a sentence in %s', (language, sentence) => {
  expect(listed(['a.jpg', 'b.jpg'], language)).toBe(sentence);
});

test('of many files a few are named', () => {
  expect(listed(['a', 'b', 'c', 'd', 'e', 'f', 'g'], 'en')).toBe('a, b, c, d, e, +2');
});
