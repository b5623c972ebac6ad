// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, asOwner, choose, data, exampleOf, lostUntil, showPage } from '../../../testing/show-page.tsx';

const { app } = exampleOf('get-app');
const { secrets } = exampleOf('list-secrets');
const APP = `/api/apps/${app.appKey}`;
const answers: Answers = {
  ...asOwner,
  [`GET ${APP}`]: data({ app }),
  [`GET ${APP}/secrets`]: data({ secrets }),
};

beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('pressed again after a lost answer it is the same rotation, end included; with another end it is another one', async () => {
  const { sent, answer } = lostUntil(4, data({ secrets }));
  await showPage(`/dashboard/apps/${app.appKey}`, { ...answers, [`POST ${APP}/secrets/rotate`]: answer });
  fireEvent.click(await screen.findByRole('button', { name: 'Rotate' }));
  const dialog = await screen.findByRole('dialog');
  const rotate = async (tries: number) => {
    fireEvent.click(within(dialog).getByRole('button', { name: 'Rotate' }));
    await expect.poll(() => sent.length).toBe(tries);
    if (tries < 4) await within(dialog).findByRole('alert');
    // Later than the press before, by the clock that ends are told by.
    await expect.poll(() => within(dialog).queryByRole('button', { busy: true })).toBeNull();
  };
  await choose(dialog, 'The new version ends', 'In 30 days');
  await rotate(1);
  await rotate(2);
  expect(sent[0]?.body).toMatchObject({ overlapHours: 24, endsAt: expect.stringMatching(/^20/) });
  expect(sent[1]).toEqual(sent[0]);
  await choose(dialog, 'The new version ends', 'Never');
  await rotate(3);
  expect(sent[2]?.body).toEqual({ overlapHours: 24 });
  expect(sent[2]?.key).not.toBe(sent[0]?.key);
  await rotate(4);
  expect(sent[3]).toEqual(sent[2]);
});
