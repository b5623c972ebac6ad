import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { elements, member, members, textOf, whole } from './json-spans.ts';

const spansOf = (text: string) => {
  const json = Buffer.from(text);
  return [...members(json, whole(json))].map(({ name, value }) => [name, textOf(json, value)]);
};

test.each([
  ['{}', []],
  [' { } ', []],
  ['{"a":1}', [['a', '1']]],
  [
    '{"a" : 36184089396510731 , "b":-0}',
    [
      ['a', '36184089396510731'],
      ['b', '-0'],
    ],
  ],
  [
    '{"a":{"b":[1,{"c":"}"}]},"d":"x,y"}',
    [
      ['a', '{"b":[1,{"c":"}"}]}'],
      ['d', '"x,y"'],
    ],
  ],
  [
    '{"\\"q\\\\":"\\\\\\"","ü":"\\u00fc"}',
    [
      ['"q\\', '"\\\\\\""'],
      ['ü', '"\\u00fc"'],
    ],
  ],
])('%s', (text, found) => expect(spansOf(text)).toEqual(found));

test('of two members of one name the last counts, as in JSON.parse', () => {
  const json = Buffer.from('{"a":1,"a":2}');
  expect(textOf(json, member(json, whole(json), 'a') ?? whole(json))).toBe('2');
});

test('finds what JSON.parse finds, in any JSON, spaced or not', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom('', ' ', '\n\t'), (object, space) => {
      const json = Buffer.from(JSON.stringify(object, undefined, space));
      const found = [...members(json, whole(json))].map(({ name, value }) => [name, JSON.parse(textOf(json, value))]);
      expect(found).toEqual(Object.entries(JSON.parse(json.toString())));
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), (array) => {
      const json = Buffer.from(JSON.stringify(array));
      expect([...elements(json, whole(json))].map((span) => JSON.parse(textOf(json, span)))).toEqual(
        JSON.parse(json.toString()),
      );
    }),
  );
});
