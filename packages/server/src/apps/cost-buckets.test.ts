import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bucketOf, costOfBucket, LAST_BUCKET, quantileOf } from './cost-buckets.ts';

/** Costs between the first bucket's end and the last one's, in milliseconds. */
const anyCost = fc.double({ min: 0.017, max: 60_000, noNaN: true });
const bucketsOf = (costs: readonly number[]) => costs.map((cost) => ({ bucket: bucketOf(cost), count: 1 }));

test('a cost is off by 9% at most once it is in its bucket', () => {
  fc.assert(
    fc.property(anyCost, (cost) => {
      const ratio = costOfBucket(bucketOf(cost)) / cost;
      expect(ratio).toBeGreaterThan(1 / 1.0906);
      expect(ratio).toBeLessThan(1.0906);
    }),
  );
});

test('quantiles of many nodes are the quantiles of all their calls, within the same 9%', () => {
  const anyNodes = fc.array(fc.array(anyCost, { minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(anyNodes, fc.constantFrom(0.5, 0.95, 1), (nodes, share) => {
      const all = nodes.flat().sort((one, other) => one - other);
      const exact = all[Math.ceil(all.length * share) - 1] ?? 0;
      const ratio = (quantileOf(nodes.flatMap(bucketsOf), share) ?? 0) / exact;
      expect(ratio).toBeGreaterThan(1 / 1.0906);
      expect(ratio).toBeLessThan(1.0906);
    }),
  );
});

test.each([0, -1, Number.NaN, 0.000_001])('%d milliseconds fall into the first bucket', (cost) => {
  expect(bucketOf(cost)).toBe(0);
});

test('whatever takes longer than a minute falls into the last', () => {
  expect([bucketOf(70_000), bucketOf(Number.POSITIVE_INFINITY)]).toEqual([LAST_BUCKET, LAST_BUCKET]);
});

test('without a call there is no quantile', () => {
  expect(quantileOf([], 0.5)).toBeNull();
});
