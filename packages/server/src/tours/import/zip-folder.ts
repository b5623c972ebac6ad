import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry as ZipEntry, type ZipFile } from 'yauzl';
import type { ByteSource } from './byte-source.ts';
import { checkedListing, type Entry, type Folder, tooLarge, tooMany } from './folder.ts';
import { type ImportLimits, importLimits } from './limits.ts';
import { type ImportNotice, TourRefused } from './problem.ts';
import { quoted } from './words.ts';
import { zipName } from './zip-names.ts';

/** Upper half of a zip entry's external attributes: the mode of the file on Unix. */
const UNIX_MODE_SHIFT = 16;
const FILE_TYPE_MASK = 0o170000;
const REGULAR_FILE = 0o100000;
const FOLDER = 0o040000;

interface Archive {
  readonly file: ZipFile;
  /** Path inside the archive → entry; folders are left out. */
  readonly entries: ReadonlyMap<string, ZipEntry>;
  /** How its names were read, where that was a guess. */
  readonly notices: readonly ImportNotice[];
}

/** The folder that an archive is. */
export interface ZipFolder extends Folder {
  readonly notices: readonly ImportNotice[];
}

/**
 * Opens a .zip archive as a folder.
 * @param label Name of the archive in problems.
 * @throws {TourRefused} when it is damaged, encrypted, holds links, duplicate names or paths that lead outside, or
 *   claims to unpack to more than the limits allow; what it claims is held to when it is read.
 */
export async function zipFolder(
  source: ByteSource,
  label: string,
  limits: ImportLimits = importLimits,
): Promise<ZipFolder> {
  try {
    const file = await yauzl.fromRandomAccessReaderPromise(new SourceReader(source), source.size, {
      autoClose: false,
      decodeStrings: false,
    });
    const archive = { file, ...(await entriesOf(file, label, limits)) };
    return { ...folderIn(archive, '', label), notices: archive.notices };
  } catch (error) {
    throw refused(label, error);
  }
}

class SourceReader extends yauzl.RandomAccessReader {
  readonly #source: ByteSource;

  constructor(source: ByteSource) {
    super();
    this.#source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return this.#source.read(start, end);
  }
}

async function entriesOf(file: ZipFile, label: string, limits: ImportLimits): Promise<Omit<Archive, 'file'>> {
  if (file.entryCount > limits.archiveFiles) throw tooMany(label, limits.archiveFiles);
  const entries = new Map<string, ZipEntry>();
  const names = new Set<string>();
  const guessed = new Map<string, string[]>();
  const backslashed: string[] = [];
  let unpackedBytes = 0;
  for await (const entry of file.eachEntry()) {
    const { name, isFolder, readAs, hadBackslashes } = zipName(entry);
    if (isLeftBehind(name)) continue;
    const unsafe = yauzl.validateFileName(name);
    if (unsafe !== null) throw new Error(unsafe);
    if (readAs !== undefined) guessed.set(readAs, [...(guessed.get(readAs) ?? []), name]);
    if (hadBackslashes) backslashed.push(name);
    const problem = problemOf(entry, name) ?? (names.has(name) ? 'the same path twice' : undefined);
    if (problem !== undefined) {
      throw new TourRefused([
        { file: `${label}/${name}`, pointer: '', expected: 'a plain file or folder', found: problem },
      ]);
    }
    names.add(name);
    unpackedBytes += entry.uncompressedSize;
    if (unpackedBytes > limits.archiveBytes) throw tooLarge(label, limits.archiveBytes);
    if (isReadWhole(name) && entry.uncompressedSize > limits.jsonBytes) {
      throw tooLarge(`${label}/${name}`, limits.jsonBytes);
    }
    if (!isFolder) entries.set(name, entry);
  }
  for (const name of entries.keys()) {
    for (const parent of parentsOf(name)) {
      if (!entries.has(parent)) continue;
      throw new TourRefused([
        { file: `${label}/${parent}`, pointer: '', expected: 'a file or a folder', found: 'both' },
      ]);
    }
  }
  return { entries, notices: nameNotices(label, guessed, backslashed) };
}

/** What macOS puts beside every file: none of it was made by a person. */
const isLeftBehind = (name: string): boolean => name.split('/').includes('__MACOSX');

function nameNotices(
  label: string,
  guessed: ReadonlyMap<string, readonly string[]>,
  backslashed: readonly string[],
): ImportNotice[] {
  const notice = (expected: string, names: readonly string[], how: string, meaning: string): ImportNotice => ({
    kind: 'name-encoding',
    file: label,
    pointer: '',
    expected,
    found: `${names.length === 1 ? '1 name' : `${names.length} names`} ${how}, such as ${quoted(names[0] ?? '')}`,
    meaning,
  });
  const notices = [...guessed].map(([encoding, names]) =>
    notice('names in UTF-8', names, `in another encoding, read as ${encoding}`, 'served under the names as read'),
  );
  if (backslashed.length > 0)
    notices.push(notice('/ between folders', backslashed, 'with backslashes', 'taken as folders'));
  return notices;
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

/** The JSON of a tour lies anywhere but in the folder of its files. */
const isReadWhole = (name: string): boolean =>
  /\.json$/i.test(name) && !name.split('/').some((segment) => segment.toLowerCase() === 'assets');

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
