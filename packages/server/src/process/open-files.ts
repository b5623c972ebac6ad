import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DATA_DIRECTORY } from '@openhouse/contract';
import type { Config } from '../config/config.ts';

/** May change the mode of every file. */
const ROOT = 0;
/** Modes that allow access to others. */
const OTHERS = 0o077;

/** A file or folder of the data directory that others on this machine may read or change. */
export interface OpenFile {
  readonly path: string;
  /** As `chmod` takes it: `0644`. */
  readonly mode: string;
  /** What to do. */
  readonly mend: string;
}

/** Files must be 0600 and folders 0700. Files further down are protected by the folders' own modes. @param userId Who asks. */
export async function filesOpenToOthers(
  { DATA_DIR }: Pick<Config, 'DATA_DIR'>,
  userId = process.getuid?.() ?? ROOT,
): Promise<OpenFile[]> {
  // Modes of Windows say nothing.
  if (process.platform === 'win32') return [];
  const names = ['', DATA_DIRECTORY.keys, DATA_DIRECTORY.demo, DATA_DIRECTORY.assets, DATA_DIRECTORY.uploads];
  const looked = await Promise.all(names.map((name) => openFile(DATA_DIR, name, userId)));
  return looked.filter((file) => file !== undefined);
}

async function openFile(dataDirectory: string, name: string, userId: number): Promise<OpenFile | undefined> {
  const path = join(dataDirectory, name);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || (found.mode & OTHERS) === 0) return undefined;
  const mode = (found.mode & 0o777).toString(8).padStart(4, '0');
  // Closing a folder of the system to its other users would break more than it mends, and the root of a volume is not ours to close.
  if (userId !== ROOT && found.uid !== userId) {
    const own = `name a folder of the service’s own in DATA_DIR, such as ${join(dataDirectory, 'data')}, which it makes itself`;
    return { path, mode, mend: `it belongs to another user: ${own}` };
  }
  return { path, mode, mend: `chmod ${found.isDirectory() ? '0700' : '0600'} ${path}` };
}
