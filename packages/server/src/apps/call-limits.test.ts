import { describe, expect, test } from 'vitest';
import { callsPerMinuteOf, EMPTY_PLAN, exchangesPerMinuteOf, type LimitException } from './call-limits.ts';

const USUAL = 256;
const NOW = 1_000_000;
const excepted = (limits: Partial<LimitException>): LimitException => ({
  callsPerMinute: null,
  exchangesPerMinute: null,
  endsAtMs: NOW + 1,
  ...limits,
});

describe('calls of an app', () => {
  test.each<[string, number | null, LimitException | null, number]>([
    ['as usual where the plan says nothing', null, null, USUAL],
    ['as the plan says', 1200, null, 1200],
    ['without a limit, where the plan says 0', 0, null, 0],
    ['as the exception says, while it lasts', 1200, excepted({ callsPerMinute: 5000 }), 5000],
    ['fewer, where the exception says so', 1200, excepted({ callsPerMinute: 10 }), 10],
    [
      'as the plan says from the end of the exception on',
      1200,
      excepted({ callsPerMinute: 5000, endsAtMs: NOW }),
      1200,
    ],
    ['as the plan says where the exception is about exchanges', 1200, excepted({ exchangesPerMinute: 5 }), 1200],
  ])('%s', (_, callsPerMinute, exception, expected) => {
    expect(callsPerMinuteOf({ ...EMPTY_PLAN, callsPerMinute }, exception, USUAL, NOW)).toBe(expected);
  });
});

describe('exchanges of an app', () => {
  test.each<[string, number | null, LimitException | null, number]>([
    ['without a limit where nobody sets one', null, null, 0],
    ['as the plan says', 30, null, 30],
    ['as the exception says, while it lasts', 30, excepted({ exchangesPerMinute: 60 }), 60],
    ['as the plan says from its end on', 30, excepted({ exchangesPerMinute: 60, endsAtMs: NOW }), 30],
  ])('%s', (_, exchangesPerMinute, exception, expected) => {
    expect(exchangesPerMinuteOf({ ...EMPTY_PLAN, exchangesPerMinute }, exception, NOW)).toBe(expected);
  });
});
