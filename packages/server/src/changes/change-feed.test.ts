import { describe, expect, test } from 'vitest';
import { changeFeed } from './change-feed.ts';

const ignore = () => undefined;

describe('refresh', () => {
  test('after a look under way, one more follows: its snapshot may be older than the caller', async () => {
    const gates: (() => void)[] = [];
    let looks = 0;
    const look = () => {
      looks += 1;
      return new Promise<void>((resolve) => gates.push(resolve));
    };
    const feed = changeFeed([look], ignore);
    const first = feed.refresh();
    const late = [feed.refresh(), feed.refresh(), feed.refresh()];
    gates[0]?.();
    await first;
    await new Promise(setImmediate);
    expect(looks).toBe(2);
    gates[1]?.();
    await Promise.all(late);
    expect(looks).toBe(2);
  });

  test('a failed look is told to its caller and does not stop the next', async () => {
    let fail = true;
    const feed = changeFeed([async () => (fail ? Promise.reject(new Error('away')) : undefined)], ignore);
    await expect(feed.refresh()).rejects.toThrow('away');
    fail = false;
    await expect(feed.refresh()).resolves.toBeUndefined();
  });
});

describe('age', () => {
  test('is infinite before the first look and counts from the start of the last that succeeded', async () => {
    let nowMs = 1000;
    const feed = changeFeed(
      [
        async () => {
          nowMs += 30;
        },
      ],
      ignore,
      () => nowMs,
    );
    expect(feed.ageMs()).toBe(Number.POSITIVE_INFINITY);
    await feed.refresh();
    expect(feed.ageMs()).toBe(30);
  });

  test('grows while looks fail, each of which is reported', async () => {
    const errors: unknown[] = [];
    const feed = changeFeed([() => Promise.reject(new Error('away'))], (error) => errors.push(error));
    feed.start(1);
    while (errors.length < 3) await new Promise((resolve) => setTimeout(resolve, 1));
    await feed.stop();
    expect(feed.ageMs()).toBe(Number.POSITIVE_INFINITY);
  });
});
