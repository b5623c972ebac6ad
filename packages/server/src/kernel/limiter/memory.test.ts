import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memoryLimiter } from './memory.ts';

test('a window allows exactly its quota, then refuses until it ends', () => {
  let nowMs = 0;
  const limiter = memoryLimiter(() => nowMs);
  const allowed = Array.from({ length: 5 }, () => limiter.take('a', 3).allowed);
  expect(allowed).toEqual([true, true, true, false, false]);
  expect(limiter.take('a', 3)).toEqual({ allowed: false, quota: 3, remaining: 0, resetS: 60 });
  nowMs = 59_001;
  expect(limiter.take('a', 3).resetS).toBe(1);
  nowMs = 60_000;
  expect(limiter.take('a', 3)).toEqual({ allowed: true, quota: 3, remaining: 2, resetS: 60 });
});

test('a window is never told to last longer than a minute, whatever fractions the clock has', () => {
  let nowMs = 77_957.374_312_197_89;
  const resetOf = (key: string) => memoryLimiter(() => nowMs).take(key, 1).resetS;
  // Adding a minute to this time, and taking the time away again, leaves a little more than a minute.
  expect([nowMs + 60_000 - nowMs > 60_000, resetOf('a')]).toEqual([true, 60]);

  const times = fc.double({ min: 0, max: 1e10, noNaN: true });
  const elapsed = fc.double({ min: 0, max: 60_000, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(times, elapsed, (start, later) => {
      nowMs = start;
      const limiter = memoryLimiter(() => nowMs);
      limiter.take('a', 9);
      nowMs = start + later;
      const inWindow = nowMs - start < 60_000;
      const { remaining, resetS } = limiter.take('a', 9);
      expect(remaining).toBe(inWindow ? 7 : 8);
      expect(resetS).toBeGreaterThanOrEqual(1);
      expect(resetS).toBeLessThanOrEqual(60);
    }),
  );
});

test('a quota that is lowered or raised counts from the next request on', () => {
  const limiter = memoryLimiter(() => 0);
  for (let count = 0; count < 5; count += 1) limiter.take('a', 5);
  expect(limiter.take('a', 2)).toEqual({ allowed: false, quota: 2, remaining: 0, resetS: 60 });
  expect(limiter.take('a', 6)).toEqual({ allowed: true, quota: 6, remaining: 0, resetS: 60 });
});

test('keys do not touch one another', () => {
  const limiter = memoryLimiter(() => 0);
  expect(limiter.take('a', 1).allowed).toBe(true);
  expect(limiter.take('b', 1).allowed).toBe(true);
  expect(limiter.take('a', 1).allowed).toBe(false);
});

test('no run of requests gets more than the quota out of one window', () => {
  const steps = fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 200 });
  fc.assert(
    fc.property(steps, (pauses) => {
      let nowMs = 0;
      let windowStart = 0;
      let used = 0;
      const limiter = memoryLimiter(() => nowMs);
      for (const pause of pauses) {
        nowMs += pause;
        if (used === 0 || nowMs >= windowStart + 60_000) {
          windowStart = nowMs;
          used = 0;
        }
        if (limiter.take('a', 4).allowed) used += 1;
        expect(used).toBeLessThanOrEqual(4);
      }
    }),
  );
});

test('a flood of keys takes the place of the oldest windows, one each, and of ended ones first', {
  tags: 'slow',
}, () => {
  const KEYS = 200_000;
  let nowMs = 0;
  const limiter = memoryLimiter(() => nowMs);
  for (let key = 0; key < KEYS; key += 1) limiter.take(`k${key}`, 1);
  expect(limiter.take('k0', 1).allowed).toBe(false);
  expect(limiter.take('one more', 1).allowed).toBe(true);
  // The second is still counted; the first was forgotten, which forgets the second.
  expect([limiter.take('k1', 1).allowed, limiter.take('k0', 1).allowed]).toEqual([false, true]);
  expect([limiter.take('k2', 1).allowed, limiter.take('k1', 1).allowed]).toEqual([false, true]);
  nowMs = 60_001;
  expect(limiter.take('fresh', 1).allowed).toBe(true);
  expect([limiter.take('fresh', 1).allowed, limiter.take('k5', 1).allowed]).toEqual([false, true]);
});
