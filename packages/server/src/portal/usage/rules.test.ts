import { expect, test } from 'vitest';
import { operationsOf, seriesOf, stepsAsked, versionsOf } from './rules.ts';

const NOW = { nowMs: Date.parse('2026-11-20T10:41:12.345Z'), keepDays: 90 };

test('without parameters: the last day in whole steps of ten minutes', () => {
  expect(stepsAsked({}, NOW)).toEqual({
    from: new Date('2026-11-19T10:40:00Z'),
    to: new Date('2026-11-20T10:50:00Z'),
    stepS: 600,
    count: 145,
  });
});

test('a span is widened to whole steps', () => {
  const asked = { from: '2026-11-20T09:59:59Z', to: '2026-11-20T10:00:01Z', step: '3600' };
  expect(stepsAsked(asked, NOW)).toMatchObject({
    from: new Date('2026-11-20T09:00:00Z'),
    to: new Date('2026-11-20T11:00:00Z'),
    count: 2,
  });
});

test.each([
  [{ from: '2026-11-20T10:00:00Z', to: '2026-11-20T10:00:00Z' }, 'from is not before to'],
  [{ from: '2026-11-21T10:00:00Z' }, 'from is not before to'],
  [{ from: '2026-11-20T99:00:00Z' }, 'not a time'],
  [{ from: '2026-11-01T10:00:00Z', step: '60' }, /Ask for at most 750, .*; use is kept for 90 days/],
  [{ from: '0001-01-01T00:00:00Z', step: '86400' }, 'Ask for at most 750'],
])('%j is refused with what to send', (asked, message) => {
  expect(() => stepsAsked(asked, NOW)).toThrow(message);
});

const row = (step: number, operation: string, status: string, version: number, calls: number) => ({
  step,
  operation,
  status,
  version,
  calls,
});

test('series are dense, and versions of the secret are put together', () => {
  const rows = [
    row(0, 'vr-info', 'success', 1, 2),
    row(2, 'vr-info', 'success', 2, 5),
    row(2, 'vr-info', 'success', 1, 1),
  ];
  expect(seriesOf(rows, 4)).toEqual([{ operation: 'vr-info', status: 'success', counts: [2, 0, 6, 0] }]);
});

test('refused tokens and exchanges are no use of a version', () => {
  const rows = [
    row(0, 'vr-info', 'success', 1, 6),
    row(0, 'vr-info', 'err_resource_not_found', 1, 1),
    row(0, 'vr-info', 'err_access_token_expired', 1, 100),
    row(0, 'access-token', 'success', 2, 1),
    row(0, 'access-token', 'err_app_disabled', 2, 100),
    row(0, 'access-token', 'err_app_credentials_invalid', 0, 100),
  ];
  expect(versionsOf(rows)).toEqual([
    { version: 2, exchanges: 1, calls: 0, sharePercent: 13 },
    { version: 1, exchanges: 0, calls: 7, sharePercent: 88 },
  ]);
});

test('an operation that was only refused has no cost', () => {
  expect(operationsOf([row(0, 'vr-info', 'err_resource_not_found', 1, 3)], [])).toEqual([
    { operation: 'vr-info', calls: 3, refused: 3, p50Ms: null, p95Ms: null },
  ]);
});
