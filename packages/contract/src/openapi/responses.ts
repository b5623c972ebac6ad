import type { Endpoint } from '../endpoint.ts';
import { failureEnvelope, successEnvelope } from '../envelope.ts';
import {
  failuresOfAccessToken,
  failuresOfAnyOperation,
  type GatewayFailureStatus,
  gatewayFailures,
} from '../errors.ts';
import { headersOf } from './headers.ts';
import { pascalCase } from './names.ts';
import type { JsonObject, SchemaComponents } from './schema-components.ts';

const OK = 200;

/** Ids of the examples; a real answer has its own. */
const exampleIds = {
  request_id: '01JD4Q2N8W5YB7K9R3T6V0XZCE',
  trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
};

/** Every failure an operation may answer with: its own, those of access tokens, those of any operation. */
export function failuresOf(endpoint: Endpoint): readonly GatewayFailureStatus[] {
  const ofToken = endpoint.authentication === 'access-token' ? failuresOfAccessToken : [];
  return [...new Set([...failuresOfAnyOperation, ...ofToken, ...endpoint.failures])];
}

function successExample(endpoint: Endpoint): JsonObject {
  const envelope = { ...exampleIds, business_code: '0', osi_request_id: '', code: 0, status: 'success', cost: 1 };
  return { summary: 'Success', value: { ...envelope, data: endpoint.example.data } };
}

function failureExample(status: GatewayFailureStatus): JsonObject {
  const { code, message, advice } = gatewayFailures[status];
  const envelope = { ...exampleIds, business_code: '', osi_request_id: '', code, status, cost: 0 };
  return { summary: message, value: { ...envelope, message: `${message} ${advice}`, data: null } };
}

const failureExamples = (statuses: readonly GatewayFailureStatus[]) =>
  Object.fromEntries(statuses.map((status) => [status, failureExample(status)]));

/** One response for each set of failures that share an HTTP status, used by every operation that has the set. */
export interface FailureResponses {
  readonly refer: (httpStatus: number, statuses: readonly GatewayFailureStatus[]) => JsonObject;
  /** The responses found so far, by name. */
  readonly found: () => JsonObject;
}

export function failureResponses(): FailureResponses {
  const responses = new Map<string, JsonObject>();
  return {
    refer(httpStatus, statuses) {
      const name = statuses.map((status) => pascalCase(status.replace(/^err_/, ''))).join('Or');
      responses.set(name, {
        description: statuses.map((status) => `\`${status}\`: ${gatewayFailures[status].message}`).join('\n'),
        headers: headersOf(httpStatus),
        content: { 'application/json': { schema: failureEnvelope(statuses), examples: failureExamples(statuses) } },
      });
      return { $ref: `#/components/responses/${name}` };
    },
    found: () => Object.fromEntries([...responses].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** The responses of an operation by HTTP status: success, and every failure it may answer with. */
export function responsesOf(endpoint: Endpoint, schemas: SchemaComponents, failures: FailureResponses): JsonObject {
  const all = failuresOf(endpoint);
  const withStatus = (httpStatus: number) => all.filter((status) => gatewayFailures[status].httpStatus === httpStatus);
  const httpStatuses = new Set<number>(all.map((status) => gatewayFailures[status].httpStatus).filter((s) => s !== OK));
  const refused = [...httpStatuses].map((httpStatus) => [
    httpStatus,
    failures.refer(httpStatus, withStatus(httpStatus)),
  ]);
  return { [OK]: okResponse(endpoint, withStatus(OK), schemas), ...Object.fromEntries(refused) };
}

/** SPEC 7.2: one failure comes with HTTP 200, so the envelope must be inspected as well. */
function okResponse(endpoint: Endpoint, failures: readonly GatewayFailureStatus[], schemas: SchemaComponents) {
  const success = successEnvelope(endpoint.data);
  const named = schemas.name(`${pascalCase(endpoint.name)}Data`, schemas.refer(endpoint.data));
  const schema = { ...success, properties: { ...success.properties, data: named } };
  return {
    description:
      failures.length === 0
        ? 'Success.'
        : `Success, or ${failures.map((status) => `\`${status}\``).join(', ')} with code other than 0: inspect code and status.`,
    headers: headersOf(OK),
    content: {
      'application/json': {
        schema: failures.length === 0 ? schema : { oneOf: [schema, failureEnvelope(failures)] },
        examples: { success: successExample(endpoint), ...failureExamples(failures) },
      },
    },
  };
}
