// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { data, failure, heardTabs, showPage } from '../testing/show-page.tsx';

const mara = {
  isAuthenticated: true,
  userCode: 'ohu_1',
  email: 'mara@loft.example',
  name: 'Mara Lindqvist',
  avatarUrl: '',
  currentSource: 'SSO_DEVELOPER_APP',
  teams: [],
};
const team = { id: 'demo', name: 'Loft', role: 'owner', isActive: true };
const apps = data({ apps: [], requests: [] });

let left: string[] = [];
beforeEach(() => {
  left = [];
  vi.spyOn(window.location, 'replace').mockImplementation((address) => void left.push(String(address)));
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the dashboard', () => {
  test('sends a stranger to sign in and back to the same address, query included', async () => {
    await showPage('/dashboard/sessions?a=1', { 'GET /api/me': data({ isAuthenticated: false, teams: [] }) });
    await expect.poll(() => left).toEqual(['/auth/sign-in?gotoURL=%2Fdashboard%2Fsessions%3Fa%3D1']);
    expect(screen.queryByRole('heading', { name: 'Sessions' })).toBeNull();
  });

  test('keeps an invitation to itself on the way to the sign-in', async () => {
    await showPage('/dashboard/join#ohi_secret', { 'GET /api/me': data({ isAuthenticated: false, teams: [] }) });
    await expect.poll(() => left).toEqual(['/auth/sign-in?gotoURL=%2Fdashboard%2Fjoin']);
  });

  test.each(['back_forward', 'reload'])(
    'sends nobody to sign in by itself after a %s: a provider that still knows them would sign them in again',
    async (type) => {
      vi.spyOn(window.performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry]);
      await showPage('/dashboard/sessions', { 'GET /api/me': data({ isAuthenticated: false, teams: [] }) });
      expect(await screen.findByRole('heading', { name: 'You are signed out' })).toBeDefined();
      expect(screen.getByRole('button', { name: 'Sign in again' })).toBeDefined();
      expect(left).toEqual([]);
    },
  );

  test('tells of an outage without sending anybody to sign in', async () => {
    await showPage('/dashboard/apps', { 'GET /api/me': failure(503, 'IDENTITY_PROVIDER_UNAVAILABLE') });
    expect(await screen.findByRole('heading', { name: 'The sign-in service does not answer' })).toBeDefined();
    expect(screen.getByText(/you do not have to sign in again/)).toBeDefined();
    expect(left).toEqual([]);
  });

  test('leads the keyboard past the navigation, and leaves what stands behind the # of the address to the page', async () => {
    await showPage('/dashboard/apps', { 'GET /api/me': data({ ...mara, teams: [team] }), 'GET /api/apps': apps });
    await screen.findByRole('heading', { level: 1 });
    const goesOn = fireEvent.click(screen.getByRole('link', { name: 'Skip to content' }));
    expect([goesOn, document.activeElement?.id]).toEqual([false, 'content']);
  });

  test('offers somebody without a Team to create one, and asks for no apps', { tags: 'slow' }, async () => {
    const calls = await showPage('/dashboard/apps', { 'GET /api/me': data(mara) });
    expect(await screen.findByRole('heading', { name: 'You are not in a Team yet' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Create Team' })).toBeDefined();
    // Whether there is a note of operators is asked whoever it is.
    expect(calls.filter((call) => call !== 'GET /status.json')).toEqual(['GET /api/me']);
  });

  test('shows three slots to somebody in a Team', async () => {
    await showPage('/dashboard/apps', {
      'GET /api/me': data({ ...mara, teams: [team] }),
      'GET /api/apps': apps,
    });
    expect(await screen.findAllByRole('button', { name: /Add an app/ })).toHaveLength(3);
  });

  test('offers no place to somebody who may not take one', async () => {
    await showPage('/dashboard/apps', {
      'GET /api/me': data({ ...mara, teams: [{ ...team, role: 'member' }] }),
      'GET /api/apps': apps,
    });
    expect(await screen.findAllByRole('heading', { name: 'Room for an app' })).toHaveLength(3);
    expect(screen.queryByRole('button', { name: /Add an app|Create app/ })).toBeNull();
  });

  test('a session that ends under a page asks to sign in beside it, from any call, and the page stays', async () => {
    let signedIn = true;
    const me = () => data(signedIn ? { ...mara, teams: [team] } : { isAuthenticated: false, teams: [] })();
    await showPage('/dashboard/sessions', {
      'GET /api/me': me,
      'GET /api/sessions': () => {
        signedIn = false;
        return failure(401, 'AUTH_REQUIRED')();
      },
    });
    const link = await screen.findByRole('link', { name: 'Sign in again' });
    expect(link.getAttribute('href')).toBe('/auth/sign-in?gotoURL=%2Fdashboard%2Fsigned-in');
    expect(link.getAttribute('target')).toBe('openhouse-sign-in');
    expect(screen.getByRole('heading', { name: 'Sessions' })).toBeDefined();
    expect(left).toEqual([]);
  });

  test.each([
    ['signs in in place of one whose session ended', ['ohu_1', undefined, 'ohu_2']],
    ['signs in in another tab', ['ohu_1', 'ohu_2']],
    ['signs in after an outage', ['ohu_1', undefined, 'outage', 'ohu_2']],
  ])('another person who %s finds nothing of the one before', async (_, people) => {
    const reloads = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    let person = people[0];
    const tabs = heardTabs();
    const me = () => {
      if (person === 'outage') return failure(503, 'IDENTITY_PROVIDER_UNAVAILABLE')();
      if (person === undefined) return data({ isAuthenticated: false, teams: [] })();
      return data({ ...mara, userCode: person, teams: [team] })();
    };
    const calls = await showPage('/dashboard/apps', { 'GET /api/me': me, 'GET /api/apps': apps }, tabs);
    fireEvent.click((await screen.findAllByRole('button', { name: /Add an app/ }))[0] as HTMLElement);
    fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'typed before' } });
    for (person of people.slice(1)) {
      const before = calls.length;
      expect(reloads).not.toHaveBeenCalled();
      tabs.hear('account');
      await expect.poll(() => calls.slice(before)).toContain('GET /api/me');
    }
    await waitFor(() => expect(reloads).toHaveBeenCalledOnce());
    // A page that holds work would ask whether to stay, so it goes before the reload.
    expect(document.querySelector('main')).toBeNull();
    expect(screen.queryByDisplayValue('typed before')).toBeNull();
  });

  test('who signs out in another tab takes the page along', async () => {
    const reloads = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    const tabs = heardTabs();
    await showPage('/dashboard/apps', { 'GET /api/me': data({ ...mara, teams: [team] }), 'GET /api/apps': apps }, tabs);
    await screen.findAllByRole('button', { name: /Add an app/ });
    tabs.hear('signed-out');
    await waitFor(() => expect(reloads).toHaveBeenCalledOnce());
    expect(document.querySelector('main')).toBeNull();
  });

  test('a Team switched elsewhere takes no page away: the page names both and does nothing until one is chosen', {
    tags: 'slow',
  }, async () => {
    let active = 'demo';
    const teams = () =>
      [team, { ...team, id: 'other', name: 'Attic' }].map((one) => ({ ...one, isActive: one.id === active }));
    const tabs = heardTabs();
    await showPage(
      '/dashboard/apps',
      {
        'GET /api/me': () => data({ ...mara, teams: teams() })(),
        'GET /api/apps': apps,
        'POST /api/teams/demo/activate': () => {
          active = 'demo';
          return data({ team })();
        },
      },
      tabs,
    );
    await screen.findAllByRole('button', { name: /Add an app/ });
    active = 'other';
    tabs.hear('account');
    expect(await screen.findByText(/Attic is your active Team now. This page shows Loft/)).toBeDefined();
    expect(screen.getAllByRole('button', { name: /Add an app/ })).toHaveLength(3);
    fireEvent.click(screen.getByRole('button', { name: 'Switch back to Loft' }));
    await waitFor(() => expect(screen.queryByText(/is your active Team now/)).toBeNull());
    active = 'other';
    tabs.hear('account');
    fireEvent.click(await screen.findByRole('button', { name: 'Go on with Attic' }));
    await waitFor(() => expect(screen.queryByText(/is your active Team now/)).toBeNull());
    expect(screen.getByTitle('Attic')).toBeDefined();
  });

  test('an address without a page says so', async () => {
    await showPage('/dashboard/nowhere', { 'GET /api/me': data({ ...mara, teams: [team] }) });
    expect(await screen.findByRole('heading', { name: 'There is no page at this address' })).toBeDefined();
  });
});
