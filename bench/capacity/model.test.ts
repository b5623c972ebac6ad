import { expect, test } from 'vitest';
import { needOf, PLANNED_SHARE, plannedCallsPerSecond } from './model.ts';

const costs = {
  small: { cpuMicroseconds: 50, answerBytes: 1000 },
  large: { cpuMicroseconds: 200, answerBytes: 100_000 },
};

test('a demand needs the sum of what its calls cost', () => {
  expect(needOf(costs, { small: 1000, large: 1000 })).toEqual({
    busyCores: 0.25,
    plannedCores: 0.25 / PLANNED_SHARE,
    megabitsPerSecond: 808,
  });
  expect(needOf(costs, {})).toEqual({ busyCores: 0, plannedCores: 0, megabitsPerSecond: 0 });
});

test('what one core answers needs one core', () => {
  for (const [kind, cost] of Object.entries(costs)) {
    expect(needOf(costs, { [kind]: plannedCallsPerSecond(cost) }).plannedCores).toBeCloseTo(1);
  }
});

test('a kind of call that has not been measured is named', () => {
  expect(() => needOf(costs, { unheard: 1 })).toThrow('unheard has not been measured');
});
