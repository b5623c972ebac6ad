import { describe, expect, test } from 'vitest';
import { type ImportNotice, TourRefused } from './problem.ts';
import { elementsIn, inUtf8, memberIn, readJson } from './read-json.ts';

const FILE = 'vr-info.json';
const text = '{"name":"客厅"}';
const utf16 = (written: string) => Buffer.from(written, 'utf16le');
const bigUtf16 = (written: string) => utf16(written).swap16();

describe('a file in another encoding', () => {
  const converted = (source: Buffer) => {
    const notices: ImportNotice[] = [];
    return { bytes: inUtf8(source, FILE, notices), found: notices.map(({ found }) => found) };
  };

  test.each<[string, Buffer, string[]]>([
    ['UTF-8', Buffer.from(text), []],
    ['UTF-16 with its mark', utf16(`\ufeff${text}`), ['UTF-16']],
    ['UTF-16 without a mark', utf16(text), ['UTF-16']],
    ['UTF-16 with its mark, highest byte first', bigUtf16(`\ufeff${text}`), ['UTF-16']],
    ['UTF-16 without a mark, highest byte first', bigUtf16(text), ['UTF-16']],
    ['zeros behind the end', Buffer.from(`${text}\0\0\0`), ['3 bytes behind it that are no text']],
    ['the end mark of old systems', Buffer.from(`${text}\x1a`), ['1 bytes behind it that are no text']],
    ['both, in turn', Buffer.from(`${text}\0\x1a\0`), ['3 bytes behind it that are no text']],
    ['UTF-16 with zeros behind the end', utf16(`${text}\0\0`), ['UTF-16', '2 bytes behind it that are no text']],
  ])('%s is read as its text', (_, source, found) => {
    const before = Buffer.from(source);
    expect(converted(source)).toEqual({ bytes: Buffer.from(text), found });
    expect(source, 'its own bytes stay').toEqual(before);
  });

  test.each<[string, Buffer]>([
    ['an odd number of bytes', Buffer.concat([utf16(text), Buffer.from('x')])],
    ['half of a pair', bigUtf16('"\ud800"')],
    ['a mark alone of each order', Buffer.from([0xff, 0xff, 0xfe, 0xfe])],
    ['the second byte of a mark alone', Buffer.from([0x20, 0xfe, 0x20, 0x20])],
    ['two zeros', Buffer.from([0x00, 0x00, 0x37, 0x20])],
    ['no mark and no zero', Buffer.from([0xff, 0x20, 0x20, 0xfe])],
    ['the first byte of a mark alone', Buffer.from([0xfe, 0x20, 0x20, 0xff])],
  ])('%s is no UTF-16', (_, source) => {
    expect(converted(source)).toEqual({ bytes: source, found: [] });
  });

  test('what begins beyond ASCII is known by its mark', () => {
    for (const source of [utf16('\ufeff客厅'), bigUtf16('\ufeff客厅')])
      expect(converted(source)).toEqual({ bytes: Buffer.from('客厅'), found: ['UTF-16'] });
    expect(converted(utf16('"\ufeff"')).bytes, 'the same character further on is text').toEqual(
      Buffer.from('"\ufeff"'),
    );
  });

  test('two bytes are a character and a zero behind it', () => {
    expect(converted(Buffer.from('7\0'))).toEqual({
      bytes: Buffer.from('7'),
      found: ['1 bytes behind it that are no text'],
    });
  });

  test.each([
    ['no bytes', '', []],
    ['zeros alone', '\0\0', ['2 bytes behind it that are no text']],
  ])('%s are an empty text', (_, source, found) => {
    expect(converted(Buffer.from(source))).toEqual({ bytes: Buffer.alloc(0), found });
  });
});

const read = (written: unknown) => {
  const { json, value, notices } = readJson(Buffer.from(JSON.stringify(written)), FILE);
  expect(JSON.parse(json.toString()), 'what is served is what is checked').toEqual(value);
  return { value, kinds: notices.map(({ kind }) => kind) };
};

/** @returns File, pointer and sentence of each problem. */
function refusedFor(written: string): string[] {
  try {
    readJson(Buffer.from(written), FILE);
  } catch (error) {
    if (error instanceof TourRefused)
      return error.problems.map(({ file, pointer, expected, found }) => `${file}#${pointer} ${expected}: ${found}`);
    throw error;
  }
  return [];
}

const tour = { resource_code: 'loft' };

