// @vitest-environment happy-dom
import type { ServiceStatus, Warning } from '@openhouse/contract';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, data, failure, showPage } from '../../../testing/show-page.tsx';

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

const team = { id: 'demo', name: 'Loft', role: 'owner', isActive: true };
const warning: Warning = {
  id: '12',
  kind: 'trial-ends',
  at: '2026-11-20T09:30:00.000Z',
  app: { appKey: 'ohk_a', name: 'Viewing room' },
  secretVersion: null,
  endsAt: new Date(Date.now() + 6.5 * 86_400_000).toISOString(),
  percent: null,
  used: null,
  of: null,
  leak: null,
};
const answers = (others: Answers = {}, role = 'owner'): Answers => ({
  'GET /api/me': data({
    isAuthenticated: true,
    userCode: 'u',
    email: '',
    name: 'Mara',
    avatarUrl: '',
    teams: [{ ...team, role }],
  }),
  'GET /api/apps': data({ apps: [], requests: [] }),
  'GET /api/warnings': data({ warnings: [warning], byMail: true }),
  ...others,
});

/** Something that takes until it is resolved. */
function later() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}

test('a warning says what happens, what to do and where, until it is dismissed', async () => {
  const calls = await showPage('/dashboard/apps', answers({ 'POST /api/warnings/12/dismiss': data({ dismissed: 1 }) }));
  expect(await screen.findByText('The trial of Viewing room ends in 6 days.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Open the app' }).getAttribute('href')).toBe('/dashboard/apps/ohk_a');
  fireEvent.click(screen.getByRole('button', { name: /^Dismiss: The trial of Viewing room/ }));
  await waitFor(() => expect(screen.queryByText(/^The trial of/)).toBeNull());
  expect(calls).toContain('POST /api/warnings/12/dismiss');
});

test('two that are dismissed at once both stay away', async () => {
  const slow = later();
  const other: Warning = { ...warning, id: '13', app: { appKey: 'ohk_b', name: 'Kiosk' } };
  await showPage(
    '/dashboard/apps',
    answers({
      'GET /api/warnings': data({ warnings: [warning, other, { ...other, id: '14' }], byMail: true }),
      'POST /api/warnings/12/dismiss': () => slow.promise.then(data({ dismissed: 1 })),
      'POST /api/warnings/13/dismiss': data({ dismissed: 1 }),
    }),
  );
  fireEvent.click(await screen.findByRole('button', { name: /^Dismiss: The trial of Viewing room/ }));
  fireEvent.click(screen.getAllByRole('button', { name: /^Dismiss: The trial of Kiosk/ })[0] as HTMLElement);
  await waitFor(() => expect(screen.getAllByText(/^The trial of Kiosk/)).toHaveLength(1));
  slow.resolve();
  await waitFor(() => expect(screen.queryByText(/^The trial of Viewing room/)).toBeNull());
  expect(screen.getAllByText(/^The trial of Kiosk/)).toHaveLength(1);
});

test('one that was read before it was dismissed does not come back with what is read', async () => {
  const slow = later();
  let reads = 0;
  const list = data({ warnings: [warning], byMail: true });
  const calls = await showPage(
    '/dashboard/apps',
    answers({
      'GET /api/warnings': () => (++reads === 1 ? list() : slow.promise.then(list)),
      'POST /api/warnings/12/dismiss': data({ dismissed: 1 }),
    }),
  );
  const dismiss = await screen.findByRole('button', { name: /^Dismiss: The trial of/ });
  fireEvent(window, new Event('visibilitychange'));
  await waitFor(() => expect(reads).toBe(2));
  fireEvent.click(dismiss);
  await waitFor(() => expect(calls).toContain('POST /api/warnings/12/dismiss'));
  await waitFor(() => expect(screen.queryByText(/^The trial of/)).toBeNull());
  await act(async () => {
    slow.resolve();
    await new Promise((done) => setTimeout(done));
  });
  expect(screen.queryByText(/^The trial of/)).toBeNull();
});

test('what could not be dismissed, and mails that could not be stopped, say so', async () => {
  await showPage(
    '/dashboard/apps',
    answers({
      'POST /api/warnings/12/dismiss': failure(500, 'INTERNAL'),
      'POST /api/warnings/mail': failure(503, 'UNAVAILABLE'),
    }),
  );
  fireEvent.click(await screen.findByRole('button', { name: /^Dismiss: The trial of/ }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/Sentence of INTERNAL/);
  fireEvent.click(screen.getByRole('button', { name: 'No mails to me' }));
  expect(await screen.findByText(/Sentence of UNAVAILABLE/)).toBeDefined();
});

test.each([
  [{ url: 'https://git.example/a/b', retired: false }, /^Anyone who finds it can call as this app\./],
  [{ url: '', retired: true }, /^It is retired: whatever used it is refused\./],
])('a leaked secret: where it was found, as text alone, and what to do (%j)', async (leak, remedy) => {
  const leaked: Warning = { ...warning, kind: 'secret-leaked', secretVersion: 3, endsAt: null, leak };
  await showPage('/dashboard/apps', answers({ 'GET /api/warnings': data({ warnings: [leaked], byMail: true }) }));
  expect(await screen.findByText('Version 3 of the secret of Viewing room was found in public.')).toBeDefined();
  expect(screen.getByText(remedy)).toBeDefined();
  expect(screen.queryByText(/^Found at/)?.textContent).toBe(leak.url === '' ? undefined : `Found at ${leak.url}`);
  expect(screen.getAllByRole('link').some((link) => link.getAttribute('href') === leak.url)).toBe(false);
});

test('owners stop mails beside it, and nobody else is asked', async () => {
  await showPage('/dashboard/apps', answers({ 'POST /api/warnings/mail': data({ byMail: false }) }));
  fireEvent.click(await screen.findByRole('button', { name: 'No mails to me' }));
  expect(await screen.findByRole('button', { name: 'Send me mails' })).toBeDefined();
  cleanup();
  await showPage('/dashboard/apps', answers({}, 'member'));
  await screen.findByText(/^The trial of/);
  expect(screen.queryByRole('button', { name: 'No mails to me' })).toBeNull();
});

test('a note of operators stands above the page until it is dismissed, and again when it changes', async () => {
  const status = (since: string): ServiceStatus => ({
    works: true,
    checkedAt: since,
    parts: [],
    note: { text: 'Slow on <b>Sunday</b>.', since },
  });
  await showPage('/dashboard/apps', answers({ 'GET /status.json': data(status('2026-11-20T09:30:00.000Z')) }));
  expect(await screen.findByText('Slow on <b>Sunday</b>.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByText(/^Slow on/)).toBeNull());
  cleanup();
  await showPage('/dashboard/apps', answers({ 'GET /status.json': data(status('2026-11-20T09:30:00.000Z')) }));
  await screen.findByText(/^The trial of/);
  expect(screen.queryByText(/^Slow on/)).toBeNull();
  cleanup();
  await showPage('/dashboard/apps', answers({ 'GET /status.json': data(status('2026-11-21T09:30:00.000Z')) }));
  expect(await screen.findByText(/^Slow on/)).toBeDefined();
});
