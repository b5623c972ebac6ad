import fc from 'fast-check';

const NAMES = ['Accept', 'X-A', 'Content-Length', 'Connection', 'Authorization', 'Cookie', 'host', 'Transfer-Encoding'];
const VALUES = [
  'x',
  '',
  ' ',
  '\t',
  '3',
  'close',
  'keep-alive',
  'chunked',
  'a, b',
  '"q"',
  'a=b; c=d',
  '\x7f',
  '\x80',
  '~',
];
const pick = (values: readonly string[]) => fc.constantFrom(...values);
const header = fc.oneof(
  fc
    .tuple(pick(NAMES), pick([':', ': ', ': ', ':\t', ' :', '']), pick(VALUES), pick(['', ' ', '\t']))
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const target = fc.oneof(
  pick(['/', '/a?b=c', '/a?b=%20&c', '*', '/a"b', '/a{b}|\\^`', '/a#b', '//x', '/?', '/a b']),
  fc.string({ unit: 'binary', maxLength: 8 }).map((some) => `/${some}`),
);
const request = fc
  .record({
    method: pick(['GET', 'GET', 'GET', 'POST', 'POST', 'HEAD', 'get']),
    target,
    version: pick(['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/1.1 ']),
    headers: fc.array(header, { maxLength: 3 }),
    body: pick(['', 'abc', 'abcGET / HTTP/1.1\r\n\r\n']),
  })
  .map(({ method, target: path, version, headers, body }) =>
    Buffer.from(`${[`${method} ${path} ${version}`, 'Host: x', ...headers, '', ''].join('\r\n')}${body}`, 'latin1'),
  );

/** Requests as bytes, ordinary ones and others; any byte of one may be another. */
export const damagedRequests = fc
  .record({
    bytes: request,
    at: fc.nat(),
    byte: fc.integer({ min: 0, max: 255 }),
    isDamaged: fc.constantFrom(true, false, false),
  })
  .map(({ bytes, at, byte, isDamaged }) => {
    if (isDamaged) bytes[at % bytes.length] = byte;
    return bytes;
  });

/** Requests as clients send them: one of each header, and a length that is that of the body. */
export const ordinaryRequests = fc
  .record({
    isPost: fc.boolean(),
    path: fc.webPath(),
    headers: fc.uniqueArray(
      fc.tuple(pick(['Accept', 'X-A', 'Authorization', 'Cookie']), pick(['x', 'a, b', '"q"', 'a=b'])),
      {
        selector: ([name]) => name,
      },
    ),
    connection: pick(['', 'Connection: close\r\n', 'Connection: keep-alive\r\n']),
    body: fc.string({ maxLength: 20 }),
  })
  .map(({ isPost, path, headers, connection, body }) => {
    const bytes = Buffer.from(isPost ? body : '');
    const length = isPost ? `Content-Length: ${bytes.length}\r\n` : '';
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const head = `${isPost ? 'POST' : 'GET'} ${path === '' ? '/' : path} HTTP/1.1\r\nHost: x\r\n${lines}${connection}${length}\r\n`;
    return Buffer.concat([Buffer.from(head), bytes]);
  });

/** Parts of requests on which their meaning hangs. */
export const requestPieces: readonly string[] = [
  '\r\n',
  '\n',
  '\r',
  ': ',
  ' ',
  '\t',
  'Content-Length: 3\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Connection: close\r\n',
  'Host: x\r\n',
  'GET / HTTP/1.1\r\n',
  '\r\n\r\n',
  '0',
  '\u0000',
];
