import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokenKeeper, usableMs } from './token.ts';

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
  });
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
