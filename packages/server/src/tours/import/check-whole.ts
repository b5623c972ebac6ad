import type { NoticeKind } from '@openhouse/contract';
import type { NamedFiles } from './named-files.ts';
import { type ImportNotice, MAX_NOTED } from './problem.ts';
import { quoted } from './words.ts';

/** Maximum number of names listed in one notice; the rest is counted. */
const MAX_NAMES = 5;
const VR_INFO = 'vr-info.json';

/** `"a", "b" and 3 more` */
const listed = (names: readonly string[]): string =>
  names.slice(0, MAX_NAMES).join(', ') + (names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '');

/**
 * Checks a tour as a whole: viewpoints against their links, and files against the addresses that name them.
 * @param filesUrl Address of the tour's files here, with a slash at its end.
 */
export function wholeTourNotices(
  basics: unknown,
  named: NamedFiles,
  assets: readonly { readonly path: string }[],
  filesUrl = '',
): ImportNotice[] {
  return [...viewpointNotices(basics), ...fileNotices(named, assets, filesUrl)];
}

function viewpointNotices(basics: unknown): ImportNotice[] {
  const { observers, initial, panorama } = (basics ?? {}) as Readonly<Record<string, unknown>>;
  if (!Array.isArray(observers)) return [];
  const notices: ImportNotice[] = [];
  const note = (kind: NoticeKind, pointer: string, expected: string, found: string, meaning: string) => {
    if (notices.length < MAX_NOTED) notices.push({ kind, file: VR_INFO, pointer, expected, found, meaning });
  };

  const places = new Map<number, number>();
  const links = new Map<number, ReadonlySet<number>>();
  for (const [place, observer] of observers.entries()) {
    const { index, accessible_nodes } = (observer ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof index !== 'number') continue;
    const earlier = places.get(index);
    if (earlier !== undefined) {
      const found = `${index}, as at /observers/${earlier}/index`;
      note('index-twice', `/observers/${place}/index`, 'each index once', found, 'viewers show one of the two');
      continue;
    }
    places.set(index, place);
    const leadsTo = new Set<number>(Array.isArray(accessible_nodes) ? accessible_nodes : undefined);
    leadsTo.delete(index);
    links.set(index, leadsTo);
  }
  for (const [index, place] of places) {
    for (const field of ['accessible_nodes', 'visible_nodes']) {
      const nodes = (observers[place] as Readonly<Record<string, unknown>>)[field];
      if (!Array.isArray(nodes)) continue;
      const dead = nodes.filter((to) => typeof to === 'number' && !places.has(to));
      if (dead.length === 0) continue;
      const found = `viewpoint ${index} leads to ${listed(dead.map(String))}, which does not exist`;
      note('dead-link', `/observers/${place}/${field}`, 'indexes of viewpoints', found, 'viewers leave the link out');
    }
  }
  const oneWay: string[] = [];
  for (const [from, tos] of links) {
    for (const to of tos) if (links.get(to)?.has(from) === false) oneWay.push(`${from} → ${to}`);
  }
  if (oneWay.length > 0) {
    note(
      'one-way-link',
      '/observers',
      'links in both directions',
      listed(oneWay),
      'visitors cannot walk back that way',
    );
  }
  const start = (initial as { readonly pano_index?: unknown } | null | undefined)?.pano_index;
  if (typeof start === 'number' && !places.has(start)) {
    note('dead-link', '/initial/pano_index', 'the index of a viewpoint', String(start), 'viewers start elsewhere');
  }
  const unreached = unreachedFrom(typeof start === 'number' && links.has(start) ? start : [...places.keys()][0], links);
  if (unreached.length > 0) {
    const [expected, found] = ['viewpoints that can be reached from the start', listed(unreached.map(String))];
    note('unreached-viewpoint', '/observers', expected, found, 'visitors get there by the plan or the model only');
  }
  const cubes = (panorama as { readonly list?: unknown } | null | undefined)?.list;
  const pictured = new Map<unknown, number>();
  for (const [place, cube] of (Array.isArray(cubes) ? cubes : []).entries()) {
    const index = (cube as { readonly index?: unknown } | null)?.index;
    const earlier = pictured.get(index);
    if (typeof index !== 'number') continue;
    const pointer = `/panorama/list/${place}/index`;
    if (earlier !== undefined) {
      const found = `${index}, as at /panorama/list/${earlier}/index`;
      note('index-twice', pointer, 'each index once', found, 'viewers show one of the two');
    } else if (!places.has(index)) {
      note('dead-link', pointer, 'the index of a viewpoint', String(index), 'no viewpoint shows these pictures');
    }
    if (earlier === undefined) pictured.set(index, place);
  }
  return notices;
}

