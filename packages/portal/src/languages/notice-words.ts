import type { ImportProblemGroup } from '@openhouse/contract';

type Kind = ImportProblemGroup['kind'];

/** What can differ in a tour that is imported, in another language than English: the import itself speaks English. */
export interface NoticeWords {
  /** What is odd. */
  readonly kinds: Readonly<Record<Exclude<Kind, 'refused'>, string>>;
  /** What it means for readers. */
  readonly meanings: Readonly<Record<Kind, string>>;
  /** What it means for readers, where the place says more than the kind. */
  readonly meaningsAt: Readonly<Record<string, string>>;
  readonly found: FoundForms;
}

/**
 * The forms of the sentences in which an import says what it found, each with its words: `$1` is what stood there, translated by
 * the same forms.
 */
export type FoundForms = readonly (readonly [found: RegExp, words: string])[];

/** @returns What was found, in other words; unchanged where it is a value, a name or a sentence of another program. */
export function foundIn(forms: FoundForms, found: string): string {
  for (const [form, words] of forms) {
    const parts = form.exec(found);
    if (parts !== null) return words.replace(/\$(\d)/g, (_, at: string) => foundIn(forms, parts[Number(at)] ?? ''));
  }
  return found;
}
