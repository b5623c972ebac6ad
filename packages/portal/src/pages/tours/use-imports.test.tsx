// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FileGone, PortalUnreachable } from '../../api/portal-error.ts';
import { type UploadTransport, xhrTransport } from '../../api/tour-upload.ts';
import { type Answers, data, heardTabs, showPage } from '../../testing/show-page.tsx';

beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** The tours page of an owner. @returns What is sent of the chosen files, which nothing answers. */
async function chosen(...names: readonly string[]) {
  return (await chosenAmong([{ id: 'demo', name: 'Loft' }], names)).sent;
}

/** @param teams Those of the person, the first one active. @returns Also the calls, and how another Team becomes active. */
async function chosenAmong(
  teams: readonly { readonly id: string; readonly name: string }[],
  names: readonly string[],
  more: Answers = {},
) {
  const tabs = heardTabs();
  let active = teams[0]?.id;
  const sent: { readonly name: string; readonly signal: AbortSignal; readonly fail: (error: Error) => void }[] = [];
  const upload: UploadTransport = ({ path, signal }) =>
    new Promise((_, fail) => {
      sent.push({ name: new URLSearchParams(path.split('?')[1]).get('name') ?? '', signal, fail });
      signal.addEventListener('abort', () => fail(signal.reason));
    });
  const person = () => ({
    isAuthenticated: true,
    userCode: 'ohu_1',
    email: 'mara@loft.example',
    name: 'Mara',
    avatarUrl: '',
    currentSource: 'SSO_DEVELOPER_APP',
    teams: teams.map((one) => ({ ...one, role: 'owner', isActive: one.id === active })),
  });
  const answers = {
    'GET /api/me': () => data(person())(),
    'GET /api/apps': data({ apps: [], requests: [] }),
    'GET /api/tours': data({ tours: [], next: null }),
    'GET /api/audit': data({ entries: [], hasMore: false }),
    ...more,
  };
  const calls = await showPage('/dashboard/tours', answers, tabs, { upload });
  await screen.findByRole('heading', { level: 1, name: 'Tours' });
  const picker = document.querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(picker, { target: { files: names.map((name) => new File(['x'], name)) } });
  const activate = (id: string) => {
    active = id;
    tabs.hear('account');
  };
  return { sent, calls, activate };
}

const cancel = async (name: string) => fireEvent.click(await screen.findByRole('button', { name: `Cancel ${name}` }));

test('every cancelled file is aborted, the one behind a cancelled one too, and the next is sent', {
  tags: 'slow',
}, async () => {
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

test('a file that is not where it was is told from a network that is away', async () => {
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest) {
    this.onerror?.(new ProgressEvent('error'));
  });
  const upload = { path: '/api/tours', headers: {}, onSent: () => {}, onText: () => {} };
  const send = (file: Blob) => xhrTransport({ ...upload, file, signal: new AbortController().signal });
  await expect(send(new Blob(['x']))).rejects.toBeInstanceOf(PortalUnreachable);
  // As Chromium has it of a file that was moved: its parts are empty.
  await expect(send(Object.assign(new Blob(['x']), { slice: () => new Blob() }))).rejects.toBeInstanceOf(FileGone);
});

test('a file that is not where it was is named, is not tried again, and the next is sent', {
  tags: 'slow',
}, async () => {
  const sent = await chosen('a.zip', 'b.zip');
  await waitFor(() => expect(sent).toHaveLength(1));
  await act(async () => sent[0]?.fail(new FileGone()));
  await screen.findByText(
    'The file was moved, renamed or deleted after you chose it: choose it again where it is now.',
  );
  await waitFor(() => expect(sent.map(({ name }) => name)).toEqual(['a.zip', 'b.zip']));
  expect(screen.queryByRole('button', { name: /a\.zip/ })?.textContent).toBe('Clear');
});

const goToAudit = () => fireEvent.click(screen.getByRole('link', { name: 'Audit log' }));

test('leaving the page asks before it stops an import', { tags: 'slow' }, async () => {
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

test('a page whose imports have ended is left without a word', { tags: 'slow' }, async () => {
  const sent = await chosen('a.zip');
  await waitFor(() => expect(sent).toHaveLength(1));
  await act(async () => sent[0]?.fail(new Error('broken')));
  await screen.findByRole('button', { name: 'Clear a.zip' });
  goToAudit();
  await screen.findByRole('heading', { level: 1, name: 'Audit log' });
});

describe('another Team is shown during an import only when the person agrees', () => {
  const teams = [
    { id: 'demo', name: 'Loft' },
    { id: 'other', name: 'Attic' },
  ];
  const asked = async (button: string) => {
    const dialog = await screen.findByRole('dialog', { name: 'Leave this page?' });
    fireEvent.click(within(dialog).getByRole('button', { name: button }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Leave this page?' })).toBeNull());
  };
  const menu = async (role: string, name: string) => {
    fireEvent.click(screen.getByRole('button', { name: /Loft/ }));
    fireEvent.click(await screen.findByRole(role, { name, hidden: true }));
  };
  const CHOICE = 'POST /api/teams/other/activate';
  const CREATION = 'POST /api/teams';
  const isStill = (sent: readonly { readonly signal: AbortSignal }[]) => expect(sent[0]?.signal.aborted).toBe(false);
  const isOver = (sent: readonly { readonly signal: AbortSignal }[]) =>
    waitFor(() => expect(sent[0]?.signal.aborted).toBe(true));

  test('one that is chosen', { tags: 'slow' }, async () => {
    const shown = await chosenAmong(teams, ['a.zip'], {
      [CHOICE]: () => {
        shown.activate('other');
        return data({ team: teams[1] })();
      },
    });
    const { sent, calls } = shown;
    await waitFor(() => expect(sent).toHaveLength(1));
    await menu('menuitemradio', 'Attic');
    await asked('Cancel');
    expect(calls).not.toContain(CHOICE);
    isStill(sent);
    await menu('menuitemradio', 'Attic');
    await asked('Leave');
    await isOver(sent);
    await screen.findByRole('heading', { level: 1, name: /app/i });
    expect(calls).toContain(CHOICE);
    expect(screen.getByTitle('Attic')).toBeDefined();
  });

  test('one that is created', { tags: 'slow' }, async () => {
    const shown = await chosenAmong(teams, ['a.zip'], {
      [CREATION]: () => {
        shown.activate('other');
        return data({ team: teams[1] })();
      },
    });
    const { sent, calls } = shown;
    await waitFor(() => expect(sent).toHaveLength(1));
    await menu('menuitem', 'New Team');
    const dialog = within(await screen.findByRole('dialog', { name: 'Create a Team' }));
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Attic' } });
    const create = () => fireEvent.click(dialog.getByRole('button', { name: /^Create/ }));
    create();
    await asked('Cancel');
    expect(calls).not.toContain(CREATION);
    expect(dialog.getByRole<HTMLInputElement>('textbox').value).toBe('Attic');
    isStill(sent);
    create();
    await asked('Leave');
    await isOver(sent);
  });

  test('one that became active elsewhere', { tags: 'slow' }, async () => {
    const { sent, activate } = await chosenAmong(teams, ['a.zip']);
    await waitFor(() => expect(sent).toHaveLength(1));
    act(() => activate('other'));
    const goOn = async () => fireEvent.click(await screen.findByRole('button', { name: 'Go on with Attic' }));
    await goOn();
    await asked('Cancel');
    isStill(sent);
    await goOn();
    await asked('Leave');
    await isOver(sent);
  });
});
