import { onePiece } from './one-piece.ts';

/**
 * How many texts are cached, and up to which length: this bounds the memory that a flood of different queries can take.
 */
const MAX_REMEMBERED = 1000;
const MAX_REMEMBERED_LENGTH = 256;

/**
 * Caches parsed queries: integrators ask for the same tours again and again. A refused query is never cached. Not for
 * texts that hold secrets.
 * @param read A pure function of the text.
 */
export function remembering<Value>(read: (text: string) => Value): (text: string) => Value {
  const remembered = new Map<string, Value>();
  return (text) => {
    const known = remembered.get(text);
    if (known !== undefined) return known;
    if (text.length > MAX_REMEMBERED_LENGTH) return read(text);
    // A copy: a slice would retain the text of the whole request.
    const own = onePiece(text);
    const value = read(own);
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(own, value);
    return value;
  };
}
