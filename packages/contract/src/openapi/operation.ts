import type { Endpoint } from '../endpoint.ts';
import type { OperationName } from '../gateway/index.ts';
import { camelCase, sentence } from './names.ts';
import { type FailureResponses, responsesOf } from './responses.ts';
import type { JsonObject, SchemaComponents } from './schema-components.ts';

/** What the document groups operations by, in its order. */
export const tags = {
  Token: 'Exchange app key and secret for an access token.',
  Tours: 'The tour itself, and what is said about it.',
  Tags: 'Tags placed in a tour.',
  Guides: 'Routes, guides and videos.',
  Spaces: 'Rooms, labels, measurements and combined tours.',
  Files: 'Files that belong to a tour.',
  Management: 'Change the state of a tour.',
} as const;

/** Leaving an operation out does not compile. */
export const tagOf: Readonly<Record<OperationName, keyof typeof tags>> = {
  'access-token': 'Token',
  'vr-info': 'Tours',
  'hot-list': 'Tags',
  'hot-config': 'Tags',
  'route-search': 'Guides',
  'hot-detail': 'Tags',
  'panovideo-search': 'Guides',
  'observer-guide-list': 'Guides',
  'vr-introduction': 'Tours',
  'group-tree': 'Spaces',
  'ruler-list': 'Spaces',
  'model-plugin-datasets': 'Spaces',
  'contact-detail': 'Tours',
  'source-config': 'Tours',
  'route-config-detail': 'Guides',
  'file-detail': 'Files',
  'file-private-presign': 'Files',
  'capture-info': 'Tours',
  'annotation-search': 'Spaces',
  'vr-submit': 'Management',
};

function parametersOf({ query, example }: Endpoint): JsonObject[] {
  const required = new Set<string>(query.required ?? []);
  return Object.entries(query.properties).map(([name, schema]) => {
    const { description, ...rest } = schema as JsonObject;
    return {
      name,
      in: 'query',
      required: required.has(name),
      description: sentence(String(description)),
      schema: rest,
      example: example.query?.[name],
    };
  });
}

function requestBodyOf({ body, example }: Endpoint, schemas: SchemaComponents): JsonObject {
  if (body === undefined) return {};
  const content = { [body.mediaType]: { schema: schemas.refer(body.schema), example: example.body } };
  return { requestBody: { required: true, content } };
}

/** One operation of the document. */
export function operationOf(
  endpoint: Endpoint & { readonly name: OperationName },
  schemas: SchemaComponents,
  failures: FailureResponses,
): JsonObject {
  return {
    operationId: camelCase(endpoint.name),
    tags: [tagOf[endpoint.name]],
    summary: endpoint.operation,
    description: endpoint.description,
    security: endpoint.authentication === 'access-token' ? [{ accessToken: [] }] : [],
    parameters: parametersOf(endpoint),
    ...requestBodyOf(endpoint, schemas),
    responses: responsesOf(endpoint, schemas, failures),
  };
}
