import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { bundledEndpoints } from '@openhouse/contract';
import { type ByteSource, fileSource, folderOfOne } from './byte-source.ts';
import { directoryFolder } from './directory-folder.ts';
import { type Entry, type Folder, tooLarge, tooMany } from './folder.ts';
import { type ImportLimits, importLimits, uploadLimits } from './limits.ts';
import { type ImportNotice, TourRefused } from './problem.ts';
import { type ZipFolder, zipFolder } from './zip-folder.ts';

/** Where one tour lies. */
export interface FoundTour {
  /** As the person named it. */
  readonly label: string;
  readonly folder: Folder;
  /** The file of a bare work; undefined for a bundle. */
  readonly workFile: string | undefined;
  /** Resource code of a bare work that does not say its own. */
  readonly codeOfFile: string;
  /** Files beside a bare work that are no part of it. */
  readonly ignored: readonly string[];
  /** What was odd about the place where it was found. */
  readonly notices: readonly ImportNotice[];
  /** Why it cannot be read, if what it lies in is broken. */
  readonly broken?: TourRefused;
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

const BUNDLE_FILES: ReadonlySet<string> = new Set(bundledEndpoints.map(({ name }) => `${name}.json`));
const WORK_FILE = 'work.json';

/**
 * Finds what may be tours: a bundle (directory or .zip), a bare work (.json), or those that a directory or archive
 * without a bundle of its own holds, at any depth.
 *
 * @param notTaken Gets the paths of files and links in directories that belong to no tour, while the candidates are opened.
 * @throws {ImportPathError} naming every PATH that does not exist.
 */
export async function findTours(paths: readonly string[], notTaken: string[] = []): Promise<readonly Candidate[]> {
  const kinds = await Promise.all(paths.map(kindOfPath));
  const missing = paths.filter((_, index) => kinds[index] === undefined);
  if (missing.length > 0) throw new ImportPathError(`No such file or directory: ${missing.join(', ')}`);
  const found = paths.map((named, index) =>
    kinds[index] === 'folder' ? inDirectory(named, notTaken) : [fileCandidate(named)],
  );
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

async function inDirectory(named: string, notTaken: string[]): Promise<readonly Candidate[]> {
  const folder = directoryFolder(named);
  const entries = await folder.entries();
  const tour = tourIn(folder, entries);
  if (tour !== undefined) return [{ label: named, tours: async () => [tour] }];
  const candidates = entries.flatMap((entry) => childCandidate(folder, path.join(named, entry.name), entry, notTaken));
  return candidates.length > 0 ? candidates : [{ label: named, tours: async () => [] }];
}

function childCandidate(
  folder: Folder,
  label: string,
  { name, kind }: Entry,
  notTaken: string[],
): readonly Candidate[] {
  if (isLeftBehind(name)) return [];
  if (kind === 'folder') return [{ label, tours: () => toursBelow(folder.folder(name), label, 1, notTaken) }];
  if (kind === 'file' && /\.(json|zip)$/i.test(name)) return [fileCandidate(label)];
  notTaken.push(label);
  return [];
}

/** The tours of a directory at any depth; those of archives in it too. */
async function toursBelow(
  folder: Folder,
  label: string,
  depth: number,
  notTaken: string[],
): Promise<readonly FoundTour[]> {
  const entries = await folder.entries();
  const tour = tourIn(folder, entries);
  if (tour !== undefined) return [tour];
  if (depth > importLimits.folderDepth) {
    notTaken.push(`${label}/`);
    return [];
  }
  const found: FoundTour[] = [];
  for (const { name, kind } of entries) {
    const at = path.join(label, name);
    if (isLeftBehind(name)) continue;
    if (kind === 'folder') found.push(...(await toursBelow(folder.folder(name), at, depth + 1, notTaken)));
    else if (kind === 'file' && /\.(json|zip)$/i.test(name)) found.push(...(await orBroken(folder, at)));
    else notTaken.push(at);
  }
  return found;
}

/** Files that operating systems and archivers leave behind: nobody made them. */
const isLeftBehind = (name: string): boolean =>
  name.startsWith('.') || name === '__MACOSX' || /^(?:thumbs\.db|desktop\.ini)$/i.test(name);

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

/** The tours of a file; a broken one stands for itself, so that it takes no other tour with it. */
async function orBroken(folder: Folder, file: string): Promise<readonly FoundTour[]> {
  try {
    return await fileCandidate(file).tours();
  } catch (broken) {
    if (!(broken instanceof TourRefused)) throw broken;
    return [{ label: file, folder, workFile: undefined, codeOfFile: '', ignored: [], notices: [], broken }];
  }
}

/** The tours of an archive at any depth. What is in it and belongs to none is told with the first of them. */
async function toursInArchive(archive: ZipFolder, limits: ImportLimits): Promise<readonly FoundTour[]> {
  const found: FoundTour[] = [];
  const left: string[] = [];
  async function walk(folder: Folder, inside: string): Promise<void> {
    const entries = await folder.entries();
    const tour = tourIn(folder, entries);
    if (tour !== undefined) {
      found.push(tour);
    } else {
      for (const { name, kind } of entries) {
        if (kind === 'folder') await walk(folder.folder(name), `${inside}${name}/`);
        else if (/\.json$/i.test(name) && !name.startsWith('.'))
          found.push(workIn(folder, name, `${folder.label}/${name}`, folder.label));
        else if (!isLeftBehind(name)) left.push(`${inside}${name}`);
      }
    }
    if (found.length > limits.archiveTours) throw tooMany(archive.label, limits.archiveTours, 'tours');
  }
  await walk(archive, '');
  const [first, ...others] = found;
  if (first === undefined) return [];
  const notTaken = left.map(
    (name): ImportNotice => ({
      kind: 'not-taken',
      file: `${archive.label}/${name}`,
      pointer: '',
      expected: 'a file of a tour',
      found: 'a file outside of all tours',
      meaning: 'not imported: readers never see it',
    }),
  );
  return [{ ...first, notices: [...archive.notices, ...notTaken] }, ...others];
}

/** The tour that a folder is, judged by its file names in any capitals; undefined when it is none. */
function tourIn(folder: Folder, entries: readonly Entry[]): FoundTour | undefined {
  const files = entries.filter(({ kind }) => kind !== 'folder').map(({ name }) => name);
  const { label } = folder;
  if (files.some((name) => BUNDLE_FILES.has(name.toLowerCase()))) {
    return { label, folder, workFile: undefined, codeOfFile: '', ignored: [], notices: [] };
  }
  const work = files.includes(WORK_FILE) ? WORK_FILE : files.find((name) => name.toLowerCase() === WORK_FILE);
  if (work === undefined) return undefined;
  const ignored = entries
    .filter(({ name }) => name !== work && !name.startsWith('.') && name !== '__MACOSX')
    .map(({ name, kind }) => (kind === 'folder' ? `${name}/` : name));
  return { ...workIn(folder, work, label, label), ignored };
}

function workIn(folder: Folder, file: string, label: string, folderPath: string): FoundTour {
  if (BUNDLE_FILES.has(file.toLowerCase())) {
    const expected = 'the directory of the bundle, or a bare work';
    throw new TourRefused([{ file: label, pointer: '', expected, found: 'one file of a bundle' }]);
  }
  const codeOfFile =
    file.toLowerCase() === WORK_FILE ? path.basename(path.resolve(folderPath), '.zip') : path.parse(file).name;
  return { label, folder, workFile: file, codeOfFile, ignored: [], notices: [] };
}
