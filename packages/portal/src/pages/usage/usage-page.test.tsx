// @vitest-environment happy-dom
import { type CallExplanation, gatewayFailures } from '@openhouse/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { en } from '../../languages/en.ts';
import { usageEnglish } from '../../languages/usage-words.ts';
import { data, failure, showPage } from '../../testing/show-page.tsx';
import { requestIdIn } from './explain-card.tsx';

const team = { id: 'demo', name: 'Loft', role: 'viewer', isActive: true };
const person = {
  isAuthenticated: true,
  userCode: 'ohu_1',
  email: 'mara@loft.example',
  name: 'Mara Lindqvist',
  avatarUrl: '',
  currentSource: 'SSO_DEVELOPER_APP',
  teams: [team],
};
const ID = '2f6c0a9e-8d41-4b53-9c7a-5e1d0b3f4a68';
const explained: CallExplanation = {
  call: {
    requestId: ID,
    traceId: '0'.repeat(32),
    at: '2026-11-20T10:41:12.084Z',
    operation: 'hot-list',
    status: 'err_parameter_invalid',
    code: -1,
    httpStatus: 400,
    costMs: 0.31,
    version: 2,
    byPortal: false,
    network: '203.0.113.0/24',
    parameter: 'order_by',
  },
  appKey: 'ohk_1',
  ignored: [],
  checks: [
    { check: 'token', outcome: 'passed' },
    { check: 'parameters', outcome: 'failed' },
    { check: 'resource', outcome: 'not-reached' },
  ],
  failure: {
    message: 'order_by is malformed.',
    advice: 'Compare.',
    hint: null,
    reference: '/docs/reference/errors#err_parameter_invalid',
  },
};
const withoutApps = { 'GET /api/me': data(person), 'GET /api/apps': data({ apps: [], requests: [] }) };

