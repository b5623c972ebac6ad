import { hotList, routeSearch } from '@openhouse/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GatewayError } from './gateway-error.ts';
import { fieldReader, remembering } from './query.ts';

const read = fieldReader(hotList.query);
const refusalOf = (text: string): string => {
  try {
    read(text);
  } catch (error) {
    if (error instanceof GatewayError) return error.status;
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
  ])('%s', (text, expected) => {
    expect({ ...read(text) }).toEqual(expected);
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
  ])('%j', (text) => {
    expect(refusalOf(text)).toBe('err_parse_resource_code_failed');
  });
});

describe('err_parameter_invalid', () => {
  test.each([
    'resource_code=A&resource_code=B',
    'resource_code=A&resource_code=A',
    'resource_code[$ne]=x',
    '__proto__[x]=1&resource_code=A',
    '__proto__=1&resource_code=A',
    'resource_code=A%00',
    'resource_code=%',
    'resource_code=%zz',
    'resource_code=%E0%A4%A',
    'resource_code=A&order_by=id;drop table x',
    'resource_code=A&order_by=password',
    'resource_code=A&order_by=',
    'resource_code=A&Order_by=id asc',
    Array.from({ length: 3000 }, (_, index) => `p${index}=1`).join('&'),
  ])('%j', (text) => {
    expect(refusalOf(text)).toBe('err_parameter_invalid');
  });

  test('the message names the parameter and what it takes', () => {
    expect(() => fieldReader(routeSearch.query)('resource_code=A&is_asc=true')).toThrow(/^is_asc .* takes 1/);
  });
});

test('no text makes the reader fail otherwise', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(['accepted', 'err_parameter_invalid', 'err_parse_resource_code_failed']).toContain(refusalOf(text));
    }),
  );
});

describe('a reader that remembers', () => {
  const counted = () => {
    let reads = 0;
    const read = fieldReader(routeSearch.query);
    return {
      read: remembering((text) => {
        reads += 1;
        return read(text);
      }),
      reads: () => reads,
    };
  };

  test('reads the same text once, and says the same of it', () => {
    const { read, reads } = counted();
    for (let time = 0; time < 3; time += 1)
      expect(read('resource_code=A&is_asc=1')).toEqual({ resource_code: 'A', is_asc: '1' });
    expect(reads()).toBe(1);
    expect(read('resource_code=A&is_asc=1')).toBe(read('resource_code=A&is_asc=1'));
  });

  test('refuses the same text every time', () => {
    const { read } = counted();
    for (let time = 0; time < 3; time += 1) expect(() => read('resource_code=A&is_asc=true')).toThrow(/^is_asc/);
  });

  test('keeps a bounded number of texts, and none that is long', () => {
    const { read, reads } = counted();
    const long = `resource_code=${'%41'.repeat(40)}&types=${'%77'.repeat(40)}`;
    read(long);
    read(long);
    expect(reads()).toBe(2);
    const first = 'resource_code=first';
    read(first);
    for (let index = 0; index < 1000; index += 1) read(`resource_code=T${index}`);
    const before = reads();
    read(first);
    expect(reads()).toBe(before + 1);
  });
});
