import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { gatewayFailures } from './errors.ts';
import { gatewayEndpoints } from './gateway/index.ts';
import { responseHeaders } from './openapi/headers.ts';
import { failuresOf } from './openapi/responses.ts';
import { openApiDocument } from './openapi.ts';

interface Example {
  readonly value: { readonly status: string; readonly data: unknown };
}
interface Response {
  readonly $ref?: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly content: {
    readonly 'application/json': { readonly schema: object; readonly examples: Record<string, Example> };
  };
}
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly schema: object;
    readonly example?: string;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: object; readonly example: unknown }>>;
  };
  readonly responses: Readonly<Record<string, Response>>;
}

const document = openApiDocument({ baseUrl: 'https://gateway.example.com', version: '1.2.3' });
const operations = gatewayEndpoints.map((endpoint) => {
  const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()] as unknown as Operation;
  return [endpoint.name, endpoint, operation] as const;
});

/** Follows a reference inside the document. */
function resolved<Target>(target: Target & { readonly $ref?: string }): Target {
  if (target.$ref === undefined) return target;
  const keys = target.$ref.replace('#/', '').split('/');
  return keys.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document) as Target;
}

// The document is one schema resource, so references inside it resolve as they do for a client.
const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);
ajv.addSchema(document, 'document');
let schemaCount = 0;
/** @returns What is wrong with a value, as a validator that knows only the document sees it. */
function problems(schema: object, value: unknown) {
  const inDocument = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object;
  const validate = ajv.compile({ ...inDocument, $id: `schema-${schemaCount++}` });
  validate(value);
  return validate.errors ?? [];
}

test('is a valid OpenAPI 3.1 document', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(document.openapi).toBe('3.1.0');
});

test('says where and which version it is of', () => {
  expect(document).toMatchObject({ servers: [{ url: 'https://gateway.example.com' }], info: { version: '1.2.3' } });
});

test('every reference leads somewhere, and every component is used', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target = '']) => target);
  for (const $ref of references) expect([$ref, resolved({ $ref })]).toEqual([$ref, expect.anything()]);
  const components = Object.entries(document.components).filter(([kind]) => kind !== 'securitySchemes');
  const all = components.flatMap(([kind, named]) => Object.keys(named).map((name) => `#/components/${kind}/${name}`));
  expect(new Set(references)).toEqual(new Set(all));
});

test('uses no schema keyword that JSON Schema 2020-12 has dropped', () => {
  expect(JSON.stringify(document)).not.toMatch(/"(additionalItems|definitions|dependencies|nullable|\$id|\$defs)":/);
});

test('operation ids are unique, and every tag is explained', () => {
  expect(new Set(operations.map(([, , { operationId }]) => operationId)).size).toBe(gatewayEndpoints.length);
  const explained = (document.tags as { name: string }[]).map(({ name }) => name);
  expect(new Set(operations.flatMap(([, , { tags }]) => tags))).toEqual(new Set(explained));
});

test('ids, which may exceed 2^53, say that they have 64 bits', () => {
  const told = [...JSON.stringify(document).matchAll(/\{[^{}]*May exceed 2\^53[^{}]*\}/g)].map(([schema]) => schema);
  expect(told.length).toBeGreaterThan(10);
  expect(told.filter((schema) => !schema.includes('"format":"int64"'))).toEqual([]);
});

describe.each(operations)('%s', (_name, endpoint, operation) => {
  test('answers success and each of its failures under its HTTP status, each with an example', () => {
    const documented = Object.entries(operation.responses).flatMap(([httpStatus, response]) =>
      Object.entries(resolved(response).content['application/json'].examples).map(([name, { value }]) => {
        expect(name).toBe(value.status);
        return [value.status, Number(httpStatus)];
      }),
    );
    const expected = failuresOf(endpoint).map((status) => [status, gatewayFailures[status].httpStatus]);
    expect(new Map(documented as [string, number][])).toEqual(
      new Map([['success', 200], ...expected] as [string, number][]),
    );
    expect(documented).toHaveLength(expected.length + 1);
  });

  test('its examples fit its own schemas', () => {
    for (const response of Object.values(operation.responses)) {
      const { schema, examples } = resolved(response).content['application/json'];
      for (const { value } of Object.values(examples)) expect(problems(schema, value)).toEqual([]);
    }
    for (const { schema, example } of operation.parameters) expect(problems(schema, example)).toEqual([]);
    for (const { schema, example } of Object.values(operation.requestBody?.content ?? {})) {
      expect(problems(schema, example)).toEqual([]);
    }
  });

  test('its schema refuses an envelope of another status or without its payload', () => {
    const response = operation.responses[200];
    if (response === undefined) throw new Error('no success');
    const { schema, examples } = resolved(response).content['application/json'];
    expect(problems(schema, { ...examples.success?.value, status: 'err_unheard_of' })).not.toEqual([]);
    expect(problems(schema, { ...examples.success?.value, data: null })).not.toEqual([]);
  });

  test('asks for the raw token unless it hands one out', () => {
    expect(operation.security).toEqual(endpoint.authentication === 'access-token' ? [{ accessToken: [] }] : []);
  });

  test('names the headers of each response', () => {
    for (const [httpStatus, response] of Object.entries(operation.responses)) {
      const also =
        { 200: ['X-Ignored-Parameters'], 405: ['Allow'], 429: ['Retry-After'], 503: ['Retry-After'] }[
          Number(httpStatus)
        ] ?? [];
      const names = Object.keys(resolved(response).headers);
      expect(names).toEqual(['X-Request-Id', 'RateLimit', 'RateLimit-Policy', ...also]);
    }
  });
});

test('a code that cannot be parsed is documented with HTTP 200, as a choice beside success', () => {
  const { schema } = operations[1]?.[2].responses[200]?.content['application/json'] ?? {};
  expect(schema).toMatchObject({
    oneOf: [{ properties: { code: { const: 0 } } }, { properties: { code: { enum: [-1] } } }],
  });
});

test('the token is a raw Authorization header', () => {
  expect(document.components.securitySchemes).toMatchObject({
    accessToken: { type: 'apiKey', in: 'header', name: 'Authorization' },
  });
});

test('every header is explained', () => {
  for (const { description } of Object.values(responseHeaders)) expect(description).toMatch(/\.$/);
});

test('secret fields keep their mark', () => {
  expect(JSON.stringify(document).split('"x-openhouse-secret":true')).toHaveLength(4);
});

test('each call answers a document of its own', () => {
  const options = { baseUrl: 'http://localhost:4001', version: '0' };
  expect(openApiDocument(options)).toEqual(openApiDocument(options));
  expect(openApiDocument(options).components).not.toBe(openApiDocument(options).components);
});