function unreachedFrom(start: number | undefined, links: ReadonlyMap<number, ReadonlySet<number>>): number[] {
  if (start === undefined) return [];
  const reached = new Set([start]);
  for (const index of reached) for (const to of links.get(index) ?? []) if (links.has(to)) reached.add(to);
  return [...links.keys()].filter((index) => !reached.has(index));
}

/** Lists whose records have an id, by the operation's file. */
const ID_LISTS: Readonly<Record<string, readonly string[]>> = {
  'hot-list.json': ['tagList'],
  'route-search.json': ['list'],
  'ruler-list.json': ['list'],
  'panovideo-search.json': ['list'],
  'observer-guide-list.json': ['list'],
};

/** Ids that occur twice in a list of one payload. */
export function twiceNotices(file: string, value: unknown): ImportNotice[] {
  const notices: ImportNotice[] = [];
  for (const field of ID_LISTS[file] ?? []) {
    const list = (value as Readonly<Record<string, unknown>> | null)?.[field];
    if (!Array.isArray(list)) continue;
    const places = new Map<unknown, number>();
    for (const [place, record] of list.entries()) {
      const id = (record as { readonly id?: unknown } | null)?.id;
      // Beyond 2^53, ids that are written differently can parse to the same number.
      if (typeof id !== 'string' && !Number.isSafeInteger(id)) continue;
      const earlier = places.get(id);
      if (earlier === undefined) {
        places.set(id, place);
        continue;
      }
      if (notices.length >= MAX_NOTED) return notices;
      const found = `${quoted(String(id))}, as at /${field}/${earlier}/id`;
      const meaning = 'both are served; readers that keep them by id lose one';
      notices.push({
        kind: 'id-twice',
        file,
        pointer: `/${field}/${place}/id`,
        expected: 'each id once',
        found,
        meaning,
      });
    }
  }
  return notices;
}

/** @returns How many addresses there are, and how many of each place, most first: `2 at b.example, 1 at a.example`. */
function counted(addresses: ReadonlyMap<string, ReadonlySet<string>>): [number, string] {
  const places = [...addresses].map(([place, { size }]) => ({ place, size }));
  places.sort((left, right) => right.size - left.size);
  return [
    places.reduce((sum, { size }) => sum + size, 0),
    listed(places.map(({ place, size }) => `${size} at ${place}`)),
  ];
}

function fileNotices(
  named: NamedFiles,
  assets: readonly { readonly path: string }[],
  filesUrl: string,
): ImportNotice[] {
  const notices: ImportNotice[] = [];
  const there = new Set(assets.map(({ path }) => path));
  /** Positions that differ only by an index share a notice: a tour names six pictures for each viewpoint. */
  const missing = new Map<string, { file: string; pointer: string; paths: string[] }>();
  for (const [path, { file, pointer }] of named.own) {
    if (there.has(path)) continue;
    const place = `${file}#${pointer.replace(/\/\d+(?=\/|$)/g, '/*')}`;
    const group = missing.get(place) ?? { file, pointer, paths: [] };
    group.paths.push(path);
    missing.set(place, group);
  }
  for (const { file, pointer, paths } of missing.values()) {
    const found = `${listed(paths.map(quoted))}, which ${paths.length === 1 ? 'is' : 'are'} not in assets/`;
    const [expected, meaning] = ['a file of the bundle', 'readers that open the address get 404'];
    notices.push({ kind: 'file-missing', file, pointer, expected, found, meaning });
  }
  const unused = assets.filter(({ path }) => !named.own.has(path)).map(({ path }) => path);
  if (unused.length > 0) {
    const [expected, found] = ['files that the tour names', listed(unused.map(quoted))];
    const meaning = 'kept and served; no payload names them by themselves';
    notices.push({ kind: 'file-unused', file: 'assets', pointer: '', expected, found, meaning });
  }
  const { foreign, firstForeign, copied, firstCopied } = named;
  if (firstCopied !== undefined) {
    const { file, pointer } = firstCopied;
    notices.push({
      kind: 'other-hosts',
      file,
      pointer,
      expected: `addresses that begin with ${filesUrl}`,
      found: `others, of files that are here: ${counted(copied)[1]}`,
      meaning: 'viewers load them from there: replace the beginning, or use openhouse import --fetch-files',
    });
  }
  const [count, counts] = counted(foreign);
  if (count > 0) {
    notices.push({
      kind: 'other-hosts',
      file: firstForeign?.file ?? VR_INFO,
      pointer: firstForeign?.pointer ?? '',
      expected: 'files of the tour',
      found: `${count === 1 ? '1 picture or other file' : `${count} pictures and other files`} elsewhere: ${counts}`,
      meaning: 'not imported: viewers load them from there',
    });
  }
  return notices;
}
