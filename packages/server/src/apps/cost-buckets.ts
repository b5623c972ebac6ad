/** Costs are counted per ten minutes: a sixth of the shortest range that a page asks for. */
export const SLOT_MS = 10 * 60 * 1000;

/**
 * Costs are stored as counts in fixed buckets of a logarithmic scale: bucket `i` ends at 16 µs · 2^(i/4). Fixed buckets
 * of several nodes, minutes or hours are merged by adding, and a quantile of them is off by 9% at most (decision 0067).
 */
const FIRST_END_US = 16;
const BUCKETS_PER_DOUBLING = 4;
/** The last bucket takes everything from about 67 s on. */
export const LAST_BUCKET = 88;

const US_PER_MS = 1000;

/** @param costMs Milliseconds, with a fraction. */
export function bucketOf(costMs: number): number {
  const doublings = Math.log2((costMs * US_PER_MS) / FIRST_END_US);
  // NaN and too small values go into the first bucket.
  if (!(doublings > 0)) return 0;
  return Math.min(LAST_BUCKET, Math.ceil(doublings * BUCKETS_PER_DOUBLING));
}

/** @returns The cost in milliseconds that represents a bucket: its middle on the logarithmic scale. */
export function costOfBucket(bucket: number): number {
  return (FIRST_END_US * 2 ** ((bucket - 0.5) / BUCKETS_PER_DOUBLING)) / US_PER_MS;
}

/** Calls of one bucket. */
export interface BucketCount {
  readonly bucket: number;
  readonly count: number;
}

/**
 * @param share Between 0 and 1: 0.95 asks for the cost that 95 of 100 calls do not exceed.
 * @returns Milliseconds; null without any call.
 */
export function quantileOf(counts: readonly BucketCount[], share: number): number | null {
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return null;
  const rank = Math.max(1, Math.ceil(all * share));
  let seen = 0;
  for (const { bucket, count } of counts.toSorted((one, other) => one.bucket - other.bucket)) {
    seen += count;
    if (seen >= rank) return costOfBucket(bucket);
  }
  return null;
}
