import { type IncomingMessage, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { Expected, Load } from './load/load.ts';

/** One response, whole. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Bytes of status line and headers. */
  readonly headLength: number;
  /** The body as it was sent. */
  readonly sent: Buffer;
  /** The body decoded. */
  readonly text: string;
}

/** Asks once, as the load does. */
export function ask(load: Omit<Load, 'expected'>, target = load.targets[0] ?? '/'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { ...load.headers, ...(load.body !== undefined && { 'Content-Length': load.body.length }) };
    const asking = request(`${load.origin}${target}`, { method: load.method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const sent = Buffer.concat(chunks);
        const body = response.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
        const { statusCode = 0, headers } = response;
        resolve({ status: statusCode, headers, headLength: headLengthOf(response), sent, text: body.toString() });
      });
      response.on('error', reject);
    });
    asking.on('error', reject);
    asking.end(load.body);
  });
}

function headLengthOf({ httpVersion, statusCode, statusMessage, rawHeaders }: IncomingMessage): number {
  const lines = [`HTTP/${httpVersion} ${statusCode} ${statusMessage}`];
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return lines.join('\r\n').length + '\r\n\r\n'.length;
}

/** Bytes that a body may be longer than the first one: digits of `cost`. */
const MORE_DIGITS = 6;

/** What every further response must be like: this one. */
export function like({ status, headLength, sent }: Answer, slack = MORE_DIGITS): Expected {
  const answerBytes = headLength + sent.length;
  return { status, answerBytes, minLength: sent.length - MORE_DIGITS, maxLength: sent.length + slack };
}
