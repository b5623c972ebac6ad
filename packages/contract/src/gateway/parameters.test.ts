import fc from 'fast-check';
import type * as Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { MAX_PATHS, MAX_TYPES } from '../wire/patterns.ts';
import { Paths, Types } from './list-parameters.ts';
import { IsAsc, NodeCode, OrderBy, ParamsCode, ResourceCode, Source, Status, TagId } from './parameters.ts';

const takes = (schema: Type.TString, value: string) =>
  new RegExp((schema as { pattern?: string }).pattern ?? '$^').test(value);
const many = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);

describe.each([
  ['resource_code', ResourceCode],
  ['node_code', NodeCode],
  ['source', Source],
  ['params_code', ParamsCode],
])('%s', (_name, schema) => {
  test.each(['a', 'demo-loft', 'KJd8_-', 'x'.repeat(64)])('takes %j', (value) =>
    expect(takes(schema, value)).toBe(true),
  );
  test.each(['', 'x'.repeat(65), 'a b', 'a/b', 'é', '../a', 'a\n', 'a%20', 'a.b'])('refuses %j', (value) =>
    expect(takes(schema, value)).toBe(false),
  );
});

const table: readonly [string, Type.TString, readonly string[], readonly string[]][] = [
  [
    'id',
    TagId,
    ['0', '7', '36184089396510731', '9'.repeat(20)],
    ['', '07', '-1', '1.0', '1e5', '+1', ' 1', '9'.repeat(21), '１'],
  ],
  [
    'order_by',
    OrderBy,
    ['id asc', 'id desc', 'create_time asc', 'create_time desc'],
    ['', 'id', 'asc', 'id ASC', 'id  asc', 'name asc', 'id asc, create_time asc', 'id;asc'],
  ],
  ['is_asc', IsAsc, ['0', '1'], ['', '2', 'true', '01', '-1']],
  ['status', Status, ['0', '1', '-1', '2147483647'], ['', '01', '-0', '1.0', '+1', 'all', '12345678901']],
  [
    'types',
    Types,
    [
      'visit',
      'visit,tour',
      '["visit"]',
      '["visit", "tour"]',
      '[ "a,b" ]',
      '["\\u8def\\u7ebf"]',
      '["\\""]',
      '路线',
      many(MAX_TYPES).join(),
      JSON.stringify(many(MAX_TYPES)),
    ],
    [
      '',
      '[]',
      '[""]',
      'a,',
      ',a',
      'a,,b',
      '["a"',
      '["a",]',
      "['a']",
      '[a]',
      '[1]',
      '[["a"]]',
      '["a"]b',
      '["\\x"]',
      '["\\u0000"]',
      '"a"',
      '{"a":1}',
      'a\u0000',
      many(MAX_TYPES + 1).join(),
      JSON.stringify(many(MAX_TYPES + 1)),
    ],
  ],
  [
    'paths',
    Paths,
    ['a/b.pdf', '["a, b.pdf"]', many(MAX_PATHS).join()],
    ['', '[]', JSON.stringify(many(MAX_PATHS + 1))],
  ],
];
describe.each(table)('%s', (_name, schema, taken, refused) => {
  test.each(taken)('takes %j', (value) => expect(takes(schema, value)).toBe(true));
  test.each(refused)('refuses %j', (value) => expect(takes(schema, value)).toBe(false));
});

test('a JSON list that is taken is a list of texts', () => {
  const almost = fc.array(fc.constantFrom('[', ']', '"', ',', '\\', 'a', 'u0041', ' ', '1'), { maxLength: 12 });
  fc.assert(
    fc.property(almost, (pieces) => {
      const value = `[${pieces.join('')}`;
      if (takes(Types, value)) expect(JSON.parse(value)).toEqual(expect.arrayContaining([expect.any(String)]));
    }),
    { numRuns: 2_000 },
  );
});

test('every list of non-empty texts without NUL is taken in its JSON form', () => {
  const entry = fc.string({ minLength: 1, unit: 'binary' }).filter((text) => !text.includes('\0'));
  const entries = fc.array(entry, { minLength: 1, maxLength: MAX_PATHS });
  fc.assert(fc.property(entries, (paths) => takes(Paths, JSON.stringify(paths))));
});
