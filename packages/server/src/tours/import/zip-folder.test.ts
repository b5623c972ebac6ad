import { describe, expect, test } from 'vitest';
import { bytesSource } from './byte-source.ts';
import { readWhole } from './folder.ts';
import { type ImportLimits, importLimits } from './limits.ts';
import { TourRefused } from './problem.ts';
import { type ArchiveEntry, zipArchive } from './testing/zip-archive.ts';
import { zipFolder } from './zip-folder.ts';

const open = (entries: readonly ArchiveEntry[], limits: Partial<ImportLimits> = {}) =>
  zipFolder(bytesSource(zipArchive(entries)), 'a.zip', { ...importLimits, ...limits });
const file = (name: string | Buffer, content = 'x'): ArchiveEntry => ({ name, content });

/** What an archive is taken for: its files, and what is said of it. */
async function taken(entries: readonly ArchiveEntry[], limits?: Partial<ImportLimits>) {
  const folder = await open(entries, limits);
  const { sizes, leftOut } = await folder.files();
  return {
    files: [...sizes.keys()],
    said: [...folder.notices, ...leftOut].map(({ kind, file, found }) => `${kind} ${file}: ${found}`),
  };
}

const refusal = (opened: Promise<unknown>) =>
  opened.then(
    () => 'taken',
    (error: unknown) =>
      error instanceof TourRefused
        ? error.problems.map(({ file, expected, found }) => `${file}: ${expected}, ${found}`).join()
        : error,
  );

describe('the path of an entry', () => {
  test('is taken without what means nothing', async () => {
    expect(await taken([file('./a//b'), file('c/./d')])).toEqual({ files: ['a/b', 'c/d'], said: [] });
  });

  test('that macOS left behind is none', async () => {
    expect(await taken([file('__MACOSX/._a'), file('b/__MACOSX/._a'), file('__MACOSX2/a')])).toEqual({
      files: ['__MACOSX2/a'],
      said: [],
    });
  });

  test('may have backslashes between folders', async () => {
    expect(await taken([file('a\\b'), file('a\\c'), file('d')])).toEqual({
      files: ['a/b', 'a/c', 'd'],
      said: ['name-encoding a.zip: 2 names with backslashes, such as "a/b"'],
    });
    expect((await taken([file('a\\b')])).said).toEqual(['name-encoding a.zip: 1 name with backslashes, such as "a/b"']);
  });

  test.each(['../a', 'a/../../b', '/a', 'C:/a', '..\\a'])('%s leads outside: the archive is refused', async (name) => {
    expect(await refusal(open([file(name)]))).toMatch(
      /^a\.zip: a sound \.zip archive, (?:invalid relative|absolute) path/,
    );
  });

  test('is taken below sixteen folders, and not below seventeen', async () => {
    const below = (folders: number) => `${'f/'.repeat(folders)}a`;
    expect((await taken([file(below(16))])).files).toEqual([below(16)]);
    expect(await refusal(open([file(below(17))]))).toBe(
      `a.zip/${below(17)}: a plain file or folder, a path of more than 16 folders`,
    );
  });
});

