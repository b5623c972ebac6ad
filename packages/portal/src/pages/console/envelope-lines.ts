import type { TokenKind } from '../../ui/code/highlight.ts';

export interface Piece {
  readonly kind: TokenKind;
  readonly text: string;
}

/** One line of laid-out JSON. */
export interface Line {
  /** How deep it lies; 0 for the outermost. */
  readonly depth: number;
  readonly pieces: readonly Piece[];
  /** Index of the line that closes what this one opens; its own index when it opens nothing. */
  readonly end: number;
}

const TOKEN = /\s+|"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gy;
const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/**
 * Lays JSON out in lines without reading its values, so that numbers beyond 2^53 keep their digits.
 * @returns The lines; undefined for what is not JSON.
 */
export function envelopeLines(json: string): Line[] | undefined {
  if (!isJson(json)) return undefined;
  const tokens = (json.match(TOKEN) ?? []).filter((token) => token.trim() !== '');
  const lines: { depth: number; pieces: Piece[]; end: number }[] = [];
  const open: number[] = [];
  let pieces: Piece[] = [];
  const finish = () => {
    if (pieces.length === 0) return;
    lines.push({ depth: open.length, pieces, end: lines.length });
    pieces = [];
  };
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] ?? '';
    const next = tokens[index + 1];
    if (token === '{' || token === '[') {
      if (next === CLOSING[token]) {
        pieces.push({ kind: 'plain', text: token + next });
        index += 1;
        continue;
      }
      pieces.push({ kind: 'plain', text: token });
      finish();
      open.push(lines.length - 1);
    } else if (token === '}' || token === ']') {
      finish();
      const opening = lines[open.pop() ?? 0];
      if (opening !== undefined) opening.end = lines.length;
      pieces.push({ kind: 'plain', text: token });
    } else if (token === ',') {
      pieces.push({ kind: 'plain', text: token });
      finish();
    } else if (token === ':') pieces.push({ kind: 'plain', text: ': ' });
    else pieces.push({ kind: kindOf(token, next), text: token });
  }
  finish();
  return lines;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function kindOf(token: string, next: string | undefined): TokenKind {
  if (token.startsWith('"')) return next === ':' ? 'plain' : 'string';
  return /^-?\d/.test(token) ? 'number' : 'keyword';
}

/** Indexes of the lines that show while some are folded; a folded line stands for all it opens. */
export function shownLines(lines: readonly Line[], folded: ReadonlySet<number>): number[] {
  const shown: number[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    shown.push(index);
    if (folded.has(index)) index = lines[index]?.end ?? index;
  }
  return shown;
}
