import { describe, expect, test } from 'vitest';
import { layersOf, stacked, stepStarts } from './chart-layers.ts';
import { usageSearch } from './usage-search.ts';

const usage = (series: readonly [operation: string, status: string, ...counts: number[]][]) => ({
  from: '2026-11-20T10:00:00.000Z',
  to: '2026-11-20T10:20:00.000Z',
  stepS: 600,
  calls: 0,
  refused: 0,
  operations: [],
  versions: [],
  limit: { perMinute: 256, peak: null, refused: 0 },
  series: series.map(([operation, status, ...counts]) => ({ operation, status, counts })),
});

describe('the layers of the chart', () => {
  const calls = usage([
    ['vr-info', 'err_rate_limited', 0, 9],
    ['vr-info', 'success', 1, 2],
    ['hot-list', 'success', 3, 4],
  ]);

  test('by result: success first, whatever is larger', () => {
    expect(layersOf(calls, 'result')).toEqual([
      { name: 'success', counts: [4, 6], total: 10 },
      { name: 'err_rate_limited', counts: [0, 9], total: 9 },
    ]);
  });

  test('by operation: the largest first', () => {
    expect(layersOf(calls, 'operation').map(({ name, total }) => [name, total])).toEqual([
      ['vr-info', 12],
      ['hot-list', 7],
    ]);
  });

  test('stand on top of each other', () => {
    expect(stacked(layersOf(calls, 'result'))).toEqual([
      [4, 6],
      [4, 15],
    ]);
  });

  test('the smallest are put together, and no call is lost', () => {
    const many = usage(Array.from({ length: 9 }, (_, index) => [`operation-${index}`, 'success', index + 1] as const));
    const layers = layersOf(many, 'operation');
    expect(layers.map(({ name }) => name)).toEqual([
      'operation-8',
      'operation-7',
      'operation-6',
      'operation-5',
      'operation-4',
      'other',
    ]);
    expect(layers.reduce((sum, { total }) => sum + total, 0)).toBe(45);
  });

  test('each step begins where the one before ends', () => {
    expect(stepStarts(calls).map((second) => new Date(second * 1000).toISOString())).toEqual([
      '2026-11-20T10:00:00.000Z',
      '2026-11-20T10:10:00.000Z',
    ]);
  });
});

test.each([
  [{}, {}],
  [
    { app: 'ohk_1', range: '7d', call: 'r-1' },
    { app: 'ohk_1', range: '7d', call: 'r-1' },
  ],
  [{ app: 3, range: '7y', call: '' }, {}],
  [{ range: 'toString' }, {}],
])('the address %j says %j', (address, said) => {
  expect(usageSearch(address)).toEqual(said);
});
