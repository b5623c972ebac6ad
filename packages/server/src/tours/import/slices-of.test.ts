import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scanJson } from '../../kernel/json/scan.ts';
import { integerDigits, slicesOf } from './slices-of.ts';

describe('integerDigits', () => {
  test.each([
    ['0', '0'],
    ['-0', '0'],
    ['7', '7'],
    ['-7', '-7'],
    ['36184089396510731', '36184089396510731'],
    ['1.0', '1'],
    ['1e5', '100000'],
    ['1.50e1', '15'],
    ['-100E-2', '-1'],
    ['0.000e9', '0'],
    ['0e-9', '0'],
    ['1e63', `1${'0'.repeat(63)}`],
    ['1.5', null],
    ['1e-1', null],
    ['12e-1', null],
    ['1e64', null],
    ['1e999999999999', null],
    ['"7"', null],
    ['null', null],
    ['true', null],
  ])('%s is %s', (token, digits) => expect(integerDigits(token)).toBe(digits));

  test('any spelling of an integer has the digits of its value', () => {
    const integers = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
    fc.assert(
      fc.property(integers, fc.nat(20), fc.boolean(), (value, zeros, asFraction) => {
        const plain = asFraction ? `${value}.${'0'.repeat(zeros + 1)}` : `${value}${'0'.repeat(zeros)}e-${zeros}`;
        expect(integerDigits(plain)).toBe(String(value));
      }),
    );
  });
});

describe('slicesOf', () => {
  const layout = { path: ['list'], columns: { n: 'integer', kind: 'text' } } as const;
  const slices = (json: string) =>
    slicesOf(scanJson(Buffer.from(json), { path: ['list'], fields: ['n', 'kind'] }), layout);

  test('has what each record is compared by, and null where it has none of the kind', () => {
    const records = [
      '{"n":2,"kind":"\\u0061"}',
      '{"n":"2","kind":2}',
      '{"n":1e1,"kind":"é,]}"}',
      '{}',
      '{"n":null,"kind":null}',
    ];
    expect(slices(`{"list":[${records.join()}]}`)?.columns).toEqual({
      n: ['2', null, '10', null, null],
      kind: ['a', null, 'é,]}', null, null],
    });
  });

  test('is undefined without the list, and empty for an empty one', () => {
    expect(slices('{"other":[]}')).toBeUndefined();
    expect(slices('{"list":[]}')).toMatchObject({ start: 9, end: 9, offsets: [] });
  });
});
