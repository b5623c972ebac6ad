import type { BotCheckChallenge } from '@openhouse/contract';

type Altcha = Extract<BotCheckChallenge, { kind: 'altcha' }>;

/** The portal asks for a check that these pages cannot show. */
export class BotCheckUnsupported extends Error {
  override readonly name = 'BotCheckUnsupported';
}

/**
 * Does the work a challenge asks for: finds the number whose SHA-256 together with the salt is the challenge.
 * @returns What the reveal sends as `botCheck`.
 * @throws {BotCheckUnsupported} A check of another service, or a page that is neither https nor localhost.
 */
export async function solveBotCheck(challenge: BotCheckChallenge, signal?: AbortSignal): Promise<string> {
  if (challenge.kind !== 'altcha') throw new BotCheckUnsupported(challenge.kind);
  if (globalThis.crypto?.subtle === undefined) throw new BotCheckUnsupported('insecure page');
  const { algorithm, challenge: wanted, salt, signature } = challenge;
  const number = await findNumber(challenge, signal);
  return btoa(JSON.stringify({ algorithm, challenge: wanted, number, salt, signature }));
}

/** Numbers tried before the page gets a breath. */
const BATCH = 500;

async function findNumber({ challenge, salt, maxnumber }: Altcha, signal: AbortSignal | undefined): Promise<number> {
  for (let from = 0; from <= maxnumber; from += BATCH) {
    signal?.throwIfAborted();
    const numbers = Array.from({ length: Math.min(BATCH, maxnumber - from + 1) }, (_, offset) => from + offset);
    const digests = await Promise.all(numbers.map((number) => sha256(`${salt}${number}`)));
    const found = digests.indexOf(challenge);
    if (found >= 0) return from + found;
  }
  throw new Error('The challenge has no solution.');
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
