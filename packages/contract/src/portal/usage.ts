import Type, { type Static, type TSchema } from 'typebox';
import { AppKey } from './apps.ts';
import { USAGE_DAYS } from './limits.ts';
import { definePortalEndpoint } from './portal-endpoint.ts';

/** Step lengths for usage, in seconds. */
export const usageSteps = ['60', '600', '3600', '21600', '86400'] as const;
export type UsageStep = (typeof usageSteps)[number];
/** Maximum number of steps in one answer. */
export const USAGE_STEPS_MAX = 750;

const instant = (description: string) => Type.String({ description: `${description}: ISO 8601, UTC.` });
const given = (description: string) =>
  Type.Optional(Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT[0-9:.]{5,12}Z$', description }));
const count = (description: string) => Type.Integer({ minimum: 0, description });
const Milliseconds = (description: string) =>
  Type.Union([Type.Number({ minimum: 0 }), Type.Null()], { description: `${description}, in milliseconds.` });
const OperationOfCall = Type.String({
  description: 'Name of the operation, `file` for an address of a file; empty where no path matched.',
});
const EnvelopeStatus = Type.String({ description: '`success`, or the status of the refusal.' });

/** Calls of an app by operation and result. */
export const UsageSeries = Type.Object({
  operation: OperationOfCall,
  status: EnvelopeStatus,
  counts: Type.Array(Type.Integer({ minimum: 0 }), { description: 'One number per step, starting at `from`.' }),
});
export type UsageSeries = Static<typeof UsageSeries>;

/** Usage of one operation by an app. */
export const UsageOfOperation = Type.Object({
  operation: OperationOfCall,
  calls: count('All calls.'),
  refused: count('Refused calls among them.'),
  p50Ms: Milliseconds('Median latency of successful calls'),
  p95Ms: Milliseconds('95 of 100 successful calls took at most this long'),
});
export type UsageOfOperation = Static<typeof UsageOfOperation>;

/** Usage of one version of an app's secret. */
export const UsageOfVersion = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  exchanges: count('Successful exchanges.'),
  calls: count('Calls whose token was accepted.'),
  sharePercent: Type.Integer({ minimum: 0, maximum: 100, description: 'Share of the usage, rounded up.' }),
});
export type UsageOfVersion = Static<typeof UsageOfVersion>;

/** Usage of an app in a period. */
export const Usage = Type.Object({
  from: instant('Start of the first step'),
  to: instant('End of the last step'),
  stepS: Type.Integer({ description: 'Seconds of a step.' }),
  calls: count('All calls.'),
  refused: count('Refused calls among them.'),
  series: Type.Array(UsageSeries),
  operations: Type.Array(UsageOfOperation, { description: 'Most calls first.' }),
  versions: Type.Array(UsageOfVersion, { description: 'Newest first.' }),
  limit: Type.Object(
    {
      perMinute: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
        description: 'Rate limit of an app in calls per minute; null without a limit.',
      }),
      peak: Type.Union(
        [Type.Object({ at: instant('Start of the minute'), calls: count('Calls in it.') }), Type.Null()],
        {
          description:
            'The minute with the most calls that the limit let through; null without any. A window of the limit begins ' +
            'with its first call, so a minute can hold parts of two.',
        },
      ),
      refused: count('Calls that the limit refused.'),
    },
    { description: 'The busiest minute compared with the rate limit.' },
  ),
});
export type Usage = Static<typeof Usage>;

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** One answered call of the gateway, without its token and parameter values. */
export const GatewayCall = Type.Object({
  requestId: Type.String(),
  traceId: Type.String(),
  at: instant('When it was answered'),
  operation: OperationOfCall,
  status: EnvelopeStatus,
  code: Type.Integer({ description: '`code` of the envelope; 0 for a success.' }),
  httpStatus: Type.Integer(),
  costMs: Type.Number({ minimum: 0, description: 'Time to the answer, in milliseconds.' }),
  version: orNull(Type.Integer({ minimum: 1 })),
  byPortal: Type.Boolean({
    description: 'Made by the portal for one of its users; does not count as use of a secret.',
  }),
  network: orNull(Type.String({ description: "The caller's network; the full address is not stored." })),
  parameter: orNull(Type.String({ description: 'Name of the parameter that was refused.' })),
});
export type GatewayCall = Static<typeof GatewayCall>;

