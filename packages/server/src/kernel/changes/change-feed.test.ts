import { describe, expect, test } from 'vitest';
import { useStore } from '../../testing/database.ts';
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

describe('a store that counts what it serves', () => {
  const store = useStore('embedded');
  const epoch = () => store.database.pool.query<{ n: string }>('select n from epoch');
  const change = () => store.database.pool.query('update epoch set n = n + 1');

  /** Looks twice at the embedded store, and keeps what it saw. */
  function counted() {
    const seen: string[] = [];
    const look = async () => {
      const { rows } = await epoch();
      seen.push(rows.map(({ n }) => n).join());
    };
    return { feed: changeFeed([look, look], ignore, { served: store.database.served }), seen };
  }

  test('is left alone while nobody else asks it anything, and what is known stays fresh', async () => {
    const { feed, seen } = counted();
    for (let time = 0; time < 4; time += 1) await feed.refresh();
    expect(seen).toHaveLength(2);
    expect(feed.ageMs()).toBeLessThan(60_000);
  });

  test('is looked at after any statement, whoever sent it', async () => {
    const { feed, seen } = counted();
    await feed.refresh();
    await change();
    await feed.refresh();
    const owner = await store.database.connectAsOwner();
    await owner.query('update epoch set n = n + 1');
    await owner.end();
    await feed.refresh();
    expect(seen).toHaveLength(6);
    expect(new Set(seen).size).toBe(3);
  });

  test('is looked at again when something was asked during a look, and after a look that failed', async () => {
    const { feed, seen } = counted();
    await Promise.all([feed.refresh(), change()]);
    await feed.refresh();
    expect(seen).toHaveLength(4);
    expect(seen[3]).toBe((await epoch()).rows.map(({ n }) => n).join());
    let fails = true;
    let looks = 0;
    const failing = async () => {
      looks += 1;
      await epoch();
      if (fails) throw new Error('away');
    };
    const other = changeFeed([failing], ignore, { served: store.database.served });
    await expect(other.refresh()).rejects.toThrow('away');
    fails = false;
    await other.refresh();
    await other.refresh();
    expect(looks).toBe(2);
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
      { nowMs: () => nowMs },
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