describe('the payload is taken', () => {
  test.each<[string, unknown]>([
    ['out of an envelope', { code: 0, msg: 'ok', data: tour }],
    ['out of an envelope in other spellings', { Status_Code: 200, Request_ID: 'x', data: tour }],
    ['out of data that stands alone', { data: tour }],
    ['out of a result with a verdict', { success: true, result: tour }],
    ['out of a payload with a verdict', { errno: 0, payload: tour }],
  ])('%s', (_, written) => {
    expect(read(written)).toEqual({ value: tour, kinds: ['envelope'] });
  });

  test('out of a string, and out of wrappings in any order', () => {
    expect(read(JSON.stringify(tour))).toEqual({ value: tour, kinds: ['encoded-twice'] });
    const inEnvelope = { code: 0, data: JSON.stringify(tour) };
    expect(read(inEnvelope)).toEqual({ value: tour, kinds: ['envelope', 'encoded-twice'] });
    expect(read(JSON.stringify({ code: 0, data: tour }))).toEqual({
      value: tour,
      kinds: ['encoded-twice', 'envelope'],
    });
  });

  test('out of four wrappings, and not out of five', () => {
    const wrapped = (times: number): unknown => (times === 0 ? tour : { code: 0, data: wrapped(times - 1) });
    expect(read(wrapped(4)).value).toEqual(tour);
    expect(refusedFor(JSON.stringify(wrapped(5)))).toEqual([
      `${FILE}# at most 4 wrappings, one inside the other: more`,
    ]);
  });
});

test.each<[string, unknown]>([
  ['an object', tour],
  ['an array', [tour]],
  ['a number', 7],
  ['null', null],
  ['data beside a field of its own', { code: 0, data: tour, observers: [] }],
  ['data without a verdict', { msg: 'ok', data: tour }],
  ['data alone that is no object', { data: 7 }],
  ['data alone that is null', { data: null }],
  ['a result alone', { result: tour }],
  ['a payload alone', { payload: tour }],
  ['two of the fields for content', { code: 0, data: tour, result: tour }],
  ['a verdict without content', { code: 0, msg: 'ok' }],
])('%s is no envelope, and stays as it is', (_, written) => {
  expect(read(written)).toEqual({ value: written, kinds: [] });
});

test.each<[string, string, string[]]>([
  [
    'an answer that failed, with what it says',
    '{"code":-1,"status":"err_x","msg":"no such tour","data":null}',
    [`${FILE}#/data the data of an answer that succeeded: null, with code "-1", status "err_x", msg "no such tour"`],
  ],
  [
    'an answer with a number',
    '{"code":0,"data":7}',
    [`${FILE}#/data the data of an answer that succeeded: 7, with code "0"`],
  ],
  [
    'an answer that says nothing',
    '{"ok":false,"message":"no","result":false}',
    [`${FILE}#/result the data of an answer that succeeded: false, with message "no"`],
  ],
  ['a key twice', '{"a":{"b":1,"b":2}}', [`${FILE}#/a/b each key once: the key again in the same object`]],
  [
    'a key twice in its envelope',
    '{"code":0,"code":1,"data":{}}',
    [`${FILE}#/code each key once: the key again in the same object`],
  ],
])('%s is refused', (_, written, problems) => {
  expect(refusedFor(written)).toEqual(problems);
});

test.each([
  ['what is no JSON', '{"a":\n 1,}', /^vr-info\.json#.*at line 2, column \d+$/],
  ['half of a pair', '{"a":"\\ud800"}', /^vr-info\.json#\/a .*at line 1, column \d+$/],
  ['what is no JSON inside a string', '"{"', /^vr-info\.json \(the JSON inside its string\)#.*at line 1, column \d+$/],
])('%s is refused with its place', (_, written, problem) => {
  expect(refusedFor(written)).toEqual([expect.stringMatching(problem)]);
});

test('elements and members keep their own bytes', () => {
  const list = readJson(Buffer.from('[{"n": 1.0}, "a", []]'), FILE);
  expect(elementsIn(list, FILE).map(String)).toEqual(['{"n":1.0}', '"a"', '[]']);
  const object = readJson(Buffer.from('{"a": 1, "b": [1e2]}'), FILE);
  expect(memberIn(object, 'b', FILE).toString()).toBe('[1e2]');
  expect(() => memberIn(object, 'c', FILE)).toThrow('no c');
});
