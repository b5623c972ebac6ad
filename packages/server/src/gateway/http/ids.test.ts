import { expect, test } from 'vitest';
import { newRequestId, newTraceId } from './ids.ts';

/** Several batches. */
const MANY = 2000;

test('a request id is a UUID of version 4, and no two are alike', () => {
  const ids = Array.from({ length: MANY }, newRequestId);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(MANY);
});

test('every digit of a request id that is random takes every value', () => {
  const ids = Array.from({ length: MANY }, newRequestId);
  for (const place of Array.from({ length: 36 }, (_, index) => index)) {
    const seen = new Set(ids.map((id) => id[place])).size;
    const fixed = [8, 13, 18, 23, 14].includes(place);
    expect(seen, `place ${place}`).toBe(fixed ? 1 : place === 19 ? 4 : 16);
  }
});

test('a trace id is 32 digits, and no two are alike', () => {
  const ids = Array.from({ length: MANY }, newTraceId);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(ids).size).toBe(MANY);
});
