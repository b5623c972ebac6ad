import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readLiteral } from './read-literal.ts';

describe('an object in a script', () => {
  test.each([
    ['var APP_DATA = {"a":1};', { a: 1 }],
    ['/* {made} by */ window.APP_DATA = {a: 1}\nmodule.exports = {b: 2};', { a: 1 }],
    ['// {\n{ // names\n $a_1: [1, 2, ], /* } */ b: {c: -5, }, }', { $a_1: [1, 2], b: { c: -5 } }],
    [`x = {'a': 'it\\'s "so"', "b": "it's\\n'so'"}`, { a: 'it\'s "so"', b: "it's\n'so'" }],
    [
      '{"a": "https://example.com/*,]}*/\\\\", \'b\': "on\\\nand on"}',
      { a: 'https://example.com/*,]}*/\\', b: 'onand on' },
    ],
  ])('is read from %j', (script, value) => {
    expect(readLiteral(script)).toEqual(value);
  });

  test.each([
    '',
    'a',
    '{',
    '{a: b}',
    '{a: 1 / 2}',
    '{a: f()}',
    '{a: `b`}',
    '{a: 1,, b: 2}',
    '{a: [1}',
    "{a: 'b}",
    '/* {}',
  ])('is not %j', (script) => {
    expect(() => readLiteral(script)).toThrow(SyntaxError);
  });

  test('is read as JSON is', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const json = JSON.stringify(value, null, 1);
        expect(JSON.stringify(readLiteral(`var a = ${json};`))).toBe(JSON.stringify(JSON.parse(json)));
      }),
    );
  });
});
