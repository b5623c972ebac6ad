import Type, { type Static, type TObject, type TOptional, type TString } from 'typebox';
import { type GatewayFailureStatus, gatewayFailures } from '../errors.ts';
import { gatewayEndpoints, type ReadEndpoint, readEndpoints } from '../gateway/index.ts';
import { operationForm } from '../operation-form.ts';
import { AppKey } from './apps.ts';
import { definePortalEndpoint } from './portal-endpoint.ts';

const operationNames = gatewayEndpoints.map(({ name }) => name);
const readNames = readEndpoints.map(({ name }) => name);

/** Longest value of a parameter, in characters: the gateway takes 16 KiB of request line and headers. */
const VALUE_MAX_LENGTH = 8192;
/** The text a person typed. Only the gateway validates it: the console shows its refusal. */
const Value = Type.String({ maxLength: VALUE_MAX_LENGTH });

const ParameterForm = Type.Object({
  name: Type.String(),
  isRequired: Type.Boolean(),
  control: Type.Enum(['text', 'choice', 'list', 'number', 'credential'], {
    description: 'The form control; a credential is filled in from the chosen app.',
  }),
  takes: Type.String({ description: 'Completes the sentence "<name> takes …".' }),
  choices: Type.Array(Type.String(), { description: 'The options of a choice; else empty.' }),
  pattern: Type.String({ description: 'The pattern it must match; empty for any text.' }),
  example: Type.String({ description: 'May be empty.' }),
});

const OperationForm = Type.Object({
  name: Type.Enum(operationNames),
  method: Type.Enum(['GET', 'POST']),
  path: Type.String({ description: 'Below {base_url}.' }),
  title: Type.String(),
  description: Type.String(),
  authentication: Type.Enum(['app-credentials', 'access-token']),
  mediaType: Type.String({ description: 'Media type of the body; empty if the parameters are the query.' }),
  changes: Type.Boolean({ description: 'True when it changes something.' }),
  parameters: Type.Array(ParameterForm),
});

const FailureAdvice = Type.Object({
  status: Type.String({ description: 'Envelope status.' }),
  message: Type.String({ description: 'What is wrong.' }),
  advice: Type.String({ description: 'How to fix it.' }),
});

/** Every operation of the gateway as a form, its failures, and the demo tours that are open to everybody. */
export const listOperations = definePortalEndpoint({
  name: 'list-operations',
  method: 'GET',
  path: '/api/operations',
  summary: 'Operations of the gateway as forms',
  description: "The gateway's operations with their parameters, derived from the contract, and its failures.",
  access: 'anyone',
  params: Type.Object({}),
  body: undefined,
  data: Type.Object({
    operations: Type.Array(OperationForm),
    failures: Type.Array(FailureAdvice),
    demo: Type.Union([Type.Object({ resourceCodes: Type.Array(Type.String(), { minItems: 1 }) }), Type.Null()], {
      description: 'Tours that GET /api/demo/calls can read; null without a demo.',
    }),
  }),
  failures: [],
  example: {
    data: {
      operations: gatewayEndpoints.slice(1, 2).map(operationForm),
      failures: failureAdvice().slice(0, 1),
      demo: { resourceCodes: ['demo-loft'] },
    },
  },
});

/** Message and advice of every failure of the gateway. */
export function failureAdvice(): Static<typeof FailureAdvice>[] {
  return (Object.keys(gatewayFailures) as GatewayFailureStatus[]).map((status) => {
    const { message, advice } = gatewayFailures[status];
    return { status, message, advice };
  });
}

/** The answer of the gateway, also on failure. */
export const OperationAnswer = Type.Object({
  httpStatus: Type.Integer(),
  headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), {
    description: 'The ones an integrator needs: content type, rate limits, request id, Retry-After.',
  }),
  envelope: Type.String({
    description: 'The envelope as text, unchanged: numbers keep their digits. An access token in it is masked.',
  }),
  bytes: Type.Integer({ minimum: 0, description: 'Length of the envelope, in bytes.' }),
  requestId: Type.String(),
  roundTripMs: Type.Integer({ minimum: 0, description: 'Time between the portal and the gateway, in milliseconds.' }),
});
export type OperationAnswer = Static<typeof OperationAnswer>;

const exampleAnswer: OperationAnswer = {
  httpStatus: 200,
  headers: [{ name: 'content-type', value: 'application/json; charset=utf-8' }],
  envelope: '{"request_id":"2f6c0a9e-8d41-4b53-9c7a-5e1d0b3f4a68","code":0,"status":"success","cost":1,"data":{}}',
  bytes: 97,
  requestId: '2f6c0a9e-8d41-4b53-9c7a-5e1d0b3f4a68',
  roundTripMs: 3,
};

/** Runs an operation for one of the Team's apps, in the portal's back end (decision 0062). */
export const callOperation = definePortalEndpoint({
  name: 'call-operation',
  method: 'POST',
  path: '/api/console/calls',
  summary: 'Run an operation of the gateway',
  description:
    'Calls the gateway with an app of the active Team and returns its answer. access-token takes no parameters: the ' +
    "app's own key and secret are used, and the token is masked. vr-submit changes something: owners and members only, " +
    'and it is in the audit log. At most 300 calls of a person in ten minutes.',
  access: 'signed-in',
  isHandedOn: true,
  params: Type.Object({}),
  body: Type.Object(
    {
      app_key: AppKey,
      operation: Type.Enum(operationNames),
      parameters: Type.Record(Type.String({ pattern: '^[a-z_]{1,32}$' }), Value, {
        maxProperties: 16,
        additionalProperties: false,
        description: 'Query parameters, or fields of the body, as text. Omitted ones are not sent.',
      }),
    },
    { additionalProperties: false },
  ),
  data: OperationAnswer,
  failures: ['TEAM_REQUIRED', 'ROLE_INSUFFICIENT', 'APP_NOT_FOUND', 'SECRET_NOT_FOUND', 'GATEWAY_UNAVAILABLE'],
  example: {
    body: {
      app_key: 'ohk_3mWvZ1bq8TnKx5RcJ7dYfA',
      operation: 'vr-info',
      parameters: { resource_code: 'demo-loft' },
    },
    data: exampleAnswer,
  },
});

type ParameterNameOf<E> = E extends { readonly query: TObject<infer Properties> } ? keyof Properties : never;

/** Parameters of all reads, each as text. */
const readParameters = Object.fromEntries(
  readEndpoints.flatMap(({ query }) => Object.keys(query.properties).map((name) => [name, Type.Optional(Value)])),
) as { readonly [Name in ParameterNameOf<ReadEndpoint>]: TOptional<TString> };

/** Runs a read on the demo tours, without signing in (decision 0063). */
export const callDemo = definePortalEndpoint({
  name: 'call-demo',
  method: 'GET',
  path: '/api/demo/calls',
  summary: 'Run a read on a demo tour',
  description:
    'Calls the gateway with the app of the demo Team. Only reads of the demo tours; 60 calls per minute and address. ' +
    'NOT_FOUND without a demo.',
  access: 'anyone',
  params: Type.Object({}),
  query: Type.Object({ operation: Type.Enum(readNames), ...readParameters }, { additionalProperties: false }),
  body: undefined,
  data: OperationAnswer,
  failures: ['NOT_FOUND', 'GATEWAY_UNAVAILABLE'],
  example: { data: exampleAnswer },
});

/** Calls of the console. */
export const consoleEndpoints = [callOperation] as const;
