import type { NoticeKind } from '@openhouse/contract';

/** What is filled into a sentence: what a person, a file or the service calls things, or words of ours. */
export type Filled = string | number | Told;

/**
 * A sentence for people, kept apart from what is filled in, so that it can be said in their language. As a string, and in JSON, it is
 * English.
 */
export class Told {
  /**
   * Its English, with `{}` for what is filled in; the catalogues of other languages are kept by it. `#tour` at the end is no part of
   * it: it tells apart what is the same in English, and not in another language.
   */
  readonly key: string;
  readonly filled: readonly Filled[];

  constructor(key: string, filled: readonly Filled[]) {
    this.key = key;
    this.filled = filled;
  }

  toString(): string {
    return filledIn(this.key.replace(/#[a-z]+$/, ''), this.filled.map(String));
  }

  toJSON(): string {
    return String(this);
  }
}

/** A sentence as it is written: told`${name} is active.` Without words it is text from elsewhere: told`${message}`. */
export const told = (parts: TemplateStringsArray, ...filled: readonly Filled[]): Told =>
  new Told(parts.join('{}'), filled);

/** A sentence of the service, of which only the whole text is known here. */
export class Foreign extends Told {
  constructor(text: string) {
    super('{}', [text]);
  }
}

/** What an import found in a tour, as the service writes it; of a kind of notices its name alone. */
export class Noticed extends Told {
  readonly kind: NoticeKind | undefined;

  constructor(text: string, kind?: NoticeKind) {
    super('{}', [text]);
    this.kind = kind;
  }
}

/** Several in one, with something between them. */
export const joined = (several: readonly Filled[], between: string): Told =>
  new Told(several.map(() => '{}').join(between), several);

/** @param text With a `{}` for each, or with the number of each, from 1, where their order differs. */
export function filledIn(text: string, filled: readonly string[]): string {
  let next = 0;
  return text.replaceAll(/\{(\d?)\}/g, (_, at: string) => filled[at === '' ? next++ : Number(at) - 1] ?? '');
}
