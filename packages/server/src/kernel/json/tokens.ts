/** Ends the reading of a document with an error. @param at Byte offset; the scanner's position by default. */
export type Refuse = (expected: string, at?: number, found?: string) => never;

const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const UPPER_E = 0x45;
const LOWER_E = 0x65;
const LOWER_U = 0x75;
const ESCAPED = new Set(Buffer.from('"\\/bfnrt'));

/** @returns Where the number that begins at `start` ends. */
export function numberEnd(source: Buffer, start: number, refuse: Refuse): number {
  let at = start;
  if (source[at] === MINUS) at += 1;
  if (!isDigit(source[at])) refuse(at === start ? 'a value' : 'a digit', at);
  at = source[at] === ZERO ? at + 1 : digitsEnd(source, at, refuse);
  if (source[at] === POINT) at = digitsEnd(source, at + 1, refuse);
  if (source[at] === LOWER_E || source[at] === UPPER_E) {
    const hasSign = source[at + 1] === MINUS || source[at + 1] === PLUS;
    at = digitsEnd(source, at + (hasSign ? 2 : 1), refuse);
  }
  return at;
}

function digitsEnd(source: Buffer, start: number, refuse: Refuse): number {
  let at = start;
  while (isDigit(source[at])) at += 1;
  if (at === start) refuse('a digit', at);
  return at;
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= ZERO && byte <= NINE;

/** @returns Length of the escape that begins at `at`; 0 when it is not one of JSON. */
export function escapeLength(source: Buffer, at: number): 0 | 2 | 6 {
  const kind = source[at + 1];
  if (kind === undefined) return 0;
  if (ESCAPED.has(kind)) return 2;
  const isUnicode = kind === LOWER_U && /^[\da-fA-F]{4}$/.test(source.toString('latin1', at + 2, at + 6));
  return isUnicode ? 6 : 0;
}
