import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry as ZipEntry, type ZipFile } from 'yauzl';
import type { ByteSource } from './byte-source.ts';
import { checkedListing, type Entry, type Folder, leftOut, tooLarge, tooMany } from './folder.ts';
import { type ImportLimits, importLimits } from './limits.ts';
import { type ImportNotice, PLAIN_FILE, TourRefused } from './problem.ts';
import { quoted } from './words.ts';
import { requireOneList } from './zip-end.ts';
import { isGuessed, type NameEncoding, possibleEncodings, zipName } from './zip-names.ts';

/** Upper half of a zip entry's external attributes: the mode of the file on Unix. */
const UNIX_MODE_SHIFT = 16;
const FILE_TYPE_MASK = 0o170000;
const REGULAR_FILE = 0o100000;
const FOLDER = 0o040000;
const SYMBOLIC_LINK = 0o120000;

interface Archive {
  readonly file: ZipFile;
  /** Path inside the archive → entry; folders are left out. */
  readonly entries: ReadonlyMap<string, ZipEntry>;
  /** How its names were decoded, where that was a guess. */
  readonly notices: readonly ImportNotice[];
  /** What is in it and is not taken, by path inside the archive. */
  readonly leftOut: readonly ImportNotice[];
  readonly limits: ImportLimits;
}

/** An archive as a folder. */
export interface ZipFolder extends Folder {
  readonly notices: readonly ImportNotice[];
  readonly leftOut: readonly ImportNotice[];
}

/**
 * Opens a .zip archive as a folder.
 * @param label Name of the archive in problems.
 * Links and what cannot be unpacked are left out; of one path twice the last is taken, as programs that unpack do.
 * @throws {TourRefused} when it is damaged, holds paths that lead outside, or claims to unpack to more than the limits
 *   allow; the claim is enforced when it is read.
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
    const listed = await listedIn(file, label, limits);
    await requireOneList(source, file, listed);
    const archive = { file, limits, ...(await entriesOf(file, listed, label, limits)) };
    const { notices, leftOut } = archive;
    return { ...folderIn(archive, levelsOf(archive.entries), '', label), notices, leftOut };
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

async function listedIn(file: ZipFile, label: string, limits: ImportLimits): Promise<readonly ZipEntry[]> {
  if (file.entryCount > limits.archiveFiles) throw tooMany(label, file.entryCount, limits.archiveFiles);
  const listed: ZipEntry[] = [];
  for await (const entry of file.eachEntry()) listed.push(entry);
  return listed;
}

async function entriesOf(
  file: ZipFile,
  listed: readonly ZipEntry[],
  label: string,
  limits: ImportLimits,
): Promise<Omit<Archive, 'file' | 'limits'>> {
  const encoding = await encodingOf(file, listed);
  const entries = new Map<string, ZipEntry>();
  const others: ImportNotice[] = [];
  const guessed: string[] = [];
  const backslashed: string[] = [];
  let unpackedBytes = 0;
  for (const entry of listed) {
    const { name: written, isFolder, hadBackslashes } = zipName(entry, encoding);
    if (isLeftBehind(written)) continue;
    const unsafe = yauzl.validateFileName(written);
    if (unsafe !== null) throw new Error(unsafe);
    // `./a//b`, as tar and scripts write it, is `a/b`; a folder `./` is the archive itself.
    const name = written
      .split('/')
      .filter((segment) => segment !== '' && segment !== '.')
      .join('/');
    if (name === '' && isFolder) continue;
    if (isGuessed(entry)) guessed.push(name);
    if (hadBackslashes) backslashed.push(name);
    if (name.split('/').length > importLimits.folderDepth + 1) {
      const found = `a path of more than ${importLimits.folderDepth} folders`;
      throw new TourRefused([{ file: `${label}/${name}`, pointer: '', expected: PLAIN_FILE, found }]);
    }
    const odd = name === '' ? 'a file without a name' : oddityOf(entry);
    if (odd !== undefined) others.push(leftOut(name, odd));
    if (odd !== undefined || isFolder) continue;
    unpackedBytes += entry.uncompressedSize;
    if (unpackedBytes > limits.archiveBytes) throw tooLarge(label, limits.archiveBytes);
    const before = entries.get(name);
    if (before !== undefined) others.push(pathTwice(name, before, entry));
    entries.set(name, entry);
  }
  // What lies below a name makes it a folder, whatever else bears the name.
  for (const parent of new Set([...entries.keys()].flatMap(parentsOf))) {
    if (entries.delete(parent)) others.push(leftOut(parent, 'a file and a folder of the same name'));
  }
  const readAs = guessed.length === 0 ? new Map() : new Map([[encoding, guessed]]);
  return { entries, notices: nameNotices(label, readAs, backslashed), leftOut: others };
}

/** How many JSON files, and bytes of them, are read to detect the encoding of names. */
const WITNESSES = { files: 20, bytes: 8 * 1024 * 1024 } as const;

/**
 * The encoding of an archive's names, where they are not UTF-8. Many encodings decode the same bytes; the tours in the
 * archive decide between them, because they name their files. Otherwise the first one that decodes all names is used.
 */
