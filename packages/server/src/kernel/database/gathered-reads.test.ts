import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CONNECTION_WAIT_MS } from './database.ts';
import { gatheredReads, MOST_KEYS, MOST_STATEMENTS } from './gathered-reads.ts';
import { isStoreAway } from './store-away.ts';

afterEach(() => {
  vi.useRealTimers();
});

interface Statement {
  readonly teamId: string;
  readonly keys: readonly number[];
  answer(): void;
  fail(error: Error): void;
}

/** A store whose statements end when they are told to. A value is its Team and key. */
function heldStore() {
  const underWay: Statement[] = [];
  const seen: Statement[] = [];
  const gathered = gatheredReads<number, string>(
    (teamId, keys) =>
      new Promise((resolve, reject) => {
        const end = (done: () => void) => () => {
          underWay.splice(underWay.indexOf(statement), 1);
          done();
        };
        const statement: Statement = {
          teamId,
          keys,
          answer: end(() => resolve(keys.map((key) => `${teamId}/${key}`))),
          fail: (error) => end(() => reject(error))(),
        };
        underWay.push(statement);
        seen.push(statement);
      }),
  );
  const ask = (teamId: string, key: number) => {
    const asked = gathered(teamId, key);
    // What a test leaves waiting is refused after it.
    asked.catch(() => undefined);
    return asked;
  };
  return { ask, underWay, seen };
}

/** The next round of the event loop, and what follows from it. */
const round = async () => {
  for (let time = 0; time < 3; time += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('reads asked for one by one', () => {
  test('each gets the value of its own key, whatever else is asked for and however statements end', async () => {
    const asked = fc.record({ team: fc.integer({ min: 1, max: 4 }), key: fc.nat(30), later: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(asked, { maxLength: 120 }), fc.infiniteStream(fc.nat()), async (asks, choice) => {
        const { ask, underWay, seen } = heldStore();
        const results: Promise<void>[] = [];
        for (const { team, key, later } of asks) {
          results.push(ask(String(team), key).then((value) => expect(value).toBe(`${team}/${key}`)));
          if (later) await round();
        }
        await round();
        while (underWay.length > 0) {
          expect(underWay.length).toBeLessThanOrEqual(MOST_STATEMENTS);
          underWay[choice.next().value % underWay.length]?.answer();
          await round();
        }
        await Promise.all(results);
        for (const { keys } of seen) expect(keys.length).toBeLessThanOrEqual(MOST_KEYS);
        expect(seen.reduce((sum, { keys }) => sum + keys.length, 0)).toBe(asks.length);
      }),
      { numRuns: 50 },
    );
  });

  test('what is asked for in one round of the event loop goes in one statement', async () => {
    const { ask, seen } = heldStore();
    for (const key of [1, 2, 3]) void ask('1', key);
    await round();
    expect(seen).toMatchObject([{ teamId: '1', keys: [1, 2, 3] }]);
  });

  test('nobody waits while fewer statements than may be are under way', async () => {
    const { ask, underWay } = heldStore();
    for (let key = 0; key < MOST_STATEMENTS; key += 1) {
      void ask('1', key);
      await round();
      expect(underWay).toHaveLength(key + 1);
    }
  });

  test('a Team that asks for much does not keep another waiting for all of it', async () => {
    const { ask, underWay, seen } = heldStore();
    for (let key = 0; key < MOST_KEYS * (MOST_STATEMENTS + 3); key += 1) void ask('1', key);
    await round();
    void ask('2', 0);
    for (let turns = 0; turns < 2; turns += 1) {
      underWay[0]?.answer();
      await round();
    }
    expect(seen.at(-1)).toMatchObject({ teamId: '2', keys: [0] });
  });

  test('a statement that fails fails those it was for; others are answered, and the next are fetched', async () => {
    const { ask, underWay } = heldStore();
    const one = ask('1', 1);
    const two = ask('2', 2);
    await round();
    underWay[0]?.fail(new Error('the connection is gone'));
    await expect(one).rejects.toThrow('the connection is gone');
    underWay[0]?.answer();
    await expect(two).resolves.toBe('2/2');
    const again = ask('1', 1);
    await round();
    underWay[0]?.answer();
    await expect(again).resolves.toBe('1/1');
  });

  test('nobody waits for a turn longer than for a connection; the store is away then', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    const { ask, underWay, seen } = heldStore();
    for (let key = 0; key < MOST_STATEMENTS; key += 1) {
      void ask('1', key);
      await round();
    }
    const late = [ask('1', 8), ask('2', 9)].map((asked) => asked.catch((error: unknown) => error));
    await vi.advanceTimersByTimeAsync(CONNECTION_WAIT_MS - 1000);
    const inTime = ask('1', 10);
    await vi.advanceTimersByTimeAsync(1500);
    for (const error of await Promise.all(late)) expect(isStoreAway(error)).toBe(true);
    expect(seen).toHaveLength(MOST_STATEMENTS);
    underWay[0]?.answer();
    await round();
    expect(seen.at(-1)).toMatchObject({ teamId: '1', keys: [10] });
    underWay.at(-1)?.answer();
    await expect(inTime).resolves.toBe('1/10');
  });
});
