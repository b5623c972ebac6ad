/** One thing wrong with a bundle: where, what belongs there, what is there. */
export interface ImportProblem {
  /** Path of the file below the bundle, or the bundle's own name. */
  readonly file: string;
  /** JSON pointer (RFC 6901) into the file; empty for the file as a whole. */
  readonly pointer: string;
  readonly expected: string;
  readonly found: string;
}

/** Most problems of one tour that are listed; the rest is counted. */
export const MAX_LISTED_PROBLEMS = 20;

/** `hot-list.json#/tagList/3/id: expected an integer, found "a"` */
export function problemText({ file, pointer, expected, found }: ImportProblem): string {
  return `${file}${pointer === '' ? '' : `#${pointer}`}: expected ${expected}, found ${found}`;
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
