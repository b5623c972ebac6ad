import type { Inline } from './doc-page.ts';

/** @returns The words alone. */
export function plainText(pieces: readonly Inline[]): string {
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      if ('code' in piece) return piece.code;
      if ('strong' in piece) return plainText(piece.strong);
      if ('emphasis' in piece) return plainText(piece.emphasis);
      return plainText(piece.text);
    })
    .join('');
}
