import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Begun, type HeldToken, tokenKeeper, usableMs } from './token.ts';

const NOW_MS = 1_793_577_600_000;

test.each([
  { lifetimeS: 600, marginS: 30, usableS: 570 },
  { lifetimeS: 300, marginS: 0, usableS: 300 },
  { lifetimeS: 40, marginS: 30, usableS: 20 },
  { lifetimeS: 0, marginS: 30, usableS: 0 },
])('a token of $lifetimeS s is used for $usableS s with a margin of $marginS s', ({ lifetimeS, marginS, usableS }) => {
  expect(usableMs(NOW_MS / 1000 + lifetimeS, NOW_MS, marginS * 1000)).toBe(usableS * 1000);
});

test('no token is used to its end, and none less than half of its life', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e7 }), fc.integer({ min: 1, max: 1e6 }), (lifetimeS, marginS) => {
      const usable = usableMs(NOW_MS / 1000 + lifetimeS, NOW_MS, marginS * 1000);
      expect(usable).toBeLessThan(lifetimeS * 1000);
      expect(usable).toBeGreaterThanOrEqual(lifetimeS * 500);
    }),
  );
});

const FOREVER = Number.POSITIVE_INFINITY;
const held = (access_token: string, { endsAtMs = FOREVER, endsAtEpochMs = FOREVER } = {}) => ({
  data: { access_token, expire_at: 0 },
  endsAtMs,
  endsAtEpochMs,
});

function keeperOf(...tokens: (ReturnType<typeof held> | Error)[]) {
  let exchanges = 0;
  const keeper = tokenKeeper(async () => {
    const next = tokens[exchanges];
    exchanges += 1;
    if (next instanceof Error || next === undefined) throw next;
    return next;
  }, FOREVER);
  return { keeper, exchanges: () => exchanges };
}

test('one exchange, however many ask while it is under way and afterwards', async () => {
  const { keeper, exchanges } = keeperOf(held('a'));
  await Promise.all(Array.from({ length: 100 }, () => keeper.get()));
  await expect(keeper.get()).resolves.toMatchObject({ access_token: 'a' });
  expect(exchanges()).toBe(1);
});

test('a failed exchange is forgotten: all that waited hear of it, the next call tries again', async () => {
  const { keeper, exchanges } = keeperOf(new Error('down'), held('b'));
  const results = await Promise.allSettled([keeper.get(), keeper.get()]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(keeper.get()).resolves.toMatchObject({ access_token: 'b' });
  expect(exchanges()).toBe(2);
});

test.each([
  ['the steady clock', { endsAtMs: 0 }],
  ['the clock of the day, as after sleep', { endsAtEpochMs: 0 }],
])('a token that ended by %s is replaced', async (_, ended) => {
  const { keeper } = keeperOf(held('a', ended), held('b'));
  await expect(keeper.get()).resolves.toMatchObject({ access_token: 'a' });
  await expect(keeper.get()).resolves.toMatchObject({ access_token: 'b' });
});

test('forgetting a refused token leaves a newer one alone', async () => {
  const { keeper, exchanges } = keeperOf(held('a'), held('b'));
  await keeper.get();
  keeper.forget('a');
  await keeper.get();
  keeper.forget('a');
  await expect(keeper.get()).resolves.toMatchObject({ access_token: 'b' });
  expect(exchanges()).toBe(2);
});

describe('an exchange that never ends, as of a request that its runtime dropped', () => {
  const TIMEOUT_MS = 1000;
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  /** Exchanges that end when the test says so, in the order in which they began. */
  function keeperByHand() {
    const begun: (Begun & { end(token: HeldToken): void; fail(): void })[] = [];
    const exchange = (own: Begun) =>
      new Promise<HeldToken>((end, reject) => {
        begun.push(Object.assign(own, { end, fail: () => reject(new Error('down')) }));
      });
    return { keeper: tokenKeeper(exchange, TIMEOUT_MS), begun };
  }

  test('is waited for as long as a request may take; then the next call begins another', async () => {
    const { keeper, begun } = keeperByHand();
    void keeper.get();
    vi.advanceTimersByTime(TIMEOUT_MS);
    void keeper.get();
    expect(begun).toHaveLength(1);
    vi.advanceTimersByTime(1);
    const calls = [keeper.get(), keeper.get()];
    expect(begun).toHaveLength(2);
    begun[1]?.end(held('b'));
    await expect(Promise.all(calls)).resolves.toMatchObject([{ access_token: 'b' }, { access_token: 'b' }]);
  });

  test('one that goes on is not abandoned', () => {
    const { keeper, begun } = keeperByHand();
    for (let request = 1; request < 10; request += 1) {
      void keeper.get();
      vi.advanceTimersByTime(TIMEOUT_MS);
      Object.assign(begun[0] ?? {}, { activeAtMs: performance.now() });
    }
    expect(begun).toHaveLength(1);
  });

  test('what it answers late goes to those who waited for it, and replaces neither a newer token nor a newer exchange', async () => {
    const { keeper, begun } = keeperByHand();
    const first = keeper.get();
    vi.advanceTimersByTime(TIMEOUT_MS + 1);
    const second = keeper.get();
    begun[0]?.end(held('a'));
    await expect(first).resolves.toMatchObject({ access_token: 'a' });
    const third = keeper.get();
    expect(begun).toHaveLength(2);
    begun[1]?.end(held('b'));
    await expect(Promise.all([second, third])).resolves.toMatchObject([{ access_token: 'b' }, { access_token: 'b' }]);
    await expect(keeper.get()).resolves.toMatchObject({ access_token: 'b' });
    expect(begun).toHaveLength(2);
  });

  test('a late failure of it ends no newer exchange', async () => {
    const { keeper, begun } = keeperByHand();
    const first = keeper.get();
    vi.advanceTimersByTime(TIMEOUT_MS + 1);
    const second = keeper.get();
    begun[0]?.fail();
    await expect(first).rejects.toThrow('down');
    const third = keeper.get();
    begun[1]?.end(held('b'));
    await expect(Promise.all([second, third])).resolves.toMatchObject([{ access_token: 'b' }, { access_token: 'b' }]);
    expect(begun).toHaveLength(2);
  });
});