/** The checks of the gateway; which of them apply, and in which order, depends on the operation. */
export const callChecks = [
  'request',
  'path',
  'method',
  'service',
  'address-limit',
  'body',
  'token',
  'credentials',
  'app',
  'app-limit',
  'media-type',
  'parameters',
  'link',
  'resource',
  'answer',
] as const;
export type CallCheck = (typeof callChecks)[number];

/** One check of a call. */
export const CheckOutcome = Type.Object({
  check: Type.Enum([...callChecks]),
  outcome: Type.Enum(['passed', 'failed', 'not-reached', 'unknown'], {
    description: 'not-reached: an earlier check failed; unknown: an internal error, which may concern any check.',
  }),
});
export type CheckOutcome = Static<typeof CheckOutcome>;

/** The checks of one call, which one failed, and how to fix it. */
export const CallExplanation = Type.Object({
  call: GatewayCall,
  appKey: orNull(AppKey),
  ignored: Type.Array(Type.String(), {
    description:
      'Parameters of a call that succeeded which its operation does not take, as X-Ignored-Parameters named them.',
  }),
  checks: Type.Array(CheckOutcome, { description: 'In the order of the gateway.' }),
  failure: orNull(
    Type.Object({
      message: Type.String({ description: 'The message that the caller got.' }),
      advice: Type.String({ description: 'How to fix it.' }),
      hint: Type.Union([Type.Enum(['secret-retired', 'secret-wrong']), Type.Null()], {
        description:
          'A detail that the answer omits: the token was obtained with a version of the secret that has ended; the app ' +
          "key is this app's and the secret is wrong.",
      }),
      reference: Type.String({ description: 'Path of the page about this failure.' }),
    }),
  ),
});
export type CallExplanation = Static<typeof CallExplanation>;

const exampleApp = 'ohk_3mWvZ1bq8TnKx5RcJ7dYfA';
const exampleCall: GatewayCall = {
  requestId: '2f6c0a9e-8d41-4b53-9c7a-5e1d0b3f4a68',
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  at: '2026-11-20T10:41:12.084Z',
  operation: 'hot-list',
  status: 'err_parameter_invalid',
  code: -1,
  httpStatus: 400,
  costMs: 0.31,
  version: 2,
  byPortal: false,
  network: '203.0.113.0/24',
  parameter: 'order_by',
};

/** Usage of an app. */
export const getUsage = definePortalEndpoint({
  name: 'get-usage',
  method: 'GET',
  path: '/api/apps/{app_key}/usage',
  summary: 'Use of an app',
  description:
    'Calls of one app of the active Team by operation and result, what they cost, the share of each version of its ' +
    'secret, and how near it came to its limit. Without parameters: the last day in steps of ten minutes. Calls are ' +
    `counted within five seconds and kept for ${USAGE_DAYS} days, unless the Team's plan or the operator has set another time.`,
  access: 'signed-in',
  scopes: ['apps:read'],
  params: Type.Object({ app_key: AppKey }),
  query: Type.Object(
    {
      from: given('Start, rounded down to a whole step: ISO 8601, UTC.'),
      to: given('End, rounded up to a whole step: ISO 8601, UTC.'),
      step: Type.Optional(
        Type.Enum([...usageSteps], { description: `Seconds of a step; at most ${USAGE_STEPS_MAX} steps.` }),
      ),
    },
    { additionalProperties: false },
  ),
  body: undefined,
  data: Type.Object({
    usage: Usage,
    keptDays: Type.Integer({
      minimum: 1,
      description: "Days that usage is kept, by the Team's plan or the installation.",
    }),
  }),
  failures: ['TEAM_REQUIRED', 'APP_NOT_FOUND'],
  example: {
    params: { app_key: exampleApp },
    data: {
      keptDays: USAGE_DAYS,
      usage: {
        from: '2026-11-20T10:30:00.000Z',
        to: '2026-11-20T10:50:00.000Z',
        stepS: 600,
        calls: 130,
        refused: 4,
        series: [
          { operation: 'vr-info', status: 'success', counts: [61, 65] },
          { operation: 'vr-info', status: 'err_resource_not_found', counts: [0, 4] },
        ],
        operations: [{ operation: 'vr-info', calls: 130, refused: 4, p50Ms: 0.21, p95Ms: 1.4 }],
        versions: [{ version: 2, exchanges: 2, calls: 128, sharePercent: 100 }],
        limit: { perMinute: 256, peak: { at: '2026-11-20T10:44:00.000Z', calls: 31 }, refused: 0 },
      },
    },
  },
});

