// @vitest-environment happy-dom
import { gatewayEndpoints, type OperationAnswer, operationForm } from '@openhouse/contract';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { data, showPage } from '../../testing/show-page.tsx';

beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const never = () => new Promise<Response>(() => {});
const lost = () => Promise.reject(new TypeError('Failed to fetch'));

function answered(envelope: object, headers: OperationAnswer['headers'] = []): () => Response {
  const answer: OperationAnswer = {
    httpStatus: 200,
    requestId: 'r-1',
    roundTripMs: 1,
    bytes: 2,
    headers,
    envelope: JSON.stringify(envelope),
  };
  return data(answer);
}

/** The console with a read of one tour in its form. @param answers What its calls come to, in order. */
async function consoleWith(...answers: readonly (() => Response | Promise<Response>)[]) {
  const sent: { readonly key: string; readonly operation: string; readonly code: string }[] = [];
  const person = {
    isAuthenticated: true,
    userCode: 'ohu_1',
    email: 'mara@loft.example',
    name: 'Mara',
    avatarUrl: '',
    currentSource: 'SSO_DEVELOPER_APP',
    teams: [{ id: 'loft', name: 'Loft', role: 'owner', isActive: true }],
  };
  await showPage('/dashboard/console?operation=vr-info&resource_code=first', {
    'GET /api/me': data(person),
    'GET /api/apps': data({ apps: [{ appKey: 'ohk_1', name: 'Website' }], requests: [] }),
    'GET /api/operations': data({ operations: gatewayEndpoints.map(operationForm), failures: [], demo: null }),
    'POST /api/console/calls': ({ headers, body }) => {
      const { operation, parameters } = JSON.parse(String(body));
      const key = new Headers(headers).get('idempotency-key') ?? '';
      sent.push({ key, operation, code: parameters.resource_code });
      return (answers[sent.length - 1] ?? answered({ status: 'success' }))();
    },
  });
  const run = async () => fireEvent.click(await screen.findByRole('button', { name: 'Run' }));
  return { sent, run };
}

const type = (value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: /^resource_code/ }), { target: { value } });

test('another operation that is chosen during a slow call runs, and the slow call ends', { tags: 'slow' }, async () => {
  const { sent, run } = await consoleWith(never);
  await run();
  await waitFor(() => expect(sent).toHaveLength(1));
  fireEvent.click(screen.getByRole('combobox', { name: 'Operation' }));
  const option = () => document.querySelector('[role="option"][value="hot-list"]') as HTMLElement;
  await waitFor(() => fireEvent.click(option()));
  await run();
  await waitFor(() => expect(sent.map(({ operation }) => operation)).toEqual(['vr-info', 'hot-list']));
});

test('after a lost answer a changed parameter is another call; the same one is repeated', async () => {
  const { sent, run } = await consoleWith(lost, lost);
  await run();
  await screen.findByText(/No answer arrived/);
  await run();
  await waitFor(() => expect(sent).toHaveLength(2));
  await screen.findByText(/No answer arrived/);
  type('second');
  await run();
  await waitFor(() => expect(sent.map(({ code }) => code)).toEqual(['first', 'first', 'second']));
  expect(sent[1]?.key).toBe(sent[0]?.key);
  expect(sent[2]?.key).not.toBe(sent[0]?.key);
});

const limited = answered({ status: 'err_rate_limited' }, [{ name: 'retry-after', value: '1' }]);

test('a read that came too often runs again by itself with what was refused', { tags: 'slow' }, async () => {
  const { sent, run } = await consoleWith(limited);
  await run();
  await screen.findByText('It is tried again in 1 s.');
  await waitFor(() => expect(sent.map(({ code }) => code)).toEqual(['first', 'first']), { timeout: 10_000 });
});

test('a value that changes meanwhile ends the wait', { tags: 'slow' }, async () => {
  const { sent, run } = await consoleWith(limited);
  await run();
  await screen.findByText('It is tried again in 1 s.');
  vi.useFakeTimers();
  type('half-ty');
  expect(screen.queryByText('It is tried again in 1 s.')).toBeNull();
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  await Promise.resolve();
  expect(sent).toHaveLength(1);
});
