import { connect as connectTcp } from 'node:net';
import fc from 'fast-check';

/** Targets and methods that a server may meet, and the code behind it seldom expects. */
const TARGETS = [
  ...[
    '/',
    '//',
    '///',
    '/\\',
    '//evil.example',
    '//evil.example/api/tours/vr-info',
    '*',
    '?',
    '/?',
    '/#a',
    '/.',
    '/..',
  ],
  ...[
    'http://evil.example/',
    'http://evil.example/api/tours/vr-info?resource_code=demo-loft',
    'http://',
    'https://[::1',
  ],
  ...[
    'http://[',
    'ftp://evil.example/',
    'javascript:alert(1)',
    'evil.example:443',
    '/api',
    '/api/tours',
    '/api/tours/',
  ],
  ...[
    '/api/tours/vr-info',
    '/api/tours//vr-info',
    '/api/tours/%',
    '/api/tours/%zz',
    '/api/tours/%00',
    '/api/tours/%2f',
  ],
  ...['/api/tours/vr-info?resource_code=%', '/api/tours/vr-info?resource_code=%ff%fe', '/api/tours/vr-info?%=%&=&&=='],
  ...['/api/tours/vr-info?resource_code=demo-loft&resource_code=x', '/api/tours/vr-info?__proto__=1&constructor=2'],
  ...['/api/tours/__proto__', '/api/tours/constructor', '/api/tours/../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd'],
  ...['/modules/three/none.js', '/modules/three/../../../server.mjs', '/modules/three/%2e%2e/package.json.js'],
  ...['/modules/three/', '/modules/@openhouse/viewer/dist/none.js', '/modules/three/build.js/x.js', '/favicon.ico'],
  ...[`/${'a'.repeat(9000)}`, `/?${'a=1&'.repeat(2000)}`, '/\u00e9', '/\u00ff\u00fe', '/\t', '/ /', '/a b'],
];

const METHODS = [
  ...[
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'CONNECT',
    'PATCH',
    'PROPFIND',
    'get',
    'TRACK',
    'QUERY',
  ],
];

const HEADERS = [
  ...['Host: localhost', 'Host: evil.example', 'Host: a b', 'Host: [', 'Host: localhost:99999', 'Host:'],
  ...['Cookie: session=ida', 'Cookie: =;;=', 'Cookie: session=\u00ff', 'Authorization: \u00e9', 'Upgrade: websocket'],
  ...['Content-Length: 0', 'Content-Length: 5', 'Transfer-Encoding: chunked', 'Expect: 100-continue', 'Expect: 200-ok'],
  ...['X-Forwarded-Host: //', 'Origin: null', `X-Long: ${'b'.repeat(4000)}`, 'Content-Type: application/json'],
];

/** Requests as bytes on the wire, always the same ones: each target and method once, the rest drawn. */
export function hostileRequests(count: number): string[] {
  const request = (method: string, target: string, headers: readonly string[], body = '') =>
    `${method} ${target} HTTP/1.1\r\n${['Host: localhost', ...headers].join('\r\n')}\r\nConnection: close\r\n\r\n${body}`;
  const drawn = fc.record({
    method: fc.constantFrom(...METHODS),
    target: fc.oneof(
      fc.constantFrom(...TARGETS),
      fc.string({ unit: 'binary-ascii' }).map((text) => `/${text}`),
      fc.tuple(fc.constantFrom(...TARGETS), fc.string()).map(([target, more]) => target + more),
    ),
    headers: fc.uniqueArray(fc.constantFrom(...HEADERS), { maxLength: 3 }),
    body: fc.constantFrom('', 'hello', '{"a":', '5\r\nhello\r\n0\r\n\r\n', 'zz\r\n'),
  });
  const each = [
    ...TARGETS.map((target) => request('GET', target, ['Cookie: session=ida'])),
    ...METHODS.map((method) => request(method, '/api/tours/vr-info?resource_code=demo-loft', ['Cookie: session=ida'])),
    ...METHODS.map((method) => request(method, '//', [])),
    ...[
      'GET\r\n\r\n',
      '\r\n\r\n',
      '\u0000\u0001\u0002',
      'GET / HTTP/9.9\r\n\r\n',
      'GET / HTTP/1.1\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    ],
  ];
  const rest = fc.sample(drawn, { numRuns: count - each.length, seed: 29 });
  return [...each, ...rest.map(({ method, target, headers, body }) => request(method, target, headers, body))];
}

/** How long a server may take for one request on a busy machine before it counts as hanging, in milliseconds. */
const PATIENCE_MS = 60_000;

/**
 * Sends bytes and ends its side, as a client that gives up does.
 * @returns The HTTP status; `closed` where the connection ended without an answer, which is one too; `hangs`.
 */
export function statusOf(port: number, bytes: string): Promise<number | 'closed' | 'hangs'> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connectTcp({ port, host: '127.0.0.1' }, () => socket.end(bytes, 'latin1'));
    socket.setTimeout(PATIENCE_MS, () => {
      socket.destroy();
      resolve('hangs');
    });
    socket.setEncoding('latin1').on('data', (chunk) => (answer += chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const [, status] = /^HTTP\/1\.[01] (\d{3})/.exec(answer) ?? [];
      resolve(status === undefined ? 'closed' : Number(status));
    });
  });
}
