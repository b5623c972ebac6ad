import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry as ZipEntry, type ZipFile } from 'yauzl';
import { checkedListing, type Entry, type Folder, tooMany } from './folder.ts';
import { importLimits } from './limits.ts';
import { TourRefused } from './problem.ts';

/** Upper half of a zip entry's external attributes: the mode of the file on Unix. */
const UNIX_MODE_SHIFT = 16;
const FILE_TYPE_MASK = 0o170000;
const REGULAR_FILE = 0o100000;
const FOLDER = 0o040000;

interface Archive {
  readonly file: ZipFile;
  /** Path inside the archive → entry; folders are left out. */
  readonly entries: ReadonlyMap<string, ZipEntry>;
}

/**
 * Opens a .zip archive as a folder. No descriptor is held open between reads, so that there is nothing to close.
 * @throws {TourRefused} when it is damaged, encrypted, or holds links, duplicate names or paths that lead outside.
 */
export async function zipFolder(archivePath: string, label: string = archivePath): Promise<Folder> {
  const { size } = await stat(archivePath);
  try {
    const file = await yauzl.fromRandomAccessReaderPromise(new FileReader(archivePath), size, {
      autoClose: false,
      strictFileNames: true,
    });
    return folderIn({ file, entries: await entriesOf(file, label) }, '', label);
  } catch (error) {
    throw refused(label, error);
  }
}

/** Opens the archive for each range that is read. */
class FileReader extends yauzl.RandomAccessReader {
  readonly #path: string;

  constructor(path: string) {
    super();
    this.#path = path;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream(this.#path, { start, end: end - 1 });
  }
}

async function entriesOf(file: ZipFile, label: string): Promise<ReadonlyMap<string, ZipEntry>> {
  if (file.entryCount > importLimits.archiveFiles) throw tooMany(label, importLimits.archiveFiles);
  const entries = new Map<string, ZipEntry>();
  const names = new Set<string>();
  for await (const entry of file.eachEntry()) {
    const name = entry.fileName.replace(/\/$/, '');
    const problem = problemOf(entry, name) ?? (names.has(name) ? 'the same path twice' : undefined);
    if (problem !== undefined) {
      throw new TourRefused([
        { file: `${label}/${name}`, pointer: '', expected: 'a plain file or folder', found: problem },
      ]);
    }
    names.add(name);
    if (!entry.fileName.endsWith('/')) entries.set(name, entry);
  }
  for (const name of entries.keys()) {
    for (const parent of parentsOf(name)) {
      if (!entries.has(parent)) continue;
      throw new TourRefused([
        { file: `${label}/${parent}`, pointer: '', expected: 'a file or a folder', found: 'both' },
      ]);
    }
  }
  return entries;
}

function problemOf(entry: ZipEntry, name: string): string | undefined {
  const type = (entry.externalFileAttributes >>> UNIX_MODE_SHIFT) & FILE_TYPE_MASK;
  if (type !== 0 && type !== REGULAR_FILE && type !== FOLDER) return 'a link or special file';
  if (entry.isEncrypted()) return 'an encrypted file';
  if (!entry.canDecodeFileData()) return `a file in compression method ${entry.compressionMethod}`;
  if (name.split('/').some((segment) => segment === '' || segment === '.')) return 'a path with empty segments or dots';
  if (name.split('/').length > importLimits.folderDepth + 1)
    return `a path of more than ${importLimits.folderDepth} folders`;
  return undefined;
}

const parentsOf = (name: string): string[] =>
  name
    .split('/')
    .slice(0, -1)
    .map((_, index, segments) => segments.slice(0, index + 1).join('/'));

function folderIn(archive: Archive, prefix: string, label: string): Folder {
  const inside = (): [string, ZipEntry][] =>
    [...archive.entries].flatMap(([name, entry]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), entry]] : [],
    );
  return {
    label,
    async entries() {
      const kinds = new Map<string, Entry['kind']>();
      for (const [name] of inside()) {
        const [first = '', ...rest] = name.split('/');
        kinds.set(first, rest.length === 0 ? 'file' : 'folder');
      }
      return [...kinds]
        .map(([name, kind]) => ({ name, kind }))
        .sort((left, right) => (left.name < right.name ? -1 : 1));
    },
    folder: (name) => folderIn(archive, `${prefix}${name}/`, `${label}/${name}`),
    files: async () => checkedListing(label, new Map(inside().map(([name, entry]) => [name, entry.uncompressedSize]))),
    read: (name) => contentOf(archive, prefix + name, `${label}/${name}`),
  };
}

/** The unpacked bytes. Their number is held to the archive's claim by yauzl, their checksum here. */
async function* contentOf({ file, entries }: Archive, name: string, label: string): AsyncGenerator<Uint8Array> {
  const entry = entries.get(name);
  if (entry === undefined) throw new Error(`${label} is not in the archive`);
  let checksum = 0;
  try {
    for await (const chunk of (await file.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } catch (error) {
    throw refused(label, error);
  }
  if (checksum !== entry.crc32) throw refused(label, new Error('bytes that do not match their checksum'));
}

function refused(label: string, error: unknown): TourRefused {
  if (error instanceof TourRefused) return error;
  const found = error instanceof Error ? error.message : String(error);
  return new TourRefused([{ file: label, pointer: '', expected: 'a sound .zip archive', found }]);
}
