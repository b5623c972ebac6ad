import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { readEndpoints } from '@openhouse/contract';
import { type ByteSource, fileSource, folderOfOne } from './byte-source.ts';
import { directoryFolder } from './directory-folder.ts';
import { type Entry, type Folder, tooLarge, tooMany } from './folder.ts';
import { type ImportLimits, importLimits, uploadLimits } from './limits.ts';
import { TourRefused } from './problem.ts';
import { zipFolder } from './zip-folder.ts';

/** Where one tour lies. */
export interface FoundTour {
  /** As the person named it. */
  readonly label: string;
  readonly folder: Folder;
  /** The file of a bare work; undefined for a bundle. */
  readonly workFile: string | undefined;
  /** Resource code of a bare work that does not say its own. */
  readonly codeOfFile: string;
  /** JSON files beside a bare work that are no part of it. */
  readonly ignored: readonly string[];
}

/** Something that was named, or lies in a directory that was named. What is in it is looked at when its turn comes. */
export interface Candidate {
  readonly label: string;
  /**
   * @returns The tours in it; none when it is something else.
   * @throws {TourRefused} when it cannot be read.
   */
  tours(): Promise<readonly FoundTour[]>;
}

/** A PATH that was named does not exist or is neither directory nor file; nothing was imported. */
export class ImportPathError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImportPathError';
  }
}

const BUNDLE_FILES: ReadonlySet<string> = new Set(readEndpoints.map(({ name }) => `${name}.json`));
const WORK_FILE = 'work.json';

/**
 * Finds what may be tours: a bundle (directory or .zip), a bare work (.json), or those that a directory or archive
 * without a bundle of its own holds, one level deep.
 *
 * @throws {ImportPathError} naming every PATH that does not exist.
 */
export async function findTours(paths: readonly string[]): Promise<readonly Candidate[]> {
  const kinds = await Promise.all(paths.map(kindOfPath));
  const missing = paths.filter((_, index) => kinds[index] === undefined);
  if (missing.length > 0) throw new ImportPathError(`No such file or directory: ${missing.join(', ')}`);
  const found = paths.map((named, index) => (kinds[index] === 'folder' ? inDirectory(named) : [fileCandidate(named)]));
  return (await Promise.all(found)).flat();
}

/** A file that somebody sent, under the name they know it by. */
export interface UploadedFile extends ByteSource {
  readonly name: string;
  /** True for an archive, false for a bare work. */
  readonly isArchive: boolean;
}

/** What may be in an upload: bundles and works of an archive, or one bare work; held to the limits of uploads. */
export function findUploadedTours(file: UploadedFile): Candidate {
  const { name, isArchive, size } = file;
  if (isArchive) {
    return {
      label: name,
      tours: async () => toursInArchive(await zipFolder(file, name, uploadLimits), uploadLimits),
    };
  }
  return {
    label: name,
    tours: async () => {
      if (size > uploadLimits.jsonBytes) throw tooLarge(name, uploadLimits.jsonBytes);
      return [workIn(folderOfOne(name, file), name, name, '.')];
    },
  };
}

async function kindOfPath(named: string): Promise<Entry['kind'] | undefined> {
  try {
    const found = await stat(named);
    return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : undefined;
  } catch {
    return undefined;
  }
}

async function inDirectory(named: string): Promise<readonly Candidate[]> {
  const folder = directoryFolder(named);
  const entries = await folder.entries();
  const tour = tourIn(folder, entries);
  if (tour !== undefined) return [{ label: named, tours: async () => [tour] }];
  const candidates = entries.flatMap((entry) => childCandidate(folder, path.join(named, entry.name), entry));
  return candidates.length > 0 ? candidates : [{ label: named, tours: async () => [] }];
}

function childCandidate(folder: Folder, label: string, { name, kind }: Entry): readonly Candidate[] {
  if (name.startsWith('.')) return [];
  if (kind === 'folder') {
    const child = folder.folder(name);
    return [{ label, tours: async () => [tourIn(child, await child.entries())].filter((tour) => tour !== undefined) }];
  }
  return kind === 'file' && /\.(json|zip)$/i.test(name) ? [fileCandidate(label)] : [];
}

function fileCandidate(file: string): Candidate {
  if (/\.zip$/i.test(file)) {
    return {
      label: file,
      tours: async () => toursInArchive(await zipFolder(await fileSource(file), file), importLimits),
    };
  }
  return { label: file, tours: async () => [await namedWork(file)] };
}

/** A link that was named is followed, unlike those that are met on the way. */
async function namedWork(file: string): Promise<FoundTour> {
  const target = await realpath(file);
  const work = workIn(
    directoryFolder(path.dirname(target)),
    path.basename(file),
    file,
    path.dirname(path.resolve(file)),
  );
  return { ...work, workFile: path.basename(target) };
}

async function toursInArchive(archive: Folder, limits: ImportLimits): Promise<readonly FoundTour[]> {
  const entries = await archive.entries();
  const tour = tourIn(archive, entries);
  if (tour !== undefined) return [tour];
  const tours = entries.map(async ({ name, kind }) => {
    if (kind === 'folder') return tourIn(archive.folder(name), await archive.folder(name).entries());
    return /\.json$/i.test(name) ? workIn(archive, name, `${archive.label}/${name}`, archive.label) : undefined;
  });
  const found = (await Promise.all(tours)).filter((one) => one !== undefined);
  if (found.length > limits.archiveTours) throw tooMany(archive.label, limits.archiveTours, 'tours');
  return found;
}

/** The tour that a folder is, judged by its file names; undefined when it is none. */
function tourIn(folder: Folder, entries: readonly Entry[]): FoundTour | undefined {
  const files = new Set(entries.filter(({ kind }) => kind !== 'folder').map(({ name }) => name));
  const { label } = folder;
  if ([...files].some((name) => BUNDLE_FILES.has(name))) {
    return { label, folder, workFile: undefined, codeOfFile: '', ignored: [] };
  }
  if (!files.has(WORK_FILE)) return undefined;
  const ignored = [...files].filter((name) => name !== WORK_FILE && /\.json$/i.test(name));
  return { ...workIn(folder, WORK_FILE, label, label), ignored };
}

function workIn(folder: Folder, file: string, label: string, folderPath: string): FoundTour {
  if (BUNDLE_FILES.has(file)) {
    const expected = 'the directory of the bundle, or a bare work';
    throw new TourRefused([{ file: label, pointer: '', expected, found: 'one file of a bundle' }]);
  }
  const codeOfFile = file === WORK_FILE ? path.basename(path.resolve(folderPath), '.zip') : path.parse(file).name;
  return { label, folder, workFile: file, codeOfFile, ignored: [] };
}
