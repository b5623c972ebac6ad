import { memo } from 'react';
import block from '../../ui/code/code-block.module.css';
import { highlight } from '../../ui/code/highlight.ts';

/** JSON in the colours of the examples. */
export const CodeText = memo(({ code }: { readonly code: string }) => (
  <pre>
    <code>
      {highlight(code, 'json').map((token, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other identity.
        <span key={index} className={block[token.kind]}>
          {token.text}
        </span>
      ))}
    </code>
  </pre>
));
