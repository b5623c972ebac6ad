import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NodeReader, startNodeReader } from '../../testing/node-reader.ts';
import { damagedRequests } from '../../testing/random-requests.ts';
import { type OrdinaryHead, ordinaryHeads } from './ordinary-head.ts';

const text = (...lines: readonly string[]) => Buffer.from([...lines, '', ''].join('\r\n'), 'latin1');
const read = (bytes: Buffer): OrdinaryHead | undefined => ordinaryHeads()(bytes);
const LONG = 'x'.repeat(9000);

test('a request as clients send it is read', () => {
  const bytes = text(
    'GET /open/v3/vr/info?a=1%20b HTTP/1.1',
    'Host: x',
    'Accept-Encoding:gzip',
    'X-Empty:',
    'X-Tab: a\t b',
  );
  expect(read(bytes)).toEqual({
    method: 'GET',
    target: '/open/v3/vr/info?a=1%20b',
    headers: { host: 'x', 'accept-encoding': 'gzip', 'x-empty': '', 'x-tab': 'a\t b' },
    headLength: bytes.length,
    bodyLength: 0,
    closes: false,
  });
});

test('of a request with a body, head and body are told apart', () => {
  const head = text('POST /auth/access_token HTTP/1.1', 'Host: x', 'Content-Length: 3', 'Connection: Close');
  const found = read(Buffer.concat([head, Buffer.from('a=b')]));
  expect(found).toMatchObject({ method: 'POST', headLength: head.length, bodyLength: 3, closes: true });
});

test('a body as large as an operation takes is read', () => {
  const head = text('POST /auth/access_token HTTP/1.1', 'Host: x', 'Content-Length: 16384');
  expect(read(head)).toMatchObject({ bodyLength: 16384 });
});

test('the same headers are read once, and others anew', () => {
  const readNext = ordinaryHeads();
  const first = readNext(text('GET /one HTTP/1.1', 'Host: x', 'Authorization: a'));
  const second = readNext(text('GET /two HTTP/1.1', 'Host: x', 'Authorization: a'));
  const third = readNext(text('GET /two HTTP/1.1', 'Host: x', 'Authorization: b'));
  expect([first?.target, second?.target, third?.target]).toEqual(['/one', '/two', '/two']);
  expect(second?.headers).toBe(first?.headers);
  expect(third?.headers).toEqual({ host: 'x', authorization: 'b' });
});

