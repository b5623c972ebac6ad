import { type ImportLimits, importLimits } from './limits.ts';
import { type ImportNotice, PLAIN_FILE, TourRefused } from './problem.ts';

/** A place that may hold tours: a directory, or a folder inside a .zip archive. */
export interface Folder {
  /** As the user named it. */
  readonly label: string;
  /** Those of the import that it belongs to. */
  readonly limits: ImportLimits;
  /** Its direct entries, sorted by name. */
  entries(): Promise<readonly Entry[]>;
  folder(name: string): Folder;
  /**
   * All files at any depth.
   * @throws {TourRefused} when there are more or larger ones than `importLimits` allow.
   */
  files(): Promise<Listing>;
  /** @param file Relative path of a file. */
  read(file: string): AsyncIterable<Uint8Array>;
}

export interface Entry {
  readonly name: string;
  /** `other`: symbolic links, which are never followed, and special files. */
  readonly kind: 'file' | 'folder' | 'other';
}

/** What lies in a folder at any depth. */
export interface Listing {
  /** Relative path → size in bytes, sorted by path. */
  readonly sizes: ReadonlyMap<string, number>;
  /** What is there and cannot be taken, as notices by relative path: links, special files, what cannot be unpacked. */
  readonly leftOut: readonly ImportNotice[];
}

/** Says of a link, or of anything else that is no plain file, that it is left out: the rest can be served without it. */
export const leftOut = (file: string, found: string): ImportNotice => ({
  kind: 'not-taken',
  file,
  pointer: '',
  expected: PLAIN_FILE,
  found,
  meaning: 'not imported: readers never see it',
});

/**
 * Reads a whole file, wherever it lies and whatever it is called.
 * @param most Bytes that it may have; by default those of JSON.
 * @throws {TourRefused} when it is larger.
 */
export async function readWhole(
  folder: Folder,
  file: string,
  most = Math.min(folder.limits.fileBytes, folder.limits.jsonBytes),
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bounded(folder.read(file), file, most)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The same bytes, refused at the first one beyond the limit: the size in a listing is only a claim. */
export async function* bounded(
  content: AsyncIterable<Uint8Array>,
  file: string,
  most: number = importLimits.fileBytes,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > most) throw tooLarge(file, most);
    yield chunk;
  }
}

/** Checks a listing against the limits of a tour. */
export function checkedListing(
  label: string,
  sizes: ReadonlyMap<string, number>,
  leftOut: readonly ImportNotice[] = [],
): Listing {
  let total = 0;
  for (const [file, size] of sizes) {
    if (size > importLimits.fileBytes) throw tooLarge(file, importLimits.fileBytes);
    total += size;
  }
  if (sizes.size > importLimits.tourFiles) throw tooMany(label, sizes.size);
  if (total > importLimits.tourBytes) throw tooLarge(label, importLimits.tourBytes);
  return { sizes: new Map([...sizes].sort(([left], [right]) => (left < right ? -1 : 1))), leftOut };
}

/** @param found How many there are; `more` where they were not counted to the end. */
export function tooMany(
  label: string,
  found: number | 'more',
  most: number = importLimits.tourFiles,
  what = 'files',
): TourRefused {
  return new TourRefused([{ file: label, pointer: '', expected: `at most ${most} ${what}`, found: String(found) }]);
}

/** @param ofWhat What has that many bytes, where it is not the file. */
export function tooLarge(file: string, most: number, ofWhat = ''): TourRefused {
  const expected = `at most ${most / 1024 / 1024} MiB${ofWhat}`;
  return new TourRefused([{ file, pointer: '', expected, found: 'more' }]);
}