beforeEach(() => vi.spyOn(window, 'scrollTo').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('a pasted envelope is explained: the failing check, what the caller was told, how to mend it, where to read on', {
  tags: 'slow',
}, async () => {
  await showPage('/dashboard/usage', { ...withoutApps, [`GET /api/calls/${ID}`]: data(explained) });
  fireEvent.change(await screen.findByLabelText('request_id'), {
    target: { value: `{"request_id":"${ID}","code":-1}` },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Explain' }));
  const section = await screen.findByRole('region', { name: `What happened to ${ID}` });
  const checks = within(section).getAllByRole('listitem');
  expect(checks.map((item) => item.textContent)).toEqual([
    expect.stringContaining('passed'),
    expect.stringContaining('failed here'),
    expect.stringContaining('not looked at'),
  ]);
  expect(checks[1]?.textContent).toContain('order_by is malformed.');
  expect(checks[1]?.textContent).toContain(en.usage.mend.err_parameter_invalid);
  const more = within(section).getByRole('link', { name: 'More about this failure' });
  expect(more.getAttribute('href')).toBe('/docs/reference/errors#err_parameter_invalid');
});

test('what was ignored of a call that succeeded is named', { tags: 'slow' }, async () => {
  const call = { ...explained.call, status: 'success', httpStatus: 200, parameter: null };
  const succeeded = { ...explained, call, ignored: ['lang', '_'], failure: null };
  await showPage(`/dashboard/usage?call=${ID}`, { ...withoutApps, [`GET /api/calls/${ID}`]: data(succeeded) });
  const section = await screen.findByRole('region', { name: `What happened to ${ID}` });
  expect(section.textContent).toContain(`${usageEnglish.ignored} lang, _`);
});

test('a link with a request id explains it on arrival', async () => {
  await showPage(`/dashboard/usage?call=${ID}`, { ...withoutApps, [`GET /api/calls/${ID}`]: data(explained) });
  expect(await screen.findByRole('region', { name: `What happened to ${ID}` })).toBeDefined();
});

test('a failure that these pages have no words for shows the advice it came with', async () => {
  const newer = { ...explained, call: { ...explained.call, status: 'err_of_a_newer_gateway' } };
  await showPage(`/dashboard/usage?call=${ID}`, { ...withoutApps, [`GET /api/calls/${ID}`]: data(newer) });
  expect(await screen.findByText('Compare.')).toBeDefined();
});

test('a call that is not there is looked for again, then said to be unknown', { tags: 'slow' }, async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
  const asked = await showPage(`/dashboard/usage?call=${ID}`, {
    ...withoutApps,
    [`GET /api/calls/${ID}`]: failure(404, 'CALL_NOT_FOUND'),
  });
  expect(await screen.findByText(/Looking for this call/)).toBeDefined();
  await vi.waitFor(() => expect(screen.getByText(/No such call is kept/)).toBeDefined(), { timeout: 60_000 });
  expect(asked.filter((call) => call.includes('/api/calls/'))).toHaveLength(4);
  vi.useRealTimers();
});

describe('another choice', () => {
  const NOW = '2026-11-20T12:00:00.000Z';
  const usage = (calls: number) => ({
    from: '2026-11-20T11:00:00.000Z',
    to: NOW,
    stepS: 600,
    calls,
    refused: 0,
    series: [{ operation: 'vr-info', status: 'success', counts: [calls] }],
    operations: [],
    versions: [],
    limit: { perMinute: 600, peak: null, refused: 0 },
  });
  const used = (calls: number) => data({ usage: usage(calls), keptDays: 35 });
  const since = (from: string, step: string) =>
    `GET /api/apps/ohk_1/usage?${new URLSearchParams({ from: `2026-11-${from}:00:00.000Z`, step })}`;
  const answers = {
    'GET /api/me': data(person),
    'GET /api/apps': data({ apps: [{ appKey: 'ohk_1', name: 'Website' }], requests: [] }),
    'GET /api/apps/ohk_1/calls': data({ calls: [explained.call] }),
    [since('19T12', '600')]: used(1234),
  };
  const isBusy = (title: string) =>
    screen.getByRole('region', { name: title }).closest('[aria-busy]')?.getAttribute('aria-busy');

  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) }));
  afterEach(() => void vi.useRealTimers());

  test('of the time says that the figures are still those of the one before', { tags: 'slow' }, async () => {
    let answer: ((response: Response) => void) | undefined;
    const late = () => new Promise<Response>((resolve) => (answer = resolve));
    await showPage('/dashboard/usage', { ...answers, [since('13T12', '3600')]: late });
    await screen.findByText('1,234', { selector: 'dd' });
    expect(isBusy('Calls')).toBe('false');
    fireEvent.click(screen.getByRole('radio', { name: 'The last 7 days' }));
    await waitFor(() => expect(answer).toBeDefined());
    expect(isBusy('Calls')).toBe('true');
    answer?.(used(5678)());
    await screen.findByText('5,678', { selector: 'dd' });
    expect(isBusy('Calls')).toBe('false');
  });

  test('of the time that fails can be taken back', async () => {
    await showPage('/dashboard/usage', { ...answers, [since('13T12', '3600')]: failure(500, 'INTERNAL') });
    await screen.findByText('1,234', { selector: 'dd' });
    fireEvent.click(screen.getByRole('radio', { name: 'The last 7 days' }));
    await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByText('1,234', { selector: 'dd' })).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: 'The last 24 hours' }));
    await screen.findByText('1,234', { selector: 'dd' });
  });

  test('of the last calls, too', async () => {
    const late = () => new Promise<Response>(() => {});
    await showPage('/dashboard/usage', { ...answers, 'GET /api/apps/ohk_1/calls?result=refused': late });
    await screen.findByRole('region', { name: 'Last calls' });
    await waitFor(() => expect(isBusy('Last calls')).toBe('false'));
    fireEvent.click(await screen.findByRole('radio', { name: 'Refused' }));
    await waitFor(() => expect(isBusy('Last calls')).toBe('true'));
  });
});

test('without an app the page says so and still explains', async () => {
  await showPage('/dashboard/usage', withoutApps);
  expect(await screen.findByText(/This Team has no app yet/)).toBeDefined();
  expect(screen.getByLabelText('request_id')).toBeDefined();
});

test('every failure of the gateway has words, and no word is left over', () => {
  expect(Object.keys(en.usage.mend).sort()).toEqual(Object.keys(gatewayFailures).sort());
});

test.each([
  [ID, ID],
  [`  ${ID}\n`, ID],
  [`X-Request-Id: ${ID}`, ID],
  [`{"trace_id":"0","request_id":"${ID}"}`, ID],
  ['', ''],
  ['???', ''],
])('in %j the request id is %j', (pasted, id) => {
  expect(requestIdIn(pasted)).toBe(id);
});
