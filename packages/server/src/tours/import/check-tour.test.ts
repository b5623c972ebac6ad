import { describe, expect, test } from 'vitest';
import { bytesSource } from './byte-source.ts';
import { type CheckOptions, checkTours } from './check-tour.ts';
import { findUploadedTours } from './find-tours.ts';
import type { ImportNotice } from './problem.ts';
import { TourRefused } from './problem.ts';
import { type BundleFiles, basics } from './testing/bundle.ts';
import { zipArchive } from './testing/zip-archive.ts';

const bytes = (content: unknown) =>
  typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content);
const problemsOf = (error: unknown): string[] => {
  if (error instanceof TourRefused)
    return error.problems.map(({ file, pointer, expected, found }) => `${file}#${pointer} ${expected}: ${found}`);
  throw error;
};
const sentence = ({ kind, file, pointer, found }: ImportNotice) =>
  `${kind} ${file}${pointer && `#${pointer}`}: ${found}`;

/** What a check says of an upload: of each of its tours, or the problems that refuse it. */
async function check(upload: { readonly name: string; readonly content: Buffer }, options: CheckOptions = {}) {
  const tours = [];
  const refused: string[] = [];
  for (const tour of await findUploadedTours({ ...bytesSource(upload.content), name: upload.name }).tours()) {
    try {
      for (const one of await checkTours(tour, options)) {
        if ('checked' in one) tours.push({ ...one.checked, codeOfFile: one.tour.codeOfFile });
        else refused.push(...problemsOf(one.refused));
      }
    } catch (error) {
      refused.push(...problemsOf(error));
    }
  }
  return {
    tours,
    refused,
    codes: tours.map(({ code }) => code),
    said: tours.flatMap(({ notices }) => notices.map(sentence)),
    assets: tours.flatMap(({ assets }) => assets.map(({ path }) => path)),
  };
}
/** A bundle with these files; VR basic data of the tour `loft` unless it has its own, or null for none. */
const bundle = (files: BundleFiles, info: unknown = basics('loft')) => ({
  name: 'a.zip',
  content: zipArchive(
    Object.entries({ ...(info !== null && { 'vr-info.json': info }), ...files }).map(([name, content]) => ({
      name,
      content: bytes(content),
    })),
  ),
});
const work = (content: unknown, name = 'work-7.json') => ({ name, content: Buffer.from(bytes(content)) });

