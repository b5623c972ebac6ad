import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useStore } from '../../testing/database.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { problemsOf, reportOf, type UploadSuite, uploadSuite } from '../../testing/uploads.ts';
import { basics } from '../../tours/import/testing/bundle.ts';
import { type ArchiveEntry, zipArchive } from '../../tours/import/testing/zip-archive.ts';

const store = useStore();
let suite: UploadSuite;
beforeEach(async () => {
  suite = await uploadSuite(store.database);
});
afterEach(() => suite.close());

const info: ArchiveEntry = { name: 'vr-info.json', content: JSON.stringify(basics('t')) };
const SYMBOLIC_LINK = 0o120777;
const MEBIBYTE = 1024 * 1024;

slowAfter(4, [
  ['a path upwards', [info, { name: '../evil.txt' }], /invalid relative path/],
  ['a path upwards further inside', [info, { name: 'assets/../../evil.txt' }], /invalid relative path/],
  ['an absolute path', [info, { name: '/tmp/evil.txt' }], /absolute path/],
  ['a drive', [info, { name: 'C:/evil.txt' }], /absolute path/],
  ['a path upwards in backslashes', [info, { name: 'assets\\..\\..\\evil.txt' }], /invalid relative path/],
  // What the tour cannot be without.
  ['a symbolic link alone', [{ ...info, content: '/etc/passwd', mode: SYMBOLIC_LINK }], /found a symbolic link/],
  [
    'encrypted VR basic data',
    [
      { ...info, flags: 0x801 },
      { name: 'hot-list.json', content: '{}' },
    ],
    /an encrypted file/,
  ],
  [
    'an archive encrypted as a whole',
    [
      { ...info, flags: 0x801 },
      { name: 'assets/a', flags: 0x801 },
    ],
    /an encrypted file/,
  ],
  ['VR basic data in an unknown compression', [{ ...info, method: 12 }], /compression method 12/],
  ['a wrong checksum', [{ ...info, claimedChecksum: 1 }], /do not match their checksum/],
  ['more bytes than it claims', [{ ...info, claimedSize: 10 }], /too many bytes|more/],
  ['fewer bytes than it claims', [{ ...info, claimedSize: 5000 }], /not enough bytes|fewer/],
  [
    'JSON that would be parsed in one go and is too large',
    [{ name: 'vr-info.json', content: Buffer.alloc(9 * MEBIBYTE, 0x20) }],
    /expected at most 8 MiB, found more/,
  ],
  [
    'JSON of that size by another name',
    [{ name: 'works.jsonl', content: Buffer.alloc(9 * MEBIBYTE, 0x20) }],
    /works\.jsonl#: expected at most 8 MiB, found more/,
  ],
  [
    'JSON of that size in a folder that is called like that of files',
    [{ name: 'assets/t/vr-info.json', content: Buffer.alloc(9 * MEBIBYTE, 0x20) }],
    /expected at most 8 MiB, found more/,
  ],
  [
    'JSON that is too large together',
    [
      info,
      ...['hot-list', 'ruler-list'].map((name) => ({
        name: `${name}.json`,
        content: Buffer.alloc(5 * MEBIBYTE, 0x20),
      })),
    ],
    /ruler-list\.json#: expected at most 8 MiB of JSON in a tour, found more/,
  ],
  [
    'a claim to unpack to more than a gibibyte',
    [info, ...Array.from({ length: 20 }, (_, index) => ({ name: `assets/${index}`, claimedSize: 60 * MEBIBYTE }))],
    /expected at most 1024 MiB, found more/,
  ],
  [
    'too many tours',
    Array.from({ length: 501 }, (_, index) => ({ name: `${index}/vr-info.json`, content: '{}' })),
    /expected at most 500 tours, found 501/,
  ],
  [
    'too many works in one file',
    [{ name: 'works.json', content: JSON.stringify(Array.from({ length: 501 }, () => ({ model: null }))) }],
    /works\.json#: expected at most 500 tours, found 501/,
  ],
  [
    'too many files',
    [info, ...Array.from({ length: 50_000 }, (_, index) => ({ name: `assets/${index}`, method: 0 }))],
    /expected at most 50000 files, found 50001/,
  ],
  ['folders without end', [info, { name: `assets/${'d/'.repeat(40)}f` }], /more than 16 folders/],
])('refused whole: %s', async (_, entries, expected) => {
  const answer = await suite.zip(entries);
  expect(problemsOf(answer).join('\n')).toMatch(expected);
  expect(answer.body).not.toMatch(/uploads|openhouse-upload-suite/);
  expect([await suite.tours(), suite.leftovers()]).toEqual([[], []]);
  expect(existsSync(join(tmpdir(), 'evil.txt'))).toBe(false);
});

