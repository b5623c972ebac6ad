import { expect, test } from 'vitest';
import { rangeOf } from './range.ts';

test.each([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['Bytes=90-', { start: 90, end: 99 }],
  ['BYTES= 0-9', { start: 0, end: 9 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=50-1000', { start: 50, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  [undefined, undefined],
  ['bytes=5-4', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,5-6', undefined],
  ['items=0-1', undefined],
  ['kilobytes=0-1', undefined],
  ['bytes=a-b', undefined],
])('%j of 100 bytes', (header, expected) => {
  expect(rangeOf(header, 100)).toEqual(expected);
});

test('an empty file has no range', () => {
  expect(rangeOf('bytes=0-0', 0)).toBe('unsatisfiable');
});
