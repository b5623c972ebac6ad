import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../config/config.ts';
import { replacementDelayMs, shareOf } from './rules.ts';

const DATABASE_URL = 'postgres://127.0.0.1/openhouse';

describe('the budgets of the machine are those of all workers together', () => {
  test.each([
    [1, 256, 10],
    [2, 128, 5],
    [4, 64, 3],
    [8, 32, 3],
    [32, 8, 3],
  ])('%d workers: %d MiB and %d connections each', (workers, cache, connections) => {
    const share = shareOf(parseConfig({ DATABASE_URL, WORKERS: String(workers) }));
    expect([share.FRAME_CACHE_MB, share.DATABASE_POOL_SIZE]).toEqual([cache, connections]);
  });
});

test('more than one worker on the embedded store is refused with a way out', () => {
  expect(() => parseConfig({ WORKERS: '2' })).toThrow(/embedded store belongs to one process.*DATABASE_URL.*WORKERS/s);
  expect(parseConfig({}).WORKERS).toBe(1);
  expect(parseConfig({ DATABASE_URL, WORKERS: 'auto' }).WORKERS).toBeGreaterThan(0);
});

test.each(['0', '129', 'all', '-1', '1.5'])('WORKERS=%s is refused', (WORKERS) => {
  expect(() => parseConfig({ DATABASE_URL, WORKERS })).toThrow('WORKERS takes a whole number from 1 to 128, or auto');
});

test('the first replacement comes at once; those of a worker that keeps dying wait longer and longer, to an end', () => {
  const delays = Array.from({ length: 12 }, (_, shortLives) => replacementDelayMs(shortLives));
  expect(delays[0]).toBe(0);
  expect(delays.slice(1, 4)).toEqual([200, 400, 800]);
  expect(delays.at(-1)).toBe(10_000);
  expect(delays).toEqual(delays.toSorted((a, b) => a - b));
});
