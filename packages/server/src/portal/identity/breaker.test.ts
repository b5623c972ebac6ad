import { expect, test } from 'vitest';
import { breaker, FAILURES_TO_OPEN, PAUSE_MS } from './breaker.ts';
import { IdentityProviderUnavailable } from './identity-provider.ts';

const away = () => Promise.reject(new IdentityProviderUnavailable('away', 'provider'));
const here = () => Promise.resolve('here');

async function opened() {
  const clock = { ms: 0 };
  const guard = breaker(() => clock.ms);
  for (let count = 0; count < FAILURES_TO_OPEN; count += 1) await expect(guard(away)).rejects.toThrow('away');
  return { clock, guard };
}

test('after failures in a row nothing is asked for a while', async () => {
  const { guard } = await opened();
  await expect(guard(here)).rejects.toThrow('not asked');
});

test('after the pause one request tries, the others fail at once; its success lets all through', async () => {
  const { clock, guard } = await opened();
  clock.ms += PAUSE_MS;
  let answer = (_text: string): void => undefined;
  const slow = new Promise<string>((resolve) => {
    answer = resolve;
  });
  const trial = guard(() => slow);
  await expect(guard(here)).rejects.toThrow('not asked');
  answer('back');
  expect(await trial).toBe('back');
  expect(await guard(here)).toBe('here');
});

test('a failed trial starts another pause', async () => {
  const { clock, guard } = await opened();
  clock.ms += PAUSE_MS;
  await expect(guard(away)).rejects.toThrow('away');
  await expect(guard(here)).rejects.toThrow('not asked');
  clock.ms += PAUSE_MS;
  expect(await guard(here)).toBe('here');
});

test('a success in between starts the count again, and errors of ours do not count', async () => {
  const guard = breaker(() => 0);
  for (let count = 0; count < FAILURES_TO_OPEN * 2; count += 1) {
    await expect(guard(away)).rejects.toThrow('away');
    expect(await guard(here)).toBe('here');
    await expect(guard(() => Promise.reject(new Error('ours')))).rejects.toThrow('ours');
  }
});
