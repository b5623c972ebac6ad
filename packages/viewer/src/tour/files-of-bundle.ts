import type { FilesOf } from './tour.ts';

/**
 * Finds the files of a bundle below its `assets/`, as an import does: those with relative addresses, and those that a
 * gateway served for this tour before, `…/files/<team>/<code>/<path>`. Nothing is loaded from other hosts.
 * @param assets The folder, with a slash at the end of its path.
 * @param code Resource code of the tour.
 */
export function filesOfBundle(assets: URL, code: string): FilesOf {
  return (base, address) => {
    if (address === '') return { at: 'nowhere' };
    const whole = base === '' || isWhole(address) ? address : `${base.replace(/\/+$/, '')}/${address}`;
    if (!isWhole(whole)) return here(assets, segmentsOf(whole.split(/[?#]/, 1)[0] ?? ''));
    if (!URL.canParse(whole, assets)) return { at: 'nowhere' };
    const { host, pathname } = new URL(whole, assets);
    const segments = segmentsOf(pathname);
    const at = segments.indexOf('files');
    if (at === -1 || segments[at + 2] !== code) return { at: 'elsewhere', host };
    return here(assets, segments.slice(at + 3));
  };
}

const isWhole = (address: string): boolean => /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(address);

function here(assets: URL, segments: readonly string[]) {
  const path: string[] = [];
  for (const segment of segments) {
    if (segment === '..') path.pop();
    else if (segment !== '' && segment !== '.') path.push(segment);
  }
  // Its folder may be named too.
  if (path[0]?.toLowerCase() === 'assets') path.shift();
  const file = path.at(-1);
  if (file === undefined) return { at: 'nowhere' } as const;
  return { at: 'here', address: fileBelow(assets, path.map(encodeURIComponent).join('/')).href, file } as const;
}

/** A file below a folder whose query, if it has one, goes with each of its files. */
export function fileBelow(folder: URL, path: string): URL {
  const file = new URL(path, folder);
  file.search ||= folder.search;
  return file;
}

const segmentsOf = (path: string): readonly string[] => path.split('/').map(decoded);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
