import { createHmac } from 'node:crypto';
import { AltchaSolution, BOT_CHECK_LIFETIME_S } from '@openhouse/contract';
import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1';
import type { Pool } from 'pg';
import { Value } from 'typebox/value';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { sha256 } from '../../kernel/keys/sha256.ts';
import { PortalError } from '../http/portal-error.ts';
import { spendOnce } from '../sign-in/store.ts';
import type { BotCheck } from './bot-check.ts';

export interface AltchaOptions {
  readonly pool: Pool;
  /** Keys that the challenges' keys are derived from: the first signs, all of them verify. */
  readonly keys: KeyRing;
  /** The solution is between 0 and this: a browser computes up to so many hashes, the server one. */
  readonly maxNumber: number;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
}

/** Seconds that used challenges are remembered beyond their expiry, for clocks that differ. */
const REMEMBER_EXTRA_S = 300;

/** Proof of work, created and checked here without a third party (decision 0034). */
export function altchaCheck({ pool, keys, maxNumber, nowMs }: AltchaOptions): BotCheck {
  const hmacKeys = keys.map(({ key }) => createHmac('sha256', key).update('openhouse bot check').digest('hex'));
  const [hmacKey] = hmacKeys;
  if (hmacKey === undefined) throw new Error('the ring of cookie secrets is empty');
  return {
    async challenge({ userCode }) {
      const expires = new Date(nowMs() + BOT_CHECK_LIFETIME_S * 1000);
      const options = { algorithm: 'SHA-256', hmacKey, maxnumber: maxNumber, expires } as const;
      const { challenge, salt, signature } = await createChallenge({ ...options, params: { for: userCode } });
      return { kind: 'altcha', algorithm: 'SHA-256', challenge, salt, maxnumber: maxNumber, signature };
    },
    async verify(answer, { userCode }) {
      const solution = solutionOf(answer);
      if (solution === undefined || !(await isSolved(solution, hmacKeys, userCode, nowMs()))) {
        throw new PortalError('BOT_CHECK_FAILED');
      }
      // The library does not remember used solutions; the primary key decides between parallel attempts.
      const used = sha256(`altcha\0${solution.challenge}`);
      if (!(await spendOnce(pool, [used], BOT_CHECK_LIFETIME_S + REMEMBER_EXTRA_S))) {
        throw new PortalError('BOT_CHECK_FAILED');
      }
    },
  };
}

function solutionOf(answer: string): AltchaSolution | undefined {
  try {
    const solution: unknown = JSON.parse(Buffer.from(answer, 'base64').toString());
    return Value.Check(AltchaSolution, solution) ? solution : undefined;
  } catch {
    return undefined;
  }
}

async function isSolved(
  solution: AltchaSolution,
  hmacKeys: readonly string[],
  userCode: string,
  nowMs: number,
): Promise<boolean> {
  const params = extractParams(solution);
  // A challenge of another person does not count: a farm cannot solve for many.
  if (params.for !== userCode) return false;
  // Compared here, by the clock that issued it; the library would accept a challenge without expiry for ever.
  const expiresS = Number(params.expires);
  if (!Number.isSafeInteger(expiresS) || expiresS * 1000 <= nowMs) return false;
  for (const hmacKey of hmacKeys) {
    if (await verifySolution(solution, hmacKey, false)) return true;
  }
  return false;
}
