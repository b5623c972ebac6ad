/** Sixteen digits in a row: no shorter integer exceeds 2^53. */
const MAY_EXCEED = /\d{16}/;
/** The texts and numbers of valid JSON; a text with a colon behind it is a key. */
const TEXT_OR_NUMBER = /"(?:[^"\\]+|\\.)*"(\s*:)?|-?\d+(?:[.eE][\d.eE+-]*)?/g;
/** Starts every text that stands for an integer; texts that start so themselves get one more. */
const MARK = '~';
const STARTS_WITH_MARK = /^"(?:~|\\u007e)/i;

/**
 * `JSON.parse` that keeps every digit: integers beyond 2^53 become `bigint`, everything else is as usual. A number
 * with a fraction or an exponent stays a `number`. Needs nothing newer than ES2022 (decision 0051).
 * @throws {SyntaxError} As `JSON.parse`.
 */
export function parseExact(text: string): unknown {
  const usual: unknown = JSON.parse(text);
  if (!MAY_EXCEED.test(text)) return usual;
  let exceeded = false;
  const marked = text.replace(TEXT_OR_NUMBER, (token, colon?: string) => {
    if (token.startsWith('"'))
      return colon === undefined && STARTS_WITH_MARK.test(token) ? `"${MARK}${token.slice(1)}` : token;
    if (!/^-?\d+$/.test(token) || Number.isSafeInteger(Number(token))) return token;
    exceeded = true;
    return `"${MARK}${token}"`;
  });
  return exceeded ? JSON.parse(marked, unmark) : usual;
}

function unmark(_key: string, value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith(MARK)) return value;
  return value.startsWith(MARK, 1) ? value.slice(1) : BigInt(value.slice(1));
}
