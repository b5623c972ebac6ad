import { symlinkSync } from 'node:fs';
import { truncate } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { localAssetStore } from '../../kernel/assets/local-asset-store.ts';
import { createTeam, useStore } from '../../testing/database.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { importTours } from './import-tours.ts';
import { bundleFiles } from './payload.ts';
import { problemText } from './problem.ts';
import { type BundleFiles, basics, useDirectory } from './testing/bundle.ts';
import { storedTours } from './testing/stored-tours.ts';
import { type ArchiveEntry, zipArchive } from './testing/zip-archive.ts';

const store = useStore();
const directory = useDirectory();
let teamId: string;
let before: unknown;

const state = async () => ({
  tours: await storedTours(store.database, teamId),
  epochs: (await store.database.pool.query('select name, n from epoch order by name')).rows,
});

beforeEach(async () => {
  ({ id: teamId } = await createTeam(store.database, { name: 'Owners' }));
  await importOf([await directory.write({ 'vr-info.json': basics('t'), 'hot-detail.json': [{ id: 1 }] })]);
  before = await state();
});

async function importOf(paths: string[], resourceCode?: string, strict = false): Promise<string[]> {
  const assets = localAssetStore(await directory.write({}, 'assets'));
  const options = { strict, ...(resourceCode !== undefined && { resourceCode }) };
  const { refused } = await importTours(store.database, assets, teamId, paths, options);
  return refused.flatMap(({ problems }) => problems.map(problemText));
}

/** What the strict import of a broken tour says; the tour of the same code that is stored stays as it is. */
async function problemsOf(paths: string[], resourceCode?: string): Promise<string[]> {
  const problems = await importOf(paths, resourceCode, true);
  expect(await state()).toEqual(before);
  return problems;
}

const bundled = async (files: BundleFiles) =>
  problemsOf([await directory.write({ 'vr-info.json': basics('t'), ...files })]);

describe('a value that is not as the contract says', () => {
  test.each<[string, string, unknown, string[]]>([
    ['a missing field', 'capture-info.json', {}, ['#/info: expected a string, found nothing']],
    ['another type', 'capture-info.json', { info: 7 }, ['#/info: expected a string, found 7']],
    ['null where none may be', 'capture-info.json', { info: null }, ['#/info: expected a string, found null']],
    ['another kind of file', 'capture-info.json', [1, 2], [': expected an object, found an array of 2']],
    [
      'a fraction for an integer',
      'file-detail.json',
      '{"file_count":1.5,"file_list":[]}',
      ['#/file_count: expected an integer, found 1.5'],
    ],
    [
      'a text for true or false',
      'vr-info.json',
      basics('t', { is_active: 'yes' }),
      ['#/is_active: expected true or false, found "yes"'],
    ],
    [
      'a place deep inside',
      'vr-info.json',
      basics('t', { model: { file_url: 'm', material_textures: ['a', {}, 3] } }),
      [
        '#/model/material_textures/1: expected a string, found an empty object',
        '#/model/material_textures/2: expected a string, found 3',
      ],
    ],
    [
      'a value that fits none of several kinds',
      'vr-info.json',
      basics('t', { model: { file_url: 'm', material_base_url: 5 }, project_id: null }),
      [
        '#/project_id: expected an integer or a string, found null',
        '#/model/material_base_url: expected a string or null, found 5',
      ],
    ],
    [
      'several at once, each named',
      'ruler-list.json',
      { list: [{ id: 'a', polyline: 1 }, 'x'] },
      [
        '#/list/0/id: expected an integer, found "a"',
        '#/list/0/polyline: expected an object, found 1',
        '#/list/1: expected an object, found "x"',
      ],
    ],
    [
      'a detail that is none',
      'hot-detail.json',
      [{ id: 1 }, { id: 'x' }],
      ['#/1/id: expected the id of a tag: 1 to 20 decimal digits without leading zeros, found "x"'],
    ],
    [
      'details without their array',
      'hot-detail.json',
      { id: 1 },
      [': expected an array of objects, found an object with "id"'],
    ],
    [
      'a node deep in the tree',
      'group-tree.json',
      { node_code: 'a', children: [{ node_code: 'b', children: [{ node_code: 1, children: [] }] }] },
      ['#/children/0/children/0/node_code: expected a string, found 1'],
    ],
    ['a tree that is none', 'group-tree.json', 'null', [': expected an object, found null']],
    [
      'a long value, cut',
      'ruler-list.json',
      { list: [{ id: 'x'.repeat(50), custom_id: Object.fromEntries([...'abcdefghij'].map((key) => [key, 1])) }] },
      [
        '#/list/0/polyline: expected an object, found nothing',
        `#/list/0/id: expected an integer, found "${'x'.repeat(40)}…"`,
        '#/list/0/custom_id: expected an integer, found an object with "a", "b", "c", "d", "e", "f", "g", "h" and 2 more',
      ],
    ],
  ])('%s: %s', async (_, file, content, expected) => {
    expect(await bundled({ [file]: content })).toEqual(expected.map((problem) => file + problem));
  });

  test('every file is looked at, not only the first broken one', async () => {
    expect(await bundled({ 'capture-info.json': {}, 'ruler-list.json': '[', 'hot-config.json': 3 })).toEqual([
      'capture-info.json#/info: expected a string, found nothing',
      'hot-config.json: expected an object, found 3',
      'ruler-list.json#/0: expected a value, found the end of the file at line 1, column 2',
    ]);
  });
});

