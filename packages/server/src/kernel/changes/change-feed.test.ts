import { describe, expect, test } from 'vitest';
import { useStore } from '../../testing/database.ts';
import { changeFeed, type DatabaseCopy, type Look, type Moved } from './change-feed.ts';

const ignore = () => undefined;

describe('refresh', () => {
  test('after a look under way, one more follows: its snapshot may be older than the caller', async () => {
    const gates: (() => void)[] = [];
    let looks = 0;
    const look = () => {
      looks += 1;
      return new Promise<undefined>((resolve) => gates.push(() => resolve(undefined)));
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
      return undefined;
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
      return undefined;
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
          return undefined;
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

describe('a failover', () => {
  const copy = (timeline: number | null, cluster = 'c', database = 'd'): DatabaseCopy => ({
    cluster,
    database,
    timeline,
  });

  /** Two counters over a database whose copy and counters a test sets; keeps what was asked of them. */
  function follower(start: { copy: DatabaseCopy; counters: readonly [bigint, bigint] }) {
    const state = { ...start, follows: false, away: false, fails: -1 };
    const asked: string[] = [];
    const moves: Moved[] = [];
    const lookAt = (index: 0 | 1): Look => {
      let before: bigint | undefined;
      return async (anew) => {
        if (state.away || state.fails === index) throw new Error('away');
        const seen = { name: `counter-${index}`, before, now: state.counters[index] };
        asked.push(`${index}${anew ? ' anew' : ''}`);
        before = seen.now;
        return seen;
      };
    };
    const feed = changeFeed([lookAt(0), lookAt(1)], ignore, {
      copy: async () => ({ copy: state.copy, follows: state.follows }),
      onMoved: (moved) => moves.push(moved),
    });
    const round = async () => {
      asked.length = 0;
      await feed.refresh();
      return [...asked];
    };
    return { state, round, feed, moves };
  }

  test('a counter that goes back makes all of them read anew, and names what is gone', async () => {
    const { state, round, moves } = follower({ copy: copy(1), counters: [7n, 9n] });
    expect(await round()).toEqual(['0', '1']);
    state.counters = [7n, 8n];
    expect(await round()).toEqual(['0', '1', '0 anew', '1 anew']);
    expect(moves).toEqual([{ from: copy(1), to: copy(1), back: [{ name: 'counter-1', before: 9n, now: 8n }] }]);
    expect(await round()).toEqual(['0', '1']);
  });

  test.each([
    ['another timeline', copy(2)],
    ['another cluster', copy(1, 'other')],
    ['another database of the cluster', copy(1, 'c', 'other')],
  ])('%s does too, though the counters have passed what was seen', async (_, to) => {
    const { state, round, moves } = follower({ copy: copy(1), counters: [7n, 9n] });
    await round();
    Object.assign(state, { copy: to, counters: [8n, 12n] });
    expect(await round()).toEqual(['0 anew', '1 anew']);
    expect(moves).toEqual([{ from: copy(1), to, back: [] }]);
    expect(await round()).toEqual(['0', '1']);
  });

  test('a look that fails meanwhile does not lose it', async () => {
    const { state, round, moves, feed } = follower({ copy: copy(1), counters: [7n, 9n] });
    await round();
    Object.assign(state, { copy: copy(2), away: true });
    await expect(feed.refresh()).rejects.toThrow('away');
    expect(moves).toEqual([]);
    state.away = false;
    expect(await round()).toEqual(['0 anew', '1 anew']);
    expect(moves).toHaveLength(1);
  });

  test('a counter that went back is not forgotten when the look behind it fails', async () => {
    const { state, round, moves, feed } = follower({ copy: copy(1), counters: [7n, 9n] });
    await round();
    Object.assign(state, { counters: [5n, 9n], fails: 1 });
    await expect(feed.refresh()).rejects.toThrow('away');
    state.fails = -1;
    expect(await round()).toEqual(['0 anew', '1 anew']);
    expect(moves.map(({ back }) => back.map(({ name }) => name))).toEqual([['counter-0']]);
  });

  test.each([
    ['that lacks nothing', [[7n, 9n]], [], []],
    ['that lags', [[5n, 9n]], ['0 anew', '1 anew'], ['counter-0']],
    [
      'that lags, and less so when it is promoted',
      [
        [5n, 6n],
        [6n, 9n],
      ],
      ['0 anew', '1 anew'],
      ['counter-0', 'counter-1'],
    ],
  ] as const)('a copy %s, still follows, and is promoted, is noticed once', async (_, counters, again, back) => {
    const { state, round, moves } = follower({ copy: copy(1), counters: [7n, 9n] });
    await round();
    for (const [index, now] of counters.entries()) {
      Object.assign(state, { copy: copy(null), follows: true, counters: now });
      expect(await round()).toEqual(['0', '1', ...(index === 0 ? again : [])]);
      expect(await round()).toEqual(['0', '1']);
    }
    expect(moves).toEqual([]);
    Object.assign(state, { copy: copy(2), follows: false });
    expect(await round()).toEqual(['0 anew', '1 anew']);
    expect(await round()).toEqual(['0', '1']);
    expect(moves).toMatchObject([{ from: copy(1), to: copy(2) }]);
    expect(moves[0]?.back.map(({ name }) => name)).toEqual(back);
  });

  test('a counter that goes back is noticed where nothing says which copy it is', async () => {
    const unknown = copy(null, 'unknown');
    const { state, round, moves } = follower({ copy: unknown, counters: [7n, 9n] });
    await round();
    state.counters = [7n, 8n];
    await round();
    expect(moves).toMatchObject([{ from: unknown, to: unknown }]);
  });
});
