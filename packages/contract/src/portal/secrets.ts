import Type, { type Static } from 'typebox';
import { secret } from '../secret.ts';
import { AppKey } from './apps.ts';
import { BotCheckAnswer } from './bot-check.ts';
import { OVERLAP_MAX_HOURS, SECRET_VISIBLE_S } from './limits.ts';
import { definePortalEndpoint } from './portal-endpoint.ts';

const OptionalInstant = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description: `${description}: ISO 8601, UTC.` });

/**
 * Whether a version can be retired without breaking a client: `newest` cannot; `in-use` was used within the last day; with
 * `successor-unused` nobody has used the newer version yet; `idle` is safe.
 */
export const Retirement = Type.Object({
  isSafe: Type.Boolean(),
  reason: Type.Enum(['newest', 'in-use', 'successor-unused', 'idle']),
});
export type Retirement = Static<typeof Retirement>;

/** One live version of an app's secret; the secret itself is not in it. At most two are live. */
export const SecretVersion = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  createdAt: Type.String({ description: 'ISO 8601, UTC.' }),
  endsAt: OptionalInstant('When the gateway refuses it: the end of its overlap, or its own; null without an end'),
  lastUsedAt: OptionalInstant(
    'Last successful exchange or call of a token from it, to the minute; null before the first',
  ),
  exchangesLastDay: Type.Integer({ minimum: 0, description: 'Successful exchanges of the last 24 hours.' }),
  callsLastDay: Type.Integer({ minimum: 0, description: 'Calls of the last 24 hours with tokens from this version.' }),
  sharePercent: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: "Its share of the app's exchanges and calls of the last 24 hours; above 0 when there were any.",
  }),
  retirement: Retirement,
});
export type SecretVersion = Static<typeof SecretVersion>;

const example: SecretVersion = {
  version: 2,
  createdAt: '2026-11-20T09:30:00.000Z',
  endsAt: null,
  lastUsedAt: '2026-11-20T10:41:00.000Z',
  exchangesLastDay: 42,
  callsLastDay: 1280,
  sharePercent: 100,
  retirement: { isSafe: false, reason: 'newest' },
};
const app = Type.Object({ app_key: AppKey });
const appAndVersion = Type.Object({ app_key: AppKey, version: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) });
const exampleApp = { app_key: 'ohk_3mWvZ1bq8TnKx5RcJ7dYfA' };

export const listSecrets = definePortalEndpoint({
  name: 'list-secrets',
  method: 'GET',
  path: '/api/apps/{app_key}/secrets',
  summary: 'Live versions of the secret',
  description: 'The live versions, newest first, with their use. The answer never holds a secret.',
  access: 'signed-in',
  params: app,
  body: undefined,
  data: Type.Object({ secrets: Type.Array(SecretVersion, { maxItems: 2 }) }),
  failures: ['TEAM_REQUIRED', 'APP_NOT_FOUND'],
  example: { params: exampleApp, data: { secrets: [example] } },
});

/** Reveals a secret (SPEC 5.2): owners only, after a bot check, rate-limited, with an audit entry before the answer. */
export const revealSecret = definePortalEndpoint({
  name: 'reveal-secret',
  method: 'POST',
  path: '/api/apps/{app_key}/secrets/{version}/reveal',
  summary: 'Reveal a secret',
  description:
    'Returns the secret after a passed bot check; each attempt counts against a rate limit of the person and the app. ' +
    `Never cached; the page hides it after ${SECRET_VISIBLE_S} seconds. Owners only.`,
  access: 'signed-in',
  answerNotKept: true,
  params: appAndVersion,
  body: Type.Object(
    {
      botCheck: BotCheckAnswer,
    },
    { additionalProperties: false },
  ),
  data: Type.Object({ secret: secret(Type.String({ description: 'The app secret.' })) }),
  failures: [
    'TEAM_REQUIRED',
    'ROLE_INSUFFICIENT',
    'APP_NOT_FOUND',
    'SECRET_NOT_FOUND',
    'BOT_CHECK_FAILED',
    'SIGN_IN_TOO_OLD',
  ],
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
  description:
    'Creates a new version; the previous one works for the chosen overlap, 0 ends it at once. The new one may have an end ' +
    'of its own. Owners only.',
  access: 'signed-in',
  params: app,
  body: Type.Object(
    {
      overlapHours: Type.Integer({ minimum: 0, maximum: OVERLAP_MAX_HOURS, description: 'Whole hours.' }),
      endsAt: Type.Optional(
        Type.String({
          pattern: '^\\d{4}-\\d\\d-\\d\\dT[0-9:.]{5,12}Z$',
          description:
            'When the new version ends, after the overlap: ISO 8601, UTC. Left out: it has no end. The page warns a week before.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  data: Type.Object({ secrets: Type.Array(SecretVersion, { maxItems: 2 }) }),
  failures: ['TEAM_REQUIRED', 'ROLE_INSUFFICIENT', 'APP_NOT_FOUND', 'APP_DELETED', 'SECRET_LIMIT'],
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
  failures: ['TEAM_REQUIRED', 'ROLE_INSUFFICIENT', 'APP_NOT_FOUND', 'SECRET_NOT_FOUND', 'SECRET_NEWEST'],
  example: { params: { ...exampleApp, version: '1' }, body: {}, data: { secrets: [example] } },
});

/** Calls about app secrets. */
export const secretEndpoints = [listSecrets, revealSecret, rotateSecret, retireSecret] as const;
