import { expect, test } from 'vitest';
import { relativeTime } from './time.ts';

const NOW_MS = Date.parse('2026-11-20T12:00:00Z');
const S = 1_000;
const H = 3_600 * S;

test.each([
  [0, 'en', 'now'],
  [-59 * S, 'en', 'now'],
  [-60 * S, 'en', '1 minute ago'],
  [-3 * H, 'en', '3 hours ago'],
  [-24 * H, 'en', 'yesterday'],
  [29.9 * 24 * H, 'en', 'in 29 days'],
  [90 * 24 * H - 2 * S, 'en', 'in 90 days'],
  [-3 * H, 'zh', '3小时前'],
])('%d ms from now is, in %s, "%s"', (distanceMs, language, said) => {
  expect(relativeTime(NOW_MS + distanceMs, NOW_MS, language)).toBe(said);
});
