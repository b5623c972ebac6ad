import { keptInBrowser } from '../api/kept.ts';
import { type Language, languageOf } from './messages.ts';

/** Where the chosen language is kept in the browser; public/color-scheme.js reads it before the first pixel. */
const LANGUAGE_KEY = 'openhouse-language';

/** @returns The language the page started in: color-scheme.js has put it on the root element. */
export function startLanguage(page: Document): Language {
  return languageOf(page.documentElement.lang);
}

/** Keeps the chosen language for the next visit and tells assistive technology now. */
export function keepLanguage(page: Document, language: Language): void {
  page.documentElement.lang = language;
  keptInBrowser.set(LANGUAGE_KEY, language);
}
