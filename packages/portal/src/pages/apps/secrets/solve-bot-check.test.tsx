import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BotCheckUnsupported, solveBotCheck } from './solve-bot-check.ts';

const challengeOf = (salt: string, number: number, maxnumber: number) => ({
  kind: 'altcha' as const,
  algorithm: 'SHA-256' as const,
  challenge: createHash('sha256').update(`${salt}${number}`).digest('hex'),
  salt,
  maxnumber,
  signature: 'sig',
});

test('finds the number, the first and the last one too', { tags: 'slow' }, async () => {
  const solved = fc.asyncProperty(fc.constantFrom(0, 1, 499, 500, 501, 999, 1_200), async (number) => {
    const challenge = challengeOf('salt?expires=1', number, 1_200);
    const solution: unknown = JSON.parse(atob(await solveBotCheck(challenge)));
    const { kind: _, maxnumber: __, ...signed } = challenge;
    expect(solution).toEqual({ ...signed, number });
  });
  await fc.assert(solved, { numRuns: 10 });
});

test('a challenge without a solution is given up, not tried for ever', async () => {
  await expect(solveBotCheck({ ...challengeOf('s', 5, 3) })).rejects.toThrow('no solution');
});

test('stops when the asking is given up', async () => {
  const signal = AbortSignal.abort();
  await expect(solveBotCheck(challengeOf('s', 1, 3), signal)).rejects.toThrow();
});

test('a check of another service is refused before anything is sent', async () => {
  await expect(solveBotCheck({ kind: 'turnstile', siteKey: 'k' })).rejects.toBeInstanceOf(BotCheckUnsupported);
});
