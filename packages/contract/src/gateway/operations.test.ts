import { describe, expect, test } from 'vitest';
import { camelCase } from '../openapi/names.ts';
import { fieldsOf } from '../testing/schema-fields.ts';
import { specFields } from '../testing/spec-fields.ts';
import { gatewayEndpoints, readEndpoints } from './index.ts';

/** SPEC 4.1 to 4.3 and the two of decision 0112, copied out by hand: method, path, parameters (`?` marks those decision 0110 makes optional), operation name. */
const operations = [
  ['POST', '/auth/access_token', 'app_key app_secret', 'Access token'],
  ['GET', '/open/v3/vr/info', 'resource_code', 'VR basic data'],
  ['GET', '/open/v3/custom/hot/list', 'resource_code order_by?', 'Tag list v2'],
  ['GET', '/open/v3/custom/hot/config', 'resource_code', 'Tag configuration'],
  ['GET', '/open/v3/route/search', 'resource_code is_asc? types?', 'Route guidance'],
  ['GET', '/open/saas/v2/hot/detail', 'id', 'Tag details'],
  ['GET', '/open/v3/panovideo/search', 'resource_code status?', 'Point video data'],
  ['GET', '/open/saas/v1/custom/observer/guide/list', 'resource_code', 'Point navigation (new)'],
  ['GET', '/open/v3/custom/vr/introduction', 'resource_code', 'VR introduction'],
  ['GET', '/open/v3/cutom/group/tree', 'node_code source?', 'Combined VR tree'],
  ['GET', '/open/saas/v1/custom/ruler/list', 'resource_code', 'Custom ruler data'],
  ['GET', '/open/v3/view/custom/model/plugin/datasets.json', 'resource_code params_code?', 'Entry door data'],
  ['GET', '/open/v3/view/contact/detail', 'resource_code', 'Business card'],
  ['GET', '/open/v3/work/source/config', 'resource_code', 'Source configuration'],
  ['GET', '/open/saas/v1/custom/route/config/detail', 'resource_code', 'Route personalized configuration'],
  ['GET', '/open/v3/view/custom/file/detail', 'resource_code', 'Extended file list'],
  ['GET', '/open/v3/view/file/private/presign', 'resource_code paths', 'Private file preview links'],
  ['GET', '/open/saas/v1/derived/capture/info', 'resource_code', 'Capture information'],
  ['GET', '/open/v3/annotation/search', 'resource_code', 'Label data'],
  ['GET', '/open/v1/entity/vr/list', 'page? page_size? modified_since?', 'Tour list'],
  ['GET', '/open/v1/entity/vr', 'vr_code', 'Tour of the list'],
  ['POST', '/open/saas/v2/vr/submit', 'resource_code action_num', 'Activate tour v2'],
];

test('the operations are those of SPEC 4.1 to 4.3, in its order', () => {
  const declared = gatewayEndpoints.map(({ method, path, query, body, operation }) => {
    const inputs = [query, ...(body === undefined ? [] : [body.schema])];
    const names = inputs.flatMap(({ properties, required = [] }) =>
      Object.keys(properties).map((name) => ((required as string[]).includes(name) ? name : `${name}?`)),
    );
    return [method, path, names.join(' '), operation];
  });
  expect(declared).toEqual(operations);
});

test('the reads are those of SPEC 4.2', () => {
  expect(readEndpoints.map(({ path }) => path)).toEqual(operations.slice(1, -1).map(([, path]) => path));
});

test('names are unique and kebab-case, also as camel-case method names', () => {
  const names = gatewayEndpoints.map(({ name }) => name);
  for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  expect(new Set(names.map(camelCase)).size).toBe(names.length);
});

describe.each(gatewayEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (name, endpoint) => {
  const fields = fieldsOf(endpoint.data);

  test('has every field that SPEC gives it, of the kind SPEC gives it', () => {
    const declared = new Map(fields.map(({ path, kind }) => [path, kind]));
    const expected = specFields[name]
      .trim()
      .split(/\n+/)
      .map((line) => line.split(' '));
    expect(expected.map(([path = '']) => [path, declared.get(path)])).toEqual(expected);
  });

  test('says of every field what it means', () => {
    expect(fields.filter(({ description }) => !/^\S+ .+\.$/.test(description))).toEqual([]);
  });

  test('says of every input what it takes', () => {
    const inputs = [endpoint.query, ...(endpoint.body === undefined ? [] : [endpoint.body.schema])];
    const words = inputs.flatMap(({ properties }) =>
      Object.values(properties as Record<string, { description?: string }>).map(({ description }) => description),
    );
    for (const takes of words) expect(takes).toMatch(/^[a-z0-9"].*[^.]$/);
  });

  test('takes no undeclared input and keeps undeclared fields of payloads', () => {
    expect(endpoint.query).toMatchObject({ additionalProperties: false });
    if (endpoint.body !== undefined) expect(endpoint.body.schema).toMatchObject({ additionalProperties: false });
    expect(JSON.stringify(endpoint.data)).not.toContain('"additionalProperties":false');
  });
});
