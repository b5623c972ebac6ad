import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeAt, parseJson } from './parse-json.ts';
import { inLines, inOneLine, withoutItems } from './write-json.ts';

describe('JSON that is read and written again', () => {
  test('means the same, on one line and on many', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const node = parseJson(text);
        expect(JSON.parse(inOneLine(node))).toEqual(JSON.parse(text));
        expect(JSON.parse(inLines(node))).toEqual(JSON.parse(text));
      }),
    );
  });

  test.each(['36184089396510731', '1.0', '1e5', '-0', '0.10', '"\\u00e9\\/"', 'null'])(
    'keeps %s as it is',
    (scalar) => {
      expect(inOneLine(parseJson(`{"a":[${scalar}]}`))).toBe(`{ "a": [${scalar}] }`);
    },
  );

  test.each(['', '{', '[1,]', '{"a" 1}', 'undefined'])('%j is refused', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });

  test('holds whatever an import takes: 256 levels in an envelope, and a picture within a text', {
    tags: 'slow',
  }, () => {
    const levels = `{"data":${'['.repeat(256)}0${']'.repeat(256)}}`;
    expect(JSON.parse(inLines(parseJson(levels)))).toEqual(JSON.parse(levels));
    const picture = `"data:image/png;base64,${'iVBORw0K'.repeat(2_000_000)}"`;
    expect(parseJson(`{"data":${picture}}`)).toMatchObject({ fields: [['data', { text: picture }]] });
  });

  test('is refused when it is nested beyond reason', () => {
    expect(() => parseJson(`${'['.repeat(300)}${']'.repeat(300)}`)).toThrow('too deeply');
  });
});

test('short lists stay on a line, long records take many', () => {
  const node = parseJson('{"position":[1,2,3],"name":"Something long enough","title":"to need more than one line"}');
  expect(inLines(node).split('\n')).toEqual([
    '{',
    '  "position": [1, 2, 3],',
    '  "name": "Something long enough",',
    '  "title": "to need more than one line"',
    '}',
  ]);
});

test('a value is found by its path, and what is not there is undefined', () => {
  const node = parseJson('{"data":{"list":[{"id":9007199254740993}]}}');
  expect(nodeAt(node, ['data', 'list', 0, 'id'])).toEqual({ kind: 'scalar', text: '9007199254740993' });
  expect(nodeAt(node, ['data', 'list', 1, 'id'])).toBeUndefined();
  expect(nodeAt(node, ['list'])).toBeUndefined();
});

test('long lists of a record can be left out', () => {
  const node = parseJson('{"name":"a","observers":[1,2],"none":[]}');
  expect(inOneLine(withoutItems(node, ['observers', 'none']))).toBe('{ "name": "a", "observers": […], "none": [] }');
});
