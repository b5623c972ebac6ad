import Type, { type Static } from 'typebox';
import {
  TEAM_DELETION_DAYS,
  TEAM_FILES,
  TEAM_STORED_BYTES,
  TOUR_UPLOAD_MAX_BYTES,
  TRIAL_DAYS,
  USAGE_DAYS,
} from './limits.ts';
import { definePortalEndpoint } from './portal-endpoint.ts';

// A plan is a named set of limits (decision 0136).

/** Plan of every Team that operators have given no other. */
export const DEFAULT_PLAN = 'default';

/** Plans that an installation may have. */
export const PLANS_MAX = 100;

/** Calls or exchanges a minute that a limit may allow at most. */
export const PER_MINUTE_MAX = 10_000_000;

export const PlanName = Type.String({
  pattern: '^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$',
  maxLength: 32,
  description: 'Small letters, digits and hyphens.',
});

/** Tours that a plan may allow at most. */
export const PLAN_TOURS_MAX = 1_000_000_000;

/** Files that a plan may allow at most. */
export const PLAN_FILES_MAX = 1_000_000_000_000;

/** Days that a plan may name at most. */
export const PLAN_DAYS_MAX = 3650;

/** @returns A limit, or null if the plan does not set it. */
const limit = (least: number, most: number, description: string) =>
  Type.Union([Type.Integer({ minimum: least, maximum: most }), Type.Null()], { description });

/** Limits of an app that an exception may change too. */
const OfApp = {
  callsPerMinute: limit(
    0,
    PER_MINUTE_MAX,
    'Calls of the gateway that each app may make in a minute; 0: without a limit.',
  ),
  exchangesPerMinute: limit(
    0,
    PER_MINUTE_MAX,
    'Exchanges with the right secret that each app may make in a minute; 0: without a limit.',
  ),
};

/** The limits of a plan; null is what the installation sets. */
export const PlanLimits = Type.Object({
  callsPerMinute: OfApp.callsPerMinute,
  teamCallsPerMinute: limit(
    0,
    PER_MINUTE_MAX,
    'Calls that all apps of a Team may make together in a minute; 0: without a limit.',
  ),
  exchangesPerMinute: OfApp.exchangesPerMinute,
  tours: limit(1, PLAN_TOURS_MAX, 'Tours that a Team may have.'),
  storedBytes: limit(
    1,
    Number.MAX_SAFE_INTEGER,
    `Bytes that the tours of a Team may take together, as \`sizeBytes\` of the list of tours counts them; ${TEAM_STORED_BYTES} unless set.`,
  ),
  files: limit(
    1,
    PLAN_FILES_MAX,
    `Files that the tours of a Team may have together; one that two tours have counts for both. ${TEAM_FILES} unless set.`,
  ),
  uploadBytes: limit(1, TOUR_UPLOAD_MAX_BYTES, 'Bytes of one upload of tours.'),
  trialDays: limit(
    1,
    PLAN_DAYS_MAX,
    'Days of the trial that an app begins with; an upstream app service is told and decides itself.',
  ),
  usageDays: limit(1, PLAN_DAYS_MAX, 'Days that the usage of the apps is kept and shown.'),
});
export type PlanLimits = Static<typeof PlanLimits>;

/** The limits of an exception; null is what the plan says. */
export const ExceptionLimits = Type.Object(OfApp);
export type ExceptionLimits = Static<typeof ExceptionLimits>;

/** What an operator allows one app until a time, in place of its Team's plan. */
export const LimitException = Type.Object({
  ...ExceptionLimits.properties,
  endsAt: Type.String({ description: 'The plan holds again from then on: ISO 8601, UTC.' }),
  reason: Type.String({ description: "In the operator's own words." }),
});
export type LimitException = Static<typeof LimitException>;

/** @returns A limit that holds, or null without one. */
const inForce = (description: string) => Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], { description });

/** What holds for a Team, by its plan and by what the installation sets; null without a limit. */
export const TeamLimits = Type.Object({
  plan: PlanName,
  callsPerMinute: inForce('Calls of the gateway that each app may make in a minute; an app may be excepted.'),
  teamCallsPerMinute: inForce('Calls that all apps may make together in a minute.'),
  exchangesPerMinute: inForce('Exchanges that each app may make in a minute; an app may be excepted.'),
  tours: inForce('Tours.'),
  storedBytes: Type.Integer({ minimum: 1, description: 'Bytes that all tours may take together.' }),
  files: Type.Integer({ minimum: 1, description: 'Files that all tours may have together.' }),
  uploadBytes: Type.Integer({ minimum: 1, description: 'Bytes of one upload of tours.' }),
  trialDays: Type.Integer({
    minimum: 1,
    description: 'Days of the trial that an app begins with, unless an upstream app service decides otherwise.',
  }),
  usageDays: Type.Integer({ minimum: 1, description: 'Days that the usage of the apps is kept and shown.' }),
  deletionDays: Type.Integer({
    minimum: 1,
    description: 'Days from the request to delete the Team until it is deleted; no plan changes them.',
  }),
  used: Type.Object({
    tours: Type.Integer({ minimum: 0 }),
    storedBytes: Type.Integer({ minimum: 0, description: 'The sum of `sizeBytes` of all tours.' }),
    files: Type.Integer({ minimum: 0, description: 'Files of all tours; one that two tours have counts for both.' }),
  }),
});
export type TeamLimits = Static<typeof TeamLimits>;

export const getLimits = definePortalEndpoint({
  name: 'get-limits',
  method: 'GET',
  path: '/api/limits',
  summary: "What the active Team's plan allows",
  description: 'The limits that hold for the active Team, and what is used of them.',
  access: 'signed-in',
  scopes: ['tours:read', 'tours:write'],
  params: Type.Object({}),
  body: undefined,
  data: Type.Object({ limits: TeamLimits }),
  failures: ['TEAM_REQUIRED'],
  example: {
    data: {
      limits: {
        plan: 'growth',
        callsPerMinute: 1200,
        teamCallsPerMinute: 3000,
        exchangesPerMinute: null,
        tours: 500,
        storedBytes: 50_000_000_000,
        files: TEAM_FILES,
        uploadBytes: TOUR_UPLOAD_MAX_BYTES,
        trialDays: TRIAL_DAYS,
        usageDays: USAGE_DAYS,
        deletionDays: TEAM_DELETION_DAYS,
        used: { tours: 12, storedBytes: 88_944_528, files: 2208 },
      },
    },
  },
});

/** Calls about what a Team's plan allows. */
export const limitEndpoints = [getLimits] as const;
