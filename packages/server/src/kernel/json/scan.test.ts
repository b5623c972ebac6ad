import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonPieces, spacedJson } from '../../testing/random-json.ts';
import { JsonRefusal } from './refusal.ts';
import { MAX_DEPTH, scanJson } from './scan.ts';

const minified = (text: string): string => scanJson(Buffer.from(text)).json.toString();

describe('minifying', () => {
  test('keeps the meaning, leaves no white space outside strings and does nothing the second time', () => {
    fc.assert(
      fc.property(spacedJson, (text) => {
        const once = minified(text);
        expect(JSON.parse(once)).toEqual(JSON.parse(text));
        expect(once.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')).not.toMatch(/\s/);
        expect(minified(once)).toBe(once);
      }),
    );
  });

  test.each(['1.0', '1e5', '-0', '0.10', '36184089396510731', '1E400', '-1.50e-07', '"\\u0061\\/\\ud800"', '"é"'])(
    '%s comes out byte for byte',
    (token) => expect(minified(` { "a" : [ ${token} , ${token} ] } `)).toBe(`{"a":[${token},${token}]}`),
  );

  test('a byte order mark is dropped', () => expect(minified('\ufeff{} ')).toBe('{}'));
});

describe('syntax', () => {
  test('what is no JSON is refused, what is JSON is taken: as JSON.parse judges any change of any text', {
    tags: 'slow',
  }, () => {
    const edit = fc.record({
      text: spacedJson,
      at: fc.nat(),
      cut: fc.nat(3),
      put: fc.constantFrom('', ...jsonPieces),
    });
    fc.assert(
      fc.property(edit, ({ text, at, cut, put }) => {
        const start = at % (text.length + 1);
        const changed = Buffer.from(text.slice(0, start) + put + text.slice(start + cut));
        expect(accepts(changed)).toBe(parses(changed.toString()));
      }),
      { numRuns: 3000 },
    );
  });

  test.each([
    ['{"a": 01}', '/a', "',' or '}'", '"1"', 1, 8],
    ['{"a": [1,\n  2,]}', '/a/2', 'a value', '"]"', 2, 5],
    ['{"a": "é\t"}', '/a', 'a character of a string', '"\\t"', 1, 9],
    ['{"a": {"b/~": nul}}', '/a/b~1~0', 'null', '"n"', 1, 15],
    ['{"a": "\\x"}', '/a', 'an escape of JSON', '"\\\\"', 1, 8],
    ['{"a": 1', '/a', "',' or '}'", 'the end of the file', 1, 8],
    ['{} {}', '', 'the end of the file', '"{"', 1, 4],
    ['', '', 'a value', 'the end of the file', 1, 1],
  ])('%s is refused with the place and what belongs there', (text, pointer, expected, found, line, column) => {
    expect(refusalOf(Buffer.from(text))).toMatchObject({ pointer, expected, found, line, column });
  });

  test('bytes that are not UTF-8 are refused', () => {
    expect(refusalOf(Buffer.from('"\xff"', 'latin1'))).toMatchObject({ expected: 'UTF-8' });
  });

  test.each([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('100,000 nested %s are refused without exhausting the stack', (_, open, close) => {
    const nested = (depth: number) => Buffer.from(`${open.repeat(depth)}1${close.repeat(depth)}`);
    expect(refusalOf(nested(100_000)).expected).toBe(`at most ${MAX_DEPTH} levels of nesting`);
    expect(accepts(nested(MAX_DEPTH))).toBe(true);
    expect(accepts(nested(MAX_DEPTH + 1))).toBe(false);
  });

  test('more values than fit in memory are refused', { tags: 'slow' }, () => {
    expect(refusalOf(Buffer.from(`[${'1,'.repeat(4_000_000)}1]`)).expected).toBe('at most 4000000 values');
  });
});

describe('duplicate keys', () => {
  test.each([
    ['{"a":1,"a":1}', ['/a']],
    ['{"a":1,"\\u0061":1}', ['/a']],
    ['{"é":1,"\\u00e9":1}', ['/é']],
    ['{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}', []],
    ['{"a":{"b":1},"c":{"b":1,"d":{"b":1},"b":2}}', ['/c/b']],
    ['[{"x/y":1,"x\\/y":1},{"":1,"":2}]', ['/0/x~1y', '/1/']],
    ['{"__proto__":1,"constructor":2}', []],
    // The sums of these two, by which the scanner knows keys again, are equal.
    ['{"aaaaabd":1,"aaaaa":1}', []],
  ])('%s: %j', (text, pointers) => expect(scanJson(Buffer.from(text)).duplicates).toEqual(pointers));

  test('are told apart from other keys, however many an object has', { tags: 'slow' }, () => {
    const keys = fc.uniqueArray(fc.stringMatching(/^[a-c]{1,6}$/), { minLength: 1, maxLength: 900, size: 'max' });
    fc.assert(
      fc.property(keys, fc.nat(), (names, nth) => {
        const again = names[nth % names.length];
        const duplicates = (members: readonly unknown[]) =>
          scanJson(Buffer.from(`{${members.map((name) => `"${name}":1`).join()}}`)).duplicates;
        expect(duplicates(names)).toEqual([]);
        expect(duplicates([...names, again])).toEqual([`/${again}`]);
      }),
    );
  });
});

describe('records', () => {
  const scan = (text: string, path: string[], nested?: string) => {
    const recording = { path, fields: ['id', 'type'], ...(nested === undefined ? {} : { nested }) };
    const { json, list, records } = scanJson(Buffer.from(text), recording);
    const textOf = ({ offset, length }: { offset: number; length: number }) =>
      json.toString('utf8', offset, offset + length);
    return {
      inside: list && json.toString('utf8', list.start, list.end),
      records: records.map((record) => ({
        pointer: record.pointer,
        text: textOf(record),
        ...Object.fromEntries(Object.entries(record.fields).map(([field, span]) => [field, textOf(span)])),
      })),
    };
  };

  test('of a list lie where they say, in the minified bytes', () => {
    expect(
      scan('{ "n": [ {"id":0} ], "list" : [ { "id" : 1.0 , "x": {"id": 9} }, { "type": "é" } , 7 ] }', ['list']),
    ).toEqual({
      inside: '{"id":1.0,"x":{"id":9}},{"type":"é"},7',
      records: [
        { pointer: '/list/0', text: '{"id":1.0,"x":{"id":9}}', id: '1.0' },
        { pointer: '/list/1', text: '{"type":"é"}', type: '"é"' },
        { pointer: '/list/2', text: '7' },
      ],
    });
  });

  test.each([
    ['{"list":[ ]}', ['list'], ''],
    ['{"a":{"list":[1]},"list":{"list":[2]}}', ['a', 'list'], '1'],
    ['{"b":1}', ['list'], undefined],
    ['[]', [], ''],
    ['{"list":"[1]"}', ['list'], undefined],
  ])('%s at %j has the inside %j', (text, path, inside) => expect(scan(text, path).inside).toBe(inside));

  test('of a tree are all nodes, each with its own bytes', () => {
    const tree = '{"id": "r", "children": [{"id":"a","children":[{"id":"b"}]},{"id":"c","other":[{"id":"no"}]}]}';
    expect(scan(tree, [], 'children').records).toEqual([
      { pointer: '', text: tree.replaceAll(' ', ''), id: '"r"' },
      { pointer: '/children/0', text: '{"id":"a","children":[{"id":"b"}]}', id: '"a"' },
      { pointer: '/children/0/children/0', text: '{"id":"b"}', id: '"b"' },
      { pointer: '/children/1', text: '{"id":"c","other":[{"id":"no"}]}', id: '"c"' },
    ]);
    expect(scan(`[${tree}]`, [], 'children').records.map(({ pointer }) => pointer)).toEqual([
      '/0',
      '/0/children/0',
      '/0/children/0/children/0',
      '/0/children/1',
    ]);
  });

  test('are at most 100,000', { tags: 'slow' }, () => {
    const list = (count: number) => scan(`{"list":[${'0,'.repeat(count - 1)}0]}`, ['list']);
    expect(list(100_000).records).toHaveLength(100_000);
    expect(() => list(100_001)).toThrow('expected at most 100000 records, found more');
  });

  test('of any list are exactly its elements', () => {
    fc.assert(
      fc.property(fc.array(spacedJson), (items) => {
        const { records, inside } = scan(`{"x":{},"list":[${items.join(' , ')}]}`, ['list']);
        expect(records.map(({ text }) => text)).toEqual(items.map(minified));
        expect(inside).toBe(items.map(minified).join(','));
      }),
    );
  });
});

const corpora = process.env.CORPORA_DIR;

describe.skipIf(corpora === undefined)('JSONTestSuite', () => {
  const cases = (file: string) => {
    const name = path.join(corpora ?? '', 'json', file);
    return existsSync(name)
      ? readFileSync(name, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as { name: string; expect?: string; b64: string })
      : [];
  };

  test('parsing: accepts and rejects what the suite says, only deep nesting aside', () => {
    const parsing = cases('jsontestsuite-parsing.ndjson');
    expect(parsing.length).toBeGreaterThan(100);
    for (const { name, expect: verdict, b64 } of parsing) {
      const isDeep = name.startsWith('i_structure_500_nested');
      if (verdict !== 'either' && !isDeep)
        expect([name, accepts(Buffer.from(b64, 'base64'))]).toEqual([name, verdict === 'accept']);
      else expect(() => accepts(Buffer.from(b64, 'base64'))).not.toThrow();
    }
  });

  test('transform: numbers and strings stay byte for byte', () => {
    for (const { name, b64 } of cases('jsontestsuite-transform.ndjson')) {
      const source = Buffer.from(b64, 'base64');
      if (accepts(source)) expect([name, scanJson(source).json.toString()]).toEqual([name, source.toString().trim()]);
    }
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function accepts(source: Buffer): boolean {
  try {
    scanJson(source);
    return true;
  } catch (error) {
    if (error instanceof JsonRefusal) return false;
    throw error;
  }
}

function refusalOf(source: Buffer): JsonRefusal {
  try {
    scanJson(source);
  } catch (error) {
    if (error instanceof JsonRefusal) return error;
    throw error;
  }
  throw new Error('was accepted');
}
