import { createReadStream } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { isBundleFile } from '@openhouse/contract';
import { bytesText } from '../bytes-text.ts';
import { UsageError } from '../command.ts';
import type { Upload } from '../portal/portal-caller.ts';
import { told } from '../told.ts';
import { readReason } from '../write-refusal.ts';
import { type ZippedFile, zipStream } from './zip-stream.ts';

/** One upload to a portal. */
export interface TourUpload {
  /** As the person named it. */
  readonly label: string;
  /** As the portal calls it. */
  readonly name: string;
  /** Opens it again, for a retry. */
  open(): Upload;
}

const WORK_FILE = 'work.json';
const isTourFile = (name: string): boolean => isBundleFile(name) || name.toLowerCase() === WORK_FILE;
/** Files that one archive can count. */
const FILES_MAX = 65_535;

/** The uploads that the paths of a command name. */
export interface FoundUploads {
  readonly uploads: readonly TourUpload[];
  /** Files in directories that belong to no tour, and links and special files, as the person named their directory. */
  readonly notTaken: readonly string[];
}

/** Folders below a directory that are searched: what `openhouse import` does. */
const FOLDER_DEPTH = 16;
/** Made by systems, archivers and npm, not by people. */
const isLeftBehind = (name: string): boolean =>
  name.startsWith('.') || /^(?:__MACOSX|node_modules)$/.test(name) || /^(?:thumbs\.db|desktop\.ini)$/i.test(name);

/**
 * What the paths of a call stand for, by the rule of `openhouse import`: a .zip, a bare work (.json), the directory of a
 * bundle or work, or a directory that contains some of them at any depth. Directories are zipped while they are sent.
 * @param maxBytes Of one upload.
 * @throws {UsageError} for anything else, and for what is too large for the portal.
 */
export async function tourUploads(
  paths: readonly string[],
  directory: string,
  maxBytes: number,
): Promise<FoundUploads> {
  const found = await Promise.all(paths.map((named) => uploadsAt(named, resolve(directory, named), maxBytes)));
  found.forEach(({ uploads }, index) => {
    if (uploads.length === 0) throw new UsageError(told`${paths[index] ?? ''} holds no bundle, .zip or .json.`);
  });
  return {
    uploads: found.flatMap(({ uploads }) => uploads),
    notTaken: found.flatMap(({ notTaken }) => notTaken),
  };
}

async function uploadsAt(label: string, path: string, maxBytes: number): Promise<FoundUploads> {
  const kind = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new UsageError(told`No such file or directory: ${label}`);
    throw new UsageError(told`${label} cannot be read: ${readReason(error)}.`);
  });
  if (kind.isFile()) return { uploads: [await fileUpload(label, path, maxBytes)], notTaken: [] };
  if (!kind.isDirectory()) throw new UsageError(told`${label} is neither a file nor a directory.`);
  const uploads: TourUpload[] = [];
  const notTaken: string[] = [];
  await search(label, path, 0);
  return { uploads, notTaken };

  async function search(folder: string, at: string, depth: number): Promise<void> {
    const children = (await readdir(at, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
    if (children.some((child) => !child.isDirectory() && isTourFile(child.name))) {
      uploads.push(await folderUpload(folder, at, maxBytes, notTaken));
      return;
    }
    for (const child of children) {
      if (isLeftBehind(child.name)) continue;
      const [name, inside] = [join(folder, child.name), join(at, child.name)];
      if (child.isDirectory() && depth < FOLDER_DEPTH) await search(name, inside, depth + 1);
      else if (child.isFile() && mediaTypeOf(child.name) !== undefined)
        uploads.push(await fileUpload(name, inside, maxBytes));
      else notTaken.push(child.isDirectory() ? join(name, '/') : name);
    }
  }
}

function mediaTypeOf(name: string): string | undefined {
  if (/\.zip$/i.test(name)) return 'application/zip';
  return /\.(?:json|ndjson|jsonl)$/i.test(name) ? 'application/json' : undefined;
}

async function fileUpload(label: string, path: string, maxBytes: number): Promise<TourUpload> {
  const mediaType = mediaTypeOf(path);
  if (mediaType === undefined) throw new UsageError(told`${label} is neither a .zip nor a .json file.`);
  refuseTooLarge(label, (await stat(path)).size, maxBytes);
  return { label, name: nameOfFile(path), open: () => ({ mediaType, body: Readable.from(fileStream(label, path)) }) };
}

/** A `work.json` is named by its directory, as `openhouse import` does: the portal does not see that. */
function nameOfFile(path: string): string {
  const [name, folder] = [basename(path), basename(dirname(path))];
  return name.toLowerCase() === WORK_FILE && folder !== '' && !isBundleFile(`${folder}.json`) ? `${folder}.json` : name;
}

async function* fileStream(label: string, path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path);
  } catch (error) {
    unread(label, error);
  }
}

/** @throws {UsageError} */
function unread(label: string, error: unknown): never {
  throw new UsageError(
    told`${label} cannot be read: ${readReason(error)}. Mend that and run it again: what has arrived stays.`,
  );
}

async function folderUpload(label: string, path: string, maxBytes: number, notTaken: string[]): Promise<TourUpload> {
  const files = await filesIn(label, path, notTaken);
  if (files.length > FILES_MAX) throw new UsageError(told`${label} has more than ${FILES_MAX} files.`);
  const sizes = await Promise.all(files.map(async (file) => (await lstat(file.path)).size));
  refuseTooLarge(
    label,
    sizes.reduce((sum, size) => sum + size, 0),
    maxBytes,
  );
  return {
    label,
    name: `${basename(path)}.zip`,
    open: () => ({
      mediaType: 'application/zip',
      body: Readable.from(zipStream(files, (file, error) => unread(join(label, file), error))),
    }),
  };
}

/** Every file below a folder. Links are left out: one could send any file of this machine. */
async function filesIn(label: string, folder: string, notTaken: string[], inside = ''): Promise<ZippedFile[]> {
  const children = (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const files: ZippedFile[] = [];
  for (const child of children) {
    // Leftovers of file managers and interrupted programs are not part of a tour.
    if (child.name.startsWith('.')) continue;
    const [name, path] = [`${inside}${child.name}`, join(folder, child.name)];
    if (child.isDirectory()) files.push(...(await filesIn(label, path, notTaken, `${name}/`)));
    else if (child.isFile()) files.push({ name, path });
    else notTaken.push(join(label, name));
  }
  return files;
}

function refuseTooLarge(label: string, bytes: number, maxBytes: number): void {
  if (bytes <= maxBytes) return;
  throw new UsageError(
    told`${label} has ${bytesText(bytes)}; the portal takes ${bytesText(maxBytes)} from your Team. openhouse import on the store has no such limit.`,
  );
}
