import { importLimits } from './limits.ts';
import { TourRefused } from './problem.ts';

/** A place that may hold tours: a directory, or a folder inside a .zip archive. */
export interface Folder {
  /** As the person named it. */
  readonly label: string;
  /** What lies directly in it, sorted by name. */
  entries(): Promise<readonly Entry[]>;
  folder(name: string): Folder;
  /**
   * All files at any depth: relative path → size in bytes, sorted by path.
   * @throws {TourRefused} when there are links or special files, or more or larger ones than `importLimits` allow.
   */
  files(): Promise<ReadonlyMap<string, number>>;
  /** @param file Relative path of a file. */
  read(file: string): AsyncIterable<Uint8Array>;
}

export interface Entry {
  readonly name: string;
  /** `other`: symbolic links, which are never followed, and special files. */
  readonly kind: 'file' | 'folder' | 'other';
}

/** Reads a file whole. @throws {TourRefused} when it is larger than `importLimits.fileBytes`. */
export async function readWhole(folder: Folder, file: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bounded(folder.read(file), file)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The same bytes, refused from the one that is too many: what a listing says of a size is a claim. */
export async function* bounded(content: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > importLimits.fileBytes) throw tooLarge(file, importLimits.fileBytes);
    yield chunk;
  }
}

/** Holds a listing to the limits of a tour. */
export function checkedListing(label: string, sizes: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  let total = 0;
  for (const [file, size] of sizes) {
    if (size > importLimits.fileBytes) throw tooLarge(file, importLimits.fileBytes);
    total += size;
  }
  if (sizes.size > importLimits.tourFiles) throw tooMany(label);
  if (total > importLimits.tourBytes) throw tooLarge(label, importLimits.tourBytes);
  return new Map([...sizes].sort(([left], [right]) => (left < right ? -1 : 1)));
}

export function tooMany(label: string, most: number = importLimits.tourFiles, what = 'files'): TourRefused {
  return new TourRefused([{ file: label, pointer: '', expected: `at most ${most} ${what}`, found: 'more' }]);
}

export function tooLarge(file: string, most: number): TourRefused {
  const expected = `at most ${most / 1024 / 1024} MiB`;
  return new TourRefused([{ file, pointer: '', expected, found: 'more' }]);
}
