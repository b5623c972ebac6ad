// @vitest-environment happy-dom
import { createMemoryHistory } from '@tanstack/react-router';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { data, showPage } from '../../testing/show-page.tsx';

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const mara = {
  isAuthenticated: true,
  userCode: 'ohu_1',
  email: 'mara@loft.example',
  name: 'Mara Lindqvist',
  avatarUrl: '',
  currentSource: 'SSO_DEVELOPER_APP',
  teams: [{ id: 'demo', name: 'Loft', role: 'owner', isActive: true }],
};
const [NOTHING_YET, NOTHING_OF_THIS_KIND] = [
  'Nothing has happened in this Team yet.',
  'Nothing of this kind has happened yet.',
];

// With filters: e2e/pages/first-app.test.ts.
test('an empty log without filters does not speak of them', async () => {
  const none = data({ entries: [], hasMore: false });
  await showPage('/dashboard/audit', {
    'GET /api/me': data(mara),
    'GET /api/audit': none,
  });
  expect(await screen.findByText(NOTHING_YET)).toBeDefined();
  expect(screen.queryByText(NOTHING_OF_THIS_KIND)).toBeNull();
});

test('the filter stands in the address, and what no entry has is left out of it', async () => {
  const none = data({ entries: [], hasMore: false });
  const address = '/dashboard/audit?outcome=refused&action=no.such';
  const history = createMemoryHistory({ initialEntries: [address] });
  const answers = {
    'GET /api/me': data(mara),
    'GET /api/audit?outcome=refused': none,
    'GET /api/audit?outcome=succeeded': none,
  };
  const calls = await showPage(address, answers, undefined, { history });
  await screen.findByText(NOTHING_OF_THIS_KIND);
  fireEvent.click(screen.getByRole('combobox', { name: 'Outcomes' }));
  const option = () => document.querySelector('[role="option"][value="succeeded"]') as HTMLElement;
  await waitFor(() => fireEvent.click(option()));
  await waitFor(() => expect(calls).toContain('GET /api/audit?outcome=succeeded'));
  expect([history.location.href, history.length]).toEqual(['/dashboard/audit?outcome=succeeded', 1]);
});
