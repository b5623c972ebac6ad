import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stateTeller } from './tell-state.ts';

/** Longer than any view takes to be at rest. */
const LONG_MS = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function telling() {
  const told: string[] = [];
  let shows = 'a';
  const teller = stateTeller(
    () => shows,
    (state, isStep) => told.push(`${isStep ? 'step to' : 'rests at'} ${state}`),
  );
  teller.shown();
  const show = (state: string) => {
    shows = state;
  };
  return { told, teller, show };
}

test('a turn is told once, when the view rests', () => {
  const { told, teller, show } = telling();
  for (const state of ['b', 'c', 'd']) {
    show(state);
    teller.moved();
  }
  expect(told).toEqual([]);
  vi.advanceTimersByTime(LONG_MS);
  expect(told).toEqual(['rests at d']);
});

test('a step is told at once, after where one looked before it', () => {
  const { told, teller, show } = telling();
  show('b');
  teller.moved();
  show('c');
  teller.stepped();
  vi.advanceTimersByTime(LONG_MS);
  expect(told).toEqual(['rests at b', 'step to c']);
});

test('what was asked for is not told, nor what was still to tell before it', () => {
  const { told, teller, show } = telling();
  show('b');
  teller.moved();
  show('c');
  teller.shown();
  teller.moved();
  vi.advanceTimersByTime(LONG_MS);
  expect(told).toEqual([]);
});

test('what was told last is known, and what was asked for since', () => {
  const { teller, show } = telling();
  expect(teller.told).toBe('a');
  show('b');
  teller.moved();
  expect(teller.told).toBe('a');
  teller.stepped();
  expect(teller.told).toBe('b');
  show('c');
  teller.shown();
  expect(teller.told).toBe('c');
});

test('nothing is told twice, and nothing after the end', () => {
  const { told, teller, show } = telling();
  teller.stepped();
  show('b');
  teller.stepped();
  teller.stepped();
  show('c');
  teller.moved();
  teller.close();
  vi.advanceTimersByTime(LONG_MS);
  expect(told).toEqual(['step to b']);
});
