import type { en } from './en.ts';

/**
 * The shape every language has to fill. Plural forms named `…_one` are left out: a language without a singular
 * (Chinese) has none.
 */
export type Messages<Source = typeof en> = {
  readonly [Key in keyof Source as Key extends `${string}_one` ? never : Key]: Source[Key] extends string
    ? string
    : Messages<Source[Key]>;
};

/** Languages of the portal, by the tag of BCP 47, each named in itself. */
export const languages = { en: 'English', zh: '中文' } as const;

export type Language = keyof typeof languages;

/** A language other than English, in which the contract and the service itself are written. */
export type Translation = Exclude<Language, 'en'>;

/** @returns The language with this tag; English for a tag that the portal does not speak. */
export function languageOf(tag: string): Language {
  return Object.hasOwn(languages, tag) ? (tag as Language) : 'en';
}
