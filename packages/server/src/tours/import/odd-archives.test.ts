import { crc32 } from 'node:zlib';
import { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { describe, expect, test } from 'vitest';
import { bytesSource } from './byte-source.ts';
import { findUploadedTours } from './find-tours.ts';
import { readWhole } from './folder.ts';
import { uploadLimits } from './limits.ts';
import { TourRefused } from './problem.ts';
import { type ArchiveEntry, zipArchive } from './testing/zip-archive.ts';
import { zipFolder } from './zip-folder.ts';

configure({ useWebWorkers: false });

const END_BYTES = 22;
const END = { count: 10, bytes: 12, offset: 16, comment: 20 };
const files = (...names: string[]): ArchiveEntry[] => names.map((name) => ({ name, content: `in ${name}` }));

/** The archive with its end changed. */
function ended(archive: Buffer, change: (end: Buffer) => void, more: Buffer = Buffer.alloc(0)): Buffer {
  const end = Buffer.from(archive.subarray(archive.length - END_BYTES));
  change(end);
  return Buffer.concat([archive.subarray(0, archive.length - END_BYTES), more, end]);
}
const endOf = (archive: Buffer) => archive.subarray(archive.length - END_BYTES);
const listOf = (archive: Buffer) => archive.subarray(endOf(archive).readUInt32LE(END.offset), -END_BYTES);

/** The archive with a ZIP64 end, and the older end without room where it is not changed. */
function zip64(archive: Buffer, change: (record: Buffer, end: Buffer, locator: Buffer) => void = () => {}): Buffer {
  const [record, locator] = [Buffer.alloc(56), Buffer.alloc(20)];
  const end = endOf(archive);
  record.write('PK\x06\x06', 'latin1');
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(end.readUInt16LE(END.count)), 24);
  record.writeBigUInt64LE(BigInt(end.readUInt16LE(END.count)), 32);
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(END.bytes)), 40);
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(END.offset)), 48);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(archive.length - END_BYTES), 8);
  locator.writeUInt32LE(1, 16);
  const older = Buffer.from(end);
  older.writeUInt16LE(0xffff, END.count);
  older.writeUInt32LE(0xffffffff, END.bytes);
  older.writeUInt32LE(0xffffffff, END.offset);
  change(record, older, locator);
  return Buffer.concat([archive.subarray(0, archive.length - END_BYTES), record, locator, older]);
}

/** Info-ZIP's Unicode Path. */
function unicodePath(plain: string, name: string | Buffer, checksum = crc32(plain)): Buffer {
  const path = Buffer.from(name);
  const head = Buffer.alloc(9);
  head.writeUInt16LE(0x7075, 0);
  head.writeUInt16LE(path.length + 5, 2);
  head.writeUInt8(1, 4);
  head.writeUInt32LE(checksum, 5);
  return Buffer.concat([head, path]);
}

/** @returns Path → content of each file, or the sentence that it is refused with. */
async function read(archive: Buffer): Promise<Record<string, string> | string> {
  try {
    const folder = await zipFolder(bytesSource(archive), 'a.zip', uploadLimits);
    const contents: [string, string][] = [];
    for (const name of (await folder.files()).sizes.keys())
      contents.push([name, (await readWhole(folder, name)).toString()]);
    return Object.fromEntries(contents);
  } catch (error) {
    if (error instanceof TourRefused)
      return error.problems.map(({ expected, found }) => `${expected}: ${found}`).join();
    throw error;
  }
}

/** What another program reads of the archive; undefined when it refuses. */
async function readByOther(archive: Buffer): Promise<Record<string, string> | undefined> {
  try {
    const contents: [string, string][] = [];
    for (const entry of await new ZipReader(new Uint8ArrayReader(archive)).getEntries()) {
      if (entry.directory) continue;
      contents.push([entry.filename, Buffer.from(await entry.getData(new Uint8ArrayWriter())).toString()]);
    }
    return Object.fromEntries(contents);
  } catch {
    return undefined;
  }
}

const two = zipArchive(files('a', 'b'));
const other = zipArchive(files('c', 'd', 'e'));

