import fc from 'fast-check';
import { expect, test } from 'vitest';
import { envelopeLines, shownLines } from './envelope-lines.ts';

const textOf = (json: string) =>
  envelopeLines(json)?.map(({ depth, pieces }) => '  '.repeat(depth) + pieces.map(({ text }) => text).join(''));

test('lays JSON out as JSON.stringify does with two spaces', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      const value = JSON.parse(json);
      expect(textOf(JSON.stringify(value))?.join('\n')).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

test('numbers keep their digits', () => {
  expect(textOf('{"id":12345678901234567890,"x":1.50}')).toEqual([
    '{',
    '  "id": 12345678901234567890,',
    '  "x": 1.50',
    '}',
  ]);
});

test('what opens knows where it closes, and folds into one line', () => {
  const lines = envelopeLines('{"a":[1,{"b":2}],"c":[]}') ?? [];
  const ranges = lines.map(({ end }, index) => [index, end]).filter(([index, end]) => index !== end);
  expect(ranges).toEqual([
    [0, 8],
    [1, 6],
    [3, 5],
  ]);
  expect(shownLines(lines, new Set([1]))).toEqual([0, 1, 7, 8]);
  expect(shownLines(lines, new Set([0]))).toEqual([0]);
  expect(shownLines(lines, new Set())).toHaveLength(lines.length);
});

test.each(['', '<html>', '{"a":', 'nothing'])('%j is not JSON', (text) => {
  expect(envelopeLines(text)).toBeUndefined();
});
