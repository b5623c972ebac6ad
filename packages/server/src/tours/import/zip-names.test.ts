import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Entry } from 'yauzl';
import { isGuessed, possibleEncodings, zipName } from './zip-names.ts';

/** 客厅.jpg, as programs on Chinese Windows write it. */
const gbk = Buffer.from([0xbf, 0xcd, 0xcc, 0xfc, ...Buffer.from('.jpg')]);
/** ｱ.jpg in Shift_JIS: no GB 18030. */
const katakana = Buffer.from([0xb1, ...Buffer.from('.jpg')]);
const UTF8_FLAG = 0x800;
const UNICODE_PATH = 0x7075;
const entryOf = (fileNameRaw: Buffer, more: object = {}) =>
  ({ fileNameRaw, generalPurposeBitFlag: 0, extraFields: [], ...more }) as unknown as Entry;

test.each([
  ['', 0],
  ['and is marked as UTF-8 all the same', UTF8_FLAG],
])('a name in GBK %s is guessed, and read as such where nothing else decides', (_, generalPurposeBitFlag) => {
  const entry = entryOf(gbk, { generalPurposeBitFlag });
  expect(isGuessed(entry)).toBe(true);
  const [first = 'CP437'] = possibleEncodings([entry]);
  expect(first).toBe('GB 18030');
  expect(zipName(entry, first).name).toBe('客厅.jpg');
});

test('an encoding is possible when every name can be read in it', () => {
  expect(possibleEncodings([entryOf(gbk)])).toContain('GB 18030');
  expect(possibleEncodings([entryOf(katakana)])).toContain('Shift_JIS');
  expect(possibleEncodings([entryOf(gbk), entryOf(katakana)])).toEqual(['Windows-1252', 'CP437']);
});

test.each([
  ['a/b', { name: 'a/b', isFolder: false, hadBackslashes: false }],
  ['a/b/', { name: 'a/b', isFolder: true, hadBackslashes: false }],
  ['/a', { name: '/a', isFolder: false, hadBackslashes: false }],
  ['a\\b', { name: 'a/b', isFolder: false, hadBackslashes: true }],
  ['a\\b\\', { name: 'a/b', isFolder: true, hadBackslashes: true }],
])('%j is read as %j', (written, expected) => {
  expect(zipName(entryOf(Buffer.from(written)), 'CP437')).toEqual(expected);
});

describe('of the fields beside a name', () => {
  const head = Buffer.alloc(5);
  head.writeUInt32LE(crc32(gbk), 1);
  const field = (version: number, name: string) =>
    Buffer.concat([Buffer.from([version]), head.subarray(1), Buffer.from(name)]);
  test.each<[string, { id: number; data: Buffer }[], string | undefined]>([
    ['the Unicode path is taken', [{ id: UNICODE_PATH, data: field(1, 'a.jpg') }], 'a.jpg'],
    [
      'the Unicode path is taken, behind any other field',
      [
        { id: 0x5455, data: field(1, 'time') },
        { id: UNICODE_PATH, data: field(1, 'a.jpg') },
      ],
      'a.jpg',
    ],
    ['no other one is a name', [{ id: 0x5455, data: field(1, 'a.jpg') }], undefined],
    ['a Unicode path of another version is none', [{ id: UNICODE_PATH, data: field(2, 'a.jpg') }], undefined],
    ['a Unicode path without a name is none', [{ id: UNICODE_PATH, data: field(1, '') }], undefined],
    ['a Unicode path that is cut off is none', [{ id: UNICODE_PATH, data: Buffer.from([1, 2]) }], undefined],
    ['an empty Unicode path is none', [{ id: UNICODE_PATH, data: Buffer.alloc(0) }], undefined],
  ])('%s', (_, extraFields, name) => {
    const entry = entryOf(gbk, { extraFields });
    expect(isGuessed(entry)).toBe(name === undefined);
    expect(zipName(entry, 'GB 18030').name).toBe(name ?? '客厅.jpg');
  });
});
