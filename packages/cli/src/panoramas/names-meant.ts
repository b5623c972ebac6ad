import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isThere } from '../is-there.ts';

/**
 * The names that one may stand for: itself; else the same in another Unicode form, as macOS writes names; else those that differ
 * only in capitals, as Windows ignores them. Of several nobody can tell which is meant.
 */
export function namesMeant(name: string, names: readonly string[]): readonly string[] {
  if (names.includes(name)) return [name];
  const form = name.normalize('NFC');
  const composed = names.filter((one) => one.normalize('NFC') === form);
  if (composed.length > 0) return composed;
  return names.filter((one) => one.normalize('NFC').toLowerCase() === form.toLowerCase());
}

/**
 * The paths that one below a folder may stand for, by {@link namesMeant}; the path itself where nothing is there.
 * @param path Without `..`; links in it are followed.
 */
export async function pathsMeant(folder: string, path: string): Promise<readonly string[]> {
  if (await isThere(path)) return [path];
  let at = folder;
  const segments = relative(folder, path).split(sep);
  for (const [index, segment] of segments.entries()) {
    const meant = namesMeant(segment, await readdir(at).catch(() => []));
    if (meant.length > 1) return meant.map((name) => join(at, name, ...segments.slice(index + 1)));
    if (meant[0] === undefined) return [path];
    at = join(at, meant[0]);
  }
  return [at];
}
