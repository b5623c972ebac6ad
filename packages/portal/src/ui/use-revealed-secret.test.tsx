// @vitest-environment happy-dom
import { SECRET_VISIBLE_S } from '@openhouse/contract';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useRevealedSecret } from './use-revealed-secret.ts';

const SECRET = 'ohs_canary';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function place(start: string) {
  return renderHook(({ at }) => useRevealedSecret(at), { initialProps: { at: start } });
}

async function revealed() {
  const page = place('team-1 /dashboard/apps/a');
  await act(() => page.result.current.reveal(async () => SECRET));
  expect(page.result.current.revealed?.secret).toBe(SECRET);
  return page;
}

/** What a browser does when its tab goes into the background. */
function hideTab() {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
}

type Page = ReturnType<typeof place>;

/** The ways of SPEC 5.2, one that a page adds for its button, and leaving altogether. */
const ways: readonly (readonly [name: string, happen: (page: Page) => void])[] = [
  ['30 seconds are over', () => vi.advanceTimersByTime(SECRET_VISIBLE_S * 1_000)],
  [
    'the machine slept past the time',
    () => {
      vi.setSystemTime(Date.now() + 3_600_000);
      vi.advanceTimersByTime(300);
    },
  ],
  ['another page opens', (page) => page.rerender({ at: 'team-1 /dashboard/apps' })],
  ['another Team becomes active', (page) => page.rerender({ at: 'team-2 /dashboard/apps/a' })],
  ['the tab is hidden', hideTab],
  ['the window loses focus', () => window.dispatchEvent(new Event('blur'))],
  ['the page is put away', () => window.dispatchEvent(new Event('pagehide'))],
  ['somebody presses Hide', (page) => page.result.current.hide()],
];

test.each(ways)('hides when %s', async (_, happen) => {
  const page = await revealed();
  act(() => happen(page));
  expect(page.result.current.revealed).toBeUndefined();
});

test.each(ways.slice(2))('an answer that arrives after %s is dropped unseen', async (_, happen) => {
  const page = place('team-1 /dashboard/apps/a');
  let answer = (_secret: string) => {};
  const asking = page.result.current.reveal(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  act(() => happen(page));
  await act(async () => {
    answer(SECRET);
    await asking;
  });
  expect(page.result.current.revealed).toBeUndefined();
});

test('shows for the whole time and counts down', async () => {
  const page = await revealed();
  expect(page.result.current.revealed?.leftMs).toBe(30_000);
  act(() => vi.advanceTimersByTime(29_500));
  expect(page.result.current.revealed).toEqual({ secret: SECRET, leftMs: 500 });
});

test('begins with the whole time, however slowly the page is drawn', async () => {
  let nowMs = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => nowMs++);
  const page = await revealed();
  expect(page.result.current.revealed?.leftMs).toBe(30_000);
});

test('a tab that comes to the front hides nothing', async () => {
  const page = await revealed();
  act(() => document.dispatchEvent(new Event('visibilitychange')));
  expect(page.result.current.revealed?.secret).toBe(SECRET);
});

test('a refused reveal shows nothing and tells why', async () => {
  const page = place('team-1 /dashboard/apps/a');
  const refused = new Error('refused');
  await expect(page.result.current.reveal(() => Promise.reject(refused))).rejects.toBe(refused);
  expect(page.result.current.revealed).toBeUndefined();
});
