import { relative, resolve, sep } from 'node:path';

export const isAtAnotherHost = (file: string): boolean => /^([a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(file);

/**
 * Files of a tour lie in its folder: one from elsewhere could show anything of this machine.
 * @param file As a file of the tour names it, from the folder; a backslash parts folders, as in browsers.
 * @returns undefined when it lies outside.
 */
export function pathInFolder(folder: string, file: string): string | undefined {
  const path = resolve(folder, decoded(file.replace(/[?#].*$/, '').replaceAll('\\', '/')));
  return path.startsWith(resolve(folder) + sep) ? path : undefined;
}

/** Paths of which nobody can tell which is meant, from the folder. */
export const eitherOf = (folder: string, paths: readonly string[]): string =>
  paths.map((path) => relative(folder, path).replaceAll(sep, '/')).join(' or ');

function decoded(file: string): string {
  try {
    return decodeURIComponent(file);
  } catch {
    return file;
  }
}
