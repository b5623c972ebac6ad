import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../command.ts';
import { told } from '../told.ts';

/** What disks that do not tell capitals apart, as those of macOS and Windows, know a name by. */
const withoutCapitals = (name: string): string => name.normalize('NFC').toLowerCase();

/** The files of one folder by their names without capitals. */
export class FileNames {
  readonly #folder: string;
  readonly #names = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Whether a file was claimed, however a disk spells its name. */
  has(name: string): boolean {
    return this.#names.has(withoutCapitals(name));
  }

  /** @throws {Refusal} Where the disk takes a file that was claimed before for this one. */
  async claim(name: string): Promise<void> {
    const known = withoutCapitals(name);
    const alike = this.#names.get(known);
    if (alike === undefined) this.#names.set(known, name);
    else if (alike !== name && (await isOneFile(pathIn(this.#folder, alike), pathIn(this.#folder, name)))) {
      throw new Refusal(
        'NAME_TAKEN',
        told`${alike} is in its place, because this disk does not tell capitals apart. Pull to one that does.`,
      );
    }
  }
}

/** @returns The path of a file, by its name in a bundle. */
export const pathIn = (folder: string, name: string): string => join(folder, ...name.split('/'));

/** @throws {Refusal} Where the disk takes the folder of another tour, or its draft, for this one's. */
export async function refuseAlike(into: string, name: string, resourceCode: string): Promise<void> {
  const other = await inPlaceOf(into, name);
  if (other === undefined) return;
  throw new Refusal(
    'NAME_TAKEN',
    told`${other} is in the place of ${name}, because this disk does not tell capitals apart. Pull ${resourceCode} to another directory with --to.`,
  );
}

/**
 * @returns The name of what is in the place of a name in a folder, where the disk takes both for one; undefined where nothing
 *   is, or the very name.
 */
async function inPlaceOf(folder: string, name: string): Promise<string | undefined> {
  const other = name.toLowerCase() === name ? name.toUpperCase() : name.toLowerCase();
  // A list of the folder costs more the more it holds: most disks do without.
  if (other === name || !(await isOneFile(join(folder, name), join(folder, other)))) return undefined;
  const names = (await readdir(folder)).filter((one) => withoutCapitals(one) === withoutCapitals(name));
  for (const one of names) {
    if (one !== name && (await isOneFile(join(folder, one), join(folder, name)))) return one;
  }
  return undefined;
}

/** Whether two paths lead to one file or folder, as two names do on such a disk; false unless both are there. */
async function isOneFile(path: string, other: string): Promise<boolean> {
  const [one, another] = await Promise.all(
    [path, other].map((at) => stat(at, { bigint: true }).catch(() => undefined)),
  );
  return one !== undefined && another !== undefined && one.dev === another.dev && one.ino === another.ino;
}
