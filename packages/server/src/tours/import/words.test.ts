import { expect, test } from 'vitest';
import { quoted, wordsOfSchema, wordsOfValue } from './words.ts';

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['"a \\"b\\""', 'a "b"'],
  [`"${'x'.repeat(40)}…"`, 'x'.repeat(41)],
  ['a number beyond the range of a double', Number.POSITIVE_INFINITY],
  ['7', 7],
  ['true', true],
  ['null', null],
  ['an array of 0', []],
  ['an array of 1', [1]],
  ['an array of 2', [1, 2]],
  ['an empty object', {}],
  ['an object with "k0"', keys(1)],
  ['an object with "k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7"', keys(8)],
  ['an object with "k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7" and 2 more', keys(10)],
])('%s', (words, value) => {
  expect(wordsOfValue(value)).toBe(words);
});

test('a text is shown whole up to forty characters, whatever they consist of', () => {
  expect(quoted('🏠'.repeat(40))).toBe(`"${'🏠'.repeat(40)}"`);
  expect(quoted(`${'🏠'.repeat(40)}a`)).toBe(`"${'🏠'.repeat(40)}…"`);
});

test.each<[string, Record<string, unknown>]>([
  ['null', { const: null }],
  ['one of "a", 1', { enum: ['a', 1] }],
  ['a string or null', { anyOf: [{ type: 'string' }, { type: 'null' }] }],
  ['an array', { type: 'array' }],
  ['an array of numbers', { type: 'array', items: { type: 'number' } }],
  ['an array of values', { type: 'array', items: { type: ['number', 'null'] } }],
  ['an array of 3 numbers', { type: 'array', items: { type: 'number' }, minItems: 3, maxItems: 3 }],
  ['an array of numbers', { type: 'array', items: { type: 'number' }, minItems: 1, maxItems: 3 }],
  ['an array of numbers', { type: 'array', items: { type: 'number' }, maxItems: 3 }],
  ['an array of 2 values', { type: 'array', minItems: 2, maxItems: 2 }],
  ['an integer', { type: 'integer' }],
  ['a number', { type: 'number' }],
  ['true or false', { type: 'boolean' }],
  ['an object', { type: 'object' }],
  ['a value', {}],
])('%s', (words, schema) => {
  expect(wordsOfSchema(schema)).toBe(words);
});
