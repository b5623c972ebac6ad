/** Bytes that the service does not accept as JSON: where, what was expected there and what was found. */
export class JsonRefusal extends Error {
  /** JSON pointer (RFC 6901) of the value that was being read. */
  readonly pointer: string;
  /** Line, from 1. */
  readonly line: number;
  /** Character in the line, from 1. */
  readonly column: number;
  readonly expected: string;
  readonly found: string;

  /** @param offset Byte offset in `source` at which reading stopped. */
  constructor(source: Buffer, offset: number, pointer: string, expected: string, found = characterAt(source, offset)) {
    const line = countLines(source, offset);
    const column = [...source.toString('utf8', source.lastIndexOf(0x0a, offset - 1) + 1, offset)].length + 1;
    super(`expected ${expected}, found ${found} at line ${line}, column ${column}`);
    this.name = 'JsonRefusal';
    this.pointer = pointer;
    this.line = line;
    this.column = column;
    this.expected = expected;
    this.found = found;
  }
}

/** @param keys Keys and indices from the root to a value. */
export function pointerOf(keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function countLines(source: Buffer, offset: number): number {
  let lines = 1;
  for (let at = source.indexOf(0x0a); at !== -1 && at < offset; at = source.indexOf(0x0a, at + 1)) lines += 1;
  return lines;
}

function characterAt(source: Buffer, offset: number): string {
  if (offset >= source.length) return 'the end of the file';
  // Four bytes hold any UTF-8 character.
  const [character] = source.toString('utf8', offset, offset + 4);
  return JSON.stringify(character);
}
