import type { NoticeKind } from '@openhouse/contract';

/** One thing wrong with a bundle: where, what was expected, what was found. */
export interface ImportProblem {
  /** Path of the file below the bundle, or the bundle's own name. */
  readonly file: string;
  /** JSON pointer (RFC 6901) into the file; empty for the file as a whole. */
  readonly pointer: string;
  readonly expected: string;
  readonly found: string;
}

/** Something odd in a tour that was imported nevertheless (decision 0105). */
export interface ImportNotice extends ImportProblem {
  readonly kind: NoticeKind;
  /** What it means for readers of the tour. */
  readonly meaning: string;
}

/** Maximum number of notices that one kind of look at one file makes: bounds the memory for a file in which everything is odd. */
export const MAX_NOTED = 10_000;

/** Maximum number of problems or notices of one tour that are listed; the rest is counted. */
export const MAX_LISTED_PROBLEMS = 20;

/** `hot-list.json#/tagList/3/id: expected an integer, found "a"` */
export function problemText({ file, pointer, expected, found }: ImportProblem): string {
  return `${file}${pointer === '' ? '' : `#${pointer}`}: expected ${expected}, found ${found}`;
}

/** The same with its meaning: `…, found null; served as it came`. */
export function noticeText(notice: ImportNotice): string {
  return `${problemText(notice)}; ${notice.meaning}`;
}

/** A tour has errors; nothing of it was stored. */
export class TourRefused extends Error {
  readonly problems: readonly ImportProblem[];

  constructor(problems: readonly ImportProblem[]) {
    super(problems.map(problemText).join('\n'));
    this.name = 'TourRefused';
    this.problems = problems;
  }
}

/** What belongs in the place of a link, a special file or one that cannot be unpacked. */
export const PLAIN_FILE = 'a plain file or folder';

/** What `--strict` refuses a tour for: differences from the contract, files of no operation, and what is no plain file. */
const REFUSED_WHEN_STRICT: ReadonlySet<NoticeKind> = new Set([
  'missing',
  'null',
  'other-type',
  'id-unaddressable',
  'id-twice',
  'operation-left-out',
  'envelope',
  'array-of-works',
  'path-twice',
]);

/** @returns Those of the notices that refuse the tour in strict mode. */
export function strictProblems(notices: readonly ImportNotice[]): readonly ImportProblem[] {
  return notices
    .filter(
      ({ kind, file, expected }) =>
        REFUSED_WHEN_STRICT.has(kind) ||
        (kind === 'not-taken' && (expected === PLAIN_FILE || /^[^/]+\.json$/i.test(file))),
    )
    .map(problemOfNotice);
}

/** A notice as the problem that refuses a tour. */
export const problemOfNotice = ({ file, pointer, expected, found }: ImportNotice): ImportProblem => ({
  file,
  pointer,
  expected,
  found,
});
