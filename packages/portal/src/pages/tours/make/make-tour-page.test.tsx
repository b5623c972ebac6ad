// @vitest-environment happy-dom
import { fileKindOf } from '@openhouse/contract/panoramas';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type Answers, data, showPage } from '../../../testing/show-page.tsx';

afterEach(cleanup);

const person = (role: string): Answers => ({
  'GET /api/me': data({
    isAuthenticated: true,
    userCode: 'ohu_1',
    email: 'mara@loft.example',
    name: 'Mara',
    avatarUrl: '',
    currentSource: 'SSO_DEVELOPER_APP',
    teams: [{ id: 'demo', name: 'Loft', role, isActive: true }],
  }),
});

test.each([
  ['viewer', false],
  ['member', true],
  ['owner', true],
])('a %s may choose pictures: %s', async (role, may) => {
  await showPage('/dashboard/make-tour', person(role));
  await screen.findByRole('heading', { name: 'Make a tour of panoramas' });
  expect(screen.queryByRole('button', { name: 'Choose pictures' }) !== null).toBe(may);
  expect(screen.queryByText(/^Viewers of a Team see its tours\./) !== null).toBe(!may);
});

test('the picker offers every kind of picture that is read, and tables', async () => {
  await showPage('/dashboard/make-tour', person('owner'));
  await screen.findByRole('heading', { name: 'Make a tour of panoramas' });
  const kinds = document.querySelector('input[type="file"]')?.getAttribute('accept')?.split(',') ?? [];
  expect(kinds).toEqual(expect.arrayContaining(['.jpg', '.jfif', '.jpe']));
  expect(kinds.filter((one) => fileKindOf(`a${one}`) !== 'picture')).toEqual(['.csv']);
});