describe('JSON that is none', () => {
  test.each([
    ['nothing', '', ': expected JSON, found an empty file'],
    [
      'a cut file',
      '{"info": "x',
      '#/info: expected a character of a string, found the end of the file at line 1, column 12',
    ],
    [
      'a trailing comma',
      '{\n  "info": "x",\n}',
      '#/info: expected a key in double quotes, found "}" at line 3, column 1',
    ],
    ['a comment', '{"info": "x"} // end', ': expected the end of the file, found "/" at line 1, column 15'],
    ['a leading zero', '{"info": 01}', `#/info: expected ',' or '}', found "1" at line 1, column 11`],
    [
      'other encodings',
      Buffer.from('{"info":"é"}', 'latin1'),
      ': expected UTF-8, found bytes that are not UTF-8 at line 1, column 1',
    ],
    [
      'a key twice',
      '{"info":"x","a":{"b":1,"b":2}}',
      '#/a/b: expected each key once, found the key again in the same object',
    ],
    [
      'a key twice, once escaped',
      '{"info":"x","\\u0069nfo":"y"}',
      '#/info: expected each key once, found the key again in the same object',
    ],
    [
      'endless nesting',
      '['.repeat(100_000) + ']'.repeat(100_000),
      `${'/0'.repeat(256).replace(/^/, '#')}: expected at most 256 levels of nesting, found a deeper level at line 1, column 257`,
    ],
    [
      'a JSON string with broken JSON',
      JSON.stringify('{"info":'),
      ' (the JSON inside its string)#/info: expected a value, found the end of the file at line 1, column 9',
    ],
    [
      'a JSON string with half a character',
      '"\\ud800"',
      ': expected characters of Unicode, found half of a surrogate pair, which no encoding can hold at line 1, column 2',
    ],
  ])('%s', async (_, content, expected) => {
    expect(await bundled({ 'capture-info.json': content })).toEqual([`capture-info.json${expected}`]);
  });
});

describe('an id that could never be asked for, or not alone', () => {
  test.each<[string, string, unknown, string[]]>([
    [
      'an id twice',
      'hot-detail.json',
      '[{"id":5},{"id":6},{"id":5}]',
      ['#/2/id: expected each id once, found "5", as at /0/id'],
    ],
    [
      'an id in exponents',
      'hot-detail.json',
      '[{"id":1e3}]',
      ['#/0/id: expected the id of a tag: 1 to 20 decimal digits without leading zeros, found 1e3'],
    ],
    [
      'a node code twice',
      'group-tree.json',
      { node_code: 'a', children: [{ node_code: 'a', children: [] }] },
      ['#/children/0/node_code: expected each node_code once, found "a", as at /node_code'],
    ],
    [
      'a node code that no request may carry',
      'group-tree.json',
      [{ node_code: 'a b', children: [] }],
      [
        '#/0/node_code: expected the code of a node of a combined tour: 1 to 64 letters, digits, hyphens or underscores; the answer is that node with all below it, found "a b"',
      ],
    ],
  ])('%s', async (_, file, content, expected) => {
    expect(await bundled({ [file]: content })).toEqual(expected.map((problem) => file + problem));
  });
});

