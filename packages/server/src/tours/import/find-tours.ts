import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isBundleFile } from '@openhouse/contract';
import { type ByteSource, bytesSource, fileSource, folderOfOne } from './byte-source.ts';
import { isZip } from './content-kind.ts';
import { directoryFolder } from './directory-folder.ts';
import { type Entry, type Folder, readWhole, tooLarge, tooMany } from './folder.ts';
import { importLimits, uploadLimits } from './limits.ts';
import { type ImportNotice, MAX_LISTED_PROBLEMS, problemOfNotice, TourRefused } from './problem.ts';
import { type ZipFolder, zipFolder } from './zip-folder.ts';

/** Where one tour was found. */
export interface FoundTour {
  /** As the user named it. */
  readonly label: string;
  readonly folder: Folder;
  /** The file of a bare work; undefined for a bundle. */
  readonly workFile: string | undefined;
  /** Resource code of a bare work that does not say its own. */
  readonly codeOfFile: string;
  /** Files beside a bare work that are not part of it. */
  readonly ignored: readonly string[];
  /** Notices about where it was found. */
  readonly notices: readonly ImportNotice[];
  /** Why it cannot be read, if its container is broken. */
  readonly broken?: TourRefused;
}

/** A path that was named, or found in a directory that was named. Its content is read when its turn comes. */
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

const WORK_FILE = 'work.json';
/** Files that may be works; JSON lines hold several. */
const IS_WORK_NAME = /\.(?:json|ndjson|jsonl)$/i;
const IS_TOUR_NAME = /\.(?:json|ndjson|jsonl|zip)$/i;

/**
 * Finds what may be tours: a bundle (directory or .zip), a bare work (.json), or those in a directory or archive that
 * is no bundle itself, at any depth.
 * @param notTaken Receives the paths of files and links in directories that belong to no tour, while the candidates are
 *   opened.
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

/** An uploaded file, under the name that its sender knows. */
export interface UploadedFile extends ByteSource {
  readonly name: string;
}

/** What may be in an upload: bundles and works of an archive, or one bare work; within the limits of uploads. */
export function findUploadedTours(file: UploadedFile): Candidate {
  const { name } = file;
  return {
    label: name,
    tours: async () => {
      if (await isZip(file, name)) return toursInArchive(await zipFolder(file, name, uploadLimits));
      return [workIn(folderOfOne(name, file, uploadLimits), name, name, undefined)];
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
  if (kind === 'file' && IS_TOUR_NAME.test(name)) return [fileCandidate(label)];
  notTaken.push(label);
  return [];
}

/** The tours of a directory at any depth, those in its archives too. */
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
    // One by one: there may be more than a call takes arguments.
    if (kind === 'folder')
      for (const tour of await toursBelow(folder.folder(name), at, depth + 1, notTaken)) found.push(tour);
    else if (kind === 'file' && IS_TOUR_NAME.test(name)) found.push(...(await orBroken(folder, at)));
    else notTaken.push(at);
  }
  return found;
}

/** What operating systems, archivers and npm leave behind; our own package brings the demo tours. */
const isLeftBehind = (name: string): boolean =>
  name.startsWith('.') || /^(?:__MACOSX|node_modules)$/.test(name) || /^(?:thumbs\.db|desktop\.ini)$/i.test(name);

function fileCandidate(file: string): Candidate {
  return {
    label: file,
    tours: async () => {
      const source = await fileSource(file);
      if (!(await isZip(source, path.basename(file)))) return [await namedWork(file)];
      return toursInArchive(await zipFolder(source, file));
    },
  };
}

/** A link that was named is followed, unlike those that are found below it. */
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

/** The tours of a file. A broken file becomes a broken tour, so that it does not affect the others. */
async function orBroken(folder: Folder, file: string): Promise<readonly FoundTour[]> {
  try {
    return await fileCandidate(file).tours();
  } catch (broken) {
    if (!(broken instanceof TourRefused)) throw broken;
    return [{ label: file, folder, workFile: undefined, codeOfFile: '', ignored: [], notices: [], broken }];
  }
}

