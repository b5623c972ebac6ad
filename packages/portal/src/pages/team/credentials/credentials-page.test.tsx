// @vitest-environment happy-dom
import { CREDENTIALS_PER_TEAM, type TeamCredential } from '@openhouse/contract';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Answers, data, failure, showPage } from '../../../testing/show-page.tsx';

const PAGE = '/dashboard/team/credentials';
const credential: TeamCredential = {
  id: 'q4bI0fY3mT9sVxk2ZJ7w5A',
  name: '每晚导入',
  scopes: ['tours:read', 'tours:write'],
  isAgent: false,
  createdAt: '2026-11-20T09:30:00.000Z',
  endsAt: '2027-02-18T09:30:00.000Z',
  usedAt: null,
};
const REVOKE = `POST /api/credentials/${credential.id}/revoke`;
const me = (role: string): Answers => ({
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
const owner = (...credentials: readonly TeamCredential[]): Record<string, () => Response | Promise<Response>> => ({
  ...me('owner'),
  'GET /api/credentials': data({ credentials }),
});
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const create = async () => {
  fireEvent.click(await button('Create a credential'));
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: credential.name } });
};

beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the page of credentials', () => {
  test.each(['viewer', 'member'])('tells a %s whom to ask, and asks the portal for none', async (role) => {
    const calls = await showPage(PAGE, me(role));
    await screen.findByText(/^Owners of the Team create credentials/);
    expect(screen.queryByRole('button', { name: 'Create a credential' })).toBeNull();
    expect(calls).not.toContain('GET /api/credentials');
  });

  test('shows owners what each may do and when it was used, and no token', async () => {
    await showPage(PAGE, owner(credential));
    const row = (await screen.findByText(credential.name)).closest('li') as HTMLElement;
    for (const text of ['tours:read', 'tours:write', 'Never used']) within(row).getByText(text);
    expect(document.body.innerHTML).not.toContain('ohm_');
  });

  test('tells agents that were let in from programs with a credential, and what revoking one means', async () => {
    await showPage(PAGE, owner({ ...credential, id: 'a', name: 'Notebook', isAgent: true }, credential));
    const rows = await screen.findAllByText('Agent, let in by an owner');
    expect(rows.map((one) => one.closest('li')?.textContent)).toEqual([expect.stringMatching(/^Notebook/)]);
    fireEvent.click(await button('Revoke Notebook'));
    await screen.findByText(/an owner to let it in again/);
  });

  test('offers no further one where there are as many as there may be, and says why', async () => {
    const full = Array.from({ length: CREDENTIALS_PER_TEAM }, (_, index) => ({ ...credential, id: String(index) }));
    await showPage(PAGE, owner(...full));
    await screen.findByText(/^This Team has 20 credentials/);
    expect(screen.queryByRole('button', { name: 'Create a credential' })).toBeNull();
  });

  test('says that it could not be loaded, and tries again', async () => {
    const answers = owner();
    answers['GET /api/credentials'] = failure(500, 'INTERNAL');
    await showPage(PAGE, answers);
    await screen.findByRole('alert');
    answers['GET /api/credentials'] = data({ credentials: [credential] });
    fireEvent.click(await button('Try again'));
    await screen.findByText(credential.name);
  });

  test('says of each scope what it allows', { tags: 'slow' }, async () => {
    await showPage(PAGE, owner());
    await create();
    for (const says of ['list tours', 'import tours, set them active', /^see apps/]) screen.getByText(says);
  });

  test('a refusal keeps what was typed and chosen', { tags: 'slow' }, async () => {
    await showPage(PAGE, { ...owner(), 'POST /api/credentials': failure(409, 'CREDENTIAL_LIMIT') });
    await create();
    fireEvent.click(screen.getByRole('checkbox', { name: /^apps:read/ }));
    fireEvent.submit(screen.getByLabelText('Name'));
    expect((await screen.findByRole('alert')).textContent).toMatch(/Sentence of CREDENTIAL_LIMIT/);
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe(credential.name);
    expect((screen.getByRole('checkbox', { name: /^apps:read/ }) as HTMLInputElement).checked).toBe(true);
  });

  test('none is created that may do nothing', async () => {
    const calls = await showPage(PAGE, owner());
    await create();
    fireEvent.click(screen.getByRole('checkbox', { name: /^tours:read/ }));
    fireEvent.submit(screen.getByLabelText('Name'));
    expect(calls).not.toContain('POST /api/credentials');
  });

  test('shows a new token once, and copies the line for a shell', async () => {
    const token = 'ohm_canary';
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await showPage(PAGE, { ...owner(), 'POST /api/credentials': data({ credential, token }) });
    await create();
    fireEvent.submit(screen.getByLabelText('Name'));
    await screen.findByText(token);
    fireEvent.click(await button('Copy as export line'));
    expect(written).toHaveBeenCalledWith(`export OPENHOUSE_CREDENTIAL='${token}'\n`);
    fireEvent.click(await button('Done'));
    expect(document.body.innerHTML).not.toContain(token);
  });

  test.each([
    ['revoked', data({ revoked: 1 })],
    ['found to have ended', failure(404, 'CREDENTIAL_NOT_FOUND')],
  ])('one that is %s leaves the list', async (_, answer) => {
    const answers = { ...owner(credential), [REVOKE]: answer };
    await showPage(PAGE, answers);
    fireEvent.click(await button(`Revoke ${credential.name}`));
    answers['GET /api/credentials'] = data({ credentials: [] });
    fireEvent.click(await button('Revoke'));
    await screen.findByText('No credential yet');
  });
});
