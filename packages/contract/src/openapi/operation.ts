import type { Endpoint } from '../endpoint.ts';
import { camelCase, sentence } from './names.ts';
import { type FailureResponses, responsesOf } from './responses.ts';
import type { JsonObject, SchemaComponents } from './schema-components.ts';

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
export function operationOf(endpoint: Endpoint, schemas: SchemaComponents, failures: FailureResponses): JsonObject {
  return {
    operationId: camelCase(endpoint.name),
    tags: [endpoint.group],
    summary: endpoint.operation,
    description: endpoint.description,
    security: endpoint.authentication === 'access-token' ? [{ accessToken: [] }] : [],
    parameters: parametersOf(endpoint),
    ...requestBodyOf(endpoint, schemas),
    responses: responsesOf(endpoint, schemas, failures),
  };
}
