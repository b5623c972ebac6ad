import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { boundedSignal } from './bounded-signal.ts';

describe('a bounded signal', () => {
  const HOUR_MS = 3_600_000;

  test('is aborted with the other one, for its reason, and is not late', () => {
    const outer = new AbortController();
    const bounded = boundedSignal(outer.signal, HOUR_MS);
    expect(bounded.signal.aborted).toBe(false);
    outer.abort('stopping');
    expect([bounded.signal.reason, bounded.isLate]).toEqual(['stopping', false]);
  });

  test('is aborted at once where the other one is', () => {
    expect(boundedSignal(AbortSignal.abort('over'), HOUR_MS).signal.reason).toBe('over');
  });

  test('is aborted when its time is over, and is late', async () => {
    const outer = new AbortController();
    const bounded = boundedSignal(outer.signal, 1);
    await sleep(20);
    outer.abort();
    expect([bounded.signal.aborted, bounded.isLate]).toEqual([true, true]);
  });

  test.each<[string, (bounded: ReturnType<typeof boundedSignal>, outer: AbortController) => unknown]>([
    ['it is closed', ({ close }) => close()],
    ['the other one was aborted', (_, outer) => outer.abort()],
  ])('leaves nothing in the other one once %s', (_, end) => {
    const outer = new AbortController();
    end(boundedSignal(outer.signal, HOUR_MS), outer);
    expect(getEventListeners(outer.signal, 'abort')).toEqual([]);
  });

  test('is not aborted after it was closed', async () => {
    const outer = new AbortController();
    const bounded = boundedSignal(outer.signal, 1);
    bounded.close();
    await sleep(20);
    outer.abort();
    expect(bounded.signal.aborted).toBe(false);
  });
});
