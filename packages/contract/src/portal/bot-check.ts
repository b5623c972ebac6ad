import Type, { type Static } from 'typebox';
import { secret } from '../secret.ts';
import { definePortalEndpoint } from './portal-endpoint.ts';

/** Lifetime of a proof-of-work challenge, in seconds. */
export const BOT_CHECK_LIFETIME_S = 300;

/**
 * The page that shows the check of an external service. The reveal dialog frames it, so that only this document allows that
 * service's scripts, and receives its `BotCheckMessage`s.
 */
export const BOT_CHECK_WIDGET_PATH = '/bot-check/widget';

/** The message from the framed check to the dialog. */
export interface BotCheckMessage {
  readonly from: 'openhouse-bot-check';
  /** The single-use answer; null when it has expired or the check cannot be shown. */
  readonly answer: string | null;
  /** The check cannot be shown: its script did not load, or it refused to start. */
  readonly broken: boolean;
  /** Current height of the check, in CSS pixels. */
  readonly height: number;
}

/** A proof-of-work challenge, or what a page needs to show an external check. */
export const BotCheckChallenge = Type.Union([
  Type.Object({
    kind: Type.Literal('altcha'),
    algorithm: Type.Literal('SHA-256'),
    challenge: Type.String({ description: 'Hexadecimal SHA-256 of salt and number.' }),
    salt: Type.String({ description: 'Hashed as it is, including its parameters and the trailing &.' }),
    maxnumber: Type.Integer({ minimum: 1, description: 'The number is between 0 and this.' }),
    signature: Type.String(),
  }),
  Type.Object({
    kind: Type.Enum(['turnstile', 'hcaptcha', 'recaptcha']),
    siteKey: Type.String({ description: 'Public key of this portal at the service.' }),
  }),
]);
export type BotCheckChallenge = Static<typeof BotCheckChallenge>;

/** A solved proof-of-work challenge; sent as base64 of its JSON. */
export const AltchaSolution = Type.Object({
  algorithm: Type.Literal('SHA-256'),
  challenge: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  number: Type.Integer({ minimum: 0 }),
  salt: Type.String({ maxLength: 256 }),
  signature: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});
export type AltchaSolution = Static<typeof AltchaSolution>;

/** The answer to a bot check, in calls that require one. */
export const BotCheckAnswer = secret(
  Type.String({
    minLength: 1,
    maxLength: 4096,
    description: 'altcha: base64 of {algorithm, challenge, number, salt, signature}; else the token of the service.',
  }),
);

export const botCheckChallenge = definePortalEndpoint({
  name: 'bot-check-challenge',
  method: 'GET',
  path: '/api/bot-check/challenge',
  summary: 'A challenge for the bot check',
  description: 'A new challenge for the signed-in person. Each one works once, for one reveal, within 5 minutes.',
  access: 'signed-in',
  params: Type.Object({}),
  body: undefined,
  data: BotCheckChallenge,
  failures: [],
  example: {
    data: {
      kind: 'altcha',
      algorithm: 'SHA-256',
      challenge: '4c7f2d0f1a9be0a3ff5a61e4d4c6a1f3f6a93b3c1f7b6a0ce2d9d1b5c8e7f6a5',
      salt: 'c3b1f5a97e2d4860c3b1f5a9?for=ohu_4nq0cXyJ8mB2vT7r&expires=1793577600&',
      maxnumber: 50_000,
      signature: 'b7d0c5e1f2a3948576e1d0c3b2a19f8e7d6c5b4a39281706f5e4d3c2b1a09f8e',
    },
  },
});

/** Calls about the bot check. */
export const botCheckEndpoints = [botCheckChallenge] as const;
