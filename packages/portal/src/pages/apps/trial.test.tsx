import { expect, test } from 'vitest';
import { trialOf } from './trial.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

test.each([
  [null, { kind: 'pending' }],
  ['2026-12-04T12:00:00Z', { kind: 'running', daysLeft: 14 }],
  ['2026-11-21T12:00:00Z', { kind: 'running', daysLeft: 1 }],
  ['2026-11-20T12:00:01Z', { kind: 'running', daysLeft: 1 }],
  ['2026-11-20T12:00:00Z', { kind: 'ended' }],
  ['2026-11-01T12:00:00Z', { kind: 'ended' }],
])('a trial that ends at %s', (trialEndsAt, expected) => {
  expect(trialOf({ trialEndsAt }, now)).toEqual(expected);
});
