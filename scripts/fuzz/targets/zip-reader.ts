import { ok } from 'node:assert/strict';
import { configure, type FileEntry, Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import fc from 'fast-check';
import { bytesSource } from '../../../packages/server/src/tours/import/byte-source.ts';
import { readWhole } from '../../../packages/server/src/tours/import/folder.ts';
import { uploadLimits } from '../../../packages/server/src/tours/import/limits.ts';
import { TourRefused } from '../../../packages/server/src/tours/import/problem.ts';
import { zipArchive } from '../../../packages/server/src/tours/import/testing/zip-archive.ts';
import { zipFolder } from '../../../packages/server/src/tours/import/zip-folder.ts';
import type { Target } from '../target.ts';

configure({ useWebWorkers: false });

const NAMES = [
  'a',
  'vr-info.json',
  'assets/b',
  'assets/',
  'c\\d',
  './e',
  '../f',
  '/g',
  'a/h',
  '客厅.jpg',
  '__MACOSX/i',
  '',
];
const SYMBOLIC_LINK = 0o120777;
const content = fc.oneof(fc.constantFrom('', '{}', '客厅.jpg', 'x'.repeat(300)), fc.string({ maxLength: 8 }));
const sound = fc.record({
  name: fc.oneof(fc.constantFrom('a', 'vr-info.json', 'assets/b'), fc.stringMatching(/^[a-c/]{1,4}$/)),
  content,
  method: fc.constantFrom(0, 8),
});
const odd = fc.record(
  {
    name: fc.constantFrom<string | Buffer>(...NAMES, Buffer.from([0xbf, 0xcd, 0xcc, 0xfc])),
    content,
    mode: fc.constantFrom(0, 0o100644, SYMBOLIC_LINK, 0o040755),
    method: fc.constantFrom(0, 8, 12),
    flags: fc.constantFrom(0, 0x800, 1, 8),
    claimedSize: fc.nat({ max: 400 }),
    claimedChecksum: fc.nat({ max: 5 }),
    claimedOffset: fc.nat({ max: 200 }),
    localName: fc.constantFrom(...NAMES),
    sizesBehind: fc.constant(true as const),
  },
  { requiredKeys: ['name', 'content'] },
);
const entry = fc.oneof({ arbitrary: sound, weight: 5 }, { arbitrary: odd, weight: 1 });

/** The reader of archives against zip.js: of each file that ours unpacks whole, the other has the same bytes. */
export const zipReader: Target = {
  name: 'zip-reader',
  sources: ['/tours/import/zip-end.ts', '/tours/import/zip-folder.ts', '/tours/import/zip-names.ts'],
  inputs: fc.array(entry, { maxLength: 4 }).map((entries) => zipArchive(entries)),
  pieces: [
    'PK\x03\x04',
    'PK\x01\x02',
    'PK\x05\x06',
    'PK\x06\x06',
    '\x00\x00',
    '\xff\xff\xff\xff',
    '\x08\x00',
    '../',
    'up\x05\x00\x01',
  ],
  async judge(input) {
    const ours = await unpacked(input);
    if (ours === undefined) return 'refused';
    if (ours.size === 0) return 'empty';
    const theirs = await unpackedByOther(input);
    if (theirs === undefined) return 'taken, and refused by the other';
    for (const [name, content] of ours) {
      const others = theirs.get(name);
      // Names that are not UTF-8 each reads as it thinks best, and paths each cleans in its way.
      if (others === undefined) continue;
      const isSame = others.some((other) => typeof other !== 'string' && content.equals(other));
      // The other also refuses what contradicts itself elsewhere, such as in the header before the bytes.
      ok(
        isSame || others.includes('refused'),
        `${JSON.stringify(name)} has other bytes, or is damaged to the other reader`,
      );
    }
    return 'taken';
  },
};

/** @returns Path → bytes of each file; undefined when the archive, or a file of it, is refused. */
async function unpacked(input: Buffer): Promise<Map<string, Buffer> | undefined> {
  try {
    const folder = await zipFolder(bytesSource(input), 'fuzz.zip', uploadLimits);
    const { sizes } = await folder.files();
    const files = new Map<string, Buffer>();
    for (const [name, size] of sizes) {
      const content = await readWhole(folder, name);
      ok(content.length === size, `${JSON.stringify(name)} has another size than is listed`);
      files.set(name, content);
    }
    return files;
  } catch (error) {
    if (error instanceof TourRefused) return undefined;
    throw error;
  }
}

/** Bytes that do not match their checksum or size are damaged. */
type Unpacked = Buffer | 'damaged' | 'refused';

/** @returns What it makes of each entry, by name. */
async function unpackedByOther(input: Buffer): Promise<Map<string, Unpacked[]> | undefined> {
  const reader = new ZipReader(new Uint8ArrayReader(input));
  try {
    const files = new Map<string, Unpacked[]>();
    for (const one of await reader.getEntries()) {
      if (one.directory) continue;
      const content = await bytesOf(one);
      files.set(one.filename, [...(files.get(one.filename) ?? []), content]);
    }
    return files;
  } catch {
    return undefined;
  } finally {
    await reader.close();
  }
}

async function bytesOf(entry: FileEntry): Promise<Unpacked> {
  try {
    return Buffer.from(await entry.getData(new Uint8ArrayWriter(), { checkCrc32: true }));
  } catch (error) {
    return error instanceof Error && /CRC32|signature|uncompressed size/i.test(error.message) ? 'damaged' : 'refused';
  }
}
