import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serverClock } from './server-clock.ts';

const HOUR_MS = 3_600_000;
/** What the three clocks show: `performance.now()`, this machine's and the database's. */
let [passedMs, machineMs, databaseMs] = [0, 0, 0];
beforeEach(() => {
  [passedMs, machineMs, databaseMs] = [50_000, 1_800_000_000_000, 1_800_000_000_000];
  vi.spyOn(performance, 'now').mockImplementation(() => passedMs);
  vi.spyOn(Date, 'now').mockImplementation(() => machineMs);
});
afterEach(() => vi.restoreAllMocks());

function pass(ms: number): void {
  passedMs += ms;
  machineMs += ms;
  databaseMs += ms;
}
/** The database is asked its time, which takes a while. @param between What happens before it reads its clock. */
function ask(clock: ReturnType<typeof serverClock>, tookMs: number, between = () => {}): void {
  const fromMs = passedMs;
  pass(tookMs / 2);
  between();
  const saidMs = databaseMs;
  pass(tookMs / 2);
  clock.note(saidMs, { fromMs, toMs: passedMs });
}

test("before the database was asked it is this machine's clock", () => {
  expect(serverClock().nowMs()).toBe(machineMs);
});

test.each([HOUR_MS, -HOUR_MS])('a jump of this machine of %i ms moves nothing, and is said at once', (jumpMs) => {
  const clock = serverClock();
  ask(clock, 2);
  machineMs += jumpMs;
  expect(clock.nowMs()).toBe(databaseMs);
  expect(clock.aheadS()).toBe(-jumpMs / 1000);
  expect(clock.problem()).toContain(jumpMs > 0 ? '3600.0 s ahead of' : '3600.0 s behind');
  pass(5000);
  expect(clock.nowMs()).toBe(databaseMs);
});

test.each([HOUR_MS, -HOUR_MS])('a jump of %i ms while the database is asked moves nothing either', (jumpMs) => {
  const clock = serverClock();
  ask(clock, 2, () => {
    machineMs += jumpMs;
  });
  expect(clock.nowMs()).toBe(databaseMs);
});

test("a jump of the database's clock is followed at the next answer, however slow", () => {
  const clock = serverClock();
  ask(clock, 2);
  databaseMs += HOUR_MS;
  ask(clock, 40);
  expect(clock.nowMs()).toBe(databaseMs);
});

test('a slow answer does not spoil what a quick one said', () => {
  const clock = serverClock();
  ask(clock, 2);
  const fromMs = passedMs;
  const saidMs = databaseMs;
  pass(800);
  clock.note(saidMs, { fromMs, toMs: passedMs });
  expect(clock.nowMs()).toBe(databaseMs);
});
