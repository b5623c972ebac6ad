import {
  failuresOf,
  failuresOfAccessToken,
  failuresOfAnyOperation,
  failuresReference,
  type GatewayEndpoint,
  gatewayEndpoints,
  operationSamples,
  payloadFields,
  portalFailures,
  tagOf,
  tags,
} from '@openhouse/contract';
import type { ErrorsPage, OperationInput, OperationPage, OperationsPage } from '../doc-page.ts';

/** Groups of operations as the navigation shows them. */
export const operationGroups = Object.entries(tags).map(([name, description]) => ({
  name,
  description,
  endpoints: gatewayEndpoints.filter((endpoint) => tagOf[endpoint.name] === name),
}));

interface InputSchema {
  readonly properties: Readonly<Record<string, { readonly description?: string }>>;
  readonly required?: readonly string[];
}

function inputsOf(endpoint: GatewayEndpoint): OperationInput[] {
  const { query, body, example } = endpoint as GatewayEndpoint & {
    readonly body?: { readonly schema: unknown };
    readonly example: { readonly query?: object; readonly body?: object };
  };
  const { properties, required = [] } = (body?.schema ?? query) as unknown as InputSchema;
  const given = (example.body ?? example.query ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(properties).map(([name, { description = '' }]) => ({
    name,
    required: required.includes(name),
    takes: `${description.charAt(0).toUpperCase()}${description.slice(1)}`,
    example: String(given[name] ?? ''),
  }));
}

/** The page of one operation, from its declaration. */
export function operationPage(endpoint: GatewayEndpoint): OperationPage {
  const { name, operation, description, method, path, authentication } = endpoint;
  const ofAny = new Set<string>([...failuresOfAnyOperation, ...failuresOfAccessToken]);
  const own = new Set<string>(endpoint.failures);
  const all = failuresOf(endpoint) as readonly string[];
  return {
    kind: 'operation',
    name,
    title: operation,
    description,
    method,
    path,
    authentication,
    mediaType: endpoint.body?.mediaType ?? null,
    inputs: inputsOf(endpoint),
    fields: payloadFields(endpoint.data as never),
    samples: operationSamples(endpoint),
    example: JSON.stringify(endpoint.example.data, null, 2),
    failures: all.filter((status) => own.has(status) || !ofAny.has(status)),
    failuresOfAny: all.filter((status) => !own.has(status) && ofAny.has(status)),
  };
}

export function operationsPage(): OperationsPage {
  return {
    kind: 'operations',
    title: 'Operations',
    groups: operationGroups.map(({ name, description, endpoints }) => ({
      name,
      description,
      operations: endpoints.map(({ name, operation: title, method, path }) => ({ name, title, method, path })),
    })),
  };
}

export function errorsPage(): ErrorsPage {
  return {
    kind: 'errors',
    title: 'Errors',
    gateway: failuresReference(),
    portal: Object.entries(portalFailures).map(([code, failure]) => ({ code, ...failure })),
  };
}
