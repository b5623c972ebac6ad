// @vitest-environment happy-dom
import { cleanup, createEvent, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asOwner, data, exampleOf, lostUntil, showPage } from '../../testing/show-page.tsx';

beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function openForm() {
  const { sent, answer } = lostUntil(1, data(exampleOf('find-command-line-sign-in')));
  await showPage('/dashboard/authorize', { ...asOwner, 'POST /api/command-line/sign-ins/find': answer });
  const field = (await screen.findByLabelText('Code in the terminal')) as HTMLInputElement;
  field.focus();
  return { sent, field };
}

/** Types as a browser does, which puts the caret behind what it wrote. */
function type(
  field: HTMLInputElement,
  value: string,
  { caret = value.length, ...how }: InputEventInit & { caret?: number } = {},
) {
  const event = createEvent.input(field, { target: { value } });
  for (const [name, given] of Object.entries(how)) Object.defineProperty(event, name, { value: given });
  field.setSelectionRange(caret, caret);
  fireEvent(field, event);
}

test('a code that an input method composes is its own until it is done', async () => {
  const { field } = await openForm();
  for (const value of ['w', 'wd', 'wd j', 'wd jb', 'wd jb m']) {
    type(field, value, { isComposing: true });
    expect(field.value).toBe(value);
  }
  type(field, 'wdjbm', { isComposing: true });
  fireEvent.compositionEnd(field);
  expect(field.value).toBe('WDJB-M');
});

test('a code that is left while it is composed is written and sent as one', async () => {
  const { field, sent } = await openForm();
  type(field, 'ｗｄｊｂｍｊｈｔ', { isComposing: true });
  fireEvent.blur(field);
  expect(field.value).toBe('WDJB-MJHT');
  fireEvent.submit(field);
  await expect.poll(() => sent.map(({ body }) => body)).toEqual([{ userCode: 'WDJB-MJHT' }]);
});

test('the caret stays where somebody corrects a code', async () => {
  const { field } = await openForm();
  type(field, 'wdjbmjht');
  expect([field.value, field.selectionStart]).toEqual(['WDJB-MJHT', 9]);
  type(field, 'WDB-MJHT', { caret: 2 });
  expect([field.value, field.selectionStart]).toEqual(['WDBM-JHT', 2]);
  type(field, 'WDxBM-JHT', { caret: 3 });
  expect([field.value, field.selectionStart]).toEqual(['WDXB-MJHT', 3]);
  type(field, 'WDXBMJHT', { caret: 4, inputType: 'deleteContentForward' });
  expect([field.value, field.selectionStart]).toEqual(['WDXB-MJHT', 5]);
});
