import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { fieldsOf, pathsIn } from '../testing/schema-fields.ts';
import { gatewayEndpoints } from './index.ts';

/** @returns What is wrong with a value, as an independent validator sees it. */
function problems(schema: object, value: unknown) {
  const validate = new Ajv2020({ allErrors: true, strict: false }).compile(schema);
  validate(value);
  return validate.errors ?? [];
}

describe.each(gatewayEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_name, endpoint) => {
  const { query, body, example } = endpoint as (typeof endpoint & { body?: { schema: object } }) & {
    example: { query?: Readonly<Record<string, string>>; body?: object };
  };

  test('its example fits its schemas', () => {
    expect(problems(endpoint.data, example.data)).toEqual([]);
    expect(problems(query, example.query ?? {})).toEqual([]);
    if (body !== undefined) expect(problems(body.schema, example.body)).toEqual([]);
  });

  test('its example shows every known field', () => {
    // A combined tour's nodes lie inside each other: any depth counts.
    const shown = new Set([...pathsIn(example.data)].map((path) => path.replace(/^(?:children\[\]\.)+/, '')));
    expect(
      fieldsOf(endpoint.data)
        .map(({ path }) => path)
        .filter((path) => !shown.has(path)),
    ).toEqual([]);
  });

  test('its example shows every input', () => {
    expect(Object.keys(example.query ?? {})).toEqual(Object.keys(query.properties));
  });
});

test('the check refuses what it should: a wrong type, a missing field, an unknown parameter', () => {
  const [exchange] = gatewayEndpoints;
  expect(problems(exchange.data, { access_token: 'oht_x', expire_at: 'soon' })).toHaveLength(1);
  expect(problems(exchange.data, { access_token: 'oht_x' })).toHaveLength(1);
  expect(problems(exchange.query, { app_key: 'ohk_x' })).toHaveLength(1);
});