/** The tours of an archive at any depth. Files that belong to none are reported with the first of them. */
async function toursInArchive(
  archive: ZipFolder,
  nested: NestedArchives = { bytes: NESTED_BYTES, depth: 0 },
): Promise<readonly FoundTour[]> {
  const { limits } = archive;
  const found: FoundTour[] = [];
  const left: string[] = [];
  /** Bundles tell themselves of what is left out in their folders. */
  const bundles = new Set<string>();
  async function walk(folder: Folder, inside: string): Promise<void> {
    // There may be hundreds of thousands of folders, and others wait meanwhile.
    await nextTurn();
    const entries = await folder.entries();
    const tour = tourIn(folder, entries);
    if (tour !== undefined) {
      found.push(tour);
      if (tour.workFile === undefined) bundles.add(inside);
    } else {
      for (const { name, kind } of entries) {
        if (isLeftBehind(name)) continue;
        if (kind === 'folder') await walk(folder.folder(name), `${inside}${name}/`);
        else if (/\.zip$/i.test(name) && limits === importLimits && nested.depth < NESTED_DEPTH)
          for (const tour of await toursInside(folder, name, nested)) found.push(tour);
        else if (IS_WORK_NAME.test(name)) found.push(workIn(folder, name, `${folder.label}/${name}`, folder.label));
        else left.push(`${inside}${name}`);
      }
    }
    if (found.length > limits.archiveTours) throw tooMany(archive.label, found.length, limits.archiveTours, 'tours');
  }
  await walk(archive, '');
  const outside = archive.leftOut
    .filter(({ file }) => !isHidden(file) && !foldersOf(file).some((folder) => bundles.has(folder)))
    .map((notice) => ({ ...notice, file: `${archive.label}/${notice.file}` }));
  const [first, ...others] = found;
  // What could have been a tour says why it is none.
  if (first === undefined && outside.length > 0)
    throw new TourRefused(outside.slice(0, MAX_LISTED_PROBLEMS).map(problemOfNotice));
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
  return [{ ...first, notices: [...archive.notices, ...notTaken, ...outside] }, ...others];
}

/** The folders that a path lies in, as `walk` names them: `` is the archive itself. */
const foldersOf = (file: string): string[] =>
  file.split('/').map((_, depth, all) =>
    all
      .slice(0, depth)
      .map((name) => `${name}/`)
      .join(''),
  );

const isHidden = (file: string): boolean => file.split('/').some(isLeftBehind);

/**
 * What remains of the limits for nested archives: they are held in memory, because no part of a packed file can be read
 * alone.
 */
interface NestedArchives {
  bytes: number;
  readonly depth: number;
}

const NESTED_BYTES = 256 * 1024 * 1024;
const NESTED_DEPTH = 2;

/** The tours of a nested archive, as the operator's import accepts them; a broken archive becomes a broken tour. */
async function toursInside(folder: Folder, name: string, nested: NestedArchives): Promise<readonly FoundTour[]> {
  const label = `${folder.label}/${name}`;
  try {
    const { limits } = folder;
    const bytes = await readWhole(folder, name, limits.fileBytes);
    nested.bytes -= bytes.length;
    if (nested.bytes < 0) throw tooLarge(`${label}, with the archives beside it`, NESTED_BYTES);
    const below = { bytes: nested.bytes, depth: nested.depth + 1 };
    return await toursInArchive(await zipFolder(bytesSource(bytes), label, limits), below);
  } catch (broken) {
    if (!(broken instanceof TourRefused)) throw broken;
    return [{ label, folder, workFile: undefined, codeOfFile: '', ignored: [], notices: [], broken }];
  }
}

/** The tour that a folder is, recognised by its file names in any case; undefined when it is none. */
function tourIn(folder: Folder, entries: readonly Entry[]): FoundTour | undefined {
  const files = entries.filter(({ kind }) => kind !== 'folder').map(({ name }) => name);
  const { label } = folder;
  if (files.some((name) => isBundleFile(name))) {
    return { label, folder, workFile: undefined, codeOfFile: '', ignored: [], notices: [] };
  }
  const work = files.includes(WORK_FILE) ? WORK_FILE : files.find((name) => name.toLowerCase() === WORK_FILE);
  if (work === undefined) return undefined;
  const ignored = entries
    .filter(({ name }) => name !== work && !name.startsWith('.') && name !== '__MACOSX')
    .map(({ name, kind }) => (kind === 'folder' ? `${name}/` : name));
  return { ...workIn(folder, work, label, label), ignored };
}

/** @param folderPath Names a `work.json`; undefined for one that was uploaded, of whose folder nothing is known. */
function workIn(folder: Folder, file: string, label: string, folderPath: string | undefined): FoundTour {
  if (isBundleFile(file)) {
    const expected = 'the directory of the bundle, or a bare work';
    throw new TourRefused([{ file: label, pointer: '', expected, found: 'one file of a bundle' }]);
  }
  const codeOfFolder = folderPath === undefined ? '' : path.basename(path.resolve(folderPath), '.zip');
  const codeOfFile = file.toLowerCase() === WORK_FILE ? codeOfFolder : path.parse(file).name;
  return { label, folder, workFile: file, codeOfFile, ignored: [], notices: [] };
}
