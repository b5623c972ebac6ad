// @vitest-environment happy-dom
import { createMemoryHistory } from '@tanstack/react-router';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asOwner, choose, data, showPage } from '../../testing/show-page.tsx';

beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const none = data({ entries: [], next: null });
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

test('which logs show and what of them stands in the address: a reload and a link keep it', {
  tags: 'slow',
}, async () => {
  const history = createMemoryHistory({ initialEntries: ['/operator/audit'] });
  const answers = {
    ...asOwner,
    'GET /api/operator/audit': data({ entries: [], hasMore: false }),
    'GET /api/operator/audit/teams': none,
    'GET /api/operator/audit/teams?team=loft&actor=ohu_2': none,
    'GET /api/operator/audit/teams?team=loft&actor=ohu_2&outcome=refused': none,
  };
  await showPage('/operator/audit', answers, undefined, { history });
  fireEvent.click(await screen.findByRole('link', { name: 'The logs of all Teams' }));
  fireEvent.change(await field('Code of a Team'), { target: { value: ' loft ' } });
  fireEvent.change(await field('Code of a person'), { target: { value: 'ohu_2' } });
  fireEvent.submit(await field('Code of a person'));
  await waitFor(() => expect(history.location.search).toBe('?log=teams&team=loft&actor=ohu_2'));
  await choose(document.body, 'Outcome', 'Refused');
  await waitFor(() => expect(history.location.search).toBe('?log=teams&team=loft&actor=ohu_2&outcome=refused'));
  cleanup();

  const address = history.location.href;
  const calls = await showPage(address, answers);
  expect([(await field('Code of a Team')).value, (await field('Code of a person')).value]).toEqual(['loft', 'ohu_2']);
  expect(calls).toContain('GET /api/operator/audit/teams?team=loft&actor=ohu_2&outcome=refused');
});

test('the field says what was looked for, also on the way back', async () => {
  const history = createMemoryHistory({ initialEntries: ['/operator?q=loft', '/operator?q=villa'] });
  const nothing = data({ teams: [], people: [], apps: [], tours: [], sessions: [], calls: [] });
  await showPage(
    '/operator?q=villa',
    { ...asOwner, 'GET /api/operator/find?q=loft': nothing, 'GET /api/operator/find?q=villa': nothing },
    undefined,
    { history },
  );
  expect((await field('Name, e-mail address, app key, XID, resource code or request id')).value).toBe('villa');
  act(() => history.back());
  await waitFor(async () =>
    expect((await field('Name, e-mail address, app key, XID, resource code or request id')).value).toBe('loft'),
  );
});