describe('what cannot be taken is left out, and named', () => {
  const [LINK, FIFO, REGULAR, FOLDER] = [0o120777, 0o010644, 0o100644, 0o040755];
  test.each<[string, ArchiveEntry, string[], string[]]>([
    ['a symbolic link', { ...file('a'), mode: LINK }, ['b'], ['not-taken a: a symbolic link']],
    ['a special file', { ...file('a'), mode: FIFO }, ['b'], ['not-taken a: a special file']],
    ['an encrypted file', { ...file('a'), flags: 0x801 }, ['b'], ['not-taken a: an encrypted file']],
    ['another compression', { ...file('a'), method: 12 }, ['b'], ['not-taken a: a file in compression method 12']],
    ['a file without a name', file('.'), ['b'], ['not-taken : a file without a name']],
    ['nothing of a plain file', { ...file('a'), mode: REGULAR }, ['a', 'b'], []],
    ['nothing of a folder', { name: 'a/', mode: FOLDER }, ['b'], []],
    ['nothing of a file that is stored', { ...file('a'), method: 0 }, ['a', 'b'], []],
  ])('%s', async (_, entry, files, said) => {
    expect(await taken([entry, file('b')])).toEqual({ files, said });
  });

  test('of one path twice the first', async () => {
    const folder = await open([file('a', 'one'), file('a', 'other')]);
    expect((await readWhole(folder, 'a')).toString()).toBe('other');
    const said = async (...contents: string[]) => (await taken(contents.map((content) => file('a', content)))).said;
    expect(await said('one', 'other')).toEqual(['path-twice a: two files of this path, of 3 and 5 bytes']);
    expect(await said('one', 'two')).toEqual(['path-twice a: two files of this path, of 3 and 3 bytes']);
    expect(await said('one', 'one')).toEqual(['path-twice a: the same file twice']);
  });

  test('a file of the name of a folder, wherever it stands and at any depth', async () => {
    expect(await taken([file('a'), file('a/b/c')])).toEqual({
      files: ['a/b/c'],
      said: ['not-taken a: a file and a folder of the same name'],
    });
    const said = ['not-taken a/b: a file and a folder of the same name'];
    for (const entries of [
      [file('a/b'), file('a/b/c'), file('a/b/d')],
      [file('a/b/c'), file('a/b/d'), file('a/b')],
    ])
      expect(await taken(entries)).toEqual({ files: ['a/b/c', 'a/b/d'], said });
  });
});

describe('a folder of an archive', () => {
  const entries = [
    file('b/y/2'),
    file('b/x'),
    file('a'),
    file('b/y/1'),
    file('b/zz'),
    { ...file('b/z/link'), mode: 0o120777 },
  ];

  test('lists its own entries, in order', async () => {
    const top = await open(entries);
    expect(await top.entries()).toEqual([
      { name: 'a', kind: 'file' },
      { name: 'b', kind: 'folder' },
    ]);
    expect(await top.folder('b').entries()).toEqual([
      { name: 'x', kind: 'file' },
      { name: 'y', kind: 'folder' },
      { name: 'zz', kind: 'file' },
    ]);
    expect(await top.folder('none').entries()).toEqual([]);
  });

  test('has its files at any depth, by their paths from it, and what was left out there', async () => {
    const folder = (await open(entries)).folder('b');
    const { sizes, leftOut } = await folder.files();
    expect([folder.label, [...sizes]]).toEqual([
      'a.zip/b',
      [
        ['x', 1],
        ['y/1', 1],
        ['y/2', 1],
        ['zz', 1],
      ],
    ]);
    expect(leftOut.map(({ kind, file }) => `${kind} ${file}`)).toEqual(['not-taken z/link']);
    expect((await (await open(entries)).folder('b').folder('y').files()).leftOut).toEqual([]);
    expect((await readWhole(folder.folder('y'), '1')).toString()).toBe('x');
    await expect(readWhole(folder, 'a')).rejects.toThrow('a.zip/b/a is not in the archive');
  });

  test('gives no byte of a file that is not what its checksum says', async () => {
    const folder = await open([{ ...file('a'), claimedChecksum: 1 }]);
    expect(await refusal(readWhole(folder, 'a'))).toBe(
      'a.zip/a: a sound .zip archive, bytes that do not match their checksum',
    );
  });
});

describe('an archive is taken up to its limits, and refused beyond', () => {
  test('files', async () => {
    const limits = { archiveFiles: 2 };
    expect((await taken([file('a'), file('b')], limits)).files).toEqual(['a', 'b']);
    expect(await refusal(open([file('a'), file('b'), file('c')], limits))).toBe('a.zip: at most 2 files, 3');
  });

  test('bytes of all files, as it claims them', async () => {
    const limits = { archiveBytes: 1024 * 1024 };
    const half = 'x'.repeat(512 * 1024);
    expect((await taken([file('a', half), file('b', half)], limits)).files).toEqual(['a', 'b']);
    expect(await refusal(open([file('a', half), file('b', half), file('c')], limits))).toBe(
      'a.zip: at most 1 MiB, more',
    );
  });
});

