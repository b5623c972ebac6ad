import { setTimeout as after } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  asWork,
  beginStep,
  collectSteps,
  endSteps,
  MOST_STEPS,
  onWork,
  type Step,
  stepsHere,
  type Work,
} from './steps.ts';

test('what is waited for, however deep, is a step of the call it is done for, and of no other', async () => {
  const call = async (name: string, steps: Step[]) =>
    collectSteps(steps, async () => {
      await after(1);
      const end = beginStep(name, { 'db.system.name': 'postgresql' });
      await after(1);
      end?.(name === 'b');
    });
  const [a, b]: [Step[], Step[]] = [[], []];
  await Promise.all([call('a', a), call('b', b)]);
  for (const steps of [a, b]) endSteps(steps);
  expect(a).toMatchObject([{ name: 'a', failed: false }]);
  expect(b).toMatchObject([{ name: 'b', failed: true }]);
  for (const { startedAtMs, costMs } of [...a, ...b]) {
    expect(Math.abs(startedAtMs - Date.now())).toBeLessThan(60_000);
    expect(costMs).toBeGreaterThan(0);
  }
});

test('where nobody collects, there is no step', () => {
  expect(stepsHere()).toBeUndefined();
  expect(beginStep('statement', {})).toBeUndefined();
});

test('steps that are complete leave those of others, and of what begins later, as they are', async () => {
  const [slow, fast, next]: [Step[], Step[], Step[]] = [[], [], []];
  const call = async (name: string, waitMs: number) => {
    await after(waitMs);
    beginStep(name, {})?.(false);
  };
  const slowCall = collectSteps(slow, () => call('slow', 20));
  await collectSteps(fast, () => call('fast', 1));
  endSteps(fast);
  endSteps(fast);
  await slowCall;
  endSteps(slow);
  await collectSteps(next, () => call('next', 1));
  endSteps(next);
  expect([slow, fast, next].map((steps) => steps.map(({ name }) => name))).toEqual([['slow'], ['fast'], ['next']]);
});

test('the steps of one call are bounded', () => {
  const steps: Step[] = [];
  collectSteps(steps, () => {
    const ends = Array.from({ length: 3 * MOST_STEPS }, (_, at) => beginStep(`${at}`, {}));
    for (const end of ends) end?.(false);
    expect(beginStep('one more', {})).toBeUndefined();
  });
  endSteps(steps);
  expect(steps).toHaveLength(MOST_STEPS);
});

test('work of the background is heard of with its steps, whether it succeeds or fails, until nobody listens', async () => {
  const heard: Work[] = [];
  const stop = onWork((work) => heard.push(work));
  await expect(asWork('mails', async () => beginStep('SELECT', {})?.(false))).resolves.toBeUndefined();
  await expect(
    asWork('retention', async () => {
      throw new Error('away');
    }),
  ).rejects.toThrow('away');
  stop();
  await asWork('unheard', async () => undefined);
  expect(heard).toMatchObject([
    { name: 'mails', failed: false, steps: [{ name: 'SELECT' }] },
    { name: 'retention', failed: true, steps: [] },
  ]);
});
