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
  if ('code' in piece) return <code>{breakable(piece.code)}</code>;
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

/** Names up to this many characters stand in one line: a column of a table can be that wide. */
const WHOLE = 28;

/** Lets a long name break after its words, as those of metrics, so that a table with it needs no scrolling sideways. */
function breakable(code: string) {
  if (code.length <= WHOLE || code.includes(' ')) return code;
  return code.split(/(?<=[_/])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a name have no other identity.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
