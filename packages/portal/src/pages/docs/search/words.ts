import { stemmer } from 'stemmer';

/** A run of letters and digits that may hold the joints of names: `err_rate_limited`, `vr-info`, `observers.index`. */
const NAMES = /[\p{L}\p{N}]+(?:[._-]+[\p{L}\p{N}]+)*/gu;
/** A run of Chinese or Japanese, or a run of anything else without joints. */
const PARTS = /(?<unspaced>[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]+)|[^\p{scx=Han}\p{scx=Hira}\p{scx=Kana}._-]+/gu;

/**
 * The words of a text, for the index and for what a reader types. A name counts whole and in its parts; what is
 * written without blanks counts in single characters and in pairs of neighbours.
 */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [name] of text.normalize('NFKC').toLowerCase().matchAll(NAMES)) {
    const parts = [...name.matchAll(PARTS)];
    if (parts.length > 1 && parts.every(({ groups }) => groups?.unspaced === undefined)) words.push(name);
    for (const { 0: part, groups } of parts) words.push(...(groups?.unspaced === undefined ? [part] : pairsOf(part)));
  }
  return words;
}

function pairsOf(unspaced: string): string[] {
  const characters = [...unspaced];
  return [...characters, ...characters.slice(1).map((character, index) => `${characters[index]}${character}`)];
}

/** A word as the index has it: English ones by their stem in one spelling, so that `rotating` finds `rotate`, `colour` `color`. */
export const termOf = (word: string): string =>
  /^[a-z]{3,}$/.test(word) && !NO_PLURALS.has(word) ? stemmer(american(word)) : word;

/** Short names whose last letter is no ending: `cors` would become the beginning of `core`. */
const NO_PLURALS = new Set(['aws', 'cors', 'dns', 'tls']);

/** Purely by spelling: `four` becomes `for`, in pages and queries alike, so nothing is missed. */
const american = (word: string): string =>
  word
    .replace(/is(?=(?:e|ed|er|ers|es|ing|ation|ations)$)/, 'iz')
    .replace(/(?<=[a-z]{2})our(?=(?:s|ed|ing|ite|ites)?$)/, 'or');
