import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OTHERS_WAIT_MS, readAnswers } from './read-answers.ts';
import type { ShownOperation } from './tour/tour.ts';

const READS = ['vr-info', 'hot-list', 'route-search', 'ruler-list'] as const;
const never = new Promise<never>(() => undefined);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Reads with what is answered to each. */
function reading(answerTo: (operation: ShownOperation) => Promise<unknown>, signal = new AbortController().signal) {
  const ended = new Set<ShownOperation>();
  const late: ShownOperation[] = [];
  const answers = readAnswers(
    { reads: READS, signal, onLate: (operations) => late.push(...operations) },
    (operation, signal) => {
      signal.addEventListener('abort', () => ended.add(operation));
      return answerTo(operation);
    },
  );
  return { answers, ended, late };
}

test('what hangs is no longer waited for after a while, is told, and its connection is let go', async () => {
  const { answers, ended, late } = reading(async (operation) => (operation === 'hot-list' ? never : operation));
  let isThere = false;
  void answers.then(() => {
    isThere = true;
  });
  await vi.advanceTimersByTimeAsync(OTHERS_WAIT_MS - 1);
  expect(isThere).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await answers).toEqual({ 'vr-info': 'vr-info', 'route-search': 'route-search', 'ruler-list': 'ruler-list' });
  expect(late).toEqual(['hot-list']);
  expect(ended).toContain('hot-list');
});

test('the others have all the time that the basic data takes', async () => {
  const slow = new Promise((resolve) => setTimeout(resolve, 3 * OTHERS_WAIT_MS, 'slow'));
  const { answers, late } = reading(() => slow);
  await vi.advanceTimersByTimeAsync(3 * OTHERS_WAIT_MS);
  expect(Object.values(await answers)).toEqual(Array(4).fill('slow'));
  expect(late).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('what fails is left out at once, and not told', async () => {
  const { answers, late } = reading(async (operation) => {
    if (operation !== 'vr-info') throw new Error('404');
    return {};
  });
  expect(await answers).toEqual({
    'vr-info': {},
    'hot-list': undefined,
    'route-search': undefined,
    'ruler-list': undefined,
  });
  expect(late).toEqual([]);
});

test('without the basic data nothing is waited for', async () => {
  const { answers, ended } = reading((operation) =>
    operation === 'vr-info' ? Promise.reject(new Error('no')) : never,
  );
  await expect(answers).rejects.toThrow('no');
  expect(ended.size).toBe(3);
});

test('whoever closes the tour ends every read', async () => {
  const closing = new AbortController();
  const { answers, ended } = reading(() => never, closing.signal);
  closing.abort();
  expect(ended).toEqual(new Set(READS));
  void answers;
});