describe('a bundle that is not made as bundles are', () => {
  test('without VR basic data', async () => {
    const tour = await directory.write({ 'hot-list.json': { tagList: [] } });
    expect(await problemsOf([tour])).toEqual([
      'vr-info.json: expected VR basic data: every bundle has this file, found no such file',
    ]);
  });

  test('with files of no operation: the known ones are named', async () => {
    expect(await bundled({ 'hot-lists.json': {}, 'file-private-presign.json': {} })).toEqual([
      `file-private-presign.json: expected one of ${bundleFiles.join(', ')}, found a file of links that are made for each call`,
      `hot-lists.json: expected one of ${bundleFiles.join(', ')}, found a file of no operation`,
    ]);
  });

  test.each([
    ['a b', '"a b"'],
    ['', '""'],
    ['a'.repeat(65), `"${'a'.repeat(40)}…"`],
    ['../t', '"../t"'],
  ])('with the resource code %j', async (code, found) => {
    expect(await bundled({ 'vr-info.json': basics(code) })).toEqual([
      `vr-info.json#/resource_code: expected a resource code: 1 to 64 letters, digits, hyphens or underscores, found ${found}`,
    ]);
  });

  test('with another resource code than the one asked for', async () => {
    const tour = await directory.write({ 'vr-info.json': basics('t') });
    expect(await problemsOf([tour], 'u')).toEqual([
      'vr-info.json#/resource_code: expected "u", the resource code asked for, found "t"',
    ]);
    const work = await directory.writeFile('w.json', { vr_code: 't', model: { file_url: 'm' } });
    expect(await problemsOf([work], 'u')).toEqual([
      'w.json#/vr_code: expected "u", the resource code asked for, found "t"',
    ]);
  });

  test.skipIf(process.platform === 'win32')('with symbolic links, to files and to folders', async () => {
    const tour = await directory.write({ 'vr-info.json': basics('t'), 'assets/a.txt': 'a' });
    symlinkSync('/etc/passwd', path.join(tour, 'assets', 'passwd.txt'));
    symlinkSync('/etc', path.join(tour, 'assets', 'etc'));
    symlinkSync('/etc/hostname', path.join(tour, 'capture-info.json'));
    expect(await problemsOf([tour])).toEqual([
      'assets/etc: expected a plain file or folder, found a symbolic link',
      'assets/passwd.txt: expected a plain file or folder, found a symbolic link',
      'capture-info.json: expected a plain file or folder, found a symbolic link',
    ]);
  });

  test.skipIf(process.platform === 'win32')('with file names that no address can carry', async () => {
    expect(await bundled({ 'assets/a\\b.txt': '', 'assets/c\u0007.txt': '' })).toEqual([
      'assets/a\\b.txt: expected a path of at most 1024 bytes without backslashes and control characters, found "a\\\\b.txt"',
      'assets/c\u0007.txt: expected a path of at most 1024 bytes without backslashes and control characters, found "c\\u0007.txt"',
    ]);
  });

  test('with a file or a sum of files beyond the limits', async () => {
    const large = await directory.write({ 'vr-info.json': basics('t'), 'assets/large.bin': '' });
    await truncate(path.join(large, 'assets/large.bin'), 64 * 1024 * 1024 + 1);
    expect(await problemsOf([large])).toEqual(['assets/large.bin: expected at most 64 MiB, found more']);
    const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `assets/${name}.bin`);
    const many = await directory.write({
      'vr-info.json': basics('t'),
      ...Object.fromEntries(names.map((name) => [name, ''])),
    });
    for (const name of names) await truncate(path.join(many, name), 60 * 1024 * 1024);
    expect(await problemsOf([many])).toEqual([`${many}: expected at most 256 MiB, found more`]);
  });

  test('with folders without end', async () => {
    expect(await bundled({ [`assets/${'a/'.repeat(20)}x.txt`]: '' })).toEqual([
      `assets/${'a/'.repeat(15)}a: expected at most 16 folders deep, found a deeper one`,
    ]);
  });

  test('one file of it given in place of its directory', async () => {
    const tour = await directory.write({ 'vr-info.json': basics('t') });
    const file = path.join(tour, 'vr-info.json');
    expect(await problemsOf([file])).toEqual([
      `${file}: expected the directory of the bundle, or a bare work, found one file of a bundle`,
    ]);
  });
});

