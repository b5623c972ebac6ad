import type { Token, Tokens } from 'marked';
import type { Inline } from '../doc-page.ts';

/** Where a link of a page leads in the portal. @throws {Error} When nothing is there. */
export type ResolveLink = (href: string) => string;

/** @returns The text of a block as the portal draws it. */
export function inlineOf(tokens: readonly Token[], resolve: ResolveLink): Inline[] {
  return joined(tokens.flatMap((token) => inline(token, resolve)));
}

function inline(token: Token, resolve: ResolveLink): Inline[] {
  switch (token.type) {
    case 'text':
      return 'tokens' in token && token.tokens !== undefined
        ? inlineOf(token.tokens, resolve)
        : [unfolded((token as Tokens.Text).text)];
    case 'escape':
      return [(token as Tokens.Escape).text];
    case 'codespan':
      return [{ code: (token as Tokens.Codespan).text }];
    case 'strong':
      return [{ strong: inlineOf((token as Tokens.Strong).tokens, resolve) }];
    case 'em':
      return [{ emphasis: inlineOf((token as Tokens.Em).tokens, resolve) }];
    case 'link': {
      const { href, raw, text, tokens } = token as Tokens.Link;
      // An address in the middle of a sentence is a name (`http://localhost:PORTAL_PORT`), and may end at a Chinese stop.
      if (raw === text) return [text];
      return [{ link: resolve(href), text: inlineOf(tokens, resolve) }];
    }
    default:
      throw new Error(`The docs do not use ${token.type}: ${token.raw}`);
  }
}

/** Lines of a paragraph are one; between Chinese characters there is no blank. */
function unfolded(text: string): string {
  return text.replace(/(?<=[\u3000-\u9fff\uff00-\uffef])\n(?=[\u3000-\u9fff\uff00-\uffef])/g, '').replaceAll('\n', ' ');
}

function joined(pieces: readonly Inline[]): Inline[] {
  const result: Inline[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') result[result.length - 1] = last + piece;
    else result.push(piece);
  }
  return result;
}
