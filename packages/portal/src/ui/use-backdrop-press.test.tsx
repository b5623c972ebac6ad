// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failure, showPage } from '../testing/show-page.tsx';

beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const anonymous = { 'GET /api/me': failure(401, 'AUTH_REQUIRED'), 'GET /api/operations': failure(503, 'UNAVAILABLE') };

/** Presses on one element and lets go over another: the click is that of what holds both. */
function drag(from: HTMLElement, over: HTMLElement) {
  fireEvent.pointerDown(from);
  fireEvent.click(over);
}

test('in the menu of a phone a press that begins inside and ends beside it closes nothing; one beside it does', async () => {
  await showPage('/docs/console', anonymous);
  fireEvent.click(await screen.findByRole('button', { name: 'Open menu' }));
  const menu = await screen.findByRole('dialog', { name: 'Main' });
  drag(within(menu).getByRole('button'), menu);
  expect(menu.hasAttribute('open')).toBe(true);
  drag(menu, menu);
  await waitFor(() => expect(menu.hasAttribute('open')).toBe(false));
});
