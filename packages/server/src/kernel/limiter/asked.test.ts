import { expect, test } from 'vitest';
import { type AskVerdicts, askedLimiter } from './asked.ts';
import { memoryLimiter } from './memory.ts';

/** One counter for several processes, as the primary has it; `messages` counts how often it was asked. */
function counter() {
  const limiter = memoryLimiter();
  let messages = 0;
  const ask: AskVerdicts = async (takes) => {
    messages += 1;
    return takes.map(([key, quota]) => limiter.take(key, quota));
  };
  return { ask, messages: () => messages };
}

test('two processes share a quota exactly', async () => {
  const { ask } = counter();
  const processes = [askedLimiter(ask), askedLimiter(ask)];
  const verdicts = await Promise.all(Array.from({ length: 60 }, (_, index) => processes[index % 2]?.take('app:a', 25)));
  expect(verdicts.filter((verdict) => verdict?.allowed)).toHaveLength(25);
});

test('requests of one turn of the event loop are asked in one message', async () => {
  const { ask, messages } = counter();
  const limiter = askedLimiter(ask);
  const verdicts = await Promise.all([limiter.take('ip:1', 10), limiter.take('ip:1', 10), limiter.take('ip:2', 10)]);
  expect(verdicts.map(({ remaining }) => remaining)).toEqual([9, 8, 9]);
  expect(messages()).toBe(1);
});

test('an exhausted key is refused without asking, until its window may have ended', async () => {
  let nowMs = 1000;
  const shared = memoryLimiter(() => nowMs);
  let messages = 0;
  const limiter = askedLimiter(
    async (takes) => {
      messages += 1;
      return takes.map(([key, quota]) => shared.take(key, quota));
    },
    () => nowMs,
  );
  expect([(await limiter.take('k', 1)).allowed, (await limiter.take('k', 1)).allowed]).toEqual([true, false]);
  nowMs += 58_000;
  expect(await limiter.take('k', 1)).toMatchObject({ allowed: false, remaining: 0, resetS: 2 });
  expect(messages).toBe(2);
  nowMs += 2000;
  expect((await limiter.take('k', 1)).allowed).toBe(true);
});

test('a refusal tells the same end as the answer it remembers, whatever fractions the clock has', async () => {
  // Adding 30 s to this time, and taking the time away again, leaves a little more than 30 s.
  const nowMs = 43_273.035_208_402_22;
  expect(nowMs + 30_000 - nowMs).toBeGreaterThan(30_000);
  const refused = { allowed: false, quota: 1, remaining: 0, resetS: 30 };
  const limiter = askedLimiter(
    async () => [refused],
    () => nowMs,
  );
  expect([await limiter.take('k', 1), await limiter.take('k', 1)]).toEqual([refused, refused]);
});

test('a key that was exhausted is asked about again once its quota is raised', async () => {
  const limiter = askedLimiter(counter().ask);
  expect([(await limiter.take('k', 1)).allowed, (await limiter.take('k', 1)).allowed]).toEqual([true, false]);
  expect((await limiter.take('k', 2)).allowed).toBe(true);
});

test('while nobody answers, this process counts alone: limits stay, the gateway too', async () => {
  const limiter = askedLimiter(async () => undefined);
  const verdicts = await Promise.all(Array.from({ length: 5 }, () => limiter.take('k', 3)));
  expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(3);
});