/** Form of the request_id of a call. */
export const REQUEST_ID_PATTERN = '^[A-Za-z0-9-]{1,64}$';
/** Maximum number of listed calls per app. */
export const CALLS_LISTED_MAX = 200;

export const listCalls = definePortalEndpoint({
  name: 'list-calls',
  method: 'GET',
  path: '/api/apps/{app_key}/calls',
  summary: 'Last calls of an app',
  description:
    `The last calls of one app of the active Team, newest first, at most ${CALLS_LISTED_MAX}. They appear within five ` +
    'seconds; of a flood the newest are kept.',
  access: 'signed-in',
  scopes: ['apps:read'],
  params: Type.Object({ app_key: AppKey }),
  query: Type.Object(
    { result: Type.Optional(Type.Enum(['succeeded', 'refused'], { description: 'Only calls with this result.' })) },
    { additionalProperties: false },
  ),
  body: undefined,
  data: Type.Object({ calls: Type.Array(GatewayCall, { maxItems: CALLS_LISTED_MAX }) }),
  failures: ['TEAM_REQUIRED', 'APP_NOT_FOUND'],
  example: { params: { app_key: exampleApp }, data: { calls: [exampleCall] } },
});

export const explainCall = definePortalEndpoint({
  name: 'explain-call',
  method: 'GET',
  path: '/api/calls/{request_id}',
  summary: 'Explain a call',
  description:
    'The checks of one call, which one failed, and how to fix it. Calls of apps are explained to the ' +
    "active Team that owns the app; another Team's call answers as a missing one does. A refused call that names no " +
    'app is explained to anybody who knows its request id, without anything about the caller. Calls are known within ' +
    'five seconds.',
  access: 'signed-in',
  scopes: ['apps:read'],
  params: Type.Object({
    request_id: Type.String({
      pattern: REQUEST_ID_PATTERN,
      description: 'request_id of the envelope, or X-Request-Id of the answer.',
    }),
  }),
  body: undefined,
  data: CallExplanation,
  failures: ['TEAM_REQUIRED', 'CALL_NOT_FOUND'],
  example: {
    params: { request_id: exampleCall.requestId },
    data: {
      call: exampleCall,
      appKey: exampleApp,
      ignored: [],
      checks: [
        { check: 'request', outcome: 'passed' },
        { check: 'path', outcome: 'passed' },
        { check: 'method', outcome: 'passed' },
        { check: 'service', outcome: 'passed' },
        { check: 'address-limit', outcome: 'passed' },
        { check: 'token', outcome: 'passed' },
        { check: 'app', outcome: 'passed' },
        { check: 'app-limit', outcome: 'passed' },
        { check: 'parameters', outcome: 'failed' },
        { check: 'resource', outcome: 'not-reached' },
        { check: 'answer', outcome: 'not-reached' },
      ],
      failure: {
        message:
          'order_by is malformed. It takes "id asc", "id desc", "create_time asc" or "create_time desc"; without it ' +
          'records come as stored.',
        advice: 'Compare the request with the reference of this operation.',
        hint: null,
        reference: '/docs/reference/errors#err_parameter_invalid',
      },
    },
  },
});

/** Calls about the use of apps. */
export const usageEndpoints = [getUsage, listCalls, explainCall] as const;
