import { serialize } from 'pg-protocol';
import { type FrontendMessage, withTexts } from './frontend-messages.ts';

// PGlite stops completely when it is asked to read rows from its client. Losing a statement that has these words in a
// string constant is the lesser harm; parameters are not looked at.
const COPY_FROM_STDIN = /\bcopy\b[^;]*\bfrom\s+stdin\b/i;
const REFUSAL =
  "do $$ begin raise feature_not_supported using message = 'The embedded store has no COPY … FROM STDIN: " +
  "use insert … select from unnest (decision 0009).'; end $$";

/** Reads a zero-terminated text of a message. */
function textAt(bytes: Buffer, start: number): { text: string; end: number } {
  const end = bytes.indexOf(0, start);
  return { text: bytes.toString('utf8', start, end), end: end + 1 };
}

const BODY = 5;

/**
 * Keeps the prepared statements of several connections apart in the one session they share: names are replaced by names
 * of that connection alone. Statements that would stop the engine are replaced by one that fails.
 */
export class StatementNames {
  readonly #connection: number;
  readonly #names = new Map<string, string>();

  constructor(connection: number) {
    this.#connection = connection;
  }

  /** @returns The bytes to give the engine in place of the message. */
  rewrite({ type, bytes }: FrontendMessage): Buffer {
    if (type === 'Q') {
      const { text, end } = textAt(bytes, BODY);
      return COPY_FROM_STDIN.test(text) ? withTexts('Q', [REFUSAL], bytes.subarray(end)) : bytes;
    }
    if (type === 'P') {
      const name = textAt(bytes, BODY);
      const sql = textAt(bytes, name.end);
      const refused = COPY_FROM_STDIN.test(sql.text);
      if (name.text === '' && !refused) return bytes;
      return withTexts('P', [this.#ours(name.text), refused ? REFUSAL : sql.text], bytes.subarray(sql.end));
    }
    if (type === 'B') {
      const portal = textAt(bytes, BODY);
      const name = textAt(bytes, portal.end);
      return name.text === '' ? bytes : withTexts('B', [portal.text, this.#ours(name.text)], bytes.subarray(name.end));
    }
    if (type === 'D' || type === 'C') {
      const target = textAt(bytes, BODY);
      if (!target.text.startsWith('S') || target.text === 'S') return bytes;
      return withTexts(type, [`S${this.#ours(target.text.slice(1))}`], bytes.subarray(target.end));
    }
    return bytes;
  }

  /** @returns Messages that drop every statement of the connection. */
  closeAll(): Buffer {
    const closed = [...this.#names.values()].map((name) => serialize.close({ type: 'S', name }));
    return Buffer.concat([...closed, serialize.sync()]);
  }

  #ours(name: string): string {
    if (name === '') return '';
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const ours = `c${this.#connection}_${this.#names.size}`;
    this.#names.set(name, ours);
    return ours;
  }
}
