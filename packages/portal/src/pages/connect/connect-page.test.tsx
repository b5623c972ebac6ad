// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asOwner, data, showPage } from '../../testing/show-page.tsx';

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