const notTaken = (path: string, found: string) =>
  `${path}: expected a plain file or folder, found ${found}; not imported: readers never see it`;

test.each<[string, readonly ArchiveEntry[], string, readonly string[]]>([
  [
    'a symbolic link',
    [{ name: 'assets/link', content: '/etc/passwd', mode: SYMBOLIC_LINK }],
    notTaken('assets/link', 'a symbolic link'),
    [],
  ],
  ['a device', [{ name: 'assets/device', mode: 0o060644 }], notTaken('assets/device', 'a special file'), []],
  [
    'an encrypted file',
    [{ name: 'assets/a', content: 'x', flags: 0x801 }],
    notTaken('assets/a', 'an encrypted file'),
    [],
  ],
  [
    'an unknown compression',
    [{ name: 'assets/a', content: 'x', method: 12 }],
    notTaken('assets/a', 'a file in compression method 12'),
    [],
  ],
  [
    'one path twice with the same bytes',
    [
      { name: 'assets/a', content: 'x' },
      { name: 'assets/./a', content: 'x' },
    ],
    'assets/a: expected each path once, found the same file twice; taken once',
    ['x'],
  ],
  [
    'one path twice with other bytes',
    [
      { name: 'assets/a', content: 'old' },
      { name: 'assets/a', content: 'newer' },
    ],
    'assets/a: expected each path once, found two files of this path, of 3 and 5 bytes; the last one is taken, as programs that unpack archives do',
    ['newer'],
  ],
  [
    'a file that is a folder too',
    [{ name: 'assets/a', content: 'file' }, { name: 'assets/a/b', content: 'below' }, { name: 'assets/a/' }],
    notTaken('assets/a', 'a file and a folder of the same name'),
    ['below'],
  ],
])('the tour is imported without %s, which is named', async (_, entries, notice, contents) => {
  const answer = await suite.zip([info, ...entries]);
  const { imported, refused, problems } = reportOf(answer);
  expect(refused).toEqual([]);
  expect(imported).toHaveLength(1);
  expect(imported[0]?.warnings).toContain(notice);
  expect(problems.map(({ kind }) => kind)).toContain(
    contents.length === 0 || /plain/.test(notice) ? 'not-taken' : 'path-twice',
  );
  const door = await store.database.connectAsOwner();
  await door.query("set app.team = '*'");
  const { rows } = await door.query<{ sha256: Buffer }>('select sha256 from asset');
  await door.end();
  const hashes = contents.map((content) => createHash('sha256').update(content).digest('hex'));
  expect(rows.map(({ sha256 }) => sha256.toString('hex'))).toEqual(hashes);
  expect(answer.body).not.toMatch(/passwd/);
});

test('a folder twice is one folder, and what is odd outside of the tour is named too', async () => {
  const answer = await suite.zip([
    { name: 'a/' },
    { name: 'a/' },
    { ...info, name: 'a/vr-info.json' },
    { name: 'readme', content: '/etc/passwd', mode: SYMBOLIC_LINK },
    { name: '.hidden', content: '/etc/passwd', mode: SYMBOLIC_LINK },
  ]);
  const { imported } = reportOf(answer);
  expect(imported[0]?.warnings.filter((warning) => warning.includes('plain file'))).toEqual([
    notTaken('tours.zip/readme', 'a symbolic link'),
  ]);
});

test('an archive of the size of a name that unpacks to megabytes of zeros is held to what a file may be', {
  tags: 'slow',
}, async () => {
  const answer = await suite.zip([info, { name: 'assets/zeros', content: Buffer.alloc(65 * MEBIBYTE) }]);
  expect(problemsOf(answer).join('\n')).toMatch(/expected at most 64 MiB, found more/);
});

test('an archive that lists more files than it counts is refused whole', async () => {
  const archive = zipArchive([info, { name: 'assets/a', content: 'x' }]);
  const countAt = archive.length - 12;
  archive.writeUInt16LE(1, countAt);
  const answer = await suite.owner.upload('/api/tours/imports?name=a.zip', 'application/zip', archive);
  expect(problemsOf(answer)).toEqual([expect.stringMatching(/^a\.zip#: .* a list of files that does not fit its end/)]);
  expect([await suite.tours(), suite.leftovers()]).toEqual([[], []]);
});

test('an archive cut off at any place is refused', { tags: 'slow' }, async () => {
  const whole = zipArchive([info, { name: 'assets/a', content: 'x'.repeat(100) }]);
  for (let length = 0; length < whole.length; length += 7) {
    const answer = await suite.owner.upload(
      '/api/tours/imports?name=a.zip',
      'application/zip',
      whole.subarray(0, length),
    );
    expect(problemsOf(answer)).toHaveLength(1);
  }
  expect([await suite.tours(), suite.leftovers()]).toEqual([[], []]);
});
