import { createReadStream } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { readEndpoints, TOUR_UPLOAD_MAX_BYTES } from '@openhouse/contract';
import { UsageError } from '../command.ts';
import type { Upload } from '../portal/portal-caller.ts';
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

const BUNDLE_FILES: ReadonlySet<string> = new Set([...readEndpoints.map(({ name }) => `${name}.json`), 'work.json']);
/** Files that one archive can count. */
const FILES_MAX = 65_535;
const MEBIBYTE = 1024 * 1024;

/**
 * What the paths of a call stand for, by the rule of `openhouse import`: a .zip, a bare work (.json), the directory of a
 * bundle or work, or a directory that contains some of them, one level deep. Directories are zipped while they are sent.
 * @throws {UsageError} for anything else, and for what is too large for a portal.
 */
export async function tourUploads(paths: readonly string[], directory: string): Promise<TourUpload[]> {
  const found = await Promise.all(paths.map((named) => uploadsAt(named, resolve(directory, named))));
  found.forEach((uploads, index) => {
    if (uploads.length === 0) throw new UsageError(`${paths[index]} holds no bundle, .zip or .json.`);
  });
  return found.flat();
}

async function uploadsAt(label: string, path: string): Promise<TourUpload[]> {
  const kind = await stat(path).catch(() => undefined);
  if (kind?.isFile() === true) return [await fileUpload(label, path)];
  if (kind?.isDirectory() !== true) throw new UsageError(`No such file or directory: ${label}`);
  if (await isTour(path)) return [await folderUpload(label, path)];
  const children = (await readdir(path, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const uploads: TourUpload[] = [];
  for (const child of children) {
    const [name, at] = [join(label, child.name), join(path, child.name)];
    if (child.name.startsWith('.')) continue;
    if (child.isFile() && mediaTypeOf(child.name) !== undefined) uploads.push(await fileUpload(name, at));
    if (child.isDirectory() && (await isTour(at))) uploads.push(await folderUpload(name, at));
  }
  return uploads;
}

const isTour = async (folder: string): Promise<boolean> =>
  (await readdir(folder)).some((name) => BUNDLE_FILES.has(name));

function mediaTypeOf(name: string): string | undefined {
  if (/\.zip$/i.test(name)) return 'application/zip';
  return /\.json$/i.test(name) ? 'application/json' : undefined;
}

async function fileUpload(label: string, path: string): Promise<TourUpload> {
  const mediaType = mediaTypeOf(path);
  if (mediaType === undefined) throw new UsageError(`${label} is neither a .zip nor a .json file.`);
  refuseTooLarge(label, (await stat(path)).size);
  return { label, name: basename(path), open: () => ({ mediaType, body: createReadStream(path) }) };
}

async function folderUpload(label: string, path: string): Promise<TourUpload> {
  const files = await filesIn(label, path);
  if (files.length > FILES_MAX) throw new UsageError(`${label} has more than ${FILES_MAX} files.`);
  const sizes = await Promise.all(files.map(async (file) => (await lstat(file.path)).size));
  refuseTooLarge(
    label,
    sizes.reduce((sum, size) => sum + size, 0),
  );
  return {
    label,
    name: `${basename(path)}.zip`,
    open: () => ({ mediaType: 'application/zip', body: Readable.from(zipStream(files)) }),
  };
}

/** Every file below a folder. Links are refused: one could send any file of this machine. */
async function filesIn(label: string, folder: string, inside = ''): Promise<ZippedFile[]> {
  const children = (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const files: ZippedFile[] = [];
  for (const child of children) {
    // Leftovers of file managers and interrupted programs are not part of a tour.
    if (child.name.startsWith('.')) continue;
    const [name, path] = [`${inside}${child.name}`, join(folder, child.name)];
    if (child.isDirectory()) files.push(...(await filesIn(label, path, `${name}/`)));
    else if (child.isFile()) files.push({ name, path });
    else throw new UsageError(`${join(label, name)} is a link or a special file. A bundle has files and folders only.`);
  }
  return files;
}

function refuseTooLarge(label: string, bytes: number): void {
  if (bytes <= TOUR_UPLOAD_MAX_BYTES) return;
  throw new UsageError(
    `${label} has ${Math.ceil(bytes / MEBIBYTE)} MiB; a portal takes ${TOUR_UPLOAD_MAX_BYTES / MEBIBYTE}. ` +
      'openhouse import on the store has no such limit.',
  );
}
