import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useStore } from '../../testing/database.ts';
import { problemsOf, type UploadSuite, uploadSuite } from '../../testing/uploads.ts';
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

test.each<[string, readonly ArchiveEntry[], RegExp]>([
  ['a path upwards', [info, { name: '../evil.txt' }], /invalid relative path/],
  ['a path upwards further inside', [info, { name: 'assets/../../evil.txt' }], /invalid relative path/],
  ['an absolute path', [info, { name: '/tmp/evil.txt' }], /absolute path/],
  ['a drive', [info, { name: 'C:/evil.txt' }], /absolute path/],
  ['a path upwards in backslashes', [info, { name: 'assets\\..\\..\\evil.txt' }], /invalid relative path/],
  [
    'a symbolic link',
    [info, { name: 'assets/link', content: '/etc/passwd', mode: SYMBOLIC_LINK }],
    /a link or special/,
  ],
  ['a device', [info, { name: 'assets/device', mode: 0o060644 }], /a link or special file/],
  ['an encrypted file', [info, { name: 'assets/a', content: 'x', flags: 0x801 }], /an encrypted file/],
  ['an unknown compression', [info, { name: 'assets/a', content: 'x', method: 12 }], /compression method 12/],
  ['one path twice', [info, { name: 'assets/a' }, { name: 'assets/a' }], /the same path twice/],
  ['a file that is a folder too', [info, { name: 'assets' }, { name: 'assets/a' }], /found both/],
  ['a wrong checksum', [{ ...info, claimedChecksum: 1 }], /do not match their checksum/],
  ['more bytes than it claims', [{ ...info, claimedSize: 10 }], /too many bytes|more/],
  ['fewer bytes than it claims', [{ ...info, claimedSize: 5000 }], /not enough bytes|fewer/],
  [
    'JSON that would be parsed in one go and is too large',
    [{ name: 'vr-info.json', content: Buffer.alloc(9 * MEBIBYTE, 0x20) }],
    /expected at most 8 MiB, found more/,
  ],
  [
    'a claim to unpack to more than a gibibyte',
    [info, ...Array.from({ length: 20 }, (_, index) => ({ name: `assets/${index}`, claimedSize: 60 * MEBIBYTE }))],
    /expected at most 1024 MiB, found more/,
  ],
  [
    'too many tours',
    Array.from({ length: 501 }, (_, index) => ({ name: `${index}/vr-info.json`, content: '{}' })),
    /expected at most 500 tours, found more/,
  ],
  ['folders without end', [info, { name: `assets/${'d/'.repeat(40)}f` }], /more than 16 folders/],
])('refused whole: %s', async (_, entries, expected) => {
  const answer = await suite.zip(entries);
  expect(problemsOf(answer).join('\n')).toMatch(expected);
  expect(answer.body).not.toMatch(/uploads|openhouse-upload-suite/);
  expect([await suite.tours(), suite.leftovers()]).toEqual([[], []]);
  expect(existsSync(join(tmpdir(), 'evil.txt'))).toBe(false);
});

test('an archive of the size of a name that unpacks to megabytes of zeros is held to what a file may be', async () => {
  const answer = await suite.zip([info, { name: 'assets/zeros', content: Buffer.alloc(65 * MEBIBYTE) }]);
  expect(problemsOf(answer).join('\n')).toMatch(/expected at most 64 MiB, found more/);
});

test('an archive cut off at any place is refused', async () => {
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
