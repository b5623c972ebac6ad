import { describe, expect, test } from 'vitest';
import { bytesSource } from './byte-source.ts';
import { isZip } from './content-kind.ts';
import { TourRefused } from './problem.ts';

const of = (content: string, name: string) => isZip(bytesSource(Buffer.from(content, 'latin1')), name);
const refusal = async (content: string) => {
  const error = await of(content, 'a.zip').catch((reason: unknown) => reason);
  return error instanceof TourRefused ? error.problems : error;
};

describe('its bytes say what a file is, and its name only where they do not', () => {
  test.each<[string, string, string, boolean]>([
    ['an archive', 'PK\x03\x04…', 'a.zip', true],
    ['an archive under another name', 'PK\x03\x04…', 'a.json', true],
    ['an empty archive', 'PK\x05\x06…', 'a', true],
    ['an archive with something before it, by its name', '#!/bin/sh', 'a.ZIP', true],
    ['what no bytes identify, under another name', '#!/bin/sh', 'a.zip.json', false],
    ['a work', '{"a":1}', 'a.json', false],
    ['a work called an archive', '{"a":1}', 'a.zip', false],
    ['a list called an archive', '\n\t [1]', 'a.zip', false],
    ['a work with a mark, called an archive', '\xef\xbb\xbf {}', 'a.zip', false],
    ['braces further on, called an archive', 'x{', 'a.zip', true],
    ['the bytes of an archive further on, under another name', ' PK\x03\x04', 'a.json', false],
    ['the word of a tar archive at another place', `${'x'.repeat(256)}ustar`, 'a.json', false],
  ])('%s', async (_, content, name, expected) => {
    expect(await of(content, name)).toBe(expected);
  });

  test('and no more than its first bytes are read for it', async () => {
    const ranges: number[][] = [];
    const source = bytesSource(Buffer.alloc(10_000, 'x'));
    const read: typeof source.read = (start, end) => {
      ranges.push([start, end]);
      return source.read(start, end);
    };
    await isZip({ ...source, read }, 'a.zip');
    expect(ranges).toEqual([[0, 512]]);
  });

  test.each([
    ['an empty file', ''],
    ['a gzip file; pack its files as .zip', '\x1f\x8b\x08'],
    ['a 7z archive; pack its files as .zip', "7z\xbc\xaf'\x1c"],
    ['a RAR archive; pack its files as .zip', 'Rar!\x1a\x07'],
    ['a bzip2 file; pack its files as .zip', 'BZh9'],
    ['an xz file; pack its files as .zip', '\xfd7zXZ\0'],
    ['a tar archive; pack its files as .zip', `${'x'.repeat(257)}ustar`],
    ['a PDF; pack its files as .zip', '%PDF-1.7'],
  ])('%s is refused as such', async (found, content) => {
    const expected = 'a .zip archive, or a work in a .json file';
    expect(await refusal(content)).toEqual([{ file: 'a.zip', pointer: '', expected, found }]);
  });
});
