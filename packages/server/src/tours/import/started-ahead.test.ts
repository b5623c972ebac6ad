import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startedAhead } from './started-ahead.ts';

/** Items as a generator gives them, one after the other. */
async function* each(items: readonly number[]): AsyncGenerator<number> {
  for (const item of items) {
    await Promise.resolve();
    yield item;
  }
}

/** Work that takes as many turns of the microtask queue as the item says, and tells how much of it was under way. */
function watchedWork() {
  let underWay = 0;
  let most = 0;
  const work = async (turns: number): Promise<number> => {
    underWay += 1;
    most = Math.max(most, underWay);
    try {
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      if (turns === FAILING) throw new Error('this one fails');
      return turns;
    } finally {
      underWay -= 1;
    }
  };
  return { work, most: () => most, underWay: () => underWay };
}

const FAILING = 13;
const turns = fc.array(fc.nat(20), { maxLength: 12 });
const atOnce = fc.integer({ min: 1, max: 5 });

describe('work that is started ahead', () => {
  test('is handed out in the order of its items, each with its own outcome', async () => {
    const property = fc.asyncProperty(turns, atOnce, async (items, limit) => {
      const seen: (number | string)[] = [];
      for await (const { item, outcome } of startedAhead(each(items), limit, watchedWork().work)) {
        seen.push(item, await outcome.catch(({ message }: Error) => message));
      }
      expect(seen).toEqual(items.flatMap((item) => [item, item === FAILING ? 'this one fails' : item]));
    });
    await fc.assert(property);
  });

  test('is never under way for more items than it may', async () => {
    const property = fc.asyncProperty(turns, atOnce, async (items, limit) => {
      const watched = watchedWork();
      for await (const { outcome } of startedAhead(each(items), limit, watched.work)) {
        await outcome.catch(() => undefined);
      }
      expect(watched.most()).toBeLessThanOrEqual(limit);
    });
    await fc.assert(property);
  });

  test('is under way for as many as it may when each takes a while', async () => {
    const watched = watchedWork();
    for await (const { outcome } of startedAhead(each([9, 9, 9, 9, 9]), 3, watched.work)) await outcome;
    expect(watched.most()).toBe(3);
  });

  test('is over when whoever took it stops early', async () => {
    const property = fc.asyncProperty(turns, atOnce, fc.nat(3), async (items, limit, taken) => {
      const watched = watchedWork();
      let left = taken;
      for await (const { outcome } of startedAhead(each(items), limit, watched.work)) {
        await outcome.catch(() => undefined);
        if (left === 0) break;
        left -= 1;
      }
      expect(watched.underWay()).toBe(0);
    });
    await fc.assert(property);
  });
});
