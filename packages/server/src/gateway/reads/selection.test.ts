import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Slices } from '../../tours/slices.ts';
import { applySelection, selectionKey, selectionOf } from './selection.ts';

const records = [
  '{"id":36184089396510731,"type":"a"}',
  '{"id":3,"type":"b","x":1.0}',
  '{"id":20,"type":"a"}',
  '{"type":"c"}',
];
const json = Buffer.from(`{"list":[${records.join(',')}],"after":1e5}`);
const offsets = records.map((record) => json.indexOf(record));
const slices: Slices = {
  start: json.indexOf('[') + 1,
  end: json.indexOf(']'),
  offsets,
  lengths: records.map((record) => record.length),
  columns: { id: ['36184089396510731', '3', '20', null], type: ['a', 'b', 'a', 'c'] },
};
const select = (query: Record<string, string>) => {
  const selection = selectionOf(query);
  if (selection === undefined) throw new Error('expected a selection');
  return applySelection(json, slices, selection).toString();
};
const listed = (...indexes: number[]) => `{"list":[${indexes.map((index) => records[index]).join(',')}],"after":1e5}`;

describe('order_by', () => {
  test('ascending by value, not by text, beyond 2^53, records without the value last', () => {
    expect(select({ order_by: 'id asc' })).toBe(listed(1, 2, 0, 3));
  });
  test('descending, records without the value still last', () => {
    expect(select({ order_by: 'id desc' })).toBe(listed(0, 2, 1, 3));
  });
});

test.each([
  [{ is_asc: '1' }, { order: { column: 'display_index', descending: false } }],
  [{ is_asc: '0' }, { order: { column: 'display_index', descending: true } }],
  [{ order_by: 'create_time desc' }, { order: { column: 'create_timestamp', descending: true } }],
  [{ order_by: 'id asc', is_asc: '0' }, { order: { column: 'id', descending: false } }],
  [{ status: '1' }, { keep: { column: 'status', values: new Set(['1']) } }],
  [
    { types: 'a', is_asc: '1' },
    { keep: { column: 'type', values: new Set(['a']) }, order: { column: 'display_index', descending: false } },
  ],
])('%j asks for %j', (query, expected) => {
  expect(selectionOf(query)).toEqual(expected);
});

test('equal values keep their stored order, and so do records without the value, behind all others', () => {
  const anyValues = fc.array(fc.option(fc.integer({ min: -2, max: 2 })), { maxLength: 12 });
  fc.assert(
    fc.property(anyValues, fc.boolean(), (values, descending) => {
      const bytes = Buffer.from(`[${values.map((_, index) => index).join(',')}]`);
      const found = applySelection(
        bytes,
        {
          start: 1,
          end: bytes.length - 1,
          offsets: values.map((_, index) => bytes.indexOf(String(index), 1)),
          lengths: values.map((_, index) => String(index).length),
          columns: { at: values.map((value) => (value === null ? null : String(value))) },
        },
        { order: { column: 'at', descending } },
      );
      const upwards = [-2, -1, 0, 1, 2];
      const inOrder = [...(descending ? upwards.reverse() : upwards), null];
      const expected = inOrder.flatMap((one) => values.flatMap((value, index) => (value === one ? [index] : [])));
      expect(JSON.parse(found.toString())).toEqual(expected);
    }),
  );
});

test('a list without the column that is asked for keeps its order, and has no record with a value', () => {
  const column = 'display_index';
  expect(applySelection(json, slices, { order: { column, descending: true } })).toEqual(json);
  const keep = { column, values: new Set(['1']) };
  expect(applySelection(json, slices, { keep }).toString()).toBe(listed());
});

describe('types', () => {
  test.each([
    ['a', listed(0, 2)],
    ['["a","c"]', listed(0, 2, 3)],
    ['b, c', listed(1, 3)],
    ['z', listed()],
    ['["__proto__"]', listed()],
  ])('%s', (types, expected) => {
    expect(select({ types })).toBe(expected);
  });
});

test('no parameter, no selection: the list is served as stored', () => {
  expect(selectionOf({ resource_code: 'a' })).toBeUndefined();
});

test('equal selections share one key however they are spelled', () => {
  const key = (types: string) => selectionKey(selectionOf({ types }) ?? {});
  expect(key('a,b')).toBe(key('["b","a"]'));
  expect(key('a')).not.toBe(key('b'));
});

test('any filter and order gives valid JSON of untouched records', () => {
  const anyQuery = fc.record({
    types: fc.subarray(['a', 'b', 'c'], { minLength: 1 }).map((types) => types.join(',')),
    order_by: fc.constantFrom('id asc', 'id desc'),
  });
  fc.assert(
    fc.property(anyQuery, (query) => {
      const text = select(query);
      const kept = records.filter((record) =>
        query.types.split(',').some((type) => record.includes(`"type":"${type}"`)),
      );
      for (const record of kept) expect(text).toContain(record);
      expect(JSON.parse(text).list).toHaveLength(kept.length);
    }),
  );
});
