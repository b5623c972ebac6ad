import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { localAssetStore } from '../../kernel/assets/local-asset-store.ts';
import { createTeam, useStore } from '../../testing/database.ts';
import { type ImportOptions, importTours } from './import-tours.ts';
import { problemText } from './problem.ts';
import { problemSummary } from './problem-summary.ts';
import { basics, useDirectory } from './testing/bundle.ts';
import { raggedEstate } from './testing/ragged-estate.ts';
import { storedTours } from './testing/stored-tours.ts';
import { zipArchive } from './testing/zip-archive.ts';

const cases = fileURLToPath(new URL('../../testing/cases/', import.meta.url));
const store = useStore();
const directory = useDirectory();
let teamId: string;
beforeEach(async () => {
  ({ id: teamId } = await createTeam(store.database, { name: 'Owners' }));
});

async function run(paths: string[], options: ImportOptions = {}) {
  const assets = localAssetStore(await directory.write({}, 'assets'));
  const result = await importTours(store.database, assets, teamId, paths, options);
  return {
    codes: result.imported.map(({ code }) => code).sort(),
    notices: result.imported.flatMap(({ notices }) =>
      notices.map(({ kind, file, pointer }) => `${kind} ${file}${pointer === '' ? '' : `#${pointer}`}`),
    ),
    texts: result.imported.flatMap(({ notices }) => notices.map(problemText)),
    problems: result.refused.flatMap(({ problems }) => problems.map(problemText)),
  };
}
const jsonOf = async (code: string, op = 1) =>
  (await storedTours(store.database, teamId)).find((tour) => tour.code === code)?.payloads[op]?.json ?? '';
const assetsOf = async (code: string) =>
  (await storedTours(store.database, teamId)).find((tour) => tour.code === code)?.assets.map(({ path }) => path);

/** Without white space between tokens; none of the cases has any inside a string that this would touch. */
const minified = (file: string) => JSON.stringify(JSON.parse(readFileSync(file, 'utf8')));

test.each([
  ['Loft\u202e by\r\nthe\tpark\u0007\u2069', 'Loft by the park'],
  ['\u200b\u202e', 'named'],
  ['\u2800', 'named'],
  ['\n 公园 👩‍🚀', '公园 👩‍🚀'],
])('the name %j is %j in lists; the payload keeps its bytes', async (name, shown) => {
  const text = JSON.stringify(basics('named', { name }));
  expect((await run([await directory.writeFile('named.json', Buffer.from(text))])).codes).toEqual(['named']);
  expect((await storedTours(store.database, teamId)).map((tour) => tour.name)).toEqual([shown]);
  expect(await jsonOf('named')).toContain(JSON.stringify(name));
});

describe('a tour that differs from the contract is served as it came, with notices', () => {
  test.each<[string, string[]]>([
    ['layers-only', ['missing vr-info.json#/model/file_url']],
    ['panoramas-only', ['missing vr-info.json#/model']],
    [
      'initial-partial',
      ['pano_index', 'longitude', 'latitude', 'fov'].map((field) => `missing vr-info.json#/initial/${field}`),
    ],
    ['tag-title-null', ['null hot-list.json#/tagList/2/data/title']],
    ['tag-corners', ['other-type hot-list.json#/tagList/1/position']],
    ['tags-in-envelope', ['envelope hot-list.json']],
    [
      'route-ragged',
      ['missing route-search.json#/list/1/path', 'null route-search.json#/list/2/panorama_style_config/texture'],
    ],
    [
      'dead-links',
      ['dead-link vr-info.json#/observers/0/accessible_nodes', 'dead-link vr-info.json#/observers/0/visible_nodes'],
    ],
    ['twice-the-index', ['index-twice vr-info.json#/observers/2/index']],
    ['missing-file', ['file-missing vr-info.json#/model/file_url']],
    ['no-base-url', ['no-base-url vr-info.json#/base_url']],
  ])('%s', async (name, expected) => {
    const { codes, notices, problems } = await run([`${cases}tours/${name}`]);
    expect({ codes, problems }).toEqual({ codes: [name], problems: [] });
    const isExpected = (notice: string) => expected.some((one) => notice === one);
    expect(notices.filter(isExpected)).toEqual(expected);
    // The cases come without the files that they name.
    expect(notices.filter((notice) => !isExpected(notice) && !notice.startsWith('file-missing '))).toEqual([]);
    expect(JSON.parse(await jsonOf(name))).toEqual(JSON.parse(minified(`${cases}tours/${name}/vr-info.json`)));
  });

  test('a dead link names both ends, a missing file the file', async () => {
    expect((await run([`${cases}tours/dead-links`])).texts).toContain(
      'vr-info.json#/observers/0/accessible_nodes: expected indexes of viewpoints, found viewpoint 0 leads to 7, which does not exist',
    );
    expect((await run([`${cases}tours/missing-file`])).texts).toEqual([
      'vr-info.json#/model/file_url: expected a file of the bundle, found "model/absent.glb", which is not in assets/',
    ]);
  });

  const viewpoint = (index: number, accessible_nodes?: number[] | null) => ({ index, accessible_nodes });
  const whole: [what: string, info: object, files: Record<string, unknown>, texts: string[]][] = [
    [
      'links that lead one way',
      { observers: [viewpoint(0, [1, 2]), viewpoint(1, [0]), viewpoint(2, [1])] },
      {},
      ['vr-info.json#/observers: expected links in both directions, found 0 → 2, 2 → 1'],
    ],
    [
      'viewpoints that nobody reaches, from the start that initial names',
      {
        initial: { pano_index: 4, longitude: 0, latitude: 0, fov: 90 },
        observers: [viewpoint(0, [1]), viewpoint(1, [0]), viewpoint(3, null), viewpoint(4, [4])],
      },
      {},
      ['vr-info.json#/observers: expected viewpoints that can be reached from the start, found 0, 1, 3'],
    ],
    [
      'more viewpoints than a notice lists',
      { observers: Array.from({ length: 9 }, (_, index) => viewpoint(index)) },
      {},
      [
        'vr-info.json#/observers: expected viewpoints that can be reached from the start, found 1, 2, 3, 4, 5 and 3 more',
      ],
    ],
    [
      'a start that does not exist',
      { initial: { pano_index: 7, longitude: 0, latitude: 0, fov: 90 }, observers: [viewpoint(0)] },
      {},
      ['vr-info.json#/initial/pano_index: expected the index of a viewpoint, found 7'],
    ],
    [
      'pictures twice, and of no viewpoint',
      { observers: [viewpoint(0)], panorama: { list: [{ index: 0 }, { index: 0 }, { index: 5 }] } },
      {},
      [
        'vr-info.json#/panorama/list/1/index: expected each index once, found 0, as at /panorama/list/0/index',
        'vr-info.json#/panorama/list/2/index: expected the index of a viewpoint, found 5',
      ],
    ],
    ...[
      'hot-list.json tagList',
      ...['route-search', 'ruler-list', 'panovideo-search', 'observer-guide-list'].map((op) => `${op}.json list`),
    ].map((place): (typeof whole)[number] => {
      const [file = '', field = ''] = place.split(' ');
      const records = [7, 8, 7, '36184089396510731', '36184089396510731'].map((id) => ({ id }));
      const twice = `${file}#/${field}/`;
      return [
        `an id twice in ${file}`,
        {},
        { [file]: { [field]: records } },
        [
          `${twice}2/id: expected each id once, found "7", as at /${field}/0/id`,
          `${twice}4/id: expected each id once, found "36184089396510731", as at /${field}/3/id`,
        ],
      ];
    }),
    [
      'pictures of other hosts: how many, and which',
      {
        picture_url: 'https://a.example/x.jpg',
        title_picture_url: 'https://a.example/x.jpg',
        panorama: { list: [{ index: 0, up: '//B.example/0_u.webp', down: 'http://B.example/0_d.webp' }] },
      },
      {},
      [
        'vr-info.json#/picture_url: expected files of the tour, found 3 pictures and other files elsewhere: 2 at b.example, 1 at a.example',
      ],
    ],
    [
      'one picture of another host',
      { picture_url: 'https://a.example/x.jpg' },
      {},
      [
        'vr-info.json#/picture_url: expected files of the tour, found 1 picture or other file elsewhere: 1 at a.example',
      ],
    ],
  ];
  test.each(whole)('%s: said, and imported', async (_, info, files, texts) => {
    const ofWhole = /each id once|each index once|both directions|reached from|index of a viewpoint|files of the tour/;
    const { codes, problems, ...found } = await run([
      await directory.write({ 'vr-info.json': basics('whole', info), ...files }),
    ]);
    expect({ codes, problems }).toEqual({ codes: ['whole'], problems: [] });
    expect(found.texts.filter((text) => ofWhole.test(text)).sort()).toEqual(texts.toSorted());
  });

  test('addresses of the tour’s files at another gateway, or of another Team: said, with the remedy', async () => {
    const filesUrl = (code: string) => `https://here.example/files/acme/${code}/`;
    const other = 'https://other.example/files/t1/copied/';
    const files = {
      'assets/a.jpg': 'a',
      'assets/b.jpg': 'b',
      'assets/c.jpg': 'c',
      'hot-list.json': {
        tagList: [
          { id: 1, media_url: `${other}a.jpg` },
          { id: 2, media_url: 'https://here.example/files/t1/copied/b.jpg' },
          { id: 3, media_url: `${other}gone.mp3` },
        ],
      },
    };
    const noticesOf = async (info: object, more: object = files) => {
      const path = await directory.write({ 'vr-info.json': basics('copied', info), ...more });
      const { texts } = await run([path], { filesUrl });
      return texts.filter((text) => /files? of the (?:tour|bundle)|that begin with|the tour names/.test(text));
    };
    const begin =
      'expected addresses that begin with https://here.example/files/acme/copied/, found others, of files that are here';
    expect(await noticesOf({ picture_url: `${other}c.jpg` })).toEqual([
      `vr-info.json#/picture_url: ${begin}: 2 at other.example/files/t1/copied/, 1 at here.example/files/t1/copied/`,
      'hot-list.json#/tagList/2/media_url: expected files of the tour, found 1 picture or other file elsewhere: 1 at other.example',
    ]);
    // A copy whose addresses are relative to the other gateway's folder.
    const pulled = { base_url: other, picture_url: 'a.jpg', title_picture_url: 'gone.jpg' };
    expect(await noticesOf(pulled, { 'assets/a.jpg': 'a' })).toEqual([
      `vr-info.json#/base_url: ${begin}: 1 at other.example/files/t1/copied/`,
      'vr-info.json#/title_picture_url: expected files of the tour, found 1 picture or other file elsewhere: 1 at other.example',
    ]);
    // Addresses that lead to this gateway and Team, whatever their scheme.
    const own = {
      base_url: 'http://here.example/files/acme/copied/',
      picture_url: '//HERE.example/files/acme/copied/b.jpg',
    };
    expect(
      await noticesOf({ ...own, title_picture_url: 'a.jpg' }, { 'assets/a.jpg': 'a', 'assets/b.jpg': 'b' }),
    ).toEqual([]);
  });

  test('links both ways between all viewpoints, and ids beyond 2^53 that a double merges, are no oddity', async () => {
    const observers = [viewpoint(0, [1]), viewpoint(1, [0, 2]), viewpoint(2, [1])];
    const routes = '{"list":[{"id":36184089396510731},{"id":36184089396510732}]}';
    const { notices } = await run([
      await directory.write({ 'vr-info.json': basics('sound', { observers }), 'route-search.json': routes }),
    ]);
    expect(notices.filter((notice) => /^(?:id-twice|one-way|unreached|dead-link|index-twice)/.test(notice))).toEqual(
      [],
    );
  });

  test('data is taken out of an envelope', async () => {
    await run([`${cases}tours/tags-in-envelope`]);
    const { data } = JSON.parse(readFileSync(`${cases}tours/tags-in-envelope/hot-list.json`, 'utf8'));
    expect(await jsonOf('tags-in-envelope', 2)).toBe(JSON.stringify(data));
  });

  test('VR-Info.JSON and Assets/ are taken for what they are', async () => {
    const { codes, notices } = await run([`${cases}tours/odd-case`]);
    expect(codes).toEqual(['odd-case']);
    expect(await assetsOf('odd-case')).toEqual(['model/room.glb']);
    expect(notices.filter((notice) => notice.startsWith('name-spelling'))).toHaveLength(2);
  });

  test('half of a surrogate pair is refused with its place', async () => {
    const { codes, problems } = await run([`${cases}tours/lone-surrogate`]);
    expect(codes).toEqual([]);
    expect(problems).toEqual([
      'vr-info.json#/name: expected characters of Unicode, found half of a surrogate pair, which no encoding can hold at line 1, column 44',
    ]);
  });

  test.each(['layers-only', 'panoramas-only', 'tag-title-null', 'tags-in-envelope', 'route-ragged'])(
    '--strict refuses %s',
    async (name) => {
      const { codes, problems } = await run([`${cases}tours/${name}`], { strict: true });
      expect(codes).toEqual([]);
      expect(problems.length).toBeGreaterThan(0);
    },
  );
});

describe('archives as people make them', () => {
  test.each<[string, string[], string, string[]]>([
    ['names-gbk', ['name-encoding'], 'names-gbk', ['全景/图.glb']],
    ['names-utf8-without-flag', [], 'names-utf8-without-flag', ['全景/图.glb']],
    ['names-nfd', ['name-spelling'], 'names-nfd', ['café/room.glb'.normalize('NFC')]],
    ['backslashes', ['name-encoding'], 'backslashes', ['model/room.glb']],
    ['four-folders-deep', [], 'four-deep', ['model/room.glb']],
  ])('%s', async (name, kinds, code, assets) => {
    const { codes, notices, problems } = await run([`${cases}zips/${name}.zip`]);
    expect({ codes, problems }).toEqual({ codes: [code], problems: [] });
    expect(await assetsOf(code)).toEqual(assets);
    expect(notices.map((notice) => notice.split(' ', 1)[0]).filter((kind) => kind?.startsWith('name-'))).toEqual(kinds);
    expect(notices.filter((notice) => notice.startsWith('file-'))).toEqual([]);
  });

  test('tours-in-a-folder', async () => {
    expect((await run([`${cases}zips/tours-in-a-folder.zip`])).codes).toEqual(['folder-a', 'folder-b']);
  });

  test('everything that is not taken is named; what macOS adds is left out', async () => {
    const archive = zipArchive([
      { name: 'a/b/vr-info.json', content: JSON.stringify(basics('deep')) },
      { name: 'a/b/assets/model.glb', content: 'x' },
      { name: 'a/b/notes.txt', content: 'x' },
      { name: 'a/read me.docx', content: 'x' },
      { name: '__MACOSX/a/b/._vr-info.json', content: 'x' },
    ]);
    const file = await directory.writeFile('mixed.zip', archive);
    const { codes, notices } = await run([file]);
    expect(codes).toEqual(['deep']);
    expect(notices.map((notice) => notice.replace(file, 'mixed.zip')).sort()).toEqual([
      'file-unused assets',
      'not-taken mixed.zip/a/read me.docx',
      'not-taken notes.txt',
    ]);
  });

  test.each(['..\\evil.txt', 'assets\\..\\..\\evil.txt', 'C:\\evil.txt', '\\evil.txt'])(
    'a backslash opens no way out: %s',
    async (name) => {
      const archive = zipArchive([{ name: 'vr-info.json', content: JSON.stringify(basics('t')) }, { name }]);
      const { codes, problems } = await run([await directory.writeFile('evil.zip', archive)]);
      expect(codes).toEqual([]);
      expect(problems).toHaveLength(1);
    },
  );
});

describe('what comes wrapped is unwrapped', () => {
  const work = { vr_code: 'w', model: { file_url: 'https://cdn.example/m.glb' } };
  test.each<[string, unknown, string[]]>([
    ['an envelope', { code: 0, msg: 'ok', data: work }, ['envelope']],
    [
      'our envelope',
      {
        request_id: 'r',
        trace_id: 't',
        business_code: '0',
        osi_request_id: '',
        code: 0,
        status: 'success',
        cost: 1,
        data: work,
      },
      ['envelope'],
    ],
    ['a string', JSON.stringify(JSON.stringify(work)), ['encoded-twice']],
    ['a string in an envelope', { code: 0, data: JSON.stringify(work) }, ['envelope', 'encoded-twice']],
    ['an array of one', [work], ['array-of-works']],
  ])('%s', async (_, content, kinds) => {
    const { codes, notices, problems } = await run([await directory.writeFile('w.json', content)]);
    expect({ codes, problems }).toEqual({ codes: ['w'], problems: [] });
    expect(notices.map((notice) => notice.split(' ', 1)[0]).filter((kind) => kind !== 'other-hosts')).toEqual(kinds);
    expect(JSON.parse(await jsonOf('w'))).toMatchObject(work);
  });

  test('an array of works is several tours; a broken one takes none with it', async () => {
    const file = await directory.writeFile('works.json', [{ ...work, vr_code: 'a' }, 7, { model: null }]);
    const refused = await run([file]);
    expect(refused.problems).toHaveLength(1);
    const sound = await run([await directory.writeFile('works.json', [{ ...work, vr_code: 'a' }, { model: null }])]);
    expect(sound.codes).toEqual(['a', 'works-2']);
  });

  test('the answer of a call that failed is no payload', async () => {
    const { problems } = await run([
      await directory.writeFile('w.json', { code: -1, msg: 'no such tour', data: null }),
    ]);
    expect(problems).toEqual([
      'w.json#/data: expected the data of an answer that succeeded, found null, with code "-1", msg "no such tour"',
    ]);
  });
});

test('an estate of ragged tours is imported, and each way is counted exactly', { tags: 'slow' }, async () => {
  const { files, counts } = raggedEstate(180);
  const root = await directory.write(files, 'estate');
  const dry = await run([root], { dryRun: true });
  expect(await storedTours(store.database, teamId)).toEqual([]);
  const summary = problemSummary();
  const { codes, problems, texts } = await run([root], { onTour: summary.add });
  // Transactions that are written at once end in any order.
  expect([codes.length, problems, texts.sort()]).toEqual([180, [], dry.texts.sort()]);
  expect(Object.fromEntries(summary.groups().map(({ problem, tours }) => [problem, tours]))).toEqual(counts);
});

describe('tours in other forms that mean the same are taken, and it is said', () => {
  const json = (value: unknown) => JSON.stringify(value);
  const works = [basics('one'), basics('two')];
  test.each<readonly [string, string, string | Buffer, readonly string[], string]>([
    ['JSON lines', 'works.json', works.map(json).join('\n'), ['one', 'two'], 'array-of-works works.json'],
    [
      'JSON lines by their name',
      'works.ndjson',
      `${works.map(json).join('\r\n')}\r\n`,
      ['one', 'two'],
      'array-of-works works.ndjson',
    ],
    [
      'JSON lines in UTF-16, as a redirection of PowerShell writes them',
      'works.jsonl',
      Buffer.from(`\ufeff${works.map(json).join('\r\n')}\r\n`, 'utf16le'),
      ['one', 'two'],
      'text-encoding works.jsonl',
    ],
    [
      'a list with its total',
      'works.json',
      json({ list: works, total: 2 }),
      ['one', 'two'],
      'array-of-works works.json#/0',
    ],
    [
      'a list in an envelope',
      'works.json',
      json({ code: 0, data: { list: works } }),
      ['one', 'two'],
      'envelope works.json',
    ],
    [
      'an array of answers',
      'works.json',
      json(works.map((data) => ({ code: 0, msg: '', data }))),
      ['one', 'two'],
      'envelope works.json',
    ],
    ['an array of strings', 'works.json', json(works.map(json)), ['one', 'two'], 'encoded-twice works.json'],
    ['result', 'a/vr-info.json', json({ code: 0, result: works[0] }), ['one'], 'envelope vr-info.json'],
    ['payload', 'a/vr-info.json', json({ success: true, payload: works[0] }), ['one'], 'envelope vr-info.json'],
    [
      'another word for the code',
      'a/vr-info.json',
      json({ ret: 0, msg: 'ok', data: works[0] }),
      ['one'],
      'envelope vr-info.json',
    ],
    ['data alone', 'a/vr-info.json', json({ data: works[0] }), ['one'], 'envelope vr-info.json'],
    [
      'UTF-16 with its mark',
      'a/vr-info.json',
      Buffer.from(`\ufeff${json(works[0])}`, 'utf16le'),
      ['one'],
      'text-encoding vr-info.json',
    ],
    [
      'UTF-16 of the other order',
      'a/vr-info.json',
      Buffer.from(json(works[0]), 'utf16le').swap16(),
      ['one'],
      'text-encoding vr-info.json',
    ],
    ['zeros behind the end', 'a/vr-info.json', `${json(works[0])}\0\0`, ['one'], 'text-encoding vr-info.json'],
    ['a file name with underscores', 'a/vr_info.json', json(works[0]), ['one'], 'name-spelling vr_info.json'],
    ['a file name in camel case', 'a/vrInfo.json', json(works[0]), ['one'], 'name-spelling vrInfo.json'],
    [
      'a code that is a number',
      'a/vr-info.json',
      json({ ...basics(''), resource_code: 12345 }),
      ['12345'],
      'other-type vr-info.json#/resource_code',
    ],
    [
      'a code of the older shape that is a number',
      'a/vr-info.json',
      json({ ...basics(''), resource_code: undefined, vr_code: 12345 }),
      ['12345'],
      'missing vr-info.json#/resource_code',
    ],
    [
      'an archive by another name',
      'tour.json',
      zipArchive([{ name: 'vr-info.json', content: json(works[0]) }]),
      ['one'],
      'file-missing vr-info.json#/model/file_url',
    ],
    ['a work by another name', 'tour.zip', json(works[0]), ['one'], 'file-missing tour.zip#/model/file_url'],
  ])('%s', async (_, name, content, codes, notice) => {
    const found = await run([await directory.write({ [name]: content })]);
    expect([found.codes, found.problems]).toEqual([codes, []]);
    if (!notice.startsWith('file-missing')) expect(found.notices).toContain(notice);
  });

  test('an empty file of an operation leaves that operation out', async () => {
    const found = await run([await directory.write({ 'vr-info.json': basics('one'), 'hot-list.json': '' })]);
    expect(found.codes).toEqual(['one']);
    expect(found.notices).toContain('operation-left-out hot-list.json');
  });

  test.each(['', './.', '././.'])('a file that is named %j is left out by a notice', async (name) => {
    const archive = zipArchive([
      { name: 'vr-info.json', content: json(basics('one')) },
      { name, content: '{}' },
    ]);
    const { codes, notices, problems } = await run([await directory.writeFile('nameless.zip', archive)]);
    expect([codes, problems]).toEqual([['one'], []]);
    expect(notices).toContainEqual(expect.stringMatching(/^not-taken /));
  });

  test('the archives in an archive, one broken', async () => {
    const inner = (code: string) => zipArchive([{ name: 'vr-info.json', content: json(basics(code)) }]);
    const archive = zipArchive([
      { name: 'one.zip', content: inner('one') },
      { name: 'deep/two.zip', content: zipArchive([{ name: 'two.zip', content: inner('two') }]) },
      { name: 'broken.zip', content: inner('three').subarray(0, 50) },
      { name: '__MACOSX/._one.zip', content: 'x' },
      { name: 'desktop.ini', content: 'x' },
    ]);
    const found = await run([await directory.writeFile('all.zip', archive)]);
    expect(found.codes).toEqual(['one', 'two']);
    expect(found.problems).toEqual([expect.stringMatching(/broken\.zip: expected a sound \.zip archive/)]);
    expect(found.notices.filter((notice) => notice.startsWith('not-taken'))).toEqual([]);
  });

  test('a list in which everything is odd is imported, with as many notices as anybody needs', {
    tags: 'slow',
  }, async () => {
    const list = `{"list":[${'{"id":1},'.repeat(150_000)}{"id":1}]}`;
    const found = await run([await directory.write({ 'vr-info.json': basics('one'), 'ruler-list.json': list })]);
    expect([found.codes, found.problems]).toEqual([['one'], []]);
    expect(found.notices.filter((notice) => notice.startsWith('id-twice'))).toHaveLength(10_000);
  });

  test('what tools leave behind in an archive is not looked into', async () => {
    const archive = zipArchive([
      { name: 'one/vr-info.json', content: json(basics('one')) },
      { name: '.vscode/settings.json', content: '{"editor.tabSize":2}' },
      { name: 'node_modules/tool/package.json', content: '{"name":"tool"}' },
      { name: '__MACOSX/._one', content: 'x' },
    ]);
    const { codes, problems } = await run([await directory.writeFile('project.zip', archive)]);
    expect([codes, problems]).toEqual([['one'], []]);
  });

  test.each([
    ['Shift_JIS', '写真/表.jpg', '8eca905e2f955c2e6a7067'],
    ['Big5', '圖片/客廳.jpg', 'b9cfa4f92fabc8c6552e6a7067'],
    ['EUC-KR', '사진/거실.jpg', 'bbe7c1f82fb0c5bdc72e6a7067'],
    ['EUC-JP', '写真/居間.jpg', 'bcccbfbf2fb5efb4d62e6a7067'],
    ['GB 18030', '照片/客厅.jpg', 'd5d5c6ac2fbfcdccfc2e6a7067'],
    ['Windows-1252', 'küche/größe.jpg', '6bfc6368652f6772f6df652e6a7067'],
    ['CP437', 'küche.jpg', '6b816368652e6a7067'],
  ])('names in %s are read as the tour names its files', async (encoding, path, hex) => {
    const raw = Buffer.concat([Buffer.from('assets/'), Buffer.from(hex, 'hex')]);
    const info = json(basics('one', { picture_url: encoding === 'Big5' ? encodeURI(path) : path }));
    const archive = zipArchive([
      { name: 'vr-info.json', content: info },
      { name: raw, content: 'x', flags: 0 },
    ]);
    const found = await run([await directory.writeFile('names.zip', archive)]);
    expect(await assetsOf('one')).toEqual([path]);
    expect(found.texts.join()).toContain(`read as ${encoding}`);
  });

  test('names with dots and empty segments are the paths that they mean', async () => {
    const info = json(basics('one', { picture_url: 'a.jpg' }));
    const archive = zipArchive([
      { name: './', content: '' },
      { name: './t/vr-info.json', content: info },
      { name: './t//assets/./a.jpg', content: 'x' },
    ]);
    expect((await run([await directory.writeFile('dots.zip', archive)])).codes).toEqual(['one']);
    expect(await assetsOf('one')).toEqual(['a.jpg']);
  });

  test.each([
    ['a 7z archive', Buffer.from('377abcaf271c0004', 'hex')],
    ['a gzip file', Buffer.from('1f8b080000000000', 'hex')],
    ['a RAR archive', Buffer.from('526172211a070100', 'hex')],
    ['an empty file', Buffer.alloc(0)],
  ])('%s is refused in a sentence', async (what, bytes) => {
    const { problems } = await run([await directory.writeFile('tour.zip', bytes)]);
    expect(problems).toEqual([
      `tour.zip: expected a .zip archive, or a work in a .json file, found ${what}${bytes.length > 0 ? '; pack its files as .zip' : ''}`,
    ]);
  });

  test.each([
    [
      'text in GB 18030, whose encoding nothing tells',
      Buffer.from('7b2261223a22bfcdccfc227d', 'hex'),
      'expected UTF-8',
    ],
    ['a script', 'window.x = {}', 'expected a value'],
    ['a comma too many', '{"resource_code":"a",}', 'expected a key in double quotes'],
    ['NaN', '{"resource_code":"a","x":NaN}', 'expected a value'],
    ['an object with data and fields of its own', '{"data":{"resource_code":"a"},"tours":1}', 'expected a work'],
    [
      'a list of tours, which says nothing of what they show',
      '{"list":[{"resource_code":"a","name":"A"}]}',
      'expected a work',
    ],
    ['an answer that failed', '{"code":404,"msg":"none","data":null}', 'expected the data of an answer that succeeded'],
  ])('what cannot be served, or would mislead, stays refused: %s', async (_, content, problem) => {
    const { codes, problems } = await run([await directory.writeFile('work.json', content)]);
    expect(codes).toEqual([]);
    expect(problems.join()).toContain(problem);
  });
});
