import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectedForms, foundForms, inWords, meaningForms } from '@openhouse/contract/notices';
import { describe, expect, test } from 'vitest';

const foundInChinese = (found: string) => inWords(foundForms, found);
const expectedInChinese = (expected: string) => inWords(expectedForms, expected);
const SERVER = join(import.meta.dirname, '../../../server/src');

test.each([
  ['nothing', '没有'],
  ['an array of 3', '3 个元素的数组'],
  ['an object with "code", "msg", "data": a whole answer', '含 "code", "msg", "data" 的对象：一个完整的应答'],
  ['an object with "a", "b" and 4 more', '含 "a", "b" 和另外 4 个字段的对象'],
  ['viewpoint 1 leads to 7, 8, which does not exist', '点位 1 指向不存在的 7, 8'],
  ['"a.jpg", "b.jpg" and 3 more, which are not in assets/', 'assets/ 中没有的 "a.jpg", "b.jpg" 和另外 3 个'],
  [
    '3 pictures and other files elsewhere: 2 at cdn.example, 1 at b.example',
    '在其他主机上的图片和文件：cdn.example 上 2 个、b.example 上 1 个',
  ],
  [
    'others, of files that are here: 2 at other.example/files/acme/hut/',
    '其他开头，而文件就在这里：other.example/files/acme/hut/ 上 2 个',
  ],
  [
    '4 names in another encoding, read as GB 18030, such as "海.jpg"',
    '4 个名称用了其他编码，按 GB 18030 读取，例如 "海.jpg"',
  ],
  ['1, as at /observers/0/index', '1，与 /observers/0/index 相同'],
  ['"}" at line 3, column 9', '"}"（第 3 行第 9 列）'],
  ['two files of this path, of 3 and 5 bytes', '两个同路径的文件，分别为 3 和 5 字节'],
])('%s', (found, words) => expect(foundInChinese(found)).toBe(words));

test.each(['7', 'null', '"nothing"', '"an array of 3"', '0 → 1, 1 → 2', 'ENOENT'])('%s is a value and stays', (value) =>
  expect(foundInChinese(value)).toBe(value),
);

test.each([
  ['a string or null', '字符串 或 null'],
  ['an array of 6 strings', '6 个字符串的数组'],
  ['one of "a", "b"', '以下之一："a", "b"'],
  ['"loft", the resource code asked for', '"loft"，即所要求的资源编码'],
  [
    'addresses that begin with https://gw.example/files/acme/hut/',
    '以 https://gw.example/files/acme/hut/ 开头的地址（请替换开头，或用 openhouse import --fetch-files 导入）',
  ],
  ['"a.jpg", as the tour names it', '"a.jpg"，即 VR 空间所用的名称'],
  ["',' or ']'", "',' 或 ']'"],
  ['at most 64 MiB', '最多 64 MiB'],
  ['at most 8 MiB of JSON in a tour', '一个 VR 空间的 JSON 最多 8 MiB'],
  ['at most 20000 files', '最多 20000 个文件'],
  ['a file of a bundle: it consists of JSON files and assets/', '数据包的文件'],
])('expected: %s', (expected, words) => expect(expectedInChinese(expected)).toBe(words));

test.each(['UTF-8', 'JSON', '"a or b"', 'true'])('expected: %s stays', (value) =>
  expect(expectedInChinese(value)).toBe(value),
);

describe('what the import says', () => {
  const sources = [join(SERVER, 'tours/import'), join(SERVER, 'kernel/json')].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => ({ name, source: readFileSync(join(folder, name), 'utf8') })),
  );
  const sentences = (pattern: RegExp) =>
    sources.flatMap(({ name, source }) =>
      [...source.matchAll(pattern)].map(([, text = '']): [string, string] => [text, name]),
    );
  const found = sentences(/\bfound(?::| =| \? )[^'\n]*'([a-z][^'$]{3,})'/g);
  const expected = [
    ...sentences(/\bexpected(?::| =) '([a-z][^'$]{3,})'/g),
    ...sentences(/#refuse\('([a-z][^'$]{5,})'/g),
    ...sentences(/\[expected[^\]]*\] = \['([a-z][^'$]{3,})'/g),
    ...sentences(/\bnote\(\s*'[a-z-]+',\s*[^']*(?:`[^`]*`|'[^']*'),\s*'([^'$]+)'/g),
  ];

  test('is looked for in its sources', () => {
    expect(found.length).toBeGreaterThan(12);
    expect(expected.length).toBeGreaterThan(20);
  });
  test.each(found)('found: %s (%s) has words', (sentence) => expect(foundInChinese(sentence)).not.toBe(sentence));
  const meanings = [
    ...sentences(/\bmeaning(?::| =) '([a-z][^'$]{3,})'/g),
    ...sentences(/\bmeaning\] = \[[^\]]*'([a-z][^'$]{3,})'\]/g),
    ...sentences(/^ {4}field\('[^']+', '[^']+', '([^']+)'/gm),
    ...sentences(/\bnote\('[a-z-]+', .*'([a-z][^'$]{3,})'\);$/gm),
  ];
  test('says what it means in its sources', () => expect(meanings.length).toBeGreaterThan(25));
  test.each(meanings)('meaning: %s (%s) has words', (sentence) =>
    expect(inWords(meaningForms, sentence)).not.toBe(sentence),
  );
  test.each(expected)('expected: %s (%s) has words', (sentence) =>
    expect(expectedInChinese(sentence)).not.toBe(sentence),
  );
});
