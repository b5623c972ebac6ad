// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, asOwner, data, exampleOf, showPage } from '../testing/show-page.tsx';

beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const app = { ...exampleOf('get-app').app, name: 'Viewing  room' };
const APP = `/api/apps/${app.appKey}`;

const dialogs: Readonly<Record<string, readonly [page: string, button: string, name: string, answers: Answers]>> = {
  'an app': [
    `/dashboard/apps/${app.appKey}`,
    'Delete',
    app.name,
    { [`GET ${APP}`]: data({ app }), [`GET ${APP}/secrets`]: data(exampleOf('list-secrets')) },
  ],
  'a Team': [
    '/dashboard/team',
    'Delete the Team',
    'Loft',
    {
      'GET /api/teams/demo/members': data(exampleOf('list-members')),
      'GET /api/limits': data(exampleOf('get-limits')),
    },
  ],
};

test.each(Object.entries(dialogs))(
  '%s is deleted once its name is typed; until then nothing is under way',
  async (_, of) => {
    const [page, verb, name, answers] = of;
    await showPage(page, { ...asOwner, ...answers });
    fireEvent.click(await screen.findByRole('button', { name: verb }));
    const dialog = await screen.findByRole('dialog');
    const button = within(dialog).getByRole('button', { name: verb });
    const said = () => [button.getAttribute('aria-disabled'), button.getAttribute('aria-busy')];
    expect(said()).toEqual(['true', 'false']);
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: name } });
    expect(said()).toEqual(['false', 'false']);
  },
);
