// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type UploadTransport, xhrTransport } from '../../api/tour-upload.ts';
import { data, showPage } from '../../testing/show-page.tsx';

beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** The tours page of an owner. @returns What is sent of the chosen files, which nothing answers. */
async function chosen(...names: readonly string[]) {
  const sent: { readonly name: string; readonly signal: AbortSignal; readonly fail: (error: Error) => void }[] = [];
  const upload: UploadTransport = ({ path, signal }) =>
    new Promise((_, fail) => {
      sent.push({ name: new URLSearchParams(path.split('?')[1]).get('name') ?? '', signal, fail });
      signal.addEventListener('abort', () => fail(signal.reason));
    });
  const person = {
    isAuthenticated: true,
    userCode: 'ohu_1',
    email: 'mara@loft.example',
    name: 'Mara',
    avatarUrl: '',
    currentSource: 'SSO_DEVELOPER_APP',
    teams: [{ id: 'demo', name: 'Loft', role: 'owner', isActive: true }],
  };
  const answers = {
    'GET /api/me': data(person),
    'GET /api/tours': data({ tours: [], next: null }),
    'GET /api/audit': data({ entries: [], hasMore: false }),
  };
  await showPage('/dashboard/tours', answers, undefined, { upload });
  await screen.findByRole('heading', { level: 1, name: 'Tours' });
  const picker = document.querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(picker, { target: { files: names.map((name) => new File(['x'], name)) } });
  return sent;
}

const cancel = async (name: string) => fireEvent.click(await screen.findByRole('button', { name: `Cancel ${name}` }));

test('every cancelled file is aborted, the one behind a cancelled one too, and the next is sent', async () => {
  const sent = await chosen('a.zip', 'b.zip', 'c.zip');
  await waitFor(() => expect(sent).toHaveLength(1));
  await cancel('a.zip');
  await waitFor(() => expect(sent).toHaveLength(2));
  await cancel('b.zip');
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(sent.map(({ name, signal }) => [name, signal.aborted])).toEqual([
    ['a.zip', true],
    ['b.zip', true],
    ['c.zip', false],
  ]);
});

test('a file that is cancelled before its request begins is not sent', async () => {
  const send = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => {});
  const stop = new AbortController();
  stop.abort();
  const upload = { path: '/api/tours', headers: {}, file: new Blob(['x']), onSent: () => {}, onText: () => {} };
  const sending = xhrTransport({ ...upload, signal: stop.signal });
  expect(send).not.toHaveBeenCalled();
  await expect(sending).rejects.toBe(stop.signal.reason);
});

const goToAudit = () => fireEvent.click(screen.getByRole('link', { name: 'Audit log' }));

test('leaving the page asks before it stops an import', async () => {
  const sent = await chosen('a.zip');
  await waitFor(() => expect(sent).toHaveLength(1));
  await screen.findByText('a.zip');
  goToAudit();
  const stay = within(await screen.findByRole('dialog', { name: 'Leave this page?' }));
  fireEvent.click(stay.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('heading', { level: 1, name: 'Tours' })).not.toBeNull();
  expect(sent[0]?.signal.aborted).toBe(false);
  goToAudit();
  const leave = within(await screen.findByRole('dialog', { name: 'Leave this page?' }));
  fireEvent.click(leave.getByRole('button', { name: 'Leave' }));
  await screen.findByRole('heading', { level: 1, name: 'Audit log' });
  expect(sent[0]?.signal.aborted).toBe(true);
});

test('a page whose imports have ended is left without a word', async () => {
  const sent = await chosen('a.zip');
  await waitFor(() => expect(sent).toHaveLength(1));
  await act(async () => sent[0]?.fail(new Error('broken')));
  await screen.findByRole('button', { name: 'Clear a.zip' });
  goToAudit();
  await screen.findByRole('heading', { level: 1, name: 'Audit log' });
});