describe('an archive', () => {
  const info: ArchiveEntry = { name: 'vr-info.json', content: JSON.stringify(basics('t', { name: 'Changed' })) };
  const archived = async (content: Buffer) => {
    const file = await directory.writeFile('tour.zip', content);
    return (await problemsOf([file])).map((problem) => problem.replace(file, 'tour.zip'));
  };

  slowAfter(4, [
    [
      'with a path upwards',
      [{ name: '../vr-info.json' }],
      'tour.zip: expected a sound .zip archive, found invalid relative path: ../vr-info.json',
    ],
    [
      'with an absolute path',
      [{ name: '/etc/passwd' }],
      'tour.zip: expected a sound .zip archive, found absolute path: /etc/passwd',
    ],
    ['with a drive', [{ name: 'C:/x' }], 'tour.zip: expected a sound .zip archive, found absolute path: C:/x'],
    [
      'with a path upwards in backslashes',
      [{ name: 'assets\\..\\..\\x' }],
      'tour.zip: expected a sound .zip archive, found invalid relative path: assets/../../x',
    ],
    [
      'with a path twice, spelled otherwise',
      [{ name: 'assets/x' }, { name: 'assets/.//x' }],
      'assets/x: expected each path once, found the same file twice',
    ],
    [
      'with a path twice',
      [{ name: 'assets/x' }, { name: 'assets/x' }],
      'assets/x: expected each path once, found the same file twice',
    ],
    [
      'with a file that is a folder too',
      [{ name: 'assets/x' }, { name: 'assets/x/y' }],
      'assets/x: expected a plain file or folder, found a file and a folder of the same name',
    ],
    [
      'with a symbolic link',
      [{ name: 'assets/x', content: '/etc/passwd', mode: 0o120777 }],
      'assets/x: expected a plain file or folder, found a symbolic link',
    ],
    [
      'with an encrypted file',
      [{ name: 'assets/x', flags: 0x801 }],
      'assets/x: expected a plain file or folder, found an encrypted file',
    ],
    [
      'with another compression',
      [{ name: 'assets/x', method: 12 }],
      'assets/x: expected a plain file or folder, found a file in compression method 12',
    ],
    [
      'with too many folders',
      [{ name: `${'a/'.repeat(17)}x` }],
      `tour.zip/${'a/'.repeat(17)}x: expected a plain file or folder, found a path of more than 16 folders`,
    ],
    [
      'with more bytes than it says (a bomb)',
      [{ name: 'assets/x', content: 'x'.repeat(100_000), claimedSize: 10 }],
      'tour.zip/assets/x: expected a sound .zip archive, found too many bytes in the stream. expected 10. got at least 16384',
    ],
    [
      'with fewer bytes than it says',
      [{ name: 'assets/x', content: 'x', claimedSize: 10 }],
      'tour.zip/assets/x: expected a sound .zip archive, found not enough bytes in the stream. expected 10. got only 1',
    ],
    [
      'with a wrong checksum',
      [{ name: 'assets/x', content: 'x', claimedChecksum: 1 }],
      'tour.zip/assets/x: expected a sound .zip archive, found bytes that do not match their checksum',
    ],
    [
      'with files that claim more than a tour may have',
      [{ name: 'assets/x', content: 'x', claimedSize: 4_000_000_000 }],
      'assets/x: expected at most 64 MiB, found more',
    ],
    [
      'with a broken payload',
      [{ name: 'capture-info.json', content: '{}' }],
      'capture-info.json#/info: expected a string, found nothing',
    ],
  ])('%s', async (_, entries, expected) => {
    expect(await archived(zipArchive([info, ...entries]))).toEqual([expected]);
  });

  test('that is none, cut short or damaged', async () => {
    const sound = zipArchive([info, { name: 'assets/x', content: 'some bytes that are deflated', method: 8 }]);
    expect(await archived(Buffer.from('PK'))).toEqual([
      expect.stringMatching(/^tour\.zip: expected a sound \.zip archive, found /),
    ]);
    expect(await archived(sound.subarray(0, -30))).toEqual([
      expect.stringMatching(/^tour\.zip: expected a sound \.zip archive, found /),
    ]);
    const at = sound.indexOf('assets/x') + 10;
    const damaged = Buffer.from(sound);
    damaged.fill(0xff, at, at + 8);
    expect(await archived(damaged)).toEqual([
      expect.stringMatching(/^tour\.zip\/assets\/x: expected a sound \.zip archive, found /),
    ]);
  });

  test('whose every single byte is damaged in turn is refused or means the same', { tags: 'slow' }, async () => {
    const sound = zipArchive([
      { name: 'vr-info.json', content: JSON.stringify(basics('t')) },
      { name: 'hot-detail.json', content: '[{"id":1}]' },
    ]);
    const file = await directory.writeFile('tour.zip', sound);
    for (let at = 0; at < sound.length; at += 1) {
      const damaged = Buffer.from(sound);
      damaged[at] = (damaged[at] ?? 0) ^ 0x41;
      await directory.write({ 'tour.zip': damaged }, path.basename(path.dirname(file)));
      await importOf([file]).catch((error: Error) => expect(error.message).toMatch(/^No tour in /));
    }
    const { tours } = await state();
    expect(tours).toMatchObject([{ code: 't', name: 'Tour t' }]);
  });
});
