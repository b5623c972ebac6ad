// @vitest-environment happy-dom
import { WEBHOOKS_MAX, type Webhook, type WebhookDelivery } from '@openhouse/contract';
import { createMemoryHistory } from '@tanstack/react-router';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Answers, choose, data, failure, lostUntil, showPage } from '../../../testing/show-page.tsx';

const PAGE = '/dashboard/team/webhooks';
const webhook: Webhook = {
  id: '4',
  url: 'https://receiver.example/hook',
  events: ['tour.imported'],
  createdAt: '2026-11-20T09:30:00.000Z',
  previousSecretEndsAt: null,
  stopped: null,
  waiting: 0,
};
const delivery: WebhookDelivery = {
  id: '17',
  eventId: 'msg_1',
  type: 'tour.imported',
  at: '2026-11-26T10:00:00.000Z',
  state: 'given-up',
  attempts: 30,
  triedAt: '2026-11-26T10:00:01.000Z',
  nextTryAt: null,
  status: 500,
  problem: 'status',
  body: '{"type":"tour.imported"}',
};
const as = (role: string, ...webhooks: readonly Webhook[]): Answers => ({
  'GET /api/me': data({
    isAuthenticated: true,
    userCode: 'ohu_1',
    email: 'mara@loft.example',
    name: 'Mara',
    avatarUrl: '',
    currentSource: 'SSO_DEVELOPER_APP',
    teams: [{ id: 'demo', name: 'Loft', role, isActive: true }],
  }),
  'GET /api/webhooks': data({ webhooks }),
});
const log = (...deliveries: readonly WebhookDelivery[]) => data({ deliveries, hasMore: false });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const type = async (url: string) =>
  fireEvent.change(await screen.findByLabelText('Address'), { target: { value: url } });
const openLog = async () => fireEvent.click(await button(/^Deliveries to/));

beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the page of webhooks', () => {
  test.each(['viewer', 'member'])('shows a %s what is told where, with no way to change it', async (role) => {
    await showPage(PAGE, { ...as(role, webhook), 'GET /api/webhooks/4/deliveries': log(delivery) });
    await screen.findByText(/^Owners of the Team add and change webhooks/);
    await openLog();
    await screen.findByText('Given up');
    for (const name of [/Send a test/, /Add a webhook/, /^More about/, /^Send again/])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('offers owners of a full Team no further one, and says why', async () => {
    const full = Array.from({ length: WEBHOOKS_MAX }, (_, index) => ({ ...webhook, id: String(index + 1) }));
    await showPage(PAGE, as('owner', ...full));
    await screen.findByText(/^This Team has 10 webhooks/);
    expect(screen.queryByRole('button', { name: 'Add a webhook' })).toBeNull();
  });

  test('which log is open, and what of it shows, stands in the address', { tags: 'slow' }, async () => {
    const other = { ...webhook, id: '5', url: 'https://receiver.example/other' };
    const answers = {
      ...as('owner', webhook, other),
      'GET /api/webhooks/4/deliveries': log(),
      'GET /api/webhooks/4/deliveries?state=given-up': log(delivery),
    };
    const history = createMemoryHistory({ initialEntries: [PAGE] });
    await showPage(PAGE, answers, undefined, { history });
    fireEvent.click(await button(`Deliveries to ${webhook.url}`));
    await choose(document.body, 'State', 'Given up');
    await waitFor(() => expect(history.location.search).toMatch(/state=given-up$/));
    cleanup();
    const calls = await showPage(history.location.href, answers, undefined, { history });
    await screen.findByText('Given up', { selector: 'span' });
    expect(calls.filter((call) => call.includes('deliveries'))).toEqual([
      'GET /api/webhooks/4/deliveries?state=given-up',
    ]);
    fireEvent.click(await button(`Deliveries to ${webhook.url}`));
    await waitFor(() => expect([history.location.search, history.length]).toEqual(['', 1]));
  });

  test('says that it could not be loaded, and tries again', async () => {
    const answers: Record<string, () => Response | Promise<Response>> = {
      ...as('owner'),
      'GET /api/webhooks': failure(500, 'INTERNAL'),
    };
    await showPage(PAGE, answers);
    await screen.findByRole('alert');
    answers['GET /api/webhooks'] = data({ webhooks: [webhook] });
    fireEvent.click(await button('Try again'));
    await screen.findByRole('heading', { level: 2, name: webhook.url });
  });

  test.each([
    ['REQUEST_INVALID', /^This address was not accepted/],
    ['WEBHOOK_ADDRESS_REFUSED', /Sentence of WEBHOOK_ADDRESS_REFUSED/],
  ])('explains %s, and keeps what was typed', async (code, words) => {
    await showPage(PAGE, { ...as('owner'), 'POST /api/webhooks': failure(400, code) });
    fireEvent.click(await button('Add a webhook'));
    await type('http://10.0.0.7/hook');
    fireEvent.submit(screen.getByLabelText('Address'));
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
    expect((screen.getByLabelText('Address') as HTMLInputElement).value).toBe('http://10.0.0.7/hook');
  });

  test('shows a new secret until its dialog is closed, hidden while the window is left', { tags: 'slow' }, async () => {
    const secret = 'whsec_canary';
    await showPage(PAGE, { ...as('owner', webhook), 'POST /api/webhooks': data({ webhook, secret }) });
    fireEvent.click(await button('Add a webhook'));
    await type(webhook.url);
    fireEvent.submit(screen.getByLabelText('Address'));
    await screen.findByText(secret);
    fireEvent.blur(window);
    expect(screen.queryByText(secret)).toBeNull();
    fireEvent.click(await button('Show'));
    await screen.findByText(secret);
    fireEvent.click(await button('Done'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.body.innerHTML).not.toContain(secret);
  });

  test('a new secret goes when the page is put away', { tags: 'slow' }, async () => {
    const secret = 'whsec_canary';
    await showPage(PAGE, { ...as('owner', webhook), 'POST /api/webhooks': data({ webhook, secret }) });
    fireEvent.click(await button('Add a webhook'));
    await type(webhook.url);
    fireEvent.submit(screen.getByLabelText('Address'));
    await screen.findByText(secret);
    fireEvent(window, new Event('pagehide'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each([
    ['another address', { url: 'https://receiver.example/other' }],
    ['nothing else', undefined],
  ])('saved with %s, it sends that alone', async (_, changed) => {
    // The menu opens before its items have loaded, which Mantine tells with all of the element.
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { sent, answer } = lostUntil(1, data({ webhook }));
    await showPage(PAGE, { ...as('owner', webhook), 'POST /api/webhooks/4': answer });
    fireEvent.click(await button(/^More about/));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Change' }));
    await type(changed?.url ?? webhook.url);
    fireEvent.submit(screen.getByLabelText('Address'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.map(({ body }) => body)).toEqual(changed === undefined ? [] : [changed]);
  });

  test.each(['by-owner', 'by-receiver'] as const)(
    'one that is stopped %s can be started, and sends nothing',
    async (stopped) => {
      await showPage(PAGE, {
        ...as('owner', { ...webhook, stopped }),
        'GET /api/webhooks/4/deliveries': log(delivery),
      });
      await button('Start');
      await openLog();
      await screen.findByText('Given up');
      expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull();
    },
  );

  test('tells what became of a test, with every delivery in view', async () => {
    const sent = { ...delivery, id: '18', type: 'webhook.test', state: 'waiting' as const, attempts: 0, problem: null };
    await showPage(PAGE, {
      ...as('owner', webhook),
      'POST /api/webhooks/4/test': data({ delivery: sent }),
      'GET /api/webhooks/4/deliveries': log({ ...sent, attempts: 1, problem: 'refused' }, delivery),
    });
    fireEvent.click(await button('Send a test'));
    const told = await screen.findByText(/^The receiver did not accept it: Nothing accepts connections there/);
    const rows = within(told.closest('section') as HTMLElement).getAllByRole('listitem');
    expect(rows.map((row) => row.querySelector('code')?.textContent)).toEqual(['webhook.test', 'tour.imported']);
  });
});
