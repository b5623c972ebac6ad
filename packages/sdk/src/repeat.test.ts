import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { GatewayError, TransportError, type TransportReason } from './errors.ts';
import { isWorthRepeating, repeat, waitMs } from './repeat.ts';
import { openScope } from './scope.ts';

const facts = { operation: 'vr-info', attempts: 1, advice: '' };
const refusal = (httpStatus: number) =>
  new GatewayError({ ...facts, httpStatus, status: 'err_of_some_kind', code: -1, requestId: '', traceId: '' });
const broken = (reason: TransportReason, httpStatus?: number) =>
  new TransportError({ ...facts, reason, httpStatus }, '');

test.each([
  [refusal(429), { idempotent: true, other: true }],
  [refusal(503), { idempotent: true, other: true }],
  [refusal(200), { idempotent: false, other: false }],
  [refusal(401), { idempotent: false, other: false }],
  [refusal(404), { idempotent: false, other: false }],
  [refusal(500), { idempotent: false, other: false }],
  [broken('connection'), { idempotent: true, other: false }],
  [broken('connection', 200), { idempotent: true, other: false }],
  [broken('timeout'), { idempotent: true, other: false }],
  [broken('malformed', 502), { idempotent: true, other: false }],
  [broken('malformed', 503), { idempotent: true, other: false }],
  [broken('malformed', 200), { idempotent: false, other: false }],
  [broken('redirect', 302), { idempotent: false, other: false }],
  [broken('too-large'), { idempotent: false, other: false }],
  [new TypeError('of the caller'), { idempotent: false, other: false }],
])('%s: repeated for idempotent and for other operations as in %o', (error, { idempotent, other }) => {
  expect(isWorthRepeating(error, true)).toBe(idempotent);
  expect(isWorthRepeating(error, false)).toBe(other);
});

const attempts = fc.integer({ min: 1, max: 1000 });
const chances = fc.double({ min: 0, max: 1, noNaN: true });

test('waits grow to 5 s at most, and any shorter wait is as likely', () => {
  fc.assert(
    fc.property(attempts, chances, (attempt, random) => {
      expect(waitMs(attempt, undefined, random)).toBeCloseTo(random * waitMs(attempt, undefined, 1));
      expect(waitMs(attempt, undefined, 1)).toBe(Math.min(5000, 200 * 2 ** (attempt - 1)));
    }),
  );
});

test('what the gateway asks for is waited for in full, whatever the attempt', () => {
  fc.assert(
    fc.property(attempts, chances, fc.integer({ min: 0, max: 3600 }), (attempt, random, retryAfterS) => {
      expect(waitMs(attempt, retryAfterS, random)).toBeGreaterThanOrEqual(retryAfterS * 1000);
      expect(waitMs(attempt, retryAfterS, random)).toBeLessThanOrEqual(retryAfterS * 1000 + 200);
    }),
  );
});

test('work that waits before it is repeated counts as going on until the wait ends', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  try {
    const limits = { attemptTimeoutMs: 10_000, totalTimeoutMs: 90_000, maxAttempts: 2 };
    const scope = openScope(limits.totalTimeoutMs, undefined, () => new Error('late'));
    const limited = Object.assign(refusal(429), { retryAfterS: 30 });
    const run = vi.fn<() => Promise<string>>().mockRejectedValueOnce(limited).mockResolvedValueOnce('done');
    const begun = { activeAtMs: 0 };
    const work = repeat('vr-info', limits, scope, true, run, begun);
    await vi.advanceTimersByTimeAsync(0);
    expect(begun.activeAtMs - performance.now()).toBeGreaterThanOrEqual(30_000);
    await vi.advanceTimersByTimeAsync(30_200);
    await expect(work).resolves.toBe('done');
    scope.close();
  } finally {
    vi.useRealTimers();
  }
});
