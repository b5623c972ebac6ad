/** One thing wrong with a bundle: where, what belongs there, what is there. */
export interface ImportProblem {
  /** Path of the file below the bundle, or the bundle's own name. */
  readonly file: string;
  /** JSON pointer (RFC 6901) into the file; empty for the file as a whole. */
  readonly pointer: string;
  readonly expected: string;
  readonly found: string;
}

/** What kind of oddity a notice is about: stable, for programs. */
export type NoticeKind =
  | 'missing'
  | 'null'
  | 'other-type'
  | 'id-unaddressable'
  | 'id-twice'
  | 'operation-left-out'
  | 'envelope'
  | 'encoded-twice'
  | 'array-of-works'
  | 'not-taken'
  | 'name-encoding'
  | 'name-spelling'
  | 'dead-link'
  | 'one-way-link'
  | 'unreached-viewpoint'
  | 'index-twice'
  | 'file-missing'
  | 'file-unused'
  | 'other-hosts'
  | 'no-base-url';

/** Something odd in a tour that was imported all the same (decision 0105). */
export interface ImportNotice extends ImportProblem {
  readonly kind: NoticeKind;
  /** What it means for those who read the tour. */
  readonly meaning: string;
}

/** Most problems or notices of one tour that are listed; the rest is counted. */
export const MAX_LISTED_PROBLEMS = 20;

/** `hot-list.json#/tagList/3/id: expected an integer, found "a"` */
export function problemText({ file, pointer, expected, found }: ImportProblem): string {
  return `${file}${pointer === '' ? '' : `#${pointer}`}: expected ${expected}, found ${found}`;
}

/** The same with what it means: `…, found null; served as it came`. */
export function noticeText(notice: ImportNotice): string {
  return `${problemText(notice)}; ${notice.meaning}`;
}

/** A tour is not as it must be; nothing of it was stored. */
export class TourRefused extends Error {
  readonly problems: readonly ImportProblem[];

  constructor(problems: readonly ImportProblem[]) {
    super(problems.map(problemText).join('\n'));
    this.name = 'TourRefused';
    this.problems = problems;
  }
}

/** What `--strict` refuses a tour for: where it is not as the contract describes it, and files of no operation. */
const REFUSED_WHEN_STRICT: ReadonlySet<NoticeKind> = new Set([
  'missing',
  'null',
  'other-type',
  'id-unaddressable',
  'id-twice',
  'operation-left-out',
  'envelope',
  'array-of-works',
]);

/** @returns Those of the notices that refuse the tour where the contract is to be kept to the letter. */
export function strictProblems(notices: readonly ImportNotice[]): readonly ImportProblem[] {
  return notices
    .filter(({ kind, file }) => REFUSED_WHEN_STRICT.has(kind) || (kind === 'not-taken' && /^[^/]+\.json$/i.test(file)))
    .map(({ file, pointer, expected, found }) => ({ file, pointer, expected, found }));
}
