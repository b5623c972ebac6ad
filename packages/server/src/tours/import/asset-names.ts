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
  const [composed, folded] = [new Map<string, string | undefined>(), new Map<string, string | undefined>()];
  /** Of several names that come to the same none is meant. */
  const note = (names: typeof composed, form: string, path: string) =>
    names.set(form, names.has(form) ? undefined : path);
  for (const path of named.own.keys()) {
    if (there.has(path)) continue;
    const form = path.normalize('NFC');
    note(composed, form, path);
    note(folded, form.toLowerCase(), path);
  }
  /** The one name that payloads use for a file that is not spelt as they have it. */
  const meant = (form: string) => (composed.has(form) ? composed.get(form) : folded.get(form.toLowerCase()));
  const [inOtherForm, inOtherCapitals] = [new Map<string, string | undefined>(), new Map<string, string | undefined>()];
  for (const path of paths) {
    const form = path.normalize('NFC');
    const name = named.own.has(path) ? undefined : meant(form);
    if (name !== undefined) note(name.normalize('NFC') === form ? inOtherForm : inOtherCapitals, name, path);
  }
  /** The one file that is meant by a name: what differs in composition alone comes before what differs in capitals. */
  const meantBy = (name: string) => (inOtherForm.has(name) ? inOtherForm.get(name) : inOtherCapitals.get(name));
  const names = new Map<string, string>();
  const taken = new Set(paths);
  const notices: ImportNotice[] = [];
  for (const path of paths) {
    const form = path.normalize('NFC');
    const used = meant(form);
    const isMeant = used !== undefined && meantBy(used) === path;
    const name = named.own.has(path) ? path : isMeant ? used : form;
    if (name === path || taken.has(name)) {
      names.set(path, path);
      continue;
    }
    taken.add(name);
    names.set(path, name);
    const isSpelling = name.normalize('NFC') === form;
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
