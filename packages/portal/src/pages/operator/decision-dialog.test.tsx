// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Answers, asOwner, choose, data, exampleOf, lostUntil, showPage } from '../../testing/show-page.tsx';

const { app } = exampleOf('get-operator-app');
const { plans } = exampleOf('list-plans');
const answers: Answers = {
  ...asOwner,
  [`GET /api/operator/apps/${app.appKey}`]: data({ app }),
  'GET /api/operator/plans': data({ plans }),
};

beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function open(name: string | RegExp): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole('button', { name }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Asked for.' } });
  return dialog;
}

async function decide(dialog: HTMLElement, sent: readonly unknown[]): Promise<void> {
  const before = sent.length;
  fireEvent.submit(within(dialog).getByLabelText('Reason'));
  await expect.poll(() => sent.length).toBe(before + 1);
  await within(dialog).findByRole('alert');
  await expect.poll(() => within(dialog).queryByRole('button', { busy: true })).toBeNull();
}

describe('a decision whose answer was lost', () => {
  test.each([
    ['trial', 'Set the end'],
    ['exception', 'Set an exception'],
  ])('is the same %s when it is made again, and another one with another end', async (what, verb) => {
    const { sent, answer } = lostUntil(9, data({ app }));
    await showPage(`/operator/apps/${app.appKey}`, {
      ...answers,
      [`POST /api/operator/apps/${app.appKey}/${what}`]: answer,
    });
    const dialog = await open(verb);
    await decide(dialog, sent);
    await decide(dialog, sent);
    expect(sent[0]?.body).toMatchObject({ reason: 'Asked for.', endsAt: expect.stringMatching(/^20/) });
    expect(sent[1]).toEqual(sent[0]);
    await choose(dialog, /^The (trial ends|plan holds)/, /90 days/);
    await decide(dialog, sent);
    expect(sent[2]?.key).not.toBe(sent[0]?.key);
    expect(sent[2]?.body).not.toEqual(sent[0]?.body);
  });

  test('of the limits of a plan asks for those that were changed, and leaves the others to other operators', async () => {
    const [plan] = plans;
    const { sent, answer } = lostUntil(9, data({ plan }));
    await showPage('/operator/plans', { ...answers, [`POST /api/operator/plans/${plan?.name}`]: answer });
    const dialog = await open(/^Change/);
    fireEvent.change(within(dialog).getByLabelText('Tours'), { target: { value: '7' } });
    await decide(dialog, sent);
    expect(sent[0]?.body).toEqual({ limits: { tours: 7 }, reason: 'Asked for.' });
  });

  test('is another one when other limits are typed', async () => {
    const [plan] = plans;
    const { sent, answer } = lostUntil(9, data({ plan }));
    await showPage('/operator/plans', { ...answers, [`POST /api/operator/plans/${plan?.name}`]: answer });
    const dialog = await open(/^Change/);
    await decide(dialog, sent);
    fireEvent.change(within(dialog).getByLabelText('Tours'), { target: { value: '7' } });
    await decide(dialog, sent);
    expect(sent[1]?.body).toMatchObject({ limits: { tours: 7 } });
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });
});