describe('an archive in which programs find different files is refused', () => {
  test.each<[string, Buffer]>([
    ['fewer files by number than are listed', ended(two, (end) => end.writeUInt16LE(1, END.count))],
    ['a number that has overflowed', ended(two, (end) => end.writeUInt16LE(0, END.count))],
    ['fewer bytes of the list than there are', ended(two, (end) => end.writeUInt32LE(47, END.bytes))],
    ['more bytes of the list than there are', ended(two, (end) => end.writeUInt32LE(200, END.bytes))],
    ['bytes between the list and its end', ended(two, () => {}, Buffer.from('between'))],
    ['a second list between the first and its end', ended(two, () => {}, listOf(two))],
    [
      'a second list, which the length of both covers',
      ended(two, (end) => end.writeUInt32LE(2 * listOf(two).length, END.bytes), listOf(two)),
    ],
    [
      'two whole archives, whose end points to the list of the first',
      ended(Buffer.concat([two, other]), (end) => {
        end.writeUInt16LE(2, END.count);
        end.writeUInt32LE(endOf(two).readUInt32LE(END.offset), END.offset);
        end.writeUInt32LE(listOf(two).length, END.bytes);
      }),
    ],
    ['a ZIP64 end that counts fewer', zip64(two, (record) => record.writeBigUInt64LE(1n, 32))],
    ['a ZIP64 end that says another length', zip64(two, (record) => record.writeBigUInt64LE(48n, 40))],
    ['an older end that contradicts the ZIP64 end', zip64(two, (_, end) => end.writeUInt16LE(1, END.count))],
    ['an older end with another place', zip64(two, (_, end) => end.writeUInt32LE(0, END.offset))],
    ['a ZIP64 end with room behind it', zip64(two, (record) => record.writeBigUInt64LE(40n, 4))],
    [
      'a ZIP64 end elsewhere',
      zip64(Buffer.concat([zip64(two).subarray(0, -42), two]), (_, __, locator) =>
        locator.writeBigUInt64LE(BigInt(two.length - END_BYTES), 8),
      ),
    ],
  ])('%s', async (_, archive) => {
    expect(await read(archive)).toMatch(/^a sound \.zip archive: a list of files that does not fit its end/);
  });

  test.each<[string, Buffer, RegExp]>([
    ['more files by number than are listed', ended(two, (end) => end.writeUInt16LE(3, END.count)), /not enough bytes/],
    ['bytes before it', Buffer.concat([Buffer.from('before'), two]), /signature/],
    ['bytes behind it', Buffer.concat([two, Buffer.from('behind')]), /extra bytes at the end/],
    ['another archive before it', Buffer.concat([other, two]), /signature/],
    ['several disks', ended(two, (end) => end.writeUInt16LE(1, 4)), /multi-disk/],
    ['a locator to nothing', zip64(two, (_, __, locator) => locator.writeBigUInt64LE(1n, 8)), /signature/],
    ['more files than memory', zip64(two, (record) => record.writeBigUInt64LE(1n << 62n, 32)), /at most 50000 files/],
  ])('%s', async (_, archive, found) => {
    expect(await read(archive)).toMatch(found);
  });
});

