import { constants, type Dirent } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { checkedListing, type Entry, type Folder, type Listing, leftOut, tooMany } from './folder.ts';
import { importLimits } from './limits.ts';
import { type ImportNotice, type ImportProblem, MAX_LISTED_PROBLEMS, TourRefused } from './problem.ts';

/** A directory on disk. Links below it are never followed: they could publish any file of the machine. */
export function directoryFolder(directory: string, label: string = directory): Folder {
  return {
    label,
    limits: importLimits,
    entries: async () => (await children(directory)).map((child) => ({ name: child.name, kind: kindOf(child) })),
    folder: (name) => directoryFolder(path.join(directory, name), path.join(label, name)),
    files: () => listing(directory, label),
    read: (file) => contentOf(path.join(directory, file)),
  };
}

async function* contentOf(file: string): AsyncGenerator<Uint8Array> {
  // O_NOFOLLOW, in case a link has taken the file's place since it was listed. Windows knows neither.
  const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  yield* handle.createReadStream();
}

async function children(directory: string): Promise<Dirent[]> {
  const found = await readdir(directory, { withFileTypes: true });
  return found.sort((left, right) => (left.name < right.name ? -1 : 1));
}

function kindOf(child: Dirent): Entry['kind'] {
  return child.isFile() ? 'file' : child.isDirectory() ? 'folder' : 'other';
}

async function listing(directory: string, label: string): Promise<Listing> {
  const sizes = new Map<string, number>();
  const others: ImportNotice[] = [];
  const problems: ImportProblem[] = [];

  async function walk(folder: string, depth: number): Promise<void> {
    for (const child of await children(path.join(directory, folder))) {
      if (problems.length >= MAX_LISTED_PROBLEMS) return;
      if (sizes.size + others.length >= importLimits.tourFiles) throw tooMany(label, 'more');
      const file = folder === '' ? child.name : `${folder}/${child.name}`;
      const kind = kindOf(child);
      if (kind === 'file') sizes.set(file, (await lstat(path.join(directory, file))).size);
      else if (kind === 'other')
        others.push(leftOut(file, child.isSymbolicLink() ? 'a symbolic link' : 'a special file'));
      else if (depth === importLimits.folderDepth)
        problems.push({ file, pointer: '', expected: `at most ${depth} folders deep`, found: 'a deeper one' });
      else await walk(file, depth + 1);
    }
  }

  await walk('', 0);
  if (problems.length > 0) throw new TourRefused(problems);
  return checkedListing(label, sizes, others);
}
