import type { ImportProblemGroup } from '../portal/tours.ts';

type Kind = ImportProblemGroup['kind'];

/** What can differ in a tour that is imported, in another language than English: the import itself speaks English. */
export interface NoticeWords {
  /** What is odd. */
  readonly kinds: Readonly<Record<Exclude<Kind, 'refused'>, string>>;
  /** What it means for readers. */
  readonly meanings: Readonly<Record<Kind, string>>;
  /** What it means for readers, where the place says more than the kind. */
  readonly meaningsAt: Readonly<Record<string, string>>;
  readonly found: WordForms;
  readonly expected: WordForms;
}

/**
 * The forms of the sentences in which an import says what it found or expected, each with its words: `$1` is what stood there,
 * translated by the same forms.
 */
export type WordForms = readonly (readonly [said: RegExp, words: string])[];

/** @returns What was said, in other words; unchanged where it is a value, a name or a sentence of another program. */
export function inWords(forms: WordForms, said: string): string {
  for (const [form, words] of forms) {
    const parts = form.exec(said);
    if (parts !== null) return words.replace(/\$(\d)/g, (_, at: string) => inWords(forms, parts[Number(at)] ?? ''));
  }
  return said;
}
