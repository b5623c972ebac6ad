// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asOwner, data, failure, showPage } from '../../testing/show-page.tsx';

beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const query = 'response_type=code&client_id=a.b&redirect_uri=http%3A%2F%2F127.0.0.1%3A1%2F&scope=everything&state=1e5';

test('a person reads why a program cannot be let in, and only a button brings them back to it', async () => {
  const refusal = { error: 'invalid_scope', description: 'An agent may have tours:read. Ask for no other scope.' };
  const request = { name: 'Notebook', returnsTo: '127.0.0.1:1', scopes: [], refusal };
  const left = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  const redirectTo = 'http://127.0.0.1:1/?error=invalid_scope&state=1e5';
  const sent: unknown[] = [];
  await showPage(`/dashboard/connect#${Buffer.from(query).toString('base64url')}`, {
    ...asOwner,
    'POST /api/agents/request': data({ request }),
    'POST /api/agents/decide': ({ body }) => {
      sent.push(JSON.parse(String(body)));
      return data({ redirectTo })();
    },
  });
  await screen.findByRole('heading', { name: 'Notebook cannot be let in' });
  for (const text of ['127.0.0.1:1', 'invalid_scope', refusal.description, 'It asks for more than an agent may have.'])
    screen.getByText(text);
  expect(screen.queryByRole('button', { name: 'Let it read' })).toBeNull();
  expect(left).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Back to the program' }));
  await expect.poll(() => left.mock.calls).toEqual([[redirectTo]]);
  expect(sent).toEqual([expect.objectContaining({ decision: 'deny', scope: 'everything', state: '1e5' })]);
});

const address = `/dashboard/connect#${Buffer.from(query).toString('base64url')}`;
const asked = { request: { name: 'Notebook', returnsTo: '127.0.0.1:1', scopes: ['tours:read'] } };
const me = {
  isAuthenticated: true,
  userCode: 'ohu_1',
  email: 'mara@loft.example',
  name: 'Mara',
  avatarUrl: '',
  currentSource: 'SSO_DEVELOPER_APP',
};

test('a person without a Team can deny, and so the program hears of it', async () => {
  const left = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  const redirectTo = 'http://127.0.0.1:1/?error=access_denied&state=1e5';
  const sent: unknown[] = [];
  await showPage(address, {
    'GET /api/me': data({ ...me, teams: [] }),
    'POST /api/agents/request': data(asked),
    'POST /api/agents/decide': ({ body }) => {
      sent.push(JSON.parse(String(body)));
      return data({ redirectTo })();
    },
  });
  await screen.findByRole('heading', { name: 'Notebook wants to read in a Team' });
  screen.getByText(/^You belong to no Team/);
  expect(screen.queryByRole('button', { name: 'Let it read' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Deny' }));
  await expect.poll(() => left.mock.calls).toEqual([[redirectTo]]);
  expect(sent).toEqual([expect.objectContaining({ decision: 'deny' })]);
});

test('who makes a Team for the program stays with its request', { tags: 'slow' }, async () => {
  let teams: unknown[] = [];
  const team = { id: 'loft', name: 'Loft', role: 'owner', isActive: true };
  await showPage(address, {
    'GET /api/me': () => data({ ...me, teams })(),
    'POST /api/agents/request': data(asked),
    'POST /api/teams': () => {
      teams = [team];
      return data({ team })();
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Create Team' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Loft' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create Team' }));
  await screen.findByRole('heading', { name: 'Notebook wants to read in Loft' });
  screen.getByRole('button', { name: 'Let it read' });
});

test('a portal that was away is asked again by a button; a request that is none is not', { tags: 'slow' }, async () => {
  let answer = failure(503, 'UNAVAILABLE');
  await showPage(address, { ...asOwner, 'POST /api/agents/request': () => answer() });
  const again = await screen.findByRole('button', { name: 'Try again' });
  answer = data(asked);
  fireEvent.click(again);
  await screen.findByRole('heading', { name: 'Notebook wants to read in Loft' });
  cleanup();
  await showPage(address, { ...asOwner, 'POST /api/agents/request': failure(400, 'REQUEST_INVALID') });
  await screen.findByText(/Sentence of REQUEST_INVALID/);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
