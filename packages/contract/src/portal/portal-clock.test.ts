import { afterEach, describe, expect, test, vi } from 'vitest';
import { PortalClock } from './portal-clock.ts';

const PORTAL_MS = Date.parse('2026-11-28T12:00:00.600Z');
const DATE = 'Sat, 28 Nov 2026 12:00:00 GMT';
const DAY_MS = 24 * 60 * 60 * 1000;

afterEach(() => vi.useRealTimers());

describe('the time at a portal', () => {
  test.each([-8 * DAY_MS, -60_000, 60_000, 8 * DAY_MS])('a machine %d ms off tells the portal’s', (offMs) => {
    vi.useFakeTimers({ now: PORTAL_MS + offMs });
    const clock = new PortalClock();
    expect(clock.nowMs()).toBe(PORTAL_MS + offMs);
    clock.learn(DATE);
    vi.advanceTimersByTime(5000);
    expect(Math.abs(clock.nowMs() - PORTAL_MS - 5000)).toBeLessThan(1000);
    for (const unknown of [null, '', 'yesterday']) clock.learn(unknown);
    expect(Math.abs(clock.nowMs() - PORTAL_MS - 5000)).toBeLessThan(1000);
  });

  test('a machine that agrees keeps its own, with its milliseconds; so does one that was put right', () => {
    vi.useFakeTimers({ now: PORTAL_MS });
    const clock = new PortalClock();
    clock.learn(DATE);
    expect(clock.nowMs()).toBe(PORTAL_MS);
    clock.learn('Sun, 29 Nov 2026 12:00:00 GMT');
    clock.learn(DATE);
    expect(clock.nowMs()).toBe(PORTAL_MS);
  });
});
