import type { NamedFiles } from './named-files.ts';
import type { ImportNotice } from './problem.ts';
import { quoted } from './words.ts';

/**
 * The names under which a tour's files are served: those that its payloads use, where a file differs from one only in
 * Unicode composition or capitals (macOS decomposes names, Windows ignores case). All others are composed.
 * @param paths Below `assets/`, as found.
 * @returns Path as found → path to serve it under.
 */
export function servedNames(
  paths: readonly string[],
  named: NamedFiles,
): { readonly names: ReadonlyMap<string, string>; readonly notices: readonly ImportNotice[] } {
  const there = new Set(paths);
  const wanted = new Map<string, string[]>();
  for (const path of named.own.keys()) {
    if (there.has(path)) continue;
    const key = folded(path);
    wanted.set(key, [...(wanted.get(key) ?? []), path]);
  }
  const names = new Map<string, string>();
  const taken = new Set(paths);
  const notices: ImportNotice[] = [];
  for (const path of paths) {
    const name = named.own.has(path) ? path : (nameOf(path, wanted, there) ?? path.normalize('NFC'));
    if (name === path || taken.has(name)) {
      names.set(path, path);
      continue;
    }
    taken.add(name);
    names.set(path, name);
    const isSpelling = name.normalize('NFC') === path.normalize('NFC');
    if (isSpelling && !named.own.has(name)) continue;
    notices.push({
      kind: 'name-spelling',
      file: `assets/${path}`,
      pointer: '',
      expected: `${quoted(name)}, as the tour names it`,
      found: isSpelling ? 'the same name in another Unicode form' : quoted(path),
      meaning: 'served under the name that the tour uses',
    });
  }
  return { names, notices };
}

const folded = (path: string): string => path.normalize('NFC').toLowerCase();

/** The one name that payloads use for the file; undefined when there is none, or several. */
function nameOf(
  path: string,
  wanted: ReadonlyMap<string, readonly string[]>,
  there: ReadonlySet<string>,
): string | undefined {
  const candidates = wanted.get(folded(path)) ?? [];
  const composed = candidates.filter((name) => name.normalize('NFC') === path.normalize('NFC'));
  const meant = composed.length > 0 ? composed : candidates;
  const [name] = meant;
  return meant.length === 1 && name !== undefined && !there.has(name) ? name : undefined;
}
