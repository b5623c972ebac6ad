import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { named, ofFile } from './file-error.ts';
import { renamed } from './renamed.ts';

const OWNER_ONLY = 0o600;

/**
 * Writes a file that only its owner may read, whole or not at all, also when the machine loses power; one of that name is replaced.
 * Renaming is in one step on every file system; a second name for a file (`link`) is not to be had on FAT and some network mounts.
 */
export async function wholeFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', OWNER_ONLY);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await renamed(draft, path);
    await syncDirectory(dirname(path));
  } catch (error) {
    ofFile(path)(error);
  } finally {
    await rm(draft, { force: true });
  }
}

/** What a file system answers that does not sync folders; some network mounts do not, and PostgreSQL takes it so, too. */
const SYNCS_NONE = ['EBADF', 'EINVAL'];

/** A new name is on the disk only once its folder is. @throws The error, with the path of the folder. */
export async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot open directories, and need not sync them.
  if (process.platform === 'win32') return;
  const folder = await open(directory, 'r');
  try {
    await folder.sync();
  } catch (error) {
    if (!SYNCS_NONE.includes((error as NodeJS.ErrnoException).code ?? '')) throw named(error, directory);
  } finally {
    await folder.close();
  }
}
