// @vitest-environment happy-dom
import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { PortalError, PortalUnreachable } from './portal-error.ts';
import { createQueries } from './queries.ts';
import { type ActionCall, useAction } from './use-action.ts';

afterEach(() => {
  onlineManager.setOnline(true);
  cleanup();
});

/** A page with one action. @param answers What its requests come to, in order. */
function pageWith(...answers: readonly (() => Promise<string>)[]) {
  const queries = createQueries();
  const sent: (ActionCall & { readonly input: string })[] = [];
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const act = (how: ActionCall, input: string) => {
    sent.push({ ...how, input });
    return answers[sent.length - 1]?.() ?? Promise.resolve('done');
  };
  const { result, unmount } = renderHook(() => useAction<string, string>({ act }), { wrapper });
  return { sent, action: () => result.current, unmount };
}

const away = () => Promise.reject(new PortalUnreachable('The portal did not answer.'));
const never = () => new Promise<string>(() => {});

test('without a network an action is tried and fails now; nothing is kept for when the network is back', async () => {
  const { sent, action } = pageWith(away);
  onlineManager.setOnline(false);
  act(() => action().mutate('disable'));
  await waitFor(() => expect(action().error).toBeInstanceOf(PortalUnreachable));
  expect(action().isPaused).toBe(false);
  await act(async () => onlineManager.setOnline(true));
  expect(sent).toHaveLength(1);
});

test('two presses before the page is drawn again are one action; another input is another', async () => {
  const { sent, action } = pageWith();
  act(() => {
    action().mutate('demo');
    action().mutate('demo');
  });
  await waitFor(() => expect(action().isSuccess).toBe(true));
  expect(sent.map(({ input }) => input)).toEqual(['demo']);
  act(() => {
    action().mutate('demo');
    action().mutate('loft');
  });
  await waitFor(() => expect(sent.map(({ input }) => input)).toEqual(['demo', 'demo', 'loft']));
});

test('a try after a lost answer has the key of the first; after an answer of the portal it has another', async () => {
  const refused = () => Promise.reject(new PortalError('APP_NOT_FOUND', 'Gone.', 'r-1', undefined));
  const { sent, action } = pageWith(away, refused);
  for (let tries = 1; tries <= 3; tries += 1) {
    act(() => action().mutate('demo'));
    await waitFor(() => expect(sent).toHaveLength(tries));
    await waitFor(() => expect(action().isPending).toBe(false));
  }
  const [first, second, third] = sent.map(({ key }) => key);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('an action ends with the page it was started on, and when it is cancelled', async () => {
  const { sent, action, unmount } = pageWith(never, never);
  act(() => action().mutate('demo'));
  await waitFor(() => expect(sent).toHaveLength(1));
  act(() => action().cancel());
  expect(sent[0]?.signal.aborted).toBe(true);
  await waitFor(() => expect(action().isIdle).toBe(true));
  act(() => action().mutate('demo'));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.signal.aborted).toBe(false);
  unmount();
  expect(sent[1]?.signal.aborted).toBe(true);
});

test('a cancelled action that ends late leaves the next one its key', async () => {
  let end: (error: Error) => void = () => {};
  const late = () => new Promise<string>((_, reject) => (end = reject));
  const { sent, action } = pageWith(late, away, never);
  act(() => action().mutate('demo'));
  await waitFor(() => expect(sent).toHaveLength(1));
  act(() => action().cancel());
  act(() => action().mutate('loft'));
  await waitFor(() => expect(action().error).toBeInstanceOf(PortalUnreachable));
  await act(async () => end(new Error('aborted')));
  act(() => action().mutate('loft'));
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(sent[2]?.key).toBe(sent[1]?.key);
});
