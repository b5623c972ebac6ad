import Type, { type Static } from 'typebox';
import { AppKey } from '../apps.ts';
import { ExceptionLimits, PLANS_MAX, PlanLimits, PlanName } from '../plans.ts';
import { definePortalEndpoint } from '../portal-endpoint.ts';
import { exampleApp, exampleTeam, OperatorApp, OperatorTeam, Reason, reasoned, TeamId } from './shown.ts';

/** Teams of a plan that are counted at most. */
export const TEAMS_COUNTED_MAX = 1000;

/** A plan as operators see it. */
export const Plan = Type.Object({
  name: PlanName,
  limits: PlanLimits,
  teams: Type.Integer({
    minimum: 0,
    maximum: TEAMS_COUNTED_MAX,
    description: `Teams that have it; no more than ${TEAMS_COUNTED_MAX} are counted.`,
  }),
  changedAt: Type.String({ description: 'When it was made or last changed: ISO 8601, UTC.' }),
});
export type Plan = Static<typeof Plan>;

const limits: PlanLimits = {
  callsPerMinute: 1200,
  teamCallsPerMinute: 3000,
  exchangesPerMinute: null,
  tours: 500,
  storedBytes: 50_000_000_000,
  files: null,
  uploadBytes: null,
  trialDays: 30,
  usageDays: 90,
};
const example: Plan = { name: 'growth', limits, teams: 12, changedAt: '2026-11-20T09:30:00.000Z' };
const ofPlan = Type.Object({ plan: PlanName });
const params = { plan: example.name };

export const listPlans = definePortalEndpoint({
  name: 'list-plans',
  method: 'GET',
  path: '/api/operator/plans',
  summary: 'All plans',
  description: `By name, at most ${PLANS_MAX}. Teams that have no other are on the plan \`default\`, which is always there. Operators only.`,
  access: 'operator',
  anyTeam: true,
  params: Type.Object({}),
  body: undefined,
  data: Type.Object({ plans: Type.Array(Plan, { maxItems: PLANS_MAX }) }),
  failures: [],
  example: { data: { plans: [example] } },
});

export const setPlan = definePortalEndpoint({
  name: 'set-plan',
  method: 'POST',
  path: '/api/operator/plans/{plan}',
  summary: 'Make or change a plan',
  description:
    'A limit that is left out stays as it is; null lets what the installation sets hold. In force on every node within a ' +
    'second; what a limit has counted in a minute that has begun stays counted. Operators only.',
  access: 'operator',
  anyTeam: true,
  params: ofPlan,
  body: Type.Object(
    { limits: Type.Partial(PlanLimits, { additionalProperties: false }), reason: Reason },
    { additionalProperties: false },
  ),
  data: Type.Object({ plan: Plan }),
  failures: ['PLAN_LIMIT'],
  example: {
    params,
    body: {
      limits: { callsPerMinute: 1200, teamCallsPerMinute: 3000, tours: 500, storedBytes: 50_000_000_000 },
      reason: 'The price list of November.',
    },
    data: { plan: example },
  },
});

export const removePlan = definePortalEndpoint({
  name: 'remove-plan',
  method: 'POST',
  path: '/api/operator/plans/{plan}/remove',
  summary: 'Remove a plan that no Team has',
  description: 'The plan `default` stays. Operators only.',
  access: 'operator',
  anyTeam: true,
  params: ofPlan,
  body: reasoned,
  data: Type.Object({ removed: Type.Literal(1) }),
  failures: ['PLAN_NOT_FOUND', 'PLAN_IN_USE'],
  example: { params, body: { reason: 'Nobody has it any more.' }, data: { removed: 1 } },
});

export const setTeamPlan = definePortalEndpoint({
  name: 'set-team-plan',
  method: 'POST',
  path: '/api/operator/teams/{id}/plan',
  summary: 'Give a Team a plan',
  description: 'In force on every node within a second. The Team sees its plan and the reason. Operators only.',
  access: 'operator',
  anyTeam: true,
  params: Type.Object({ id: TeamId }),
  body: Type.Object({ plan: PlanName, reason: Reason }, { additionalProperties: false }),
  data: Type.Object({ team: OperatorTeam }),
  failures: ['TEAM_NOT_FOUND', 'PLAN_NOT_FOUND'],
  example: {
    params: { id: exampleTeam.id },
    body: { plan: 'growth', reason: 'Contract 2026-118.' },
    data: { team: { ...exampleTeam, plan: 'growth' } },
  },
});

export const setException = definePortalEndpoint({
  name: 'set-exception',
  method: 'POST',
  path: '/api/operator/apps/{app_key}/exception',
  summary: 'Allow an app other limits for a while',
  description:
    'In place of its plan until endsAt, on every node within a second; an end that has passed ends it. It takes the place ' +
    "of the exception before. The limit of the Team's apps together holds all the same. Operators only.",
  access: 'operator',
  anyTeam: true,
  params: Type.Object({ app_key: AppKey }),
  body: Type.Object(
    {
      limits: Type.Partial(ExceptionLimits, { additionalProperties: false }),
      endsAt: Type.String({
        pattern: '^\\d{4}-\\d\\d-\\d\\dT[0-9:.]{5,12}Z$',
        description: 'When the plan holds again: ISO 8601, UTC.',
      }),
      reason: Reason,
    },
    { additionalProperties: false },
  ),
  data: Type.Object({ app: OperatorApp }),
  failures: ['APP_NOT_FOUND'],
  example: {
    params: { app_key: exampleApp.appKey },
    body: { limits: { callsPerMinute: 5000 }, endsAt: '2026-12-31T00:00:00.000Z', reason: 'The fair in December.' },
    data: {
      app: {
        ...exampleApp,
        exception: {
          callsPerMinute: 5000,
          exchangesPerMinute: null,
          endsAt: '2026-12-31T00:00:00.000Z',
          reason: 'The fair in December.',
        },
      },
    },
  },
});

/** Calls about plans and exceptions. */
export const planEndpoints = [listPlans, setPlan, removePlan, setTeamPlan, setException] as const;
