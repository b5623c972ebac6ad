import { expect, test } from 'vitest';
import { onceMore } from './once-more.ts';

const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
const wrong = Object.assign(new Error('syntax error'), { code: '42601' });

/** Runs what has these outcomes in turn. @returns What came of it, and how often it ran. */
async function ran(...outcomes: (Error | string)[]): Promise<readonly [unknown, number]> {
  let times = 0;
  const result = await onceMore(async () => {
    const outcome = outcomes[times];
    times += 1;
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }).catch((error: unknown) => error);
  return [result, times];
}

test.each([
  ['what works', ['done'], 'done', 1],
  ['a lost connection', [lost, 'done'], 'done', 2],
  ['a store that stays away', [lost, lost, 'done'], lost, 2],
  ['a wrong statement', [wrong, 'done'], wrong, 1],
  ['a wrong statement after a lost connection', [lost, wrong], wrong, 2],
] as const)('%s', async (_what, outcomes, result, times) => {
  expect(await ran(...outcomes)).toEqual([result, times]);
});
