import { createServer, type Server } from 'node:http';
import { createServer as createHttp2Server, type OutgoingHttpHeaders, connect as openHttp2 } from 'node:http2';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { connect, createProxy, hotDetail, hotList, vrInfo } from '@openhouse/sdk';
import { fastifyHandler, type Handler, nodeListener } from '@openhouse/sdk/node';
import fastify from 'fastify';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useStore } from '../packages/server/src/testing/database.ts';
import { useGateway } from '../packages/server/src/testing/gateway-suite.ts';
import { hostileRequests, statusOf } from './samples/hostile-requests.ts';

/** It comes without types. */
const express = createRequire(import.meta.url)('express') as {
  (): { use(...handlers: unknown[]): void } & Parameters<typeof createServer>[1];
  json(): unknown;
};

/** Starts a server over a handler that is mounted at /api/tours. @returns How it ends. */
type Start = (handler: Handler) => Promise<{ readonly port: number; close(): unknown }>;

const listening = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
};

const servers: Record<string, Start> = {
  'node:http': (handler) => listening(createServer(nodeListener(handler))),
  Express: (handler) => {
    const app = express();
    app.use(express.json());
    app.use('/api/tours', nodeListener(handler));
    return listening(createServer(app));
  },
  Fastify: async (handler) => {
    const app = fastify({ forceCloseConnections: true });
    app.all('/api/tours/*', fastifyHandler(handler));
    await app.listen({ port: 0, host: '127.0.0.1' });
    return { port: (app.server.address() as AddressInfo).port, close: () => app.close() };
  },
  Hono: (handler) => {
    const app = new Hono();
    app.all('/api/tours/*', (context) => handler(context.req.raw));
    return listening(createServer(nodeListener(async (request) => app.fetch(request))));
  },
  // A route handler of Next is called with a web-standard request and answers with a response.
  'a route handler of Next': (handler) => {
    const route: { readonly GET: (request: Request, context: object) => Promise<Response> } = { GET: handler };
    return listening(
      createServer(
        nodeListener(async (request) =>
          request.method === 'GET' ? route.GET(request, { params: {} }) : new Response(null, { status: 405 }),
        ),
      ),
    );
  },
};

test('node:http is told how long an answer is; one to HEAD keeps the length it names', async () => {
  const server = await listening(
    createServer(
      nodeListener(async ({ method }) =>
        method === 'HEAD' ? new Response(null, { headers: { 'content-length': '7' } }) : new Response('客厅'),
      ),
    ),
  );
  for (const [method, length] of [
    ['GET', '6'],
    ['HEAD', '7'],
  ] as const) {
    const { headers } = await fetch(`http://127.0.0.1:${server.port}/`, { method });
    expect([headers.get('content-length'), headers.get('transfer-encoding')]).toEqual([length, null]);
  }
  server.close();
});

test.each<[string, OutgoingHttpHeaders, string]>([
  ['without a Host', {}, 'homes.example.com'],
  ['with another Host, which counts for nothing there', { host: 'other.example.com' }, 'homes.example.com'],
  ['with a Host alone', { ':authority': undefined, host: 'homes.example.com' }, 'homes.example.com'],
])('over HTTP/2 a handler sees whom the request asks: %s', async (_, headers, host) => {
  const server = createHttp2Server(
    nodeListener(async (request) => Response.json([new URL(request.url).host, request.headers.get('host')])),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const session = openHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  try {
    const stream = session.request({ ':path': '/api/tours', ':authority': 'homes.example.com', ...headers });
    let text = '';
    for await (const part of stream) text += part;
    expect(JSON.parse(text)).toEqual([host, host]);
  } finally {
    session.close();
    server.close();
  }
});

describe.each(Object.entries(servers))('a proxy in %s, before the gateway', (_, start) => {
  const suite = useGateway(useStore());
  let current: Handler = () => Promise.reject(new Error('not started'));
  let server: Awaited<ReturnType<Start>>;
  beforeAll(async () => {
    server = await start((request) => current(request));
  });
  afterAll(() => server.close());

  function serve(): void {
    const { baseUrl } = suite.gateway;
    const { appKey, appSecret } = suite.own;
    current = createProxy({
      gateway: connect({ baseUrl, appKey, appSecret, maxAttempts: 1 }),
      operations: [vrInfo, hotList, hotDetail],
      basePath: '/api/tours',
      authorize: (request, { query }) =>
        request.headers.get('cookie') === 'session=ida' && query.resource_code === 'own-tour',
    });
  }
  const ask = (target: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${server.port}${target}`, { ...init, headers: { cookie: 'session=ida', ...init.headers } });

  test('a visitor reads the tour that is theirs, and no other', { tags: 'slow' }, async () => {
    serve();
    const answer = await ask('/api/tours/vr-info?resource_code=own-tour');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toMatchObject({ status: 'success', data: { resource_code: 'own-tour' } });
    expect((await ask('/api/tours/vr-info?resource_code=other-tour')).status).toBe(403);
    expect((await ask('/api/tours/vr-info?resource_code=own-tour', { headers: { cookie: '' } })).status).toBe(403);
    expect((await ask('/api/tours/route-search?resource_code=own-tour')).status).toBe(404);
    expect((await ask('/api/tours/vr-info?resource_code=own-tour', { method: 'POST' })).status).toBe(405);
  });

  test('a tag of the tour, and none that is not in it', { tags: 'slow' }, async () => {
    serve();
    const list = (await (await ask('/api/tours/hot-list?resource_code=own-tour')).json()) as {
      data: { tagList: { id: number }[] };
    };
    const id = list.data.tagList[0]?.id ?? 0;
    expect((await ask(`/api/tours/hot-detail?id=${id}&resource_code=own-tour`)).status).toBe(200);
    expect((await ask(`/api/tours/hot-detail?id=${id}1&resource_code=own-tour`)).status).toBe(404);
    expect((await ask(`/api/tours/hot-detail?id=${id}&resource_code=other-tour`)).status).toBe(403);
  });

  test('200 hostile requests: each is answered or closed, none with a failure of ours, and it goes on', {
    tags: 'slow',
  }, async () => {
    serve();
    const statuses = new Map<string, number | string>();
    for (const request of hostileRequests(200)) {
      const status = await statusOf(server.port, request);
      if (status === 'hangs' || (typeof status === 'number' && status >= 500))
        statuses.set(request.slice(0, 120), status);
    }
    expect([...statuses]).toEqual([]);
    expect((await ask('/api/tours/vr-info?resource_code=own-tour')).status).toBe(200);
  });

  test('a visitor who leaves ends the call', async () => {
    let left: unknown;
    const waiting = new Promise<void>((resolve) => {
      current = (request) =>
        new Promise((_, reject) => {
          resolve();
          request.signal.addEventListener('abort', () => {
            left = request.signal.reason;
            reject(request.signal.reason);
          });
        });
    });
    const controller = new AbortController();
    const answer = ask('/api/tours/vr-info?resource_code=own-tour', { signal: controller.signal });
    await waiting;
    controller.abort();
    await expect(answer).rejects.toBeDefined();
    await expect.poll(() => left).toMatchObject({ message: 'The client has left.' });
  });

  test('a handler that throws is answered 500', async () => {
    current = () => Promise.reject(new Error('secret of the house'));
    const answer = await ask('/api/tours/vr-info');
    expect(answer.status).toBe(500);
  });
});
