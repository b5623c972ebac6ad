/** A text with the words marked that a place was found by, each whole. */
export function Marked({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  const pattern = patternOf(words);
  if (pattern === undefined) return text;
  return text.split(pattern).map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other identity.
      <mark key={index}>{piece}</mark>
    ) : (
      piece
    ),
  );
}

/** @returns What finds each of the words, English ones by their beginning; undefined without words. */
export function patternOf(words: readonly string[]): RegExp | undefined {
  if (words.length === 0) return undefined;
  const longestFirst = words.toSorted((one, other) => other.length - one.length);
  const found = longestFirst.map((word) =>
    /^[a-z]/.test(word) ? `(?<![a-z0-9])${escaped(word)}[a-z]*` : escaped(word),
  );
  return new RegExp(`(${found.join('|')})`, 'gi');
}

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
