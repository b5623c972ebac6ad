import { bundledEndpoints, readEndpoints } from '@openhouse/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { fieldsOf } from '../../packages/contract/src/testing/schema-fields.ts';
import { specFields } from '../../packages/contract/src/testing/spec-fields.ts';
import { bundledReads, codes, committed, everyPayload } from './testing/committed-payloads.ts';
import { valuesAt } from './testing/values-at.ts';

const ajv = new Ajv2020({ allErrors: true, strict: false });
const schemas = new Map(readEndpoints.map(({ name, data }) => [name as string, { data, validate: ajv.compile(data) }]));

function schemaOf(name: string) {
  const schema = schemas.get(name);
  if (schema === undefined) throw new Error(`the contract has no ${name}`);
  return schema;
}

/** Nodes of a combined tour at any depth: all of them show its fields. */
function nodesIn(tree: unknown): unknown[] {
  return [tree, ...valuesAt(tree, 'children[]').flatMap(nodesIn)];
}

/** What shows the fields of a read: its payloads in all tours. */
function shown(name: (typeof bundledReads)[number]): unknown[] {
  const payloads = everyPayload(name);
  return name === 'group-tree' ? payloads.flatMap(nodesIn) : payloads;
}

test('a bundle answers every read but the links that are signed on demand', () => {
  const reads = bundledEndpoints.map(({ name }) => name as string);
  expect([...bundledReads].sort()).toEqual(reads.sort());
});

/** Null in some real tours (decision 0105); the demo tours show what it looks like when it is there. */
const FILLED = /^(?:tagList\[\]\.data\.title|list\[\]\.(?:model|panorama)_style_config\.texture)$/;

describe.each(bundledReads)('%s', (name) => {
  test.each(codes)('%s fits the contract', (code) => {
    const content: unknown = committed(code, name);
    const { validate } = schemaOf(name);
    for (const payload of Array.isArray(content) ? content : [content]) {
      validate(payload);
      expect(validate.errors ?? []).toEqual([]);
    }
  });

  const values = (path: string) => shown(name).flatMap((payload) => valuesAt(payload, path));

  test('every field of the contract is filled in one of the tours', () => {
    const fields = fieldsOf(schemaOf(name).data).map(({ path }) => path);
    expect(fields.filter((path) => !values(path).some((value) => value !== null))).toEqual([]);
  });

  test('every field of the specification is there', () => {
    const paths = specFields[name]
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[0] ?? '');
    expect(paths.filter((path) => path !== '' && values(path).length === 0)).toEqual([]);
  });

  test('what may be null is null somewhere', () => {
    const fields = fieldsOf(schemaOf(name).data).filter(({ nullable, path }) => nullable && !FILLED.test(path));
    expect(fields.map(({ path }) => path).filter((path) => !values(path).includes(null))).toEqual([]);
  });
});

/** Fields of any shape that real tours also send as null. */
test.each([
  ['vr-info', 'model.layers'],
  ['vr-info', 'model.tiles'],
  ['hot-list', 'tagList[].mediaData'],
  ['hot-list', 'tagList[].data.initialState'],
  ['hot-detail', 'media_data'],
  ['hot-detail', 'content_data.initialState'],
] as const)('%s: %s comes filled and null', (name, path) => {
  const values = everyPayload(name).flatMap((payload) => valuesAt(payload, path));
  expect(values).toContain(null);
  expect(values.some((value) => value !== null)).toBe(true);
});

/** Fields that many real tours leave out. */
test.each([
  ['observers[].active', 'observers[].index'],
  ['observers[].offset_point_count', 'observers[].index'],
  ['panorama.list[].derived_id_str', 'panorama.list[].index'],
  ['initial', 'name'],
  ['observers', 'name'],
  ['panorama', 'name'],
] as const)('vr-info: %s is sometimes missing', (field, beside) => {
  const count = (path: string) => everyPayload('vr-info').flatMap((payload) => valuesAt(payload, path)).length;
  expect(count(field)).toBeGreaterThan(0);
  expect(count(field)).toBeLessThan(count(beside));
});

test('each tour shows an edge: the whole, a model only, an inactive one', () => {
  const summary = (code: string) => {
    const { is_active, observers, panorama, from_type } = committed(code, 'vr-info');
    return { is_active, observers: observers?.length, cubes: panorama?.list.length, from_type };
  };
  expect(codes.map(summary)).toEqual([
    { is_active: true, observers: 12, cubes: 12, from_type: 'vr' },
    { is_active: true, observers: undefined, cubes: undefined, from_type: 'poincare' },
    { is_active: false, observers: 3, cubes: 3, from_type: 'aerophoto' },
  ]);
});

test('the check finds what it should: a wrong type and a missing field', () => {
  const { validate } = schemaOf('capture-info');
  expect(validate({ info: 1 })).toBe(false);
  expect(validate({})).toBe(false);
});
