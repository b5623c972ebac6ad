import { Fragment } from 'react';
import { DocLink } from './doc-link.tsx';
import type { Inline } from './doc-page.ts';

/** Text with its code, emphasis and links. */
export function InlineText({ pieces }: { readonly pieces: readonly Inline[] }) {
  return pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other identity.
    <Fragment key={index}>
      <InlinePiece piece={piece} />
    </Fragment>
  ));
}

function InlinePiece({ piece }: { readonly piece: Inline }) {
  if (typeof piece === 'string') return piece;
  if ('code' in piece) return <code>{piece.code}</code>;
  if ('strong' in piece) {
    return (
      <strong>
        <InlineText pieces={piece.strong} />
      </strong>
    );
  }
  if ('emphasis' in piece) {
    return (
      <em>
        <InlineText pieces={piece.emphasis} />
      </em>
    );
  }
  return (
    <DocLink to={piece.link}>
      <InlineText pieces={piece.text} />
    </DocLink>
  );
}