describe('what is odd and has one meaning is read, as another program reads it', () => {
  const commented = (comment: Buffer) =>
    Buffer.concat([ended(two, (end) => end.writeUInt16LE(comment.length, END.comment)), comment]);
  const program = Buffer.from('#!/bin/sh\n');
  const shifted = zipArchive(files('a').map((one) => ({ ...one, claimedOffset: program.length })));
  const behindProgram = Buffer.concat([
    program,
    ended(shifted, (end) => end.writeUInt32LE(end.readUInt32LE(END.offset) + program.length, END.offset)),
  ]);
  test.each<[string, Buffer, string[]]>([
    ['a ZIP64 end', zip64(two), ['a', 'b']],
    ['a ZIP64 end that the older one agrees with', zip64(two, (_, end) => endOf(two).copy(end)), ['a', 'b']],
    ['a comment', commented(Buffer.from('made by hand')), ['a', 'b']],
    ['a comment on a file', zipArchive(files('a').map((one) => ({ ...one, comment: 'made by hand' }))), ['a']],
    ['entries of folders', zipArchive([{ name: 'a/' }, ...files('a/b'), { name: 'empty/' }]), ['a/b']],
    ['sizes behind the bytes', zipArchive(files('a').map((one) => ({ ...one, sizesBehind: true }))), ['a']],
    ['a program before it, with every place counted from its beginning', behindProgram, ['a']],
    ['names that differ in capitals', zipArchive(files('a', 'A')), ['A', 'a']],
    ['names of devices', zipArchive(files('CON', 'aux.txt', 'nul')), ['CON', 'aux.txt', 'nul']],
    ['no files', zipArchive([]), []],
  ])('%s', async (_, archive, names) => {
    const ours = await read(archive);
    expect(Object.keys(ours).sort()).toEqual([...names].sort());
    expect(await readByOther(archive)).toEqual(ours);
  });

  test('nothing is said of entries of folders, the archive itself among them', async () => {
    const archive = zipArchive([{ name: './' }, { name: 'a/' }, ...files('./a//b'), { name: 'empty/' }]);
    const { notices, leftOut } = await zipFolder(bytesSource(archive), 'a.zip', uploadLimits);
    expect([await read(archive), notices, leftOut]).toEqual([{ 'a/b': 'in ./a//b' }, [], []]);
  });

  test('the name of the list counts, not the one before the bytes', async () => {
    const archive = zipArchive([{ name: 'a', content: 'x', localName: '../b' }]);
    expect([await read(archive), await readByOther(archive)]).toEqual([{ a: 'x' }, { a: 'x' }]);
  });

  test('two names for the same bytes are two files', async () => {
    expect(
      await read(
        zipArchive([
          { name: 'a', content: 'x' },
          { name: 'b', content: 'x', claimedOffset: 0 },
        ]),
      ),
    ).toEqual({
      a: 'x',
      b: 'x',
    });
  });

  test.each<[string, Buffer, unknown]>([
    ['taken', unicodePath('a', '客厅'), { 客厅: 'x' }],
    ['not taken for another plain name', unicodePath('a', '客厅', 1), { a: 'x' }],
    ['not taken when it is no UTF-8', unicodePath('a', Buffer.from([0xff])), { a: 'x' }],
    ['judged like any name when it leads out', unicodePath('a', '../b'), /invalid relative path/],
    ['judged like any name when it is absolute', unicodePath('a', '/b'), /absolute path/],
    ['judged like any name when it leads out in backslashes', unicodePath('a', '..\\b'), /invalid relative path/],
  ])('a Unicode path beside the name is %s', async (_, extra, expected) => {
    const found = await read(zipArchive([{ name: 'a', content: 'x', flags: 0, extra }]));
    if (expected instanceof RegExp) expect(found).toMatch(expected);
    else expect(found).toEqual(expected);
  });
});

/** Where each folder goes through all files, or each name through all texts, that many take minutes. */
const MANY = 10_000;
const hangs = { tags: ['slow'], timeout: 60_000 };

test('an archive with a folder of its own for each file is looked through', hangs, async () => {
  const archive = zipArchive(files(...Array.from({ length: MANY }, (_, at) => `${at}/b/c/d/e/f/x`)));
  expect(await findUploadedTours({ ...bytesSource(archive), name: 'a.zip' }).tours()).toEqual([]);
});

test('names in another encoding are looked for in long texts', hangs, async () => {
  const room = Buffer.from([0xbf, 0xcd, 0xcc, 0xfc]);
  const archive = zipArchive([
    { name: 'long.json', content: `{"a":"${'客厅'.repeat(1_000_000)}","b":"客厅7.jpg"}` },
    ...Array.from({ length: MANY }, (_, at) => ({ name: Buffer.concat([room, Buffer.from(`${at}.jpg`)]), flags: 0 })),
  ]);
  const { notices } = await zipFolder(bytesSource(archive), 'a.zip', uploadLimits);
  expect(notices.map(({ found }) => found)).toEqual([expect.stringContaining('read as GB 18030')]);
});
