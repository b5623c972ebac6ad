// @vitest-environment happy-dom
import { createMemoryHistory } from '@tanstack/react-router';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Answers, data, failure, showPage } from '../../testing/show-page.tsx';

const tour = {
  resourceCode: 'loft',
  name: 'Loft by the park',
  cover: null,
  isActive: false,
  sizeBytes: 7_412_044,
  observers: 12,
  importedAt: '2026-11-20T09:30:00.000Z',
  lastReadAt: null,
};
const person = (role: string): Answers => ({
  'GET /api/me': data({
    isAuthenticated: true,
    userCode: 'ohu_1',
    email: 'mara@loft.example',
    name: 'Mara',
    avatarUrl: '',
    currentSource: 'SSO_DEVELOPER_APP',
    teams: [{ id: 'demo', name: 'Loft', role, isActive: true }],
  }),
});
const list = (...tours: object[]) => data({ tours, next: null });

beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the tours page', () => {
  test('shows name, code, state, size and last read', { tags: 'slow' }, async () => {
    await showPage('/dashboard/tours', { ...person('owner'), 'GET /api/tours': list(tour) });
    const card = (await screen.findByRole('heading', { name: 'Loft by the park' })).closest('li') as HTMLElement;
    for (const text of ['loft', 'Inactive', '7.4 MB', '12 viewpoints', 'Never read']) within(card).getByText(text);
    expect(within(card).getByRole('link').getAttribute('href')).toBe('/dashboard/tours/loft');
  });

  test.each([
    ['viewer', false, false],
    ['member', true, false],
    ['owner', true, true],
  ])('a %s may import and activate: %s, remove: %s', async (role, mayImport, mayRemove) => {
    await showPage('/dashboard/tours', { ...person(role), 'GET /api/tours': list(tour) });
    await screen.findByRole('heading', { name: 'Loft by the park' });
    expect(screen.queryByRole('button', { name: 'Activate' }) !== null).toBe(mayImport);
    expect(screen.queryByRole('button', { name: /^Import/ }) !== null).toBe(mayImport);
    expect(screen.queryByRole('button', { name: /^More about/ }) !== null).toBe(mayRemove);
  });

  test('says what the plan leaves before an upload, where it limits that', async () => {
    const limits = {
      plan: 'growth',
      callsPerMinute: 256,
      teamCallsPerMinute: null,
      exchangesPerMinute: null,
      tours: 5,
      storedBytes: 2_500_000_000,
      files: 1500,
      uploadBytes: 100_000_000,
      trialDays: 14,
      usageDays: 35,
      used: { tours: 3, storedBytes: 500_000_000, files: 400 },
    };
    const answers = { 'GET /api/tours': list(tour), 'GET /api/limits': data({ limits }) };
    await showPage('/dashboard/tours', { ...person('member'), ...answers });
    await screen.findByText(
      'Plan growth · 2 of 5 tours left · 2 GB of 2.5 GB left · 1,100 of 1,500 files left · at most 100 MB an upload',
    );
    cleanup();
    const calls = await showPage('/dashboard/tours', { ...person('viewer'), ...answers });
    await screen.findByRole('heading', { name: 'Loft by the park' });
    expect(calls).not.toContain('GET /api/limits');
  });

  test('without tours it says what one is made of', { tags: 'slow' }, async () => {
    await showPage('/dashboard/tours', { ...person('member'), 'GET /api/tours': list() });
    await screen.findByRole('heading', { name: 'No tours yet' });
    expect(screen.getByRole('button', { name: 'Add the sample tour' })).toBeDefined();
  });

  test('asks before it activates, and says what it means', { tags: 'slow' }, async () => {
    const calls = await showPage('/dashboard/tours', {
      ...person('member'),
      'GET /api/tours': list(tour),
      'POST /api/tours/loft/activate': data({ tour: { ...tour, isActive: true } }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Activate' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/There is no way back/)).toBeDefined();
    expect(calls).not.toContain('POST /api/tours/loft/activate');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Activate' }));
    await vi.waitFor(() => expect(calls).toContain('POST /api/tours/loft/activate'));
  });

  test('a list that cannot be read says so and can be asked for again', async () => {
    await showPage('/dashboard/tours', { ...person('owner'), 'GET /api/tours': failure(503, 'UNAVAILABLE') });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
  });
});

describe('the search of tours', () => {
  const many = Array.from({ length: 8 }, (_, at) => ({ ...tour, resourceCode: `t${at}`, name: `House ${at}` }));
  const answers = {
    ...person('viewer'),
    'GET /api/tours': list(...many),
    'GET /api/tours?search=loft': list(tour),
    'GET /api/audit': data({ entries: [], hasMore: false }),
  };
  const searchField = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Find a tour' });

  test('comes back with the list and the place in it, and makes no steps of its own', { tags: 'slow' }, async () => {
    const history = createMemoryHistory({ initialEntries: ['/dashboard/tours'] });
    await showPage('/dashboard/tours', answers, undefined, { history });
    fireEvent.change(await searchField(), { target: { value: 'loft ' } });
    await screen.findByRole('heading', { name: 'Loft by the park' });
    expect([history.location.href, history.length]).toEqual(['/dashboard/tours?q=loft', 1]);
    vi.stubGlobal('scrollY', 240);
    act(() => history.push('/dashboard/audit'));
    await screen.findByRole('heading', { level: 1, name: 'Audit log' });
    await waitFor(() => expect(window.scrollTo).toHaveBeenLastCalledWith(0, 0));
    act(() => history.back());
    await screen.findByRole('heading', { name: 'Loft by the park' });
    expect((await searchField()).value).toBe('loft');
    await waitFor(() => expect(window.scrollTo).toHaveBeenLastCalledWith(0, 240));
    expect(document.activeElement?.textContent).toBe('Tours');
  });

  test('ends where a link leads to all tours', { tags: 'slow' }, async () => {
    const history = createMemoryHistory({ initialEntries: ['/dashboard/tours?q=loft'] });
    await showPage('/dashboard/tours?q=loft', answers, undefined, { history });
    await screen.findByRole('heading', { name: 'Loft by the park' });
    fireEvent.click(screen.getByRole('link', { name: 'Tours' }));
    await screen.findByRole('heading', { name: 'House 1' });
    expect((await searchField()).value).toBe('');
  });

  test('keeps the field and what is typed into it when it is cleared, whatever comes then', async () => {
    let answer: ((response: Response) => void) | undefined;
    const all = () => new Promise<Response>((resolve) => (answer = resolve));
    const none = { 'GET /api/tours?search=zzz': list() };
    await showPage('/dashboard/tours?q=zzz', { ...answers, ...none, 'GET /api/tours': all });
    const field = await searchField();
    await screen.findByText('No tour has this in its name or code.');
    field.focus();
    const shown: string[] = [];
    const watch = new MutationObserver(() => shown.push(document.body.textContent ?? ''));
    watch.observe(document.body, { childList: true, subtree: true });
    fireEvent.change(field, { target: { value: '' } });
    await waitFor(() => expect(answer).toBeDefined());
    answer?.(list(tour)());
    await screen.findByRole('heading', { name: 'Loft by the park' });
    watch.disconnect();
    expect([document.activeElement === field, field.value]).toEqual([true, '']);
    expect(shown.filter((text) => text.includes('No tours yet'))).toEqual([]);
  });

  test('keeps the field where a search fails', { tags: 'slow' }, async () => {
    await showPage('/dashboard/tours', { ...answers, 'GET /api/tours?search=zzz': failure(503, 'UNAVAILABLE') });
    const field = await searchField();
    field.focus();
    fireEvent.change(field, { target: { value: 'zzz' } });
    await screen.findByRole('button', { name: 'Try again' });
    expect(document.activeElement === field).toBe(true);
  });
});
