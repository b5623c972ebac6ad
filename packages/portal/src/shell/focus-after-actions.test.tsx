// @vitest-environment happy-dom
import { setTimeout as sleep } from 'node:timers/promises';
import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, asOwner, data, exampleOf, showPage } from '../testing/show-page.tsx';
import { useFocusAfterActions } from './focus-after-actions.ts';

beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Presses a button as a browser does, which focuses it. */
async function press(name: string | RegExp, inside: HTMLElement = document.body): Promise<void> {
  const [button] = await within(inside).findAllByRole('button', { name });
  button?.focus();
  fireEvent.click(button as HTMLElement);
}
const confirm = async (name: string | RegExp) => press(name, await screen.findByRole('dialog'));

const people = exampleOf('list-members');
const sam = { ...people.members[0], userCode: 'ohu_9', name: 'Sam' };
const [invitation] = people.invitations;
const { app } = exampleOf('get-app');
const [secret] = exampleOf('list-secrets').secrets;
const [session] = exampleOf('list-sessions').sessions;
const [credential] = exampleOf('list-credentials').credentials;
const [warning] = exampleOf('list-warnings').warnings;
const noApps = data({ apps: [], requests: [] });

interface Removal {
  readonly page: string;
  /** The call that lists it, with the last of what it answers before and after. */
  readonly list: readonly [call: string, before: unknown, after: unknown];
  readonly call: string;
  readonly others?: Answers;
  readonly remove: () => Promise<void>;
}

const removals: Readonly<Record<string, Removal>> = {
  'a member': {
    page: '/dashboard/team',
    list: ['GET /api/teams/demo/members', { ...people, members: [sam] }, { ...people, members: [] }],
    call: 'POST /api/teams/demo/members/ohu_9/remove',
    remove: async () => {
      await press('Remove');
      await confirm('Remove');
    },
  },
  'an invitation': {
    page: '/dashboard/team',
    list: ['GET /api/teams/demo/members', { ...people, invitations: [invitation] }, { ...people, invitations: [] }],
    call: `POST /api/teams/demo/invitations/${invitation?.id}/revoke`,
    remove: () => press('Withdraw'),
  },
  'a version of a secret': {
    page: `/dashboard/apps/${app.appKey}`,
    list: [
      `GET /api/apps/${app.appKey}/secrets`,
      { secrets: [secret, { ...secret, version: 1, retirement: { isSafe: true, reason: 'idle' } }] },
      { secrets: [secret] },
    ],
    call: `POST /api/apps/${app.appKey}/secrets/1/retire`,
    others: { [`GET /api/apps/${app.appKey}`]: data({ app }) },
    remove: async () => {
      await press('Retire');
      await confirm('Retire version 1');
    },
  },
  'a session': {
    page: '/dashboard/sessions',
    list: [
      'GET /api/sessions',
      { sessions: [session, { ...session, id: 'another', isCurrent: false, userAgent: 'Firefox' }] },
      { sessions: [session] },
    ],
    call: 'POST /api/sessions/another/end',
    remove: async () => {
      const rows = await screen.findAllByRole('listitem');
      await press(/^End/, rows.at(-1) as HTMLElement);
      await confirm(/^End|^Sign out/);
    },
  },
  'a credential': {
    page: '/dashboard/team/credentials',
    list: ['GET /api/credentials', { credentials: [credential] }, { credentials: [] }],
    call: `POST /api/credentials/${credential?.id}/revoke`,
    remove: async () => {
      await press(/^Revoke/);
      await confirm('Revoke');
    },
  },
  'a warning': {
    page: '/dashboard/apps',
    list: ['GET /api/warnings', { warnings: [warning], byMail: true }, { warnings: [], byMail: true }],
    call: `POST /api/warnings/${warning?.id}/dismiss`,
    others: { 'GET /api/apps': noApps },
    remove: () => press(/^Dismiss/),
  },
};

test.each(Object.entries(removals))('after %s was removed, the keyboard goes on at the heading', async (_, removal) => {
  const { page, list, call, others, remove } = removal;
  const answers: Record<string, Answers[string]> = { ...asOwner, ...others, [list[0]]: data(list[1]) };
  answers[call] = () => {
    answers[list[0]] = data(list[2]);
    return data({ ...Object(list[2]), ended: 1 })();
  };
  const calls = await showPage(page, answers);
  await remove();
  await expect.poll(() => calls).toContain(call);
  await expect.poll(() => document.activeElement?.localName, { timeout: 5_000 }).toBe('h1');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an action that leaves the focus where it was, or ran by itself, moves nothing', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { page, others } = removals['a warning'] as Removal;
  const calls = await showPage(page, {
    ...asOwner,
    ...others,
    'GET /api/warnings': data({ warnings: [warning], byMail: true }),
    'POST /api/warnings/mail': data({ byMail: false }),
  });
  await press('No mails to me');
  await screen.findByRole('button', { name: 'Send me mails' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(document.activeElement?.textContent).toBe('Send me mails');
  (document.activeElement as HTMLElement).blur();
  fireEvent.click(screen.getByRole('button', { name: 'Send me mails' }));
  await expect.poll(() => calls.filter((one) => one === 'POST /api/warnings/mail').length).toBe(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(document.activeElement).toBe(document.body);
});

test('what is left before it is drawn anew moves nothing on the next page', async () => {
  function Removal() {
    useFocusAfterActions();
    const { mutate, isSuccess } = useMutation({ mutationFn: async () => undefined });
    return isSuccess ? (
      <p>Removed</p>
    ) : (
      <button type="button" onClick={() => mutate()}>
        Remove
      </button>
    );
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Removal />
    </QueryClientProvider>,
  );
  await press('Remove');
  await screen.findByText('Removed');
  cleanup();
  render(
    <main>
      <h1 tabIndex={-1}>Next</h1>
    </main>,
  );
  await sleep(200);
  expect(document.activeElement).toBe(document.body);
});