describe('names that are not UTF-8 are read in the encoding', () => {
  /** 客厅 in GB 18030; in Shift_JIS it is ｿﾍﾌ and half of a character, in Big5 諦泉. */
  const room = Buffer.from([0xbf, 0xcd, 0xcc, 0xfc]);
  const plain = (name: Buffer): ArchiveEntry => ({ name, content: 'x', flags: 0 });
  const named = (...parts: (string | Buffer)[]) => plain(Buffer.concat(parts.map((part) => Buffer.from(part))));
  const big5 = new TextDecoder('big5').decode(room);
  const readAs = async (...entries: ArchiveEntry[]) => {
    const { files, said } = await taken([...entries, named('m/', room, '.jpg')]);
    return [
      files.find((path) => path.startsWith('m/')),
      said.flatMap((one) => /read as (.*), such/.exec(one)?.[1] ?? []),
    ];
  };

  test('that is preferred, where nothing decides', async () => {
    expect(await readAs()).toEqual(['m/客厅.jpg', ['GB 18030']]);
  });

  const escaped = [...big5].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
  test.each([
    ['as it is', `{"a":"m/${big5}.jpg"}`],
    ['in character escapes', `{"a":"m/${escaped.toUpperCase().replaceAll('\\U', '\\u')}.jpg"}`],
    ['in an address', `{"a":"https://x.example/m/${encodeURIComponent(big5)}.jpg?v=1"}`],
    ['with capitals in its own name', `{"a":"${big5}.jpg"}`],
  ])('in which a tour names them %s', async (how, json) => {
    const name = how.startsWith('with capitals') ? 'A.JSON' : 'a.json';
    expect(await readAs(file(name, json))).toEqual([`m/${big5}.jpg`, ['Big5']]);
  });

  test.each<[string, ArchiveEntry]>([
    ['that is damaged', { ...file('a.json', `{"a":"${big5}.jpg"}`), claimedChecksum: 1, claimedSize: 3 }],
    ['that is encrypted', { ...file('a.json', `{"a":"${big5}.jpg"}`), flags: 0x801 }],
    ['that is no JSON by its name', file('a.txt', `{"a":"${big5}.jpg"}`)],
    ['that names it with a broken address', file('a.json', `{"a":"%ff/${encodeURIComponent(big5)}%ff.jpg"}`)],
    ['that names no whole name', file('a.json', `{"a":"x${big5}.jpg"}`)],
  ])('that is preferred, beside a file %s', async (_, witness) => {
    expect(await readAs(witness)).toEqual(['m/客厅.jpg', ['GB 18030']]);
  });

  test('that is preferred, when too much would have to be read to decide', { tags: 'slow' }, async () => {
    const deciding = `{"a":"${big5}.jpg"}`;
    const others = (count: number) => Array.from({ length: count }, (_, at) => file(`${at}.json`, '{}'));
    expect(await readAs(...others(19), file('a.json', deciding))).toEqual([`m/${big5}.jpg`, ['Big5']]);
    expect(await readAs(...others(20), file('a.json', deciding))).toEqual(['m/客厅.jpg', ['GB 18030']]);
    const padded = (bytes: number) => deciding + ' '.repeat(bytes - Buffer.byteLength(deciding));
    const [whole, half] = [8 * 1024 * 1024, 4 * 1024 * 1024];
    expect(await readAs(file('a.json', padded(whole)))).toEqual([`m/${big5}.jpg`, ['Big5']]);
    expect(await readAs(file('a.json', padded(whole + 1)))).toEqual(['m/客厅.jpg', ['GB 18030']]);
    expect(await readAs(file('0.json', ' '.repeat(half + 1)), file('a.json', padded(half)))).toEqual([
      'm/客厅.jpg',
      ['GB 18030'],
    ]);
  });

  test('of which most names are in the tours', async () => {
    const json = `{"a":"${big5}1.jpg","b":"客厅2.jpg","c":"${big5}3.jpg"}`;
    const rooms = ['1', '2', '3'].map((digit) => named('m/n/', room, digit, '.jpg'));
    expect((await taken([...rooms, file('a.json', json)])).said).toEqual([
      `name-encoding a.zip: 3 names in another encoding, read as Big5, such as "m/n/${big5}1.jpg"`,
    ]);
  });
});
