import { expect, test } from 'vitest';
import { onePiece } from './one-piece.ts';

test('every character of one byte stays what it is', () => {
  const all = String.fromCharCode(...Array.from({ length: 256 }, (_, code) => code));
  expect(onePiece(all)).toBe(all);
});