test.each([
  ['no whole head', Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n')],
  ['another method', text('HEAD / HTTP/1.1', 'Host: x')],
  ['another version', text('GET / HTTP/1.0', 'Host: x')],
  ['a method in lower case', text('get / HTTP/1.1', 'Host: x')],
  ['a target with a space', text('GET /a b HTTP/1.1', 'Host: x')],
  ['a target with a space before another slash', text('GET /a b/c HTTP/1.1', 'Host: x')],
  ['a target with a fragment', text('GET /a#b HTTP/1.1', 'Host: x')],
  ['a target beyond ASCII', text('GET /\xe4 HTTP/1.1', 'Host: x')],
  ['a whole URL as target', text('GET http://x/ HTTP/1.1', 'Host: x')],
  ['two spaces', text('GET  / HTTP/1.1', 'Host: x')],
  ['no Host', text('GET / HTTP/1.1', 'Accept: x')],
  ['two of a header', text('GET / HTTP/1.1', 'Host: x', 'Accept: a', 'accept: b')],
  ['a folded header', text('GET / HTTP/1.1', 'Host: x', 'Accept: a', ' b')],
  ['a space before the colon', text('GET / HTTP/1.1', 'Host : x')],
  ['a space before the colon of any header', text('GET / HTTP/1.1', 'Host: x', 'Accept : y')],
  ['a name that begins with another character', text('GET / HTTP/1.1', 'Host: x', '(a: y')],
  ['a name that ends with another character', text('GET / HTTP/1.1', 'Host: x', 'a(: y')],
  ['no name', text('GET / HTTP/1.1', 'Host: x', ': y')],
  ['no colon', text('GET / HTTP/1.1', 'Host: x', 'Accept')],
  ['a value beyond ASCII', text('GET / HTTP/1.1', 'Host: x', 'Accept: \xe4')],
  ['a control character', text('GET / HTTP/1.1', 'Host: x', 'Accept: \x01')],
  ['a bare line feed', text('GET / HTTP/1.1', 'Host: x\nAccept: y')],
  ['a bare carriage return', text('GET / HTTP/1.1', 'Host: x\rAccept: y')],
  ['a line before the request', text('', 'GET / HTTP/1.1', 'Host: x')],
  ['Transfer-Encoding', text('POST / HTTP/1.1', 'Host: x', 'Transfer-Encoding: chunked')],
  ['Expect', text('POST / HTTP/1.1', 'Host: x', 'Expect: 100-continue')],
  ['Upgrade', text('GET / HTTP/1.1', 'Host: x', 'Upgrade: h2c')],
  ['Trailer', text('POST / HTTP/1.1', 'Host: x', 'Trailer: a')],
  ['HTTP2-Settings', text('GET / HTTP/1.1', 'Host: x', 'HTTP2-Settings: a')],
  ['Proxy-Connection', text('GET / HTTP/1.1', 'Host: x', 'Proxy-Connection: close')],
  ['space behind a value', text('POST / HTTP/1.1', 'Host: x', 'Content-Length: 3\t')],
  ['more than one space before a value', text('GET / HTTP/1.1', 'Host:  x')],
  ['another Connection', text('GET / HTTP/1.1', 'Host: x', 'Connection: keep-alive, x')],
  ['another Connection before keep-alive', text('GET / HTTP/1.1', 'Host: x', 'Connection: x, keep-alive')],
  ['another Connection before close', text('GET / HTTP/1.1', 'Host: x', 'Connection: x, close')],
  ['another Connection behind close', text('GET / HTTP/1.1', 'Host: x', 'Connection: close, x')],
  ['GET with a length', text('GET / HTTP/1.1', 'Host: x', 'Content-Length: 0')],
  ['a length that is no number', text('POST / HTTP/1.1', 'Host: x', 'Content-Length: +1')],
  ['a length with a zero before it', text('POST / HTTP/1.1', 'Host: x', 'Content-Length: 01')],
  ['two lengths', text('POST / HTTP/1.1', 'Host: x', 'Content-Length: 1, 1')],
  ['a body beyond what an operation takes', text('POST / HTTP/1.1', 'Host: x', 'Content-Length: 16385')],
  ['a head beyond 8 KB', text('GET / HTTP/1.1', 'Host: x', `Accept: ${LONG}`)],
])('%s is left to node:http', (_, bytes) => {
  expect(read(bytes)).toBeUndefined();
});

describe('whatever is read as ordinary, node:http reads the same', () => {
  let node: NodeReader;
  beforeAll(async () => {
    node = await startNodeReader();
  });
  afterAll(() => node.close());

  /** @returns Whether the bytes were ordinary. */
  async function compare(bytes: Buffer): Promise<boolean> {
    const head = read(bytes);
    if (head === undefined) return false;
    const { method, target, headers, headLength, bodyLength, closes } = head;
    // The request alone: bytes that are missing from its body would never come, and what stands behind it is another.
    const length = headLength + bodyLength;
    const whole = Buffer.concat([bytes, Buffer.alloc(Math.max(0, length - bytes.length), 'x')]).subarray(0, length);
    const body = whole.toString('utf8', headLength, headLength + bodyLength);
    expect(await node.read(whole)).toEqual({ method, url: target, headers: { ...headers }, body, closes });
    return true;
  }

  test('for requests put together at random, and with a byte of them changed', { tags: 'slow' }, async () => {
    let ordinary = 0;
    const property = fc.asyncProperty(damagedRequests, async (bytes) => {
      if (await compare(bytes)) ordinary += 1;
    });
    await fc.assert(property, { numRuns: 30_000 });
    expect(ordinary).toBeGreaterThan(200);
  });

  const corpora = process.env.CORPORA_DIR ?? '';
  const isMissing = corpora === '' || !existsSync(corpora);
  test.skipIf(isMissing)(
    `for the public lists of HTTP/1 requests${isMissing ? ' (skipped: CORPORA_DIR is not set)' : ''}`,
    async () => {
      const lines = readFileSync(join(corpora, 'http1/llhttp-requests.ndjson'), 'utf8').split('\n').filter(Boolean);
      let ordinary = 0;
      for (const line of lines) {
        const bytes = Buffer.from((JSON.parse(line) as { b64: string }).b64, 'base64');
        if (await compare(bytes)) ordinary += 1;
      }
      expect(ordinary).toBeGreaterThan(0);
    },
  );
});
