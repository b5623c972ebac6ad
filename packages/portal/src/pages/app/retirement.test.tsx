import type { SecretVersion } from '@openhouse/contract';
import { expect, test } from 'vitest';
import { retirementOf } from './retirement.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const newest: SecretVersion = { version: 2, createdAt: '', endsAt: null, lastUsedAt: null, exchangesLastDay: 90 };
const old = { ...newest, version: 1 };

test.each([
  ['the newest, used or not', newest, { kind: 'newest' }],
  ['one that was never used', { ...old, exchangesLastDay: 0 }, { kind: 'safe' }],
  ['one used a day ago', { ...old, lastUsedAt: '2026-11-19T12:00:00Z', exchangesLastDay: 0 }, { kind: 'safe' }],
  [
    'one used a second less ago',
    { ...old, lastUsedAt: '2026-11-19T12:00:01Z', exchangesLastDay: 0 },
    { kind: 'in-use', sharePercent: 0 },
  ],
  [
    'one with a tenth of the traffic',
    { ...old, lastUsedAt: '2026-11-20T11:59:00Z', exchangesLastDay: 10 },
    { kind: 'in-use', sharePercent: 10 },
  ],
  [
    'one with hardly any traffic',
    { ...old, lastUsedAt: '2026-11-20T11:59:00Z', exchangesLastDay: 1 },
    { kind: 'in-use', sharePercent: 2 },
  ],
] as const)('%s', (_, version, expected) => {
  expect(retirementOf(version, [newest, version], now)).toEqual(expected);
});

test('the only version stays', () => {
  expect(retirementOf(old, [old], now)).toEqual({ kind: 'newest' });
});
