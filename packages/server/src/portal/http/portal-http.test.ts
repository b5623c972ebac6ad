import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { portalFailures, portalFailuresInChinese } from '@openhouse/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useStore } from '../../testing/database.ts';
import { usePages } from '../../testing/folder.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';
import { type RunningPortal, startPortal } from '../../testing/portal.ts';
import { freePort } from '../../testing/processes.ts';
import { rawRequest, sendRaw } from '../../testing/raw-http.ts';
import { slowAfter } from '../../testing/slow-after.ts';

const store = useStore();
const pages = usePages();

describe('asked without a port', () => {
  let portal: InjectedPortal;
  beforeEach(() => {
    portal = injectedPortal(store.database, { pagesDirectory: pages });
  });
  const html = { accept: 'text/html,application/xhtml+xml' };

  test('every answer carries the security headers and its request id', async () => {
    for (const url of ['/', '/api/me', '/auth/sign-out', '/nothing', '/api/sessions']) {
      const { headers } = await portal.ask({ url });
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'strict-transport-security': 'max-age=31536000',
        'cross-origin-opener-policy': 'same-origin',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });

  test.each(['/', '/docs', '/docs/first-call', '/dashboard', '/dashboard/apps'])(
    '%s is the page, with a nonce of its own',
    async (url) => {
      const [first, second] = [await portal.ask({ url }), await portal.ask({ url })];
      expect(first.statusCode).toBe(200);
      const nonce = /'nonce-([\w-]{22})'/.exec(String(first.headers['content-security-policy']))?.[1];
      expect(first.body).toContain(`nonce="${nonce}"`);
      expect(first.body).toContain('name="openhouse-base-url" content="https://gateway.example.com"');
      expect(first.body).toContain('property="og:image" content="https://portal.example.com/cover.jpg"');
      expect(first.body).not.toMatch(/__[A-Z_]+__/);
      expect(second.body).not.toContain(nonce);
      const policy = String(first.headers['content-security-policy']);
      expect(policy.replace("'wasm-unsafe-eval'", '')).not.toMatch(/unsafe|\*/);
    },
  );

  test.each<[language: string, url: string, code: string, message: string]>([
    ['zh-CN,zh;q=0.9', '/api/me/none', 'NOT_FOUND', portalFailuresInChinese.NOT_FOUND.join('')],
    ['zh', '/api/sessions', 'AUTH_REQUIRED', portalFailuresInChinese.AUTH_REQUIRED.join('')],
    [
      'fr, zh;q=0.5',
      '/api/sessions',
      'AUTH_REQUIRED',
      `${portalFailures.AUTH_REQUIRED.message} ${portalFailures.AUTH_REQUIRED.advice}`,
    ],
  ])('Accept-Language %s at %s: the code is %s, in words of that language', async (language, url, code, message) => {
    const { error } = (await portal.ask({ url, headers: { 'accept-language': language } })).json();
    expect(error).toMatchObject({ code, message });
  });

  test('in Chinese what only one call has stands behind it, in English', async () => {
    const headers = { 'accept-language': 'zh', 'content-type': 'application/json' };
    const payload = `{"x":"${'x'.repeat(100_000)}"}`;
    const { error } = (
      await portal.ask({ method: 'POST', url: '/api/command-line/sign-ins', headers, payload })
    ).json();
    expect(error.code).toBe('PAYLOAD_TOO_LARGE');
    expect(error.message).toMatch(/^\p{Script=Han}.*（The body is too large\. Send at most \d+ KiB\.）$/u);
  });

  test('files of the build are served by name; its notes and anything else are not', async () => {
    const script = await portal.ask({ url: '/color-scheme.js' });
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
    });
    for (const url of [
      '/.secret.json',
      '/notes.tsbuildinfo',
      '/index.html',
      '/assets/../.secret.json',
      '/assets/%2e%2e/.secret.json',
    ]) {
      expect((await portal.ask({ url })).statusCode, url).toBe(404);
    }
  });

  test('docs for readers without a browser are Markdown with the addresses of this installation', async () => {
    const { headers, body } = await portal.ask({ url: '/notes.md' });
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(body).toBe('curl https://gateway.example.com/open');
  });

  test.each([
    ['/docs', 200],
    ['/docs/', 200],
    ['/docs/first-call', 200],
    ['/docs/first-call/?from=mail', 200],
    ['/docs/no-such-page', 404],
    ['/docs/first-call/more', 404],
    ['/docs/../notes', 404],
    ['/docs/%2e%2e/notes', 404],
  ])('%s answers %d with the page, which says what is there', async (url, status) => {
    const answer = await portal.ask({ url, headers: html });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  test('a page that is nowhere is NOT_FOUND: as a page for a browser, as JSON for a program', async () => {
    const page = await portal.ask({ url: '/nowhere', headers: html });
    expect(page.statusCode).toBe(404);
    expect(page.body).toContain('name="openhouse-problem" content="NOT_FOUND"');
    const json = await portal.ask({ url: '/nowhere' });
    expect(json.statusCode).toBe(404);
    expect(json.json()).toMatchObject({ error: { code: 'NOT_FOUND', request_id: json.headers['x-request-id'] } });
    expect((await portal.ask({ url: '/api/nowhere', headers: html })).json()).toMatchObject({
      error: { code: 'NOT_FOUND' },
    });
  });

  test('a browser sees an outage and a refusal as a page, with their honest status', async () => {
    portal.identity.mood = 'away';
    const away = await portal.ask({ url: '/auth/sign-in', headers: html });
    expect(away.statusCode).toBe(503);
    expect(away.headers['retry-after']).toBe('2');
    expect(away.body).toContain('content="IDENTITY_PROVIDER_UNAVAILABLE"');
    expect((await portal.ask({ url: '/auth/get-user', headers: html })).statusCode).toBe(200);
  });

  test.each([
    ['DELETE', '/auth/get-user', 'GET, HEAD'],
    ['POST', '/api/me', 'GET, HEAD'],
    ['GET', '/api/sessions/end-all', 'POST'],
    ['PUT', '/auth/sign-out', 'GET, POST'],
    ['OPTIONS', '/api/sessions', 'GET, HEAD'],
    ['POST', '/docs', 'GET, HEAD'],
  ] as const)('METHOD_NOT_ALLOWED: %s %s, Allow: %s', async (method, url, allow) => {
    const answer = await portal.ask({ method, url });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe(allow);
    expect(answer.json()).toMatchObject({ error: { code: 'METHOD_NOT_ALLOWED' } });
  });

  test.each([
    ['packed', { 'content-encoding': 'gzip' }, gzipSync('{"machine":"m"}'), 415, /^The body is packed.* unpacked/],
    [
      'in another charset',
      { 'content-type': 'application/json; charset=gbk' },
      '{}',
      415,
      /another charset than UTF-8/,
    ],
    ['of bytes that are not UTF-8', {}, Buffer.from('{"machine":"Café"}', 'latin1'), 400, /not in UTF-8/],
    ['after a byte order mark', {}, '\ufeff{"machine":"m"}', 400, /byte order mark/],
  ])('a body %s is refused, and the refusal says why', async (_, headers, payload, status, message) => {
    const json = { 'content-type': 'application/json', ...headers };
    const answer = await portal.ask({ method: 'POST', url: '/api/command-line/sign-ins', headers: json, payload });
    expect([answer.statusCode, answer.json().error.message]).toEqual([status, expect.stringMatching(message)]);
  });

  test('UNAVAILABLE with Retry-After while the store is away', async () => {
    const cookie = await portal.signIn('ada');
    const broken = {
      ...store.database,
      pool: { query: () => Promise.reject(Object.assign(new Error('x'), { code: '57P01' })) },
    };
    const away = injectedPortal(broken as never, { ...portal.deps, database: broken as never });
    const answer = await away.ask({ url: '/api/me', headers: { cookie } });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('2');
    expect(answer.json()).toMatchObject({ error: { code: 'UNAVAILABLE' } });
  });
});

describe('over a connection', () => {
  let portal: RunningPortal;
  let port: number;
  beforeEach(async () => {
    port = await freePort();
    const { identity } = injectedPortal(store.database);
    portal = await startPortal(port, store.database, identity);
  });
  afterEach(() => portal.close());
  const host = () => `Host: localhost:${port}`;

  test('old addresses keep the query byte for byte, whatever the bytes', async () => {
    const query = 'next=%2fdocs&&a=%zz&b=\'"<>|^`{}&c=%E4%BD%A0';
    const target = Buffer.from(`GET /login?${query} HTTP/1.1\r\n${host()}\r\nConnection: close\r\n\r\n`, 'latin1');
    const received = await bytesOf(port, target);
    expect(received).toContain(`location: /auth/sign-in?${query}\r\n`);
  });

  slowAfter(2, [
    ['two Host headers', (h: string) => rawRequest('GET', '/api/me', [h, h]), 400, 'REQUEST_INVALID'],
    ['no Host header', () => rawRequest('GET', '/api/me', []), 400, 'REQUEST_INVALID'],
    ['TRACE, which would show cookies', (h: string) => rawRequest('TRACE', '/api/me', [h]), 405, 'METHOD_NOT_ALLOWED'],
    ['a broken request line', () => 'NONSENSE\r\n\r\n', 400, 'REQUEST_INVALID'],
    [
      'a header of 64 KiB',
      (h: string) => rawRequest('GET', '/api/me', [h, `Cookie: a=${'x'.repeat(65_536)}`]),
      431,
      'HEADERS_TOO_LARGE',
    ],
    [
      'an absolute target of another host',
      (h: string) => rawRequest('GET', 'http://evil.example/login', [h]),
      400,
      'REQUEST_INVALID',
    ],
    [
      'a byte order mark before the JSON',
      (h: string) =>
        rawRequest(
          'POST',
          '/api/command-line/sign-ins',
          [h, 'Content-Type: application/json'],
          '\ufeff{"machine":"m"}',
        ),
      400,
      'REQUEST_INVALID',
    ],
    ['a broken escape in the path', (h: string) => rawRequest('GET', '/docs/%zz', [h]), 400, 'REQUEST_INVALID'],
    [
      'NUL in a cookie',
      (h: string) => rawRequest('GET', '/api/me', [h, 'Cookie: svc_token=\0']),
      400,
      'REQUEST_INVALID',
    ],
  ])('%s', async (_name, request, status, code) => {
    const answer = await sendRaw(port, request(host()));
    expect(answer.status).toBe(status);
    expect(answer.headers.date).toMatch(/^\w{3}, \d\d \w{3} \d{4} .* GMT$/);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code, request_id: expect.any(String) } });
  });

  test.each(['http://LOCALHOST:PORT', 'https://localhost:PORT'])(
    'the absolute form is taken: %s',
    async (authority) => {
      const target = `${authority.replace('PORT', String(port))}/login?next=%2fdocs`;
      const answer = await sendRaw(port, rawRequest('GET', target, [host()]));
      expect([answer.status, answer.headers.location]).toEqual([302, '/auth/sign-in?next=%2fdocs']);
    },
  );

  const json = 'Content-Type: application/json';
  test.each<[string, readonly string[], readonly number[]]>([
    ['what is no request', ['GET /login HTTP/1.1', '', 'no request', '', ''], [302, 400]],
    [
      'a body before its length',
      ['POST /api/command-line/sign-ins HTTP/1.1', json, 'Content-Length: 15', '', '{'],
      [400],
    ],
    // Refused before its body is read.
    ['a body that nobody waits for', ['POST /api/teams HTTP/1.1', json, 'Content-Length: 15', '', '{'], [401]],
  ])('%s, which breaks off: each request has one answer, in its turn', async (_, [first = '', ...rest], statuses) => {
    const received = await bytesOf(port, Buffer.from([first, host(), ...rest].join('\r\n')), true);
    expect(received.match(/(?<=HTTP\/1\.1 )\d{3}/g)?.map(Number)).toEqual(statuses);
  });

  test.each([
    ['a length', 'Content-Length: 15', '{"machine":"m"}'],
    ['chunks', 'Transfer-Encoding: chunked', 'f\r\n{"machine":"m"}\r\n0\r\n\r\n'],
  ])('a body with %s, whose caller ends its side with it, is answered', async (_, length, body) => {
    const head = ['POST /api/command-line/sign-ins HTTP/1.1', host(), 'Content-Type: application/json', length];
    const received = await bytesOf(port, Buffer.from([...head, '', body].join('\r\n')), true);
    expect(received).toMatch(/^HTTP\/1.1 200 .*"deviceCode"/s);
  });

  test('after all of that the portal still answers', async () => {
    expect((await fetch(`${portal.url}/auth/get-user`)).status).toBe(200);
  });
});

test('Location is set in one place only, whose type admits judged targets', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing'),
  );
  const setters = sources.filter((file) =>
    /['"]location['"]\s*[,:]|\.redirect\(/i.test(readFileSync(`${root}/${file}`, 'utf8')),
  );
  // The built-in page is a provider of its own: it goes back to the one address it was configured with.
  expect(setters.sort()).toEqual(['portal/identity/builtin/server.ts', 'portal/sign-in/redirect.ts']);
});

/** What a connection answers, byte for byte. @param ends Whether the caller ends its side with the request. */
function bytesOf(port: number, request: Buffer, ends = false): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: 'localhost', allowHalfOpen: true });
    const chunks: Buffer[] = [];
    socket.on('connect', () => (ends ? socket.end(request) : socket.write(request)));
    socket.on('end', () => socket.end());
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.on('error', reject);
  });
}
