import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hotList, routeSearch } from '../gateway/index.ts';
import { fieldReader } from './fields.ts';
import { InputRefused } from './input-refused.ts';

const readTags = fieldReader(hotList.query);
const readRoutes = fieldReader(routeSearch.query);
const refusalOf = (text: string, read = readTags): string => {
  try {
    read(text);
  } catch (error) {
    if (error instanceof InputRefused) return error.status;
    throw error;
  }
  return 'accepted';
};

describe('accepted', () => {
  test.each([
    ['resource_code=demo-loft', { resource_code: 'demo-loft' }],
    ['resource_code=demo%2Dloft', { resource_code: 'demo-loft' }],
    ['order_by=id+desc&resource_code=A', { order_by: 'id desc', resource_code: 'A' }],
    ['&resource_code=A&', { resource_code: 'A' }],
    ['vr_code=A', { resource_code: 'A' }],
    ['resource_code=A&order_by=', { resource_code: 'A' }],
    ['resource_code=A&order_by=id', { resource_code: 'A', order_by: 'id asc' }],
    ['resource_code=A&order_by=Create_Time%20%20DESC', { resource_code: 'A', order_by: 'create_time desc' }],
  ])('%s', (text, expected) => {
    expect({ ...readTags(text).values }).toEqual(expected);
  });

  test.each([
    ['is_asc=true', { is_asc: '1' }],
    ['is_asc=False', { is_asc: '0' }],
    ['is_asc=', {}],
    ['types=', {}],
    ['types=[]', {}],
    ['types=%5B%20%5D', {}],
    ['types[]=', {}],
    ['types=a,b', { types: 'a,b' }],
    ['types=["a","b"]', { types: '["a","b"]' }],
    ['types=a&types=b', { types: '["a","b"]' }],
    ['types[]=a&types[]=b', { types: '["a","b"]' }],
    ['types%5B0%5D=a&types%5B1%5D=b', { types: '["a","b"]' }],
    ['types=a,b&types=["c"]', { types: '["a","b","c"]' }],
    ['types[]=a,b', { types: '["a,b"]' }],
    // Decoded once: what a text still holds escaped is part of it.
    ['types=%2561', { types: '%61' }],
  ])('%s', (text, expected) => {
    expect({ ...readRoutes(`resource_code=A&${text}`).values }).toEqual({ resource_code: 'A', ...expected });
  });
});

describe('ignored, and named', () => {
  test.each([
    ['_=1700000000', ['_']],
    ['lang=zh&utm_source=x&lang=en', ['lang', 'utm_source']],
    ['__proto__=1', ['__proto__']],
    ['__proto__[x]=1', ['__proto__[x]']],
    ['a%0d%0aX-Evil:1=2', ['(another)']],
    [`${'x'.repeat(40)}=1`, ['(another)']],
  ])('%s', (text, expected) => {
    const { values, ignored } = readTags(`resource_code=A&${text}`);
    expect({ ...values }).toEqual({ resource_code: 'A' });
    expect(ignored).toEqual(expected);
  });
});

describe('err_parse_resource_code_failed', () => {
  test.each([
    '',
    'resource_code',
    'resource_code=',
    'resource_code=A%20',
    'resource_code=A,B',
    `resource_code=${'A'.repeat(65)}`,
    'resource_code=A%E2%80%8B',
    'resource_code=..%2fB',
    'resource_code=A;resource_code=B',
    'resource_code=A%00',
    'resource_code=%00%20',
    'resource_code=%',
    'resource_code=%zz',
    'resource_code=%E0%A4%A',
    'vr_code=%FF',
  ])('%j', (text) => {
    expect(refusalOf(text)).toBe('err_parse_resource_code_failed');
  });
});

describe('err_parameter_invalid', () => {
  test.each([
    'resource_code=A&resource_code=B',
    'resource_code=A&resource_code=A',
    'resource_code=A&vr_code=B',
    'resource_code[$ne]=x',
    'resource_code[]=A',
    'resource_code=A&order_by=id;drop table x',
    'resource_code=A&order_by=password',
    'resource_code=A&order_by=%',
    'resource_code=A&order_by=id asc,id desc',
    Array.from({ length: 3000 }, (_, index) => `p${index}=1`).join('&'),
  ])('%j', (text) => {
    expect(refusalOf(text)).toBe('err_parameter_invalid');
  });

  // Ignored, each of these would answer everything and look like a result.
  test.each([
    ['type=["a"]', 'types'],
    ['Types=a', 'types'],
    ['tpyes=a', 'types'],
    ['typess=a', 'types'],
    ['type[]=a', 'types'],
    ['isAsc=1', 'is_asc'],
    ['is-asc=1', 'is_asc'],
    ['IS_ASC=1', 'is_asc'],
    ['is_asc[$ne]=1', 'is_asc'],
    ['isasc=1', 'is_asc'],
  ])('one slip away: %s, and the message names %s', (text, meant) => {
    expect(() => readRoutes(`resource_code=A&${text}`)).toThrow(` ${meant} may be meant.`);
  });

  test('the message names the parameter and what it takes', () => {
    expect(() => readRoutes('resource_code=A&is_asc=2')).toThrow(/^is_asc .* takes 1/);
  });

  test('a list has as many entries as it may, however it is written', () => {
    const entries = (count: number) => Array.from({ length: count }, (_, index) => `types[]=t${index}`).join('&');
    expect(refusalOf(`resource_code=A&${entries(50)}`, readRoutes)).toBe('accepted');
    expect(refusalOf(`resource_code=A&${entries(51)}`, readRoutes)).toBe('err_parameter_invalid');
  });
});

test('no text makes the reader fail otherwise', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(['accepted', 'err_parameter_invalid', 'err_parse_resource_code_failed']).toContain(refusalOf(text));
    }),
  );
});
