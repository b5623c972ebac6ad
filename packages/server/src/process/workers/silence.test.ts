import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ASK_EVERY_MS, SILENT_AFTER } from './rules.ts';
import { fallsSilent } from './silence.ts';

describe('whether a worker falls silent', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A worker that answers as `given` says, then as its last; `asked` counts. */
  function watched(given: readonly boolean[]) {
    const seen = { asked: 0, over: false, silent: undefined as boolean | undefined };
    const answers = (patienceMs: number) => {
      const answered = given[Math.min(seen.asked, given.length - 1)] ?? false;
      seen.asked += 1;
      return new Promise<boolean>((resolve) => {
        setTimeout(resolve, answered ? 1 : patienceMs, answered);
      });
    };
    void fallsSilent(answers, () => seen.over).then((silent) => {
      seen.silent = silent;
    });
    return seen;
  }

  test('one that answers is asked for ever', async () => {
    const seen = watched([true]);
    await vi.advanceTimersByTimeAsync(100 * ASK_EVERY_MS);
    expect(seen.asked).toBeGreaterThan(90);
    expect(seen.silent).toBeUndefined();
  });

  test('one that leaves so many questions in a row without an answer does, and not one question earlier', async () => {
    const seen = watched([true, false]);
    await vi.advanceTimersByTimeAsync((2 + SILENT_AFTER) * ASK_EVERY_MS);
    expect(seen.silent).toBeUndefined();
    await vi.advanceTimersByTimeAsync(10);
    expect(seen).toMatchObject({ silent: true, asked: 1 + SILENT_AFTER });
  });

  test('an answer in between begins the count anew', async () => {
    const missed = Array.from({ length: SILENT_AFTER - 1 }, () => false);
    const seen = watched([...missed, true, ...missed, true]);
    await vi.advanceTimersByTimeAsync(50 * ASK_EVERY_MS);
    expect(seen.silent).toBeUndefined();
  });

  test('one that has ended meanwhile is not silent, and not asked again', async () => {
    const seen = watched([true]);
    await vi.advanceTimersByTimeAsync(3 * ASK_EVERY_MS);
    seen.over = true;
    const { asked } = seen;
    await vi.advanceTimersByTimeAsync(10 * ASK_EVERY_MS);
    expect(seen).toMatchObject({ silent: false, asked });
  });

  test('nor is one that ended while it owed its last answer', async () => {
    const seen = watched([false]);
    await vi.advanceTimersByTimeAsync(SILENT_AFTER * ASK_EVERY_MS);
    seen.over = true;
    await vi.advanceTimersByTimeAsync(2 * ASK_EVERY_MS);
    expect(seen.silent).toBe(false);
  });
});
