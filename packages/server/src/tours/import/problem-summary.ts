import type { NoticeKind } from '@openhouse/contract';
import type { ImportedTour, RefusedTour } from './import-tours.ts';
import { bundleFiles } from './payload.ts';
import type { ImportNotice, ImportProblem } from './problem.ts';

/** One kind of problem at one kind of position, over all tours of an import. */
export interface ProblemGroup {
  /** `vr-info.json#/model/file_url missing` */
  readonly problem: string;
  /** The position alone; empty where it differs from tour to tour and says nothing. */
  readonly place: string;
  /** `refused`: the reasons for refused tours. */
  readonly kind: NoticeKind | 'refused';
  /** Tours that have it. */
  readonly tours: number;
  /** How often they have it. */
  readonly count: number;
  /** What it means for readers. */
  readonly meaning: string;
  /** The first of them. */
  readonly example: ImportProblem & { readonly label: string };
}

/** Counts the problems and notices of an import, tour by tour. */
export interface ProblemSummary {
  add(tour: ImportedTour | RefusedTour): void;
  /** Refusals first, then by number of tours. */
  groups(): readonly ProblemGroup[];
}

/** Maximum number of groups: bounds the memory of an import whose file names all differ. */
const MAX_GROUPS = 1000;
const REST = 'other problems, each in few tours';
/** Readers get nothing of a refused tour. */
const REFUSED = 'not imported: readers never see the tour';

const WORDS: Readonly<Record<NoticeKind, string>> = {
  missing: 'missing',
  null: 'null',
  'other-type': 'of another type',
  'id-unaddressable': 'no request can ask for',
  'id-twice': 'twice',
  'operation-left-out': 'left out: no object',
  envelope: 'in an envelope',
  'encoded-twice': 'encoded twice',
  'text-encoding': 'not in plain UTF-8',
  'array-of-works': 'an array of works',
  'not-taken': 'not imported',
  'path-twice': 'twice in the archive',
  'name-encoding': 'file names not in plain UTF-8',
  'name-spelling': 'file names spelled otherwise',
  'dead-link': 'leads to a viewpoint that does not exist',
  'one-way-link': 'one-way links',
  'unreached-viewpoint': 'viewpoints that nobody reaches',
  'index-twice': 'twice',
  'file-missing': 'names files that are missing',
  'file-unused': 'files that nothing names',
  'other-hosts': 'files at other hosts',
  'file-not-fetched': 'files that could not be fetched',
  'no-base-url': 'no whole address',
};

/** Kinds whose position differs from tour to tour and says nothing about the estate. */
const WITHOUT_PLACE: ReadonlySet<NoticeKind> = new Set([
  'name-encoding',
  'name-spelling',
  'file-unused',
  'other-hosts',
  'file-not-fetched',
]);

const KNOWN_FILES: ReadonlySet<string> = new Set(bundleFiles);

/** The position without what differs from tour to tour: indexes, and the names of work files. */
function placeOf({ file, pointer }: ImportProblem, kind: NoticeKind | 'refused'): string {
  const pattern = pointer.replace(/\/\d+(?=\/|$)/g, '/*');
  const inside = file.replace(/^(.*\.json) \(.*\)$/i, '$1');
  const name = inside.split('/').at(-1)?.toLowerCase() ?? '';
  if (KNOWN_FILES.has(name)) return `${name}${pattern === '' ? '' : `#${pattern}`}`;
  // For a misspelt operation the name matters; otherwise the kind of file says enough.
  if (kind === 'not-taken' || kind === 'path-twice')
    return /\.json$/.test(name) ? name : name.replace(/^.*(\.[a-z0-9]{1,8})$/, '*$1');
  return `${/\.json$/.test(name) ? 'work file' : 'file'}${pattern === '' ? '' : `#${pattern}`}`;
}

function problemOf(problem: ImportProblem, kind: NoticeKind | 'refused'): string {
  if (kind === 'refused') return `${placeOf(problem, kind)}: expected ${problem.expected}`;
  return WITHOUT_PLACE.has(kind) ? WORDS[kind] : `${placeOf(problem, kind)} ${WORDS[kind]}`;
}

export function problemSummary(): ProblemSummary {
  const groups = new Map<string, { -readonly [Key in keyof ProblemGroup]: ProblemGroup[Key] }>();
  return {
    add(tour) {
      const ofTour = new Set<string>();
      const isRefused = tour.outcome === 'refused';
      for (const problem of isRefused ? tour.problems : tour.notices) {
        const kind = isRefused ? 'refused' : (problem as ImportNotice).kind;
        const own = problemOf(problem, kind);
        const text = groups.has(`${kind} ${own}`) || groups.size < MAX_GROUPS ? own : REST;
        const key = `${kind} ${text}`;
        const { file, pointer, expected, found } = problem;
        const known = groups.get(key) ?? {
          problem: text,
          place: text === REST || (kind !== 'refused' && WITHOUT_PLACE.has(kind)) ? '' : placeOf(problem, kind),
          kind,
          tours: 0,
          count: 0,
          meaning: isRefused ? REFUSED : (problem as ImportNotice).meaning,
          example: { label: tour.label, file, pointer, expected, found },
        };
        groups.set(key, known);
        known.count += 1;
        if (!ofTour.has(key)) known.tours += 1;
        ofTour.add(key);
      }
    },
    groups: () =>
      [...groups.values()].sort(
        (left, right) => Number(right.kind === 'refused') - Number(left.kind === 'refused') || right.tours - left.tours,
      ),
  };
}
