import Type, { type Static } from 'typebox';
import { secret } from '../secret.ts';
import { AppKey } from './apps.ts';
import { definePortalEndpoint } from './portal-endpoint.ts';

/** How long a page shows a revealed secret, in seconds (SPEC 8). */
export const SECRET_VISIBLE_S = 30;

/** The longest overlap a rotation may choose: a week. */
export const OVERLAP_MAX_HOURS = 168;

const OptionalInstant = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description: `${description}: ISO 8601, UTC.` });

/** One live version of an app's secret; the secret itself is not in it. At most two are live. */
export const SecretVersion = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  createdAt: Type.String({ description: 'ISO 8601, UTC.' }),
  endsAt: OptionalInstant('When the overlap ends and the gateway refuses it; null for the newest version'),
  lastUsedAt: OptionalInstant('Last successful exchange; null when there was none'),
  exchangesLastDay: Type.Integer({ minimum: 0, description: 'Successful exchanges of the last 24 hours.' }),
});
export type SecretVersion = Static<typeof SecretVersion>;

const example: SecretVersion = {
  version: 2,
  createdAt: '2026-11-20T09:30:00.000Z',
  endsAt: null,
  lastUsedAt: '2026-11-20T10:41:12.000Z',
  exchangesLastDay: 42,
};
const app = Type.Object({ app_key: AppKey });
const appAndVersion = Type.Object({ app_key: AppKey, version: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) });
const exampleApp = { app_key: 'ohk_3mWvZ1bq8TnKx5RcJ7dYfA' };

export const listSecrets = definePortalEndpoint({
  name: 'list-secrets',
  method: 'GET',
  path: '/api/apps/{app_key}/secrets',
  summary: 'Live versions of the secret',
  description: 'The live versions, newest first, with their use. No answer of this call ever holds a secret.',
  access: 'signed-in',
  params: app,
  body: undefined,
  data: Type.Object({ secrets: Type.Array(SecretVersion, { maxItems: 2 }) }),
  failures: ['TEAM_REQUIRED', 'APP_NOT_FOUND'],
  example: { params: exampleApp, data: { secrets: [example] } },
});

/** A proof-of-work challenge, or what a page needs to show somebody else's check. */
export const BotCheckChallenge = Type.Union([
  Type.Object({
    kind: Type.Literal('altcha'),
    algorithm: Type.Literal('SHA-256'),
    challenge: Type.String({ description: 'Hexadecimal SHA-256 of salt and number.' }),
    salt: Type.String(),
    maxnumber: Type.Integer({ minimum: 1, description: 'The number lies between 0 and this.' }),
    signature: Type.String(),
  }),
  Type.Object({
    kind: Type.Enum(['turnstile', 'hcaptcha', 'recaptcha']),
    siteKey: Type.String({ description: 'Public key of this portal at the service.' }),
  }),
]);
export type BotCheckChallenge = Static<typeof BotCheckChallenge>;

export const botCheckChallenge = definePortalEndpoint({
  name: 'bot-check-challenge',
  method: 'GET',
  path: '/api/bot-check/challenge',
  summary: 'A challenge for the bot check',
  description: 'A fresh challenge. Each one counts once, for one reveal, within 5 minutes.',
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
      salt: 'c3b1f5a97e2d4860?expires=1793577600',
      maxnumber: 50_000,
      signature: 'b7d0c5e1f2a3948576e1d0c3b2a19f8e7d6c5b4a39281706f5e4d3c2b1a09f8e',
    },
  },
});

/** Shows a secret once more (SPEC 5.2): owner, bot check, rate limit, and an audit entry before the answer. */
export const revealSecret = definePortalEndpoint({
  name: 'reveal-secret',
  method: 'POST',
  path: '/api/apps/{app_key}/secrets/{version}/reveal',
  summary: 'Reveal a secret',
  description: 'Answers with the secret after a passed bot check. Never cached; the page hides it after 30 seconds.',
  access: 'signed-in',
  params: appAndVersion,
  body: Type.Object(
    {
      botCheck: Type.String({
        minLength: 1,
        maxLength: 4096,
        description:
          'altcha: base64 of {algorithm, challenge, number, salt, signature}; else the token of the service.',
      }),
    },
    { additionalProperties: false },
  ),
  data: Type.Object({ secret: secret(Type.String({ description: 'The app secret.' })) }),
  failures: ['TEAM_REQUIRED', 'ROLE_INSUFFICIENT', 'APP_NOT_FOUND', 'SECRET_NOT_FOUND', 'BOT_CHECK_FAILED'],
  example: {
    params: { ...exampleApp, version: '2' },
    body: { botCheck: 'eyJhbGdvcml0aG0iOiJTSEEtMjU2In0=' },
    data: { secret: 'ohs_<the secret of the app>' },
  },
});

export const rotateSecret = definePortalEndpoint({
  name: 'rotate-secret',
  method: 'POST',
  path: '/api/apps/{app_key}/secrets/rotate',
  summary: 'Rotate the secret',
  description: 'Makes a new version; the one before works for the chosen overlap, 0 ends it at once. Owners only.',
  access: 'signed-in',
  params: app,
  body: Type.Object(
    { overlapHours: Type.Integer({ minimum: 0, maximum: OVERLAP_MAX_HOURS, description: 'Whole hours.' }) },
    { additionalProperties: false },
  ),
  data: Type.Object({ secrets: Type.Array(SecretVersion, { maxItems: 2 }) }),
  failures: ['TEAM_REQUIRED', 'ROLE_INSUFFICIENT', 'APP_NOT_FOUND', 'SECRET_LIMIT'],
  example: { params: exampleApp, body: { overlapHours: 24 }, data: { secrets: [example] } },
});

export const retireSecret = definePortalEndpoint({
  name: 'retire-secret',
  method: 'POST',
  path: '/api/apps/{app_key}/secrets/{version}/retire',
  summary: 'Retire a version',
  description: 'The gateway refuses this version within a second. The newest one cannot be retired. Owners only.',
  access: 'signed-in',
  params: appAndVersion,
  body: Type.Object({}, { additionalProperties: false }),
  data: Type.Object({ secrets: Type.Array(SecretVersion, { maxItems: 2 }) }),
  failures: ['TEAM_REQUIRED', 'ROLE_INSUFFICIENT', 'APP_NOT_FOUND', 'SECRET_NOT_FOUND'],
  example: { params: { ...exampleApp, version: '1' }, body: {}, data: { secrets: [example] } },
});

/** Calls about app secrets. */
export const secretEndpoints = [listSecrets, botCheckChallenge, revealSecret, rotateSecret, retireSecret] as const;
