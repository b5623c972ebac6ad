import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { PortalError, RETRY_AFTER_S } from '../http/portal-error.ts';
import { providerFetch } from '../identity/provider-fetch.ts';
import { spendOnce } from '../sign-in/store.ts';
import type { BotCheck } from './bot-check.ts';

/** Services that support the siteverify protocol: the address of each, and the script that shows its check. */
export const siteverifyServices = {
  turnstile: {
    verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    scriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
  },
  hcaptcha: { verifyUrl: 'https://api.hcaptcha.com/siteverify', scriptUrl: 'https://js.hcaptcha.com/1/api.js' },
  recaptcha: {
    verifyUrl: 'https://www.google.com/recaptcha/api/siteverify',
    scriptUrl: 'https://www.google.com/recaptcha/api.js',
  },
} as const;

export type SiteverifyService = keyof typeof siteverifyServices;

export interface SiteverifyOptions {
  readonly service: SiteverifyService;
  /** Its address; a test or a relay may stand in. */
  readonly url: string;
  /** The service's script, which shows its check. */
  readonly scriptUrl: string;
  readonly siteKey: string;
  readonly secret: string;
  /** Host of the portal: an answer for another site does not count. */
  readonly hostname: string;
  readonly timeoutMs: number;
  readonly pool: Pool;
  /** `outsideFetch` where the address must be on the internet. */
  readonly fetching?: typeof fetch;
  /** Called with the reason when the service counts as unavailable. */
  readonly onUnavailable: (reason: string) => void;
}

const Verdict = Type.Object({
  success: Type.Boolean(),
  hostname: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  score: Type.Optional(Type.Number()),
  'error-codes': Type.Optional(Type.Array(Type.String())),
});

/** Minimum score of services that give one (1 is certainly a person). */
const LEAST_SCORE = 0.5;
/** Seconds that used answers are remembered; at the services they expire after five minutes at most. */
const REMEMBER_USED_S = 900;
/** Error codes of a wrong configuration, which the operator must fix. */
export const OUR_FAULTS = ['missing-input-secret', 'invalid-input-secret', 'sitekey-secret-mismatch', 'internal-error'];

/** Turnstile, hCaptcha and reCAPTCHA: they show their own check, and one call verifies whether it was passed. */
export function siteverifyCheck(options: SiteverifyOptions): BotCheck {
  const { service, url, scriptUrl, siteKey, secret, hostname, timeoutMs, pool, fetching } = options;
  const unavailable = (reason: string) => {
    options.onUnavailable(reason);
    return new PortalError('UNAVAILABLE', undefined, { 'retry-after': String(RETRY_AFTER_S) });
  };
  const ask = async (response: string, remoteip: string) => {
    const body = new URLSearchParams({ secret, response, remoteip });
    const answer = await providerFetch(url, { method: 'POST', body }, timeoutMs, fetching).catch((error: unknown) => {
      throw unavailable(error instanceof Error ? error.message : 'it could not be reached');
    });
    const verdict: unknown = await answer.json().catch(() => undefined);
    if (answer.status !== 200 || !Value.Check(Verdict, verdict))
      throw unavailable(`it answered with HTTP ${answer.status} and no verdict`);
    return verdict;
  };
  return {
    widget: { service, siteKey, scriptUrl },
    challenge: async () => ({ kind: service, siteKey }),
    async verify(answer, { ipAddress }) {
      const verdict = await ask(answer, ipAddress);
      const fault = verdict['error-codes']?.find((code) => OUR_FAULTS.includes(code));
      if (fault !== undefined) throw unavailable(`it says ${fault}`);
      const elsewhere = typeof verdict.hostname === 'string' && verdict.hostname !== hostname;
      const doubtful = verdict.score !== undefined && verdict.score < LEAST_SCORE;
      if (!verdict.success || elsewhere || doubtful) throw new PortalError('BOT_CHECK_FAILED');
      // hCaptcha and reCAPTCHA accept the same answer twice for a while.
      const used = createHash('sha256').update(`${service}\0${answer}`).digest();
      if (!(await spendOnce(pool, [used], REMEMBER_USED_S))) throw new PortalError('BOT_CHECK_FAILED');
    },
  };
}
