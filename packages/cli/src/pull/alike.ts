import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What disks that do not tell capitals apart, as those of macOS and Windows, know a name by. */
export const withoutCapitals = (name: string): string => name.normalize('NFC').toLowerCase();

/** Whether two paths lead to one file or folder, as two names do on such a disk; false unless both are there. */
export async function isOneFile(path: string, other: string): Promise<boolean> {
  const [one, another] = await Promise.all(
    [path, other].map((at) => stat(at, { bigint: true }).catch(() => undefined)),
  );
  return one !== undefined && another !== undefined && one.dev === another.dev && one.ino === another.ino;
}

/**
 * @returns The name of what is in the place of a name in a folder, where the disk takes both for one; undefined where nothing
 *   is, or the very name.
 */
export async function inPlaceOf(folder: string, name: string): Promise<string | undefined> {
  const other = name.toLowerCase() === name ? name.toUpperCase() : name.toLowerCase();
  // A list of the folder costs more the more it holds: most disks do without.
  if (other === name || !(await isOneFile(join(folder, name), join(folder, other)))) return undefined;
  const names = (await readdir(folder)).filter((one) => withoutCapitals(one) === withoutCapitals(name));
  for (const one of names) {
    if (one !== name && (await isOneFile(join(folder, one), join(folder, name)))) return one;
  }
  return undefined;
}
