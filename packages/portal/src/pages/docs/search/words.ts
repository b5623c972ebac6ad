/** A run of letters and digits that may hold the joints of names: `err_rate_limited`, `vr-info`, `observers.index`. */
const NAMES = /[\p{L}\p{N}]+(?:[._-]+[\p{L}\p{N}]+)*/gu;
/** A run of Chinese, or a run of anything else without joints. */
const PARTS = /(?<chinese>[\u3400-\u9fff]+)|[^\u3400-\u9fff._-]+/g;

/**
 * The words of a text, for the index and for what a reader types. A name counts whole and in its parts; Chinese, which
 * has no blanks, counts in single characters and in pairs of neighbours.
 */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [name] of text.normalize('NFKC').toLowerCase().matchAll(NAMES)) {
    const parts = [...name.matchAll(PARTS)];
    if (parts.length > 1 && parts.every(({ groups }) => groups?.chinese === undefined)) words.push(name);
    for (const { 0: part, groups } of parts) words.push(...(groups?.chinese === undefined ? [part] : pairsOf(part)));
  }
  return words;
}

function pairsOf(chinese: string): string[] {
  const characters = [...chinese];
  return [...characters, ...characters.slice(1).map((character, index) => `${characters[index]}${character}`)];
}
