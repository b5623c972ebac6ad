// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asOwner, choose, data, exampleOf, lostUntil, showPage } from '../../../testing/show-page.tsx';

const { app } = exampleOf('get-app');
const APP = `/api/apps/${app.appKey}`;

beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function openSettings() {
  const { sent, answer } = lostUntil(1, data({ app }));
  await showPage(`/dashboard/apps/${app.appKey}`, {
    ...asOwner,
    [`GET ${APP}`]: data({ app }),
    [`GET ${APP}/secrets`]: data(exampleOf('list-secrets')),
    'GET /api/apps': data({ apps: [app], requests: [] }),
    [`POST ${APP}/settings`]: answer,
  });
  const card = (await screen.findByRole('heading', { name: 'Settings' })).closest('section') as HTMLElement;
  fireEvent.click(within(card).getByRole('button', { name: 'Change' }));
  return { sent, dialog: await screen.findByRole('dialog') };
}

test('changes what was changed in the dialog alone: other settings may be another owner’s by now', async () => {
  const { sent, dialog } = await openSettings();
  fireEvent.change(within(dialog).getByLabelText(/^Contact/), { target: { value: 'tours@loft.example ' } });
  await choose(dialog, 'Colour', 'Green');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.map(({ body }) => body)).toEqual([{ contact: 'tours@loft.example', colour: 'green' }]);
});

test('saved as it was it changes nothing', async () => {
  const { sent, dialog } = await openSettings();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([]);
});