async function encodingOf(file: ZipFile, listed: readonly ZipEntry[]): Promise<NameEncoding> {
  const unclear = listed.filter(isGuessed);
  const [first = 'CP437', ...others] = possibleEncodings(unclear);
  if (unclear.length === 0 || others.length === 0) return first;
  const named = new Set<string>();
  let [room, files]: [number, number] = [WITNESSES.bytes, WITNESSES.files];
  for (const entry of listed) {
    const isWitness =
      /\.json$/i.test(entry.fileNameRaw.toString('latin1')) && !entry.isEncrypted() && entry.canDecodeFileData();
    if (!isWitness || entry.uncompressedSize > room || files === 0) continue;
    room -= entry.uncompressedSize;
    const chunks: Buffer[] = [];
    // A damaged file is refused when it is imported.
    try {
      for await (const chunk of (await file.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) chunks.push(chunk);
    } catch {
      continue;
    }
    files -= 1;
    for (const name of spelledOut(Buffer.concat(chunks).toString('utf8')).split(AROUND_NAMES)) named.add(name);
  }
  named.delete('');
  const votes = (encoding: NameEncoding) =>
    unclear.filter((entry) => named.has(zipName(entry, encoding).name.split('/').at(-1) ?? '')).length;
  const counts = [first, ...others].map((encoding) => ({ encoding, count: votes(encoding) }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).encoding;
}

/** What stands around the name of a file in JSON: texts are split once, instead of searched for each of many names. */
const AROUND_NAMES = /["/\\?#]/;

/** JSON with its character escapes and percent-encoded addresses decoded. */
function spelledOut(json: string): string {
  const text = json.replaceAll(/\\u([0-9a-f]{4})/gi, (_, unit: string) =>
    String.fromCharCode(Number.parseInt(unit, 16)),
  );
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}

/** Files that macOS puts beside every file: none of them was made by a person. */
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

/** The last one is taken, as programs that unpack archives do: it is what was added to a file that was there. */
function pathTwice(name: string, before: ZipEntry, { crc32, uncompressedSize }: ZipEntry): ImportNotice {
  const isSame = before.crc32 === crc32 && before.uncompressedSize === uncompressedSize;
  return {
    kind: 'path-twice',
    file: name,
    pointer: '',
    expected: 'each path once',
    found: isSame
      ? 'the same file twice'
      : `two files of this path, of ${before.uncompressedSize} and ${uncompressedSize} bytes`,
    meaning: isSame ? 'taken once' : 'the last one is taken, as programs that unpack archives do',
  };
}

/** Why an entry cannot be taken; undefined where it can. */
function oddityOf(entry: ZipEntry): string | undefined {
  const type = (entry.externalFileAttributes >>> UNIX_MODE_SHIFT) & FILE_TYPE_MASK;
  if (type !== 0 && type !== REGULAR_FILE && type !== FOLDER)
    return type === SYMBOLIC_LINK ? 'a symbolic link' : 'a special file';
  if (entry.isEncrypted()) return 'an encrypted file';
  if (!entry.canDecodeFileData()) return `a file in compression method ${entry.compressionMethod}`;
  return undefined;
}

const parentsOf = (name: string): string[] =>
  name
    .split('/')
    .slice(0, -1)
    .map((_, index, segments) => segments.slice(0, index + 1).join('/'));

/** What lies directly in a folder of an archive. */
interface Level {
  readonly folders: Map<string, Level>;
  readonly files: Map<string, ZipEntry>;
}

const emptyLevel = (): Level => ({ folders: new Map(), files: new Map() });

/** Every file in its folder, so that a walk through all folders takes each entry once. */
function levelsOf(entries: Archive['entries']): Level {
  const top = emptyLevel();
  for (const [path, entry] of entries) {
    const folders = path.split('/');
    const file = folders.pop() ?? '';
    let level = top;
    for (const name of folders) {
      const below = level.folders.get(name) ?? emptyLevel();
      level.folders.set(name, below);
      level = below;
    }
    level.files.set(file, entry);
  }
  return top;
}

/** @yields Relative path and entry of each file at any depth. */
function* filesBelow({ folders, files }: Level, prefix = ''): Generator<[string, ZipEntry]> {
  for (const [name, entry] of files) yield [prefix + name, entry];
  for (const [name, below] of folders) yield* filesBelow(below, `${prefix}${name}/`);
}

function folderIn(archive: Archive, level: Level, prefix: string, label: string): Folder {
  return {
    label,
    limits: archive.limits,
    async entries() {
      const all: Entry[] = [
        ...[...level.files.keys()].map((name) => ({ name, kind: 'file' as const })),
        ...[...level.folders.keys()].map((name) => ({ name, kind: 'folder' as const })),
      ];
      return all.sort((left, right) => (left.name < right.name ? -1 : 1));
    },
    folder: (name) =>
      folderIn(archive, level.folders.get(name) ?? emptyLevel(), `${prefix}${name}/`, `${label}/${name}`),
    files: async () => {
      const sizes = new Map([...filesBelow(level)].map(([name, entry]) => [name, entry.uncompressedSize]));
      const others = archive.leftOut.filter(({ file }) => file.startsWith(prefix));
      return checkedListing(
        label,
        sizes,
        others.map((notice) => ({ ...notice, file: notice.file.slice(prefix.length) })),
      );
    },
    read: (name) => contentOf(archive, prefix + name, `${label}/${name}`),
  };
}

/** The unpacked bytes. yauzl checks their number against the archive's claim; the checksum is checked here. */
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
