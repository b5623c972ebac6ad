import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NotThere, noData, OTHERS_WAIT_MS, readAnswers } from './read-answers.ts';
import type { ShownOperation } from './tour/tour.ts';

const READS = ['vr-info', 'hot-list', 'route-search', 'ruler-list'] as const;
const never = new Promise<never>(() => undefined);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Reads with what is answered to each. */
function reading(answerTo: (operation: ShownOperation) => Promise<unknown>, signal = new AbortController().signal) {
  const ended = new Set<ShownOperation>();
  const missing: string[] = [];
  const answers = readAnswers(
    { reads: READS, signal, onMissing: (reasons) => missing.push(...reasons) },
    (operation, signal) => {
      signal.addEventListener('abort', () => ended.add(operation));
      return answerTo(operation);
    },
  );
  return { answers, ended, missing };
}

test('what hangs is no longer waited for after a while, is told, and its connection is let go', async () => {
  const { answers, ended, missing } = reading(async (operation) => (operation === 'hot-list' ? never : operation));
  let isThere = false;
  void answers.then(() => {
    isThere = true;
  });
  await vi.advanceTimersByTimeAsync(OTHERS_WAIT_MS - 1);
  expect(isThere).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await answers).toEqual({ 'vr-info': 'vr-info', 'route-search': 'route-search', 'ruler-list': 'ruler-list' });
  expect(missing).toEqual(['No answer within 10 s: hot-list.']);
  expect(ended).toContain('hot-list');
});

test('the others have all the time that the basic data takes', async () => {
  const slow = new Promise((resolve) => setTimeout(resolve, 3 * OTHERS_WAIT_MS, 'slow'));
  const { answers, missing } = reading(() => slow);
  await vi.advanceTimersByTimeAsync(3 * OTHERS_WAIT_MS);
  expect(Object.values(await answers)).toEqual(Array(4).fill('slow'));
  expect(missing).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('what is not there is left out at once, and not told', async () => {
  const { answers, missing } = reading(async (operation) => {
    if (operation !== 'vr-info') throw new NotThere('404');
    return {};
  });
  expect(await answers).toEqual({ 'vr-info': {} });
  expect(missing).toEqual([]);
});

test('what fails is left out at once, and told', async () => {
  const { answers, missing } = reading(async (operation) => {
    if (operation === 'hot-list') throw new TypeError('Failed to fetch');
    if (operation === 'ruler-list') throw new Error('ruler-list of loft was answered 503');
    return {};
  });
  expect(await answers).toEqual({ 'vr-info': {}, 'route-search': {} });
  expect(missing).toEqual(['hot-list: Failed to fetch', 'ruler-list of loft was answered 503']);
});

test.each([
  ...[400, 401, 403, 404, 405, 410, 200].map((status) => [status, true] as const),
  ...[429, 500, 502, 503, 504].map((status) => [status, false] as const),
])('an answer of %i without data means that there is none: %s', (status, isNotThere) => {
  expect(noData(status, 'said') instanceof NotThere).toBe(isNotThere);
  expect(noData(status, 'said').message).toBe('said');
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
