import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { silenceOf } from './bounded-call.ts';
import { reachThroughProxies } from './proxies.ts';

let gateway: Server;
let proxy: Server;
/** What the proxy was asked for, and by whom. */
let asked: { readonly call: string; readonly by: string | undefined }[];
/** Answered in place of anything else. */
let refusal: number | undefined;
const sockets = new Set<Socket>();
const at = (server: Server) => (server.address() as AddressInfo).port;

const unused = getGlobalDispatcher();
beforeAll(async () => {
  gateway = createServer((_, response) => response.end('of the gateway'));
  proxy = createServer(({ method, url = '', headers }, response) => {
    asked.push({ call: `${method} ${url}`, by: headers['proxy-authorization'] });
    if (refusal !== undefined) return void response.writeHead(refusal).end();
    // Every name leads to the gateway.
    request({ host: '127.0.0.1', port: at(gateway), path: new URL(url).pathname }, (answer) => {
      response.writeHead(answer.statusCode ?? 0);
      answer.pipe(response);
    }).end();
  });
  // As squid is set up: a tunnel leads to port 443 only, and here to nothing that speaks TLS.
  proxy.on('connect', ({ url, headers }, near: Socket) => {
    asked.push({ call: `CONNECT ${url}`, by: headers['proxy-authorization'] });
    if (url?.endsWith(':443') !== true) return void near.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const far = connect(at(gateway), '127.0.0.1', () => near.write('HTTP/1.1 200 OK\r\n\r\n'));
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
    near.pipe(far).pipe(near);
  });
  for (const server of [gateway, proxy]) await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of [gateway, proxy]) {
    server.close();
    server.closeAllConnections();
  }
});
beforeEach(() => {
  [asked, refusal] = [[], undefined];
});
afterEach(() => setGlobalDispatcher(unused));

/** What a call says of its outcome, and what the proxy was asked for. */
async function called(url: string, env: Record<string, string>) {
  await reachThroughProxies({ env, directory: '/nonexistent' });
  const outcome = await fetch(url).then(
    (answer) => answer.text(),
    (error: unknown) => String(silenceOf(error, url)),
  );
  return { outcome, asked };
}

const proxyUrl = (who = '') => `http://${who}127.0.0.1:${at(proxy)}`;
const basic = (who: string) => `Basic ${Buffer.from(who).toString('base64')}`;

test('a call without TLS asks the proxy for the whole address, and opens no tunnel', async () => {
  expect(await called('http://gateway.test:4001/a', { HTTP_PROXY: proxyUrl() })).toEqual({
    outcome: 'of the gateway',
    asked: [{ call: 'GET http://gateway.test:4001/a', by: undefined }],
  });
});

test('a call with TLS opens a tunnel', async () => {
  const env = { HTTP_PROXY: 'http://127.0.0.1:1', HTTPS_PROXY: proxyUrl('ada:word@') };
  const { asked } = await called('https://gateway.test/a', env);
  expect(asked).toEqual([{ call: 'CONNECT gateway.test:443', by: basic('ada:word') }]);
});

test('each proxy is for its own calls', async () => {
  expect((await called('https://gateway.invalid/a', { HTTP_PROXY: proxyUrl() })).asked).toEqual([]);
  const direct = `http://127.0.0.1:${at(gateway)}/a`;
  expect(await called(direct, { HTTPS_PROXY: proxyUrl() })).toEqual({ outcome: 'of the gateway', asked: [] });
});

test.each([
  ['ada:word@', 'ada:word'],
  ['ada@', 'ada:'],
  [':word@', ':word'],
  ['ada:pass%20word@', 'ada:pass word'],
  ['ada:100%@', 'ada:100%'],
  ['ada:5%zz%C3%BC-%ff@', 'ada:5%zz\u00fc-%ff'],
])('the proxy is told who calls: %s', async (who, told) => {
  const { outcome, asked } = await called('http://gateway.test/a', { HTTP_PROXY: proxyUrl(who) });
  expect([outcome, asked[0]?.by]).toEqual(['of the gateway', basic(told)]);
});

test.each(['::1', '[::1]', 'localhost, ::1', '0:0:0:0:0:0:0:1', '*'])(
  'NO_PROXY=%s spares [::1] the proxy',
  async (list) => {
    const { asked } = await called('http://[::1]:1234/a', { HTTP_PROXY: proxyUrl(), NO_PROXY: list });
    expect(asked).toEqual([]);
  },
);

test('a proxy that wants a name is told as the one that refuses, with TLS and without', async () => {
  refusal = 407;
  const { outcome } = await called('http://gateway.test/a', { HTTP_PROXY: proxyUrl() });
  expect(outcome).toContain('the proxy that HTTP_PROXY or HTTPS_PROXY names answered HTTP 407.');
});