describe('the resource code', () => {
  test.each([['a'], ['A-b_9'], ['x'.repeat(64)]])('%s is one', async (code) => {
    expect((await check(bundle({}, basics(code)))).codes).toEqual([code]);
  });

  test.each([[''], ['x'.repeat(65)], ['a b'], ['a/b'], ['客'], ['a\n']])('%j is none', async (code) => {
    expect((await check(bundle({}, basics(code)))).refused).toEqual([
      expect.stringMatching(/^vr-info\.json#\/resource_code a resource code: 1 to 64 letters/),
    ]);
  });

  test('may be a whole number, by its digits, and no other', async () => {
    const numbered = (resource_code: number) => check(bundle({}, basics('x', { resource_code })));
    for (const code of [0, 7]) expect((await numbered(code)).codes).toEqual([String(code)]);
    for (const code of [-1, 1.5, 2 ** 53])
      expect((await numbered(code)).refused).toEqual([expect.stringMatching(/^vr-info\.json#\/resource_code /)]);
  });

  test('is the one asked for, or the tour is refused', async () => {
    expect((await check(bundle({}), { askedCode: 'loft' })).codes).toEqual(['loft']);
    expect((await check(bundle({}), { askedCode: 'other' })).refused).toEqual([
      'vr-info.json#/resource_code "other", the resource code asked for: "loft"',
    ]);
  });

  test('is that of the older shape, or the one asked for, where VR basic data has none', async () => {
    const { resource_code: _, ...info } = basics('loft') as Record<string, unknown>;
    const older = await check(bundle({}, { ...info, vr_code: 'older' }), { askedCode: 'older' });
    expect(older).toMatchObject({ codes: ['older'], said: ['missing vr-info.json#/resource_code: nothing'] });
    expect(older.tours[0]?.payloads[0]?.json.toString()).toContain('"resource_code":"older"');
    expect((await check(bundle({}, info), { askedCode: 'asked' })).codes).toEqual(['asked']);
    expect((await check(bundle({}, info))).refused).toEqual([expect.stringMatching(/\/resource_code.*: nothing$/)]);
  });
});

describe('of the files of a bundle', () => {
  test('those of operations are read in the order of their numbers, and those of assets in that of their paths', async () => {
    const files = {
      'assets/b.jpg': 'b',
      'hot-list.json': { tagList: [] },
      'assets/a/1.jpg': 'a',
      'capture-info.json': {},
    };
    const { tours, assets, said } = await check(bundle(files));
    expect(tours[0]?.payloads.map(({ op, slices }) => [op, slices !== undefined])).toEqual([
      [1, false],
      [2, true],
      [16, false],
    ]);
    expect(assets).toEqual(['a/1.jpg', 'b.jpg']);
    expect(said.filter((one) => one.startsWith('not-taken'))).toEqual([]);
  });

  test.each([
    '.DS_Store',
    'Thumbs.db',
    'THUMBS.DB',
    'desktop.ini',
    '.hidden.json',
    'assets/.cache/a.jpg',
    'assets/x/Thumbs.db',
  ])('%s is nobody’s, and nothing is said of it', async (name) => {
    expect(await check(bundle({ [name]: 'x' }))).toMatchObject({ codes: ['loft'], assets: [], said: [] });
  });

  test.each([['thumbs.db.jpg'], ['my desktop.ini'], ['x.hidden']])(
    'assets/%s is a file like any other',
    async (name) => {
      expect((await check(bundle({ [`assets/${name}`]: 'x' }))).assets).toEqual([name]);
    },
  );

  test.each([
    ['hot-lists.json', 'a file of no operation'],
    ['vr-list.json', 'a file of no operation'],
    ['vr-detail.json', 'a file of no operation'],
    ['file-private-presign.json', 'a file of links that are made for each call'],
    ['notes.txt', 'another file'],
    ['more/hot-list.json', 'another file'],
  ])('%s is not taken: %s', async (name, found) => {
    const { tours, said } = await check(bundle({ [name]: {} }));
    expect(tours[0]?.payloads.map(({ op }) => op)).toEqual([1]);
    expect(said).toEqual([`not-taken ${name}: ${found}`]);
  });

  test('one in other capitals is taken, unless the right one is there', async () => {
    expect(await check(bundle({ 'VR-Info.JSON': basics('odd') }, null))).toMatchObject({
      codes: ['odd'],
      said: ['name-spelling VR-Info.JSON: "VR-Info.JSON"'],
    });
    for (const name of ['VR-INFO.json', 'vr-info.JSON'])
      expect(await check(bundle({ [name]: basics('odd') }))).toMatchObject({
        codes: ['loft'],
        said: [`not-taken ${name}: vr-info.json is taken instead`],
      });
  });

  test('of Assets/ and assets/ both are taken, and of a path in both the one in assets/', async () => {
    for (const files of [
      { 'Assets/a.jpg': 'other', 'Assets/b.jpg': 'b', 'assets/a.jpg': 'own' },
      { 'assets/a.jpg': 'own', 'ASSETS/a.jpg': 'other', 'ASSETS/b.jpg': 'b' },
    ]) {
      const { tours, assets, said } = await check(bundle(files));
      const odd = Object.keys(files)
        .find((name) => !name.startsWith('assets'))
        ?.slice(0, 7);
      expect(assets).toEqual(['a.jpg', 'b.jpg']);
      expect(tours[0]?.assets[0]).toMatchObject({ file: 'assets/a.jpg', size: 3 });
      expect(said.slice(0, 2)).toEqual([`not-taken ${odd}a.jpg: another file`, `name-spelling ${odd}: "${odd}"`]);
    }
  });

  test('an empty one of an operation leaves the operation out; empty VR basic data is no tour', async () => {
    for (const empty of ['', ' \r\n\t']) {
      expect(await check(bundle({ 'hot-list.json': empty }))).toMatchObject({
        codes: ['loft'],
        said: ['operation-left-out hot-list.json: an empty file'],
      });
      expect((await check(bundle({}, empty))).refused).toEqual([expect.stringMatching(/^vr-info\.json#/)]);
    }
    expect((await check(bundle({ 'hot-list.json': '!' }))).refused).toEqual([
      expect.stringMatching(/^hot-list\.json#/),
    ]);
  });

  test.each([['hot-list.json'], ['hot-detail.json']])(
    '%s that holds no object leaves the operation out',
    async (name) => {
      for (const content of ['7', 'null', 'true']) {
        const { tours, said } = await check(bundle({ [name]: content }));
        expect(said).toEqual([`operation-left-out ${name}: ${content}`]);
        expect(tours[0]?.payloads.map(({ op }) => op)).toEqual([1]);
      }
    },
  );

  test.each([[[basics('a'), basics('b')]], [7], [null]])('VR basic data that is %j is no tour', async (info) => {
    expect((await check(bundle({}, JSON.stringify(info)))).refused).toEqual([
      expect.stringMatching(/^vr-info\.json# an object: /),
    ]);
  });

  test('VR basic data alone in an array is the tour', async () => {
    expect(await check(bundle({}, [basics('one')]))).toMatchObject({
      codes: ['one'],
      said: ['array-of-works vr-info.json: an array of 1'],
    });
  });

  test('a field of VR basic data is named once, however many rules it offends', async () => {
    const { said } = await check(bundle({}, basics('loft', { model: { file_url: null } })));
    expect(said.filter((one) => one.includes('#/model/file_url'))).toHaveLength(1);
  });

  test('every problem is said, by file', async () => {
    const { refused } = await check(bundle({ 'ruler-list.json': '{', 'hot-list.json': '{', 'capture-info.json': '{' }));
    expect(refused.map((problem) => problem.replace(/#.*/, ''))).toEqual([
      'capture-info.json',
      'hot-list.json',
      'ruler-list.json',
    ]);
    expect((await check(bundle({ 'hot-list.json': {} }, null))).refused).toEqual([
      'vr-info.json# VR basic data: every bundle has this file: no such file',
    ]);
  });

  test('all JSON together has a limit', { tags: 'slow' }, async () => {
    const half = JSON.stringify({ tagList: [], note: 'x'.repeat(4 * 1024 * 1024) });
    expect((await check(bundle({ 'hot-list.json': half }))).codes).toEqual(['loft']);
    expect((await check(bundle({ 'hot-list.json': half, 'capture-info.json': half }))).refused).toEqual([
      'hot-list.json# at most 8 MiB of JSON in a tour: more',
      'vr-info.json# at most 8 MiB of JSON in a tour: more',
    ]);
  });

  test('a path of assets has a limit in bytes, and no control characters', async () => {
    const long = (letters: number) => `${'x'.repeat(letters)}.jpg`;
    expect((await check(bundle({ [`assets/${long(1020)}`]: 'x' }))).assets).toEqual([long(1020)]);
    for (const path of [long(1021), 'a\u0001.jpg', `${'客'.repeat(341)}.jpg`])
      expect((await check(bundle({ [`assets/${path}`]: 'x' }))).refused, path.slice(0, 9)).toEqual([
        expect.stringMatching(/# a path of at most 1024 bytes without backslashes and control characters: "/),
      ]);
  });
});

describe('addresses of files', () => {
  const files = { 'assets/a.jpg': 'x' };
  const info = (fields: object) => basics('loft', { base_url: 'https://cdn.example/', ...fields });

  test('are looked for in VR basic data, by the name of its file', async () => {
    const found = 'other-hosts FILE#/picture_url: 1 picture or other file elsewhere: 1 at cdn.example';
    const elsewhere = info({ picture_url: 'a.jpg' });
    expect((await check(bundle({}, elsewhere))).said).toEqual([found.replace('FILE', 'vr-info.json')]);
    expect((await check(work(elsewhere))).said).toEqual([found.replace('FILE', 'work-7.json')]);
  });

  test('at another gateway are the tour’s own where its address here is known', async () => {
    const copied = info({ picture_url: 'https://old.example/files/acme/loft/a.jpg' });
    const filesUrl = (code: string) => `https://gateway.example/files/acme/${code}/`;
    expect((await check(bundle(files, copied), { filesUrl })).said).toEqual([
      'other-hosts vr-info.json#/picture_url: others, of files that are here: 1 at old.example/files/acme/loft/',
    ]);
    expect((await check(bundle(files, copied))).said).toEqual([]);
  });
});

describe('the name in lists', () => {
  test.each([
    ['Loft', 'Loft'],
    [' Loft\n', 'Loft'],
    ['', 'loft'],
    [7, 'loft'],
    [null, 'loft'],
  ])('of %j is %j', async (name, shown) => {
    expect((await check(bundle({}, basics('loft', { name })))).tours[0]?.name).toBe(shown);
  });
});

describe('a base_url is missing', () => {
  const info = basics('loft', { picture_url: 'a.jpg' });

  test('where relative addresses meet files, and readers get one', async () => {
    const { said, tours } = await check(bundle({ 'assets/a.jpg': 'x' }, info));
    expect(said).toEqual(['no-base-url vr-info.json#/base_url: nothing']);
    expect(tours[0]?.payloads[0]?.slices).toBeDefined();
  });

  test.each([
    ['without files of its own', {}, info],
    [
      'with a whole base_url',
      { 'assets/a.jpg': 'x' },
      basics('loft', { picture_url: 'a.jpg', base_url: 'https://cdn.example/' }),
    ],
    ['without relative addresses', { 'assets/a.jpg': 'x' }, basics('loft')],
  ])('for no tour %s', async (_, files, own) => {
    const { said, tours } = await check(bundle(files, own));
    expect(said.filter((one) => one.startsWith('no-base-url'))).toEqual([]);
    expect(tours[0]?.payloads[0]?.slices).toBeUndefined();
  });
});

test('the hash of a tour changes with every part of it, and with nothing else', async () => {
  const hashOf = async (files: BundleFiles, info: unknown = basics('loft')) =>
    (await check(bundle(files, info))).tours[0]?.hash.toString('hex');
  const files = { 'hot-list.json': { tagList: [] }, 'assets/a.jpg': 'x', 'assets/b.jpg': 'y' };
  const same = await hashOf(files);
  expect(await hashOf({ 'assets/b.jpg': 'y', 'assets/a.jpg': 'x', 'hot-list.json': ' {"tagList": []}' })).toBe(same);
  const others = await Promise.all([
    hashOf(files, basics('loft', { note: 1 })),
    hashOf({ ...files, 'hot-list.json': { tagList: [], a: 1 } }),
    hashOf({ ...files, 'assets/a.jpg': 'z' }),
    hashOf({ ...files, 'assets/a.jpg': 'y', 'assets/b.jpg': 'x' }),
    hashOf({ 'hot-list.json': { tagList: [] }, 'assets/a.png': 'x', 'assets/b.jpg': 'y' }),
    hashOf({ 'assets/a.jpg': 'x', 'assets/b.jpg': 'y' }),
    hashOf({ 'assets/a.jpg': 'x', 'hot-list.json': { tagList: [] } }),
    hashOf({ 'capture-info.json': { tagList: [] }, 'assets/a.jpg': 'x', 'assets/b.jpg': 'y' }),
  ]);
  expect(new Set([same, ...others]).size).toBe(others.length + 1);
});

describe('a file of works', () => {
  const works = [basics('a', { observers: [] }), basics('b', { observers: [] })];
  const lines = works.map((one) => JSON.stringify(one));

  test('may be one work', async () => {
    expect(await check(work(works[0]))).toMatchObject({ codes: ['a'], refused: [], said: [] });
    expect((await check(work(`${lines[0]}\n`))).said).toEqual([]);
    expect((await check(work(JSON.stringify(works[0], null, 1)))).said).toEqual([]);
  });

  test.each<[string, unknown]>([
    ['an array', works],
    ['JSON lines', `${lines.join('\n')}\n`],
    ['JSON lines with a mark, of Windows, with empty lines', `\ufeff\r\n${lines.join('\r\n \r\n')}\r\n\r\n`],
    ['JSON lines that are indented', lines.map((line) => `  ${line} `).join('\n')],
    ['a list with its total', { list: works, total: 2 }],
    ['works in envelopes of their own', works.map((data) => ({ code: 0, data }))],
  ])('may be %s: each is a tour', async (_, content) => {
    const { codes, refused, said, tours } = await check(work(content));
    expect([codes, refused]).toEqual([['a', 'b'], []]);
    expect(said.filter((one) => /array-of-works .*#/.test(one))).toHaveLength(2);
    expect(tours.map(({ label }) => label)).toEqual(['work-7.json#/0', 'work-7.json#/1']);
    expect(tours.map(({ codeOfFile }) => codeOfFile)).toEqual(['work-7-1', 'work-7-2']);
  });

  test('of one work in an array names it as the file', async () => {
    const { tours } = await check(work([works[0]]));
    expect(tours.map(({ label, codeOfFile }) => [label, codeOfFile])).toEqual([['work-7.json', 'work-7']]);
  });

  test('has the code that is asked for, or is refused', async () => {
    expect((await check(work(works[0]), { askedCode: 'a' })).codes).toEqual(['a']);
    expect((await check(work(works[0]), { askedCode: 'b' })).refused).toEqual([
      'work-7.json#/resource_code "b", the resource code asked for: "a"',
    ]);
  });

  test.each([['7'], ['null'], ['true']])('that holds %s is no work', async (content) => {
    expect((await check(work(content))).refused).toEqual([`work-7.json# a work: an object: ${content}`]);
  });

  test('without works is refused, and a broken one beside others alone', async () => {
    expect((await check(work([]))).refused).toEqual(['work-7.json# a work: an object: an array of 0']);
    const { codes, refused } = await check(work([works[0], 7, works[1]]));
    expect([codes, refused]).toEqual([['a', 'b'], ['work-7.json# a work: an object: 7']]);
  });

  test('in an archive has what is said of the archive with its first work', async () => {
    const content = zipArchive([{ name: 'in\\works.json', content: JSON.stringify(works) }]);
    const { codes, said } = await check({ name: 'a.zip', content });
    expect([codes, said.filter((one) => one.startsWith('name-encoding'))]).toEqual([
      ['a', 'b'],
      ['name-encoding a.zip: 1 name with backslashes, such as "in/works.json"'],
    ]);
  });

  test('has at most so many works', { tags: 'slow' }, async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => basics(`t${at}`, { observers: [] }));
    expect((await check(work(many(500)))).codes).toHaveLength(500);
    expect((await check(work(many(501)))).refused).toEqual(['work-7.json# at most 500 tours: 501']);
  });

  test.each<[string, unknown]>([
    ['two lists of works', { list: works, others: works }],
    ['a list of something else', { list: [{ code: 'a' }] }],
    ['an empty list', { list: [] }],
    ['a list of which one is no work', { list: [...works, { code: 'c' }] }],
  ])('with %s is one work, and no array', async (_, content) => {
    expect((await check(work(content))).said.filter((one) => one.startsWith('array-of-works'))).toEqual([]);
  });
});
