/** The byte range of a value in valid JSON: start inclusive, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const OPENING = [0x7b, 0x5b];
const CLOSING = [0x7d, 0x5d];

/**
 * Members of an object, as their bytes: numbers keep every digit, escapes their spelling.
 * @param json Valid JSON (`JSON.parse` took it). @param within The object.
 */
export function* members(json: Buffer, within: Span): Generator<{ readonly name: string; readonly value: Span }> {
  for (const part of parts(json, within)) {
    const nameEnd = endOfString(json, part.start);
    const name = JSON.parse(json.toString('utf8', part.start, nameEnd)) as string;
    const colon = json.indexOf(COLON, nameEnd);
    yield { name, value: trimmed(json, colon + 1, part.end) };
  }
}

/** Elements of an array, likewise. */
export const elements = (json: Buffer, within: Span): Generator<Span> => parts(json, within);

/** The value of a member; undefined if there is none. Of duplicates the last one wins, as in JSON.parse. */
export function member(json: Buffer, within: Span, name: string): Span | undefined {
  return [...members(json, within)].findLast((one) => one.name === name)?.value;
}

export const whole = (json: Buffer): Span => trimmed(json, 0, json.length);

export const textOf = (json: Buffer, { start, end }: Span): string => json.toString('utf8', start, end);

/** The parts between the commas of an object or array. */
function* parts(json: Buffer, within: Span): Generator<Span> {
  let depth = 0;
  let start = within.start + 1;
  for (let at = within.start + 1; at < within.end - 1; at += 1) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) at = endOfString(json, at) - 1;
    else if (OPENING.includes(byte)) depth += 1;
    else if (CLOSING.includes(byte)) depth -= 1;
    else if (byte === COMMA && depth === 0) {
      yield trimmed(json, start, at);
      start = at + 1;
    }
  }
  const last = trimmed(json, start, within.end - 1);
  if (last.end > last.start) yield last;
}

/** @returns The offset after the closing quote. */
function endOfString(json: Buffer, start: number): number {
  let at = start + 1;
  while (json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

function trimmed(json: Buffer, from: number, to: number): Span {
  let [start, end] = [from, to];
  while (start < end && isSpace(json[start])) start += 1;
  while (end > start && isSpace(json[end - 1])) end -= 1;
  return { start, end };
}
