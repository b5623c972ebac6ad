/** A text with the words that were asked for marked. */
export function Marked({ text, words }: { readonly text: string; readonly words: string }) {
  const asked = words.split(/\s+/).filter(Boolean).map(escaped);
  if (asked.length === 0) return text;
  return text.split(new RegExp(`(${asked.join('|')})`, 'gi')).map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other identity.
      <mark key={index}>{piece}</mark>
    ) : (
      piece
    ),
  );
}

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
