import Type, { type Static, type TSchema } from 'typebox';
import { AppKey } from './apps.ts';
import { definePortalEndpoint } from './portal-endpoint.ts';
import { ROW_ID_PATTERN } from './row-id.ts';

// What a Team is warned of before it happens (decision 0154).

/** Days before an end at which it is warned of. */
export const WARNED_AT_DAYS = [14, 7, 1] as const;
/** Percent of a limit at which it is warned of. */
export const WARNED_AT_PERCENT = [80, 100] as const;

/** What a warning may be about. */
export const warningKinds = [
  'trial-ends',
  'secret-ends',
  'secret-leaked',
  'calls',
  'exchanges',
  'team-calls',
  'tours',
  'storage',
  'files',
  'refusals',
  'unused',
] as const;
export type WarningKind = (typeof warningKinds)[number];

/** Warnings of a Team that are listed at most. */
export const WARNINGS_LISTED_MAX = 100;

const orNull = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const Warning = Type.Object({
  id: Type.String({ pattern: ROW_ID_PATTERN }),
  kind: Type.Enum([...warningKinds], {
    description:
      'trial-ends and secret-ends: an end that comes; secret-leaked: a code host has found a secret in public; calls, exchanges, team-calls, tours, storage and files: a limit of the plan; ' +
      'refusals: many calls are refused; unused: an app that was never called with its secret.',
  }),
  at: Type.String({ description: 'When it was first so: ISO 8601, UTC.' }),
  app: orNull(Type.Object({ appKey: AppKey, name: Type.String() }), 'null for a warning about the Team.'),
  secretVersion: orNull(Type.Integer({ minimum: 1 }), 'Of a secret that ends or has leaked.'),
  endsAt: orNull(Type.String(), 'Of an end that comes: ISO 8601, UTC.'),
  percent: orNull(Type.Integer({ minimum: 1 }), 'Of a limit: the percentage that was reached.'),
  used: orNull(Type.Integer({ minimum: 0 }), 'Of a limit; of refusals, the calls that were refused in an hour.'),
  of: orNull(Type.Integer({ minimum: 0 }), 'The limit; of refusals, all calls of the hour.'),
  leak: orNull(
    Type.Object({
      url: Type.String({
        description: 'Where it was found, without query and fragment; empty where that is not known.',
      }),
      retired: Type.Boolean({ description: 'Whether the version has ended.' }),
    }),
    'Of a secret that has leaked.',
  ),
});
export type Warning = Static<typeof Warning>;

const example: Warning = {
  id: '12',
  kind: 'trial-ends',
  at: '2026-11-27T09:30:00.000Z',
  app: { appKey: 'ohk_3mWvZ1bq8TnKx5RcJ7dYfA', name: 'Viewing room' },
  secretVersion: null,
  endsAt: '2026-12-04T09:30:00.000Z',
  percent: null,
  used: null,
  of: null,
  leak: null,
};

export const listWarnings = definePortalEndpoint({
  name: 'list-warnings',
  method: 'GET',
  path: '/api/warnings',
  summary: 'What the active Team is warned of',
  description:
    'What ends soon, which secrets have leaked, which limits are nearly used up, which apps are refused often or were never used; newest first. One that ' +
    'is no longer so is not there any more, nor is one that the person has dismissed.',
  access: 'signed-in',
  params: Type.Object({}),
  body: undefined,
  data: Type.Object({
    warnings: Type.Array(Warning, { maxItems: WARNINGS_LISTED_MAX }),
    byMail: Type.Boolean({
      description:
        'False once the person has stopped mails about warnings. Owners get them where the installation sends mails.',
    }),
  }),
  failures: ['TEAM_REQUIRED'],
  example: { data: { warnings: [example], byMail: true } },
});

export const dismissWarning = definePortalEndpoint({
  name: 'dismiss-warning',
  method: 'POST',
  path: '/api/warnings/{id}/dismiss',
  summary: 'Dismiss a warning',
  description:
    'It is shown to this person no more; other people of the Team still see it. A sharper one of the same, such as one day ' +
    'before an end in place of seven, is shown again. Repeated, it changes nothing.',
  access: 'signed-in',
  params: Type.Object({ id: Warning.properties.id }),
  body: Type.Object({}, { additionalProperties: false }),
  data: Type.Object({ dismissed: Type.Literal(1) }),
  failures: ['TEAM_REQUIRED', 'WARNING_NOT_FOUND'],
  example: { params: { id: example.id }, body: {}, data: { dismissed: 1 } },
});

export const setWarningMail = definePortalEndpoint({
  name: 'set-warning-mail',
  method: 'POST',
  path: '/api/warnings/mail',
  summary: 'Get mails about warnings, or none',
  description:
    'For the person who asks, in all their Teams. Every mail has a link that does the same without a sign-in. Mails go to owners ' +
    'of a Team, where the installation sends any.',
  access: 'signed-in',
  anyTeam: true,
  params: Type.Object({}),
  body: Type.Object({ wanted: Type.Boolean() }, { additionalProperties: false }),
  data: Type.Object({ byMail: Type.Boolean() }),
  failures: [],
  example: { body: { wanted: false }, data: { byMail: false } },
});

/** Calls about warnings. */
export const warningEndpoints = [listWarnings, dismissWarning, setWarningMail] as const;
