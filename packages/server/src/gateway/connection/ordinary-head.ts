import { MAX_BODY_BYTES } from '@openhouse/contract';

/**
 * Parses the request line and headers of ordinary requests. It accepts a strict subset of HTTP/1.1 (RFC 9112) and
 * returns `undefined` for everything else, which node:http then parses: each rule here can only hand a request to
 * Node, never accept what Node refuses (decision 0071).
 */

export interface OrdinaryHead {
  readonly method: 'GET' | 'POST';
  /** Path and query, undecoded. A slice of the whole head: copy what is kept for long. */
  readonly target: string;
  /** By their names in lower case; each occurs once. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes up to the body. */
  readonly headLength: number;
  /** Bytes of the body. */
  readonly bodyLength: number;
  /** Whether the caller wants the connection to be closed after the answer. */
  readonly closes: boolean;
}

/** Header lines that were parsed before. */
interface Fields {
  /** The lines, each with its line end. */
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the Content-Length; undefined without one. */
  readonly contentLength: number | undefined;
  readonly closes: boolean;
}

/**
 * Maximum size of request line and headers, in bytes. Node's own limit is as large or larger, so longer ones are left
 * to it.
 */
const MAX_HEAD_BYTES = 8 * 1024;

const LINE_END = '\r\n';
const VERSION = ' HTTP/1.1';
/** Visible ASCII except the character that begins a fragment. */
const TARGET = /^\/[!"$-~]*$/;
/** RFC 9110, 5.6.2. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible ASCII with inner spaces and tabs, after at most one space: parsers differ about other values. */
const VALUE = /^ ?(?:[!-~](?:[\t -~]*[!-~])?)?$/;
const KEEP_ALIVE = /^keep-alive$/i;
const CLOSE = /^close$/i;
const LENGTH = /^(?:0|[1-9][0-9]{0,5})$/;

/** Headers that change how the message is read or what happens to the connection. */
const EXTRAORDINARY = new Set([
  'transfer-encoding',
  'upgrade',
  'expect',
  'trailer',
  'http2-settings',
  'proxy-connection',
]);

/**
 * @returns A parser for one connection. It caches the headers of the last request, because a client sends the same ones
 *   again and again. It returns undefined unless the bytes begin with the complete head of an ordinary request.
 */
export function ordinaryHeads(): (bytes: Buffer, length?: number) => OrdinaryHead | undefined {
  let last: Fields | undefined;
  return (bytes, length = bytes.length) => {
    const text = bytes.toString('latin1', 0, Math.min(length, MAX_HEAD_BYTES));
    const method = text.startsWith('GET /') ? 'GET' : text.startsWith('POST /') ? 'POST' : undefined;
    if (method === undefined) return undefined;
    const lineEnd = text.indexOf(LINE_END);
    const end = text.indexOf('\r\n\r\n', lineEnd);
    const targetEnd = lineEnd - VERSION.length;
    if (end === -1 || !text.startsWith(VERSION, targetEnd)) return undefined;
    const target = text.slice(method.length + 1, targetEnd);
    if (!TARGET.test(target)) return undefined;
    const from = lineEnd + LINE_END.length;
    const lines = text.slice(from, end + LINE_END.length);
    if (last?.text !== lines) {
      const fields = fieldsOf(bytes, from, lines);
      if (fields === undefined) return undefined;
      last = fields;
    }
    const { headers, contentLength = 0, closes } = last;
    if (method === 'GET' ? last.contentLength !== undefined : contentLength > MAX_BODY_BYTES) return undefined;
    return { method, target, headers, headLength: end + 2 * LINE_END.length, bodyLength: contentLength, closes };
  };
}

/** @param text The lines, which begin at `from` in the bytes. */
function fieldsOf(bytes: Buffer, from: number, text: string): Fields | undefined {
  const headers: Record<string, string> = Object.create(null);
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf(LINE_END, at);
    const colon = text.indexOf(':', at);
    if (colon === -1 || colon > end) return undefined;
    const name = text.slice(at, colon).toLowerCase();
    const value = text.slice(colon + 1, end);
    if (!NAME.test(name) || !VALUE.test(value) || EXTRAORDINARY.has(name) || headers[name] !== undefined)
      return undefined;
    const start = from + colon + (value.startsWith(' ') ? 2 : 1);
    // A copy: a slice would retain the whole text for as long as a trace id or a token is kept.
    headers[name] = bytes.toString('latin1', start, from + end);
    at = end + LINE_END.length;
  }
  const { host, connection = 'keep-alive', 'content-length': length } = headers;
  const closes = CLOSE.test(connection);
  if (host === undefined || !(closes || KEEP_ALIVE.test(connection))) return undefined;
  if (length !== undefined && !LENGTH.test(length)) return undefined;
  return { text, headers, contentLength: length === undefined ? undefined : Number(length), closes };
}
