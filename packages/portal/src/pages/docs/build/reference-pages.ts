import {
  failuresOf,
  failuresOfAccessToken,
  failuresOfAnyOperation,
  failuresReference,
  type GatewayEndpoint,
  gatewayEndpoints,
  operationGroups as groups,
  operationSamples,
  type PayloadField,
  type PortalFailureCode,
  payloadFields,
  portalFailures,
  sentence,
} from '@openhouse/contract';
import type { ContractWords } from '../../../languages/contract-words.ts';
import type { ReferenceWords } from '../../../languages/reference-words.ts';
import type { ErrorsPage, OperationInput, OperationPage, OperationsPage } from '../doc-page.ts';

/** The contract's words in the language of a page. */
export type DocWords = ContractWords & ReferenceWords;

/** Groups of operations as the navigation shows them. */
export const operationGroups = Object.entries(groups).map(([name, description]) => ({
  name,
  description,
  endpoints: gatewayEndpoints.filter((endpoint) => endpoint.group === name),
}));

interface InputSchema {
  readonly properties: Readonly<Record<string, { readonly description?: string }>>;
  readonly required?: readonly string[];
}

function inputsOf(endpoint: GatewayEndpoint, words: DocWords | undefined): OperationInput[] {
  const { query, body, example } = endpoint as GatewayEndpoint & {
    readonly body?: { readonly schema: unknown };
    readonly example: { readonly query?: object; readonly body?: object };
  };
  const { properties, required = [] } = (body?.schema ?? query) as unknown as InputSchema;
  const given = (example.body ?? example.query ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(properties).map(([name, { description = '' }]) => ({
    name,
    required: required.includes(name),
    takes: words?.parameters[name] ?? sentence(description),
    example: String(given[name] ?? ''),
  }));
}

/**
 * The page of one operation, from its declaration.
 * @param words The contract's words in the language of the page; without them it is English.
 */
export function operationPage(endpoint: GatewayEndpoint, words?: DocWords): OperationPage {
  const { name, method, path, authentication } = endpoint;
  const [title, description] = words?.operations[name] ?? [endpoint.operation, endpoint.description];
  const ofAny = new Set<string>([...failuresOfAnyOperation, ...failuresOfAccessToken]);
  const own = new Set<string>(endpoint.failures);
  const all = failuresOf(endpoint) as readonly string[];
  return {
    kind: 'operation',
    name,
    title,
    description,
    method,
    path,
    authentication,
    mediaType: endpoint.body?.mediaType ?? null,
    inputs: inputsOf(endpoint, words),
    fields: payloadFields(endpoint.data as never).map((field) => inWords(field, words)),
    samples: operationSamples(endpoint),
    example: JSON.stringify(endpoint.example.data, null, 2),
    failures: all.filter((status) => own.has(status) || !ofAny.has(status)),
    failuresOfAny: all.filter((status) => !own.has(status) && ofAny.has(status)),
  };
}

function inWords(field: PayloadField, words: DocWords | undefined): PayloadField {
  if (words === undefined) return field;
  return {
    ...field,
    description: sentencesOf(field.description)
      .map((sentence) => words.fields[sentence] ?? sentence)
      .join(''),
    fields: field.fields.map((inner) => inWords(inner, words)),
  };
}

/** The sentences of a description: each is translated once, wherever it stands. */
export const sentencesOf = (description: string): string[] => description.split(/(?<=\.)\s+(?=[A-Z])/);

export function operationsPage(words?: DocWords): OperationsPage {
  return {
    kind: 'operations',
    title: words?.pages.operations ?? 'Operations',
    groups: operationGroups.map(({ name, description, endpoints }) => ({
      name,
      description: words?.groups[name] ?? description,
      operations: endpoints.map(({ name, operation, method, path }) => ({
        name,
        title: words?.operations[name][0] ?? operation,
        method,
        path,
      })),
    })),
  };
}

export function errorsPage(words?: DocWords): ErrorsPage {
  return {
    kind: 'errors',
    title: words?.pages.errors ?? 'Errors',
    gateway: failuresReference().map((failure) => {
      const [message, advice] = words?.failures[failure.status] ?? [failure.message, failure.advice];
      return { ...failure, message, advice };
    }),
    portal: (Object.keys(portalFailures) as PortalFailureCode[]).map((code) => {
      const [message, advice] = words?.portalFailures[code] ?? [
        portalFailures[code].message,
        portalFailures[code].advice,
      ];
      return { code, ...portalFailures[code], message, advice };
    }),
  };
}
