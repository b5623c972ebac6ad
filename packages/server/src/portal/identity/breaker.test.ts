import { expect, test, vi } from 'vitest';
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

test('a clock that is set back keeps nobody out longer', async () => {
  let passedMs = 50_000;
  const [passed, machine] = [vi.spyOn(performance, 'now'), vi.spyOn(Date, 'now')];
  passed.mockImplementation(() => passedMs);
  const guard = breaker();
  for (let count = 0; count < FAILURES_TO_OPEN; count += 1) await expect(guard(away)).rejects.toThrow('away');
  machine.mockReturnValue(0);
  passedMs += PAUSE_MS;
  expect(await guard(here)).toBe('here');
  vi.restoreAllMocks();
});

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

const ours = () => Promise.reject(new Error('ours'));
const answer = () => Promise.reject(new IdentityProviderUnavailable('refused', 'answer'));
const many = Array.from({ length: FAILURES_TO_OPEN * 2 });

test('a success in between starts the count again', async () => {
  const guard = breaker(() => 0);
  for (const _ of many) {
    await expect(guard(away)).rejects.toThrow('away');
    expect(await guard(here)).toBe('here');
  }
});

test('errors of ours do not count, and count nothing off either', async () => {
  const guard = breaker(() => 0);
  for (const _ of many) await expect(guard(ours)).rejects.toThrow('ours');
  expect(await guard(here)).toBe('here');
  for (let count = 0; count < FAILURES_TO_OPEN; count += 1) {
    await expect(guard(ours)).rejects.toThrow('ours');
    await expect(guard(away)).rejects.toThrow('away');
  }
  await expect(guard(here)).rejects.toThrow('not asked');
});

test('an answer that nobody can use is an answer: the count starts again', async () => {
  const guard = breaker(() => 0);
  for (const _ of many) await expect(guard(answer)).rejects.toThrow('refused');
  expect(await guard(here)).toBe('here');
  for (const _ of many) {
    await expect(guard(away)).rejects.toThrow('away');
    await expect(guard(answer)).rejects.toThrow('refused');
  }
});

test('failures of one caller in a row count once', async () => {
  const guard = breaker(() => 0);
  for (const _ of many) await expect(guard(away, 'one')).rejects.toThrow('away');
  for (let count = 1; count < FAILURES_TO_OPEN; count += 1) {
    await expect(guard(away, `other ${count}`)).rejects.toThrow('away');
  }
  await expect(guard(here)).rejects.toThrow('not asked');
});
