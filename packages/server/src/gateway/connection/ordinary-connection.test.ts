import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { gatewayFailures, vrInfo, vrSubmit } from '@openhouse/contract';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { listen, stopListening } from '../../kernel/http/listen.ts';
import { useStore } from '../../testing/database.ts';
import type { Envelope } from '../../testing/envelope.ts';
import { useGateway } from '../../testing/gateway-suite.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { answerData } from '../http/answer.ts';
import { beginCall, type Call } from '../http/call.ts';
import type { GatewayRequest } from '../http/gateway-request.ts';
import type { GatewayResponse } from '../http/gateway-response.ts';
import { SpaciousBytes } from '../http/spacious-bytes.ts';
import { type BrokenRequest, GatewayServer } from './server.ts';

const INFO = '/open/v3/vr/info';
/** More than the buffers of a loopback connection hold together with a few of its like. */
const LARGE_BYTES = 400_000;

const suite = useGateway(useStore());

interface Received {
  readonly head: string;
  readonly body: Buffer;
}

const get = (code = 'own-tour', headers: readonly string[] = [], method = 'GET', version = '1.1') =>
  [
    `${method} ${INFO}?resource_code=${code} HTTP/${version}`,
    'Host: x',
    `Authorization: ${suite.token}`,
    ...headers,
    '',
    '',
  ].join('\r\n');

/** A connection whose bytes are kept; `answers` reads so many whole answers off it. */
function open(port = suite.gateway.port) {
  const socket: Socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const chunks: Buffer[] = [];
  const received: Received[] = [];
  let wake = () => {};
  const ended = new Promise<void>((resolve) => socket.on('end', resolve).on('close', () => resolve()));
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    wake();
  });
  ended.then(() => wake());
  let isOver = false;
  ended.then(() => {
    isOver = true;
  });
  async function answers(count: number, isHead = false): Promise<Received[]> {
    for (;;) {
      const { whole, rest } = split(Buffer.concat(chunks.splice(0)), isHead);
      received.push(...whole);
      chunks.push(rest);
      if (received.length >= count || isOver) return [...received];
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
  return { socket, answers, ended };
}

/** The whole answers at the beginning of the bytes, and the bytes behind them. */
function split(bytes: Buffer, isHead: boolean): { readonly whole: Received[]; readonly rest: Buffer } {
  const whole: Received[] = [];
  let at = 0;
  while (at < bytes.length) {
    const end = bytes.indexOf('\r\n\r\n', at);
    if (end === -1) break;
    const head = bytes.subarray(at, end).toString('latin1');
    const length = isHead ? 0 : Number(/content-length: (\d+)/i.exec(head)?.[1]);
    const from = end + 4;
    if (bytes.length < from + length) break;
    whole.push({ head, body: bytes.subarray(from, from + length) });
    at = from + length;
  }
  return { whole, rest: bytes.subarray(at) };
}

function envelopeOf({ head, body }: Received): Envelope {
  return JSON.parse((/content-encoding: gzip/i.test(head) ? gunzipSync(body) : body).toString()) as Envelope;
}

const importOf = (code: string, filler: string) => {
  const payload = { ...vrInfo.example.data, resource_code: code, is_active: true, filler };
  return suite.importBundle({ code, payloads: { 'vr-info': JSON.stringify(payload) } });
};
const importLarge = () => importOf('large', 'x'.repeat(LARGE_BYTES));

/** A server of its own, whose calls a test answers. */
async function startServer(onCall: (call: Call) => void, onRefused: (refused: BrokenRequest) => void = () => {}) {
  const onRequest = (request: GatewayRequest, response: GatewayResponse) => onCall(beginCall(request, response));
  const server = new GatewayServer({ reader: 'strict', onRequest, onRefused });
  return { server, port: await listen(server, 0, '127.0.0.1') };
}

/** What a server has read of each of its connections; `arrived` resolves once those are so many bytes of one of them. */
function followReads(server: GatewayServer) {
  const accepted: Socket[] = [];
  server.on('connection', (socket: Socket) => accepted.push(socket));
  const arrived = async (bytes: number, index = 0) => {
    while ((accepted[index]?.bytesRead ?? 0) < bytes) await new Promise((resolve) => setImmediate(resolve));
  };
  return { accepted, arrived };
}

const post = (body: string, headers: readonly string[] = []) =>
  [
    'POST /auth/access_token HTTP/1.1',
    'Host: x',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
    '',
    body,
  ].join('\r\n');

test('a connection that stays open carries answer after answer, each with the headers that say so', {
  tags: 'slow',
}, async () => {
  const { socket, answers } = open();
  for (let count = 1; count <= 3; count += 1) {
    socket.write(get('own-tour', count === 2 ? ['Accept-Encoding: gzip'] : []));
    const received = await answers(count);
    const last = received[count - 1];
    expect(received).toHaveLength(count);
    expect(last?.head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(last?.head).toMatch(/\r\nDate: [A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/);
    expect(last?.head).toContain('\r\nConnection: keep-alive\r\nKeep-Alive: timeout=65, max=100000');
    expect(last && envelopeOf(last).data.resource_code).toBe('own-tour');
  }
  socket.destroy();
});

test('answers of other kinds lie between them: a refusal, HEAD', { tags: 'slow' }, async () => {
  const { socket, answers } = open();
  socket.write(get() + get('nope') + get());
  expect((await answers(3)).map((one) => envelopeOf(one).status)).toEqual([
    'success',
    'err_resource_not_found',
    'success',
  ]);
  socket.destroy();
  const heads = open();
  heads.socket.write(get('own-tour', [], 'HEAD') + get('own-tour', ['Connection: close'], 'HEAD'));
  const received = await heads.answers(2, true);
  expect(received.map(({ head }) => head.split('\r\n')[0])).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 200 OK']);
  expect(received[1]?.head).toMatch(/connection: close/i);
  heads.socket.destroy();
});

test.each([
  ['Connection: close', '1.1'],
  ['Connection: x', '1.0'],
])('%j in HTTP/%s: the answer says that it is the last, and the connection ends', async (header, version) => {
  const { socket, answers, ended } = open();
  socket.write(get('own-tour', [header], 'GET', version));
  await ended;
  const [one] = await answers(1);
  expect(one?.head).toMatch(/connection: close/i);
  expect(one && envelopeOf(one).status).toBe('success');
  socket.destroy();
});

test('the last answer that a connection may carry says so, and the connection ends', async () => {
  const { server, port } = await startServer((call) => answerData(call, {}));
  server.maxRequestsPerSocket = 2;
  const { socket, answers, ended } = open(port);
  socket.write(get());
  await answers(1);
  socket.write(get());
  await ended;
  const [first, last] = await answers(2);
  expect(first?.head).toContain('\r\nConnection: keep-alive');
  expect(last?.head).toMatch(/\r\nconnection: close/i);
  expect(last && envelopeOf(last).status).toBe('success');
  socket.destroy();
  await stopListening(server, 1000);
});

test('a caller that ends its side with its request still hears the answer', async () => {
  const warm = open();
  warm.socket.write(get());
  await warm.answers(1);
  const { socket, answers } = open();
  socket.end(get());
  const [one] = await answers(1);
  expect(one && envelopeOf(one).status).toBe('success');
  warm.socket.destroy();
  socket.destroy();
});

test('a caller that ends its side behind several requests hears every answer', async () => {
  const { server, port } = await startServer((call) => answerData(call, { asked: call.request.target }));
  const { socket, answers, ended } = open(port);
  socket.end(['/one', '/two', '/three'].map((target) => `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
  await ended;
  const received = await answers(3);
  expect(received.map((one) => envelopeOf(one).data.asked)).toEqual(['/one', '/two', '/three']);
  await stopListening(server, 1000);
});

test('a caller that ends its side while it reads a large answer is let go of at its end', async () => {
  const length = 10 * LARGE_BYTES;
  const { server, port } = await startServer((call) => answerData(call, { filler: 'x'.repeat(length) }));
  const { socket, answers, ended } = open(port);
  socket.pause();
  socket.end(get());
  await once(socket, 'finish');
  socket.resume();
  await ended;
  expect((await answers(1))[0]?.body.length).toBeGreaterThan(length);
  await stopListening(server, 1000);
});

test('a request that comes while another is answered waits for its turn, and so do those behind it', async () => {
  const calls: Call[] = [];
  const { server, port } = await startServer((call) => calls.push(call));
  const { arrived } = followReads(server);
  const { socket, answers } = open(port);
  const asked = () => calls.map(({ request }) => request.target);
  let sent = 0;
  const ask = (target: string) => {
    const bytes = `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`;
    sent += bytes.length;
    socket.write(bytes);
    return arrived(sent);
  };
  const answerLast = () => {
    const call = calls.at(-1);
    if (call !== undefined) answerData(call, { asked: call.request.target });
  };
  await ask('/one');
  await ask('/two');
  expect(asked()).toEqual(['/one']);
  answerLast();
  await vi.waitFor(() => expect(asked()).toEqual(['/one', '/two']));
  answerLast();
  await answers(2);
  await ask('/three');
  await vi.waitFor(() => expect(asked()).toEqual(['/one', '/two', '/three']));
  answerLast();
  expect((await answers(3)).map((one) => envelopeOf(one).data.asked)).toEqual(['/one', '/two', '/three']);
  socket.destroy();
  await stopListening(server, 1000);
});

test('a file behind a large answer is whole before the answer behind it, however slowly both are read', {
  tags: 'slow',
}, async () => {
  const part = Buffer.alloc(LARGE_BYTES, 'f');
  const parts = Array.from({ length: 10 }, () => part);
  const { server, port } = await startServer((call) => {
    const { request, response } = call;
    if (request.target === '/file') {
      response.stream(200, `Content-Length: ${parts.length * part.length}\r\n`, Readable.from(parts));
    } else answerData(call, { filler: request.target === '/large' ? 'x'.repeat(parts.length * LARGE_BYTES) : '' });
  });
  const { arrived } = followReads(server);
  const { socket, answers } = open(port);
  socket.pause();
  const bytes = ['/large', '/file', '/small'].map((target) => `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`).join('');
  socket.write(bytes);
  await arrived(bytes.length);
  // A piece at a time, so that each answer waits for its reader.
  socket.on('data', () => {
    socket.pause();
    setImmediate(() => socket.resume());
  });
  socket.resume();
  const received = await answers(3);
  expect(received.map(({ body }) => body.includes('"filler":"x'))).toEqual([true, false, false]);
  expect(received[1]?.body.equals(Buffer.concat(parts))).toBe(true);
  expect(received[2] && envelopeOf(received[2]).data).toEqual({ filler: '' });
  socket.destroy();
  await stopListening(server, 1000);
});

test.each([
  ['us', []],
  ['node:http', ['Upgrade: x']],
])('the file of a caller that goes away is closed, and nothing is broken, read by %s', async (_, lines) => {
  const body = new Readable({
    read() {
      this.push(Buffer.alloc(LARGE_BYTES));
    },
  });
  let streamed: Promise<void> | undefined;
  const { server, port } = await startServer(({ response }) => {
    streamed = response.stream(200, 'Content-Length: 1000000000\r\n', body);
  });
  const { socket } = open(port);
  socket.write(get('own-tour', lines));
  await once(socket, 'data');
  socket.destroy();
  await vi.waitFor(() => expect(body.destroyed).toBe(true));
  await expect(streamed).resolves.toBeUndefined();
  await stopListening(server, 1000);
});

test.each([
  ['us', []],
  ['node:http', ['Upgrade: x']],
])('an answer beyond ASCII arrives as it is, read by %s', async (_, lines) => {
  const { server, port } = await startServer((call) => answerData(call, { name: 'É 客🏠' }));
  const { socket, answers } = open(port);
  socket.write(get('own-tour', lines));
  expect((await answers(1)).map((one) => envelopeOf(one).data)).toEqual([{ name: 'É 客🏠' }]);
  socket.destroy();
  await stopListening(server, 1000);
});

test('a connection is read by node:http while somebody listens to its diagnostics channel', async () => {
  const seen = vi.fn();
  subscribe('http.server.request.start', seen);
  try {
    const { socket, answers } = open();
    socket.write(get());
    await answers(1);
    expect(seen).toHaveBeenCalledTimes(1);
    socket.destroy();
  } finally {
    unsubscribe('http.server.request.start', seen);
  }
});

test('nothing behind a request that said it is the last is read', async () => {
  const calls: Call[] = [];
  const { server, port } = await startServer((call) => calls.push(call));
  const { arrived } = followReads(server);
  const { socket, answers, ended } = open(port);
  const last = get('own-tour', ['Connection: close']);
  socket.write(last);
  await arrived(last.length);
  socket.write(get());
  await arrived(last.length + get().length);
  for (const call of calls) answerData(call, {});
  await ended;
  expect(await answers(2)).toHaveLength(1);
  expect(calls).toHaveLength(1);
  await stopListening(server, 1000);
});

test.each([
  ['us', ''],
  ['node:http', 'Upgrade: x\r\n'],
])(
  'bytes of every value, too many to be copied, are sent as they are to two at a time, read by %s',
  async (_, line) => {
    const calls: Call[] = [];
    const { server, port } = await startServer((call) => calls.push(call));
    const every = Array.from({ length: 256 }, (_, value) => String.fromCharCode(value)).join('');
    const payload = Buffer.alloc(10 * LARGE_BYTES, 0xfe);
    const whole = Buffer.concat([Buffer.from(every, 'latin1'), payload, Buffer.from('\xff}', 'latin1')]);
    const spacious = new SpaciousBytes(payload);
    const callers = [open(port), open(port)];
    for (const { socket } of callers) socket.write(`GET / HTTP/1.1\r\nHost: x\r\n${line}\r\n`);
    await vi.waitFor(() => expect(calls).toHaveLength(2));
    for (const { response } of calls) {
      const body = { opening: every, payload: spacious.bytes, closing: '\xff}', spacious };
      response.send(200, `Content-Length: ${whole.length}\r\n`, body);
    }
    for (const { socket, answers } of callers) {
      const [one] = await answers(1);
      expect(one?.body.equals(whole)).toBe(true);
      socket.destroy();
    }
    // Nobody reads that memory any more.
    await vi.waitFor(() => expect(spacious.lend('', '')).toBeDefined());
    await stopListening(server, 1000);
  },
);

test.each([
  ['few enough to be copied', 20_000],
  ['too many to be copied', LARGE_BYTES],
])(
  'bytes that another caller is being sent, %s, are sent beside that, and theirs stay as they are',
  async (_, length) => {
    const spacious = new SpaciousBytes(Buffer.alloc(length, 0xfe));
    const { server, port } = await startServer(({ response }) => {
      const body = { opening: 'mine ', payload: spacious.bytes, closing: '}', spacious };
      response.send(200, `Content-Length: ${length + 'mine }'.length}\r\n`, body);
    });
    const theirs = spacious.lend('theirs ', '}');
    const { socket, answers } = open(port);
    socket.write(get());
    const [one] = await answers(1);
    expect(one?.body.equals(Buffer.concat([Buffer.from('mine '), spacious.bytes, Buffer.from('}')]))).toBe(true);
    expect(theirs?.equals(Buffer.concat([Buffer.from('theirs '), spacious.bytes, Buffer.from('}')]))).toBe(true);
    expect(spacious.lend('', '')).toBeUndefined();
    socket.destroy();
    await stopListening(server, 1000);
  },
);

test('memory that was lent for an answer is given back when its caller goes away', async () => {
  // More than the buffers of both ends of a connection take.
  const spacious = new SpaciousBytes(Buffer.alloc(40 * LARGE_BYTES));
  const { server, port } = await startServer(({ response }) => {
    const body = { opening: '', payload: spacious.bytes, closing: '', spacious };
    response.send(200, `Content-Length: ${spacious.bytes.length}\r\n`, body);
  });
  const { socket } = open(port);
  socket.write(get());
  await once(socket, 'data');
  expect(spacious.lend('', '')).toBeUndefined();
  socket.destroy();
  await vi.waitFor(() => expect(spacious.lend('', '')).toBeDefined());
  await stopListening(server, 1000);
});

test.each([
  ['us', ''],
  ['node:http', 'Upgrade: x\r\n'],
])(
  'a caller that resets its connection in the middle of a request breaks and refuses nothing, read by %s',
  async (_, line) => {
    const refused: BrokenRequest[] = [];
    const { server, port } = await startServer(
      () => expect.unreachable(),
      (one) => refused.push(one),
    );
    const { accepted, arrived } = followReads(server);
    const { socket } = open(port);
    const bytes = `POST / HTTP/1.1\r\nHost: x\r\n${line}Content-Length: 2\r\n`;
    socket.write(line === '' ? `${bytes}\r\n` : bytes);
    await arrived(bytes.length);
    socket.resetAndDestroy();
    await vi.waitFor(() => expect(accepted[0]?.closed).toBe(true));
    expect(refused).toEqual([]);
    await stopListening(server, 1000);
  },
);

test('a connection that is closed is not held any more', async () => {
  const { server, port } = await startServer((call) => answerData(call, {}));
  const { accepted } = followReads(server);
  const { socket, ended } = open(port);
  socket.end(get());
  await ended;
  await vi.waitFor(() => expect(accepted[0]?.closed).toBe(true));
  const destroyed = vi.spyOn(accepted[0] as Socket, 'destroy');
  server.closeAllConnections();
  expect(destroyed).not.toHaveBeenCalled();
  await stopListening(server, 1000);
});

test.each([
  ['err_request_malformed', 400, 'GET / HTTP/1.1\r\nHost : x\r\n\r\n', []],
  ['err_headers_too_large', 431, `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, []],
  ['err_method_not_allowed', 405, 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', ['Allow: GET, HEAD, POST']],
] as const)(
  '%s: what never became a call is refused with the headers of any answer',
  async (status, http, bytes, more) => {
    const refused: BrokenRequest[] = [];
    const { server, port } = await startServer(
      () => expect.unreachable(),
      (one) => refused.push(one),
    );
    const { socket, answers, ended } = open(port);
    socket.write(bytes);
    await ended;
    const [one] = await answers(1);
    if (one === undefined) return expect.unreachable();
    const envelope = envelopeOf(one);
    const { message, advice } = gatewayFailures[status];
    expect(envelope).toMatchObject({ status, message: `${message} ${advice}`, data: null });
    expect(envelope.cost).toBeGreaterThanOrEqual(0);
    const { request_id: requestId, trace_id: traceId } = envelope;
    expect(one.head.split('\r\n')).toEqual([
      `HTTP/1.1 ${http} ${status}`,
      expect.stringMatching(/^Date: [A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/),
      'Content-Type: application/json; charset=utf-8',
      'Cache-Control: no-store',
      `Content-Length: ${one.body.length}`,
      `X-Request-Id: ${requestId}`,
      ...more,
      'Connection: close',
    ]);
    expect(refused).toEqual([{ requestId, traceId, status, address: '127.0.0.1' }]);
    socket.destroy();
    await stopListening(server, 1000);
  },
);

test('a slow reader gets every byte, while others are answered from the same memory', { tags: 'slow' }, async () => {
  await importLarge();
  const slow = open();
  slow.socket.pause();
  const count = 40;
  for (let index = 0; index < count; index += 1) slow.socket.write(get('large') + get('own-tour'));
  const quick = open();
  for (let index = 1; index <= 20; index += 1) {
    quick.socket.write(get('own-tour', ['Accept-Encoding: gzip']));
    const received = await quick.answers(index);
    expect(received[index - 1] && envelopeOf(received[index - 1] as Received).data.resource_code).toBe('own-tour');
  }
  slow.socket.resume();
  const received = await slow.answers(2 * count);
  expect(received.map((one) => envelopeOf(one).data.resource_code)).toEqual(
    Array.from({ length: count }, () => ['large', 'own-tour']).flat(),
  );
  const ids = received.map((one) => envelopeOf(one).request_id);
  expect(new Set(ids).size).toBe(2 * count);
  quick.socket.destroy();
  slow.socket.destroy();
  expect(suite.gateway.broken).toEqual([]);
});

test('copied answers that a slow reader has not taken stay its own while others are answered', {
  tags: 'slow',
}, async () => {
  // Small enough to be copied, and so many that the system takes no more of them.
  const filler = 'x'.repeat(20_000);
  await importOf('middling', filler);
  await importOf('quick', 'y'.repeat(filler.length));
  const slow = open();
  slow.socket.pause();
  const count = 600;
  for (let index = 0; index < count; index += 1) slow.socket.write(get('middling'));
  let answered = -1;
  await expect
    .poll(
      () => {
        const before = answered;
        answered = suite.gateway.answered.length;
        return answered === before;
      },
      { interval: 200 },
    )
    .toBe(true);
  expect(answered).toBeLessThan(count);
  const quick = open();
  for (let index = 1; index <= 5; index += 1) {
    quick.socket.write(get('quick'));
    await quick.answers(index);
  }
  slow.socket.resume();
  const received = await slow.answers(count);
  expect(received.length).toBe(count);
  expect(received.every((one) => one.body.includes(filler))).toBe(true);
  quick.socket.destroy();
  slow.socket.destroy();
});

test('a server that stops lets an answer under way be read to its end', { tags: 'slow' }, async () => {
  await importLarge();
  const slow = open();
  slow.socket.write(get('large'));
  await slow.answers(1);
  slow.socket.pause();
  for (let index = 0; index < 20; index += 1) slow.socket.write(get('large'));
  const probe = open();
  probe.socket.write(get());
  await probe.answers(1);
  const stopped = suite.gateway.stop();
  slow.socket.resume();
  const received = await slow.answers(21);
  for (const one of received) expect(envelopeOf(one).data.resource_code).toBe('large');
  expect(received.length).toBeGreaterThan(0);
  slow.socket.destroy();
  probe.socket.destroy();
  await stopped;
});

test('a caller that goes away in the middle of an answer breaks nothing', { tags: 'slow' }, async () => {
  await importLarge();
  for (let index = 0; index < 5; index += 1) {
    const leaving = open();
    leaving.socket.pause();
    leaving.socket.write(get('large') + get('large') + get('large'));
    const probe = open();
    probe.socket.write(get());
    await probe.answers(1);
    leaving.socket.destroy();
    probe.socket.destroy();
  }
  const { socket, answers } = open();
  socket.write(get());
  const [one] = await answers(1);
  expect(one && envelopeOf(one).status).toBe('success');
  socket.destroy();
  expect(suite.gateway.broken).toEqual([]);
});

test('a long pipeline is answered whole and in its order', { tags: 'slow' }, async () => {
  const { server, port } = await startServer((call) => answerData(call, { asked: call.request.target }));
  const { socket, answers } = open(port);
  const count = 3000;
  const targets = Array.from({ length: count }, (_, index) => `/open/${index}`);
  socket.write(targets.map((target) => `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
  const received = await answers(count);
  expect(received.map((one) => envelopeOf(one).data.asked)).toEqual(targets);
  socket.destroy();
  await stopListening(server, 1000);
});

test('requests of every kind follow one another on a connection, and node:http goes on where it must', async () => {
  const { server, port } = await startServer(async (call) => {
    const body = await call.request.body();
    answerData(call, { method: call.request.method, body: body.toString() });
  });
  const { socket, answers } = open(port);
  const chunked = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n';
  const requests = [get(), post('one'), get(), chunked, post('two'), get()];
  for (const [index, request] of requests.entries()) {
    socket.write(request);
    await answers(index + 1);
  }
  expect((await answers(requests.length)).map((one) => envelopeOf(one).data)).toEqual([
    { method: 'GET', body: '' },
    { method: 'POST', body: 'one' },
    { method: 'GET', body: '' },
    { method: 'POST', body: 'abc' },
    { method: 'POST', body: 'two' },
    { method: 'GET', body: '' },
  ]);
  // The same in one piece: what comes behind another request waits for its turn.
  const together = open(port);
  together.socket.write(requests.join(''));
  expect((await together.answers(requests.length)).map((one) => envelopeOf(one).data.body)).toEqual([
    '',
    'one',
    '',
    'abc',
    'two',
    '',
  ]);
  socket.destroy();
  together.socket.destroy();
  await stopListening(server, 1000);
});

test.each<[string, readonly string[], string]>([
  ['a length', ['Content-Length: 47'], '{"resource_code":"own-tour", "action_num":   1}'],
  ['chunks', ['Transfer-Encoding: chunked'], '2f\r\n{"resource_code":"own-tour", "action_num":   1}\r\n0\r\n\r\n'],
])('a body with %s, whose caller ends its side with it, is answered', async (_, lines, body) => {
  const { socket, answers, ended } = open();
  const head = [
    `POST ${vrSubmit.path} HTTP/1.1`,
    'Host: x',
    `Authorization: ${suite.token}`,
    'Content-Type: application/json',
  ];
  socket.end([...head, ...lines, '', body].join('\r\n'));
  expect((await answers(1)).map((one) => envelopeOf(one).status)).toEqual(['success']);
  await ended;
});

test('a chunked body that its caller ends in the middle is refused', async () => {
  const { socket, answers } = open();
  socket.end(`POST ${vrSubmit.path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2f\r\n{"reso`);
  const received = await answers(1);
  expect(received.map((one) => envelopeOf(one).status)).toEqual(['err_request_malformed']);
});

test.each([1, 7, 100])(
  'a request that comes in pieces of %d bytes is one request, and so is the next',
  async (size) => {
    const { server, port } = await startServer(async (call) => {
      answerData(call, { body: (await call.request.body()).toString() });
    });
    const { socket, answers } = open(port);
    socket.setNoDelay(true);
    const bytes = Buffer.from(post('the body, byte for byte'));
    const { arrived } = followReads(server);
    // The head in one piece: what has no whole head is read by node:http.
    const headLength = bytes.indexOf('\r\n\r\n') + 4;
    const pieces = [bytes.subarray(0, headLength)];
    for (let at = headLength; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
    let sent = 0;
    for (const count of [1, 2]) {
      for (const piece of pieces) {
        socket.write(piece);
        sent += piece.length;
        await arrived(sent);
      }
      const received = await answers(count);
      expect(received.map((one) => envelopeOf(one).data.body)).toEqual(Array(count).fill('the body, byte for byte'));
    }
    socket.destroy();
    await stopListening(server, 1000);
  },
);

test('a body stays as it was sent while others are read', { tags: 'slow' }, async () => {
  const waiting: Call[] = [];
  const { server, port } = await startServer((call) => waiting.push(call));
  const callers = Array.from({ length: 20 }, () => open(port));
  for (const [index, { socket }] of callers.entries()) socket.write(post(`body ${index}`));
  await vi.waitFor(() => expect(waiting).toHaveLength(callers.length));
  const bodies = await Promise.all(waiting.map(async (call) => (await call.request.body()).toString()));
  expect(bodies.toSorted()).toEqual(callers.map((_, index) => `body ${index}`).toSorted());
  for (const { socket } of callers) socket.destroy();
  await stopListening(server, 1000);
});

test('the part of a body that has come stays as it was sent while others are read', { tags: 'slow' }, async () => {
  const waiting: Call[] = [];
  const { server, port } = await startServer((call) => waiting.push(call));
  const callers = Array.from({ length: 20 }, () => open(port));
  const texts = callers.map((_, index) => post(`body ${index + 10}`));
  for (const [index, { socket }] of callers.entries()) socket.write(texts[index]?.slice(0, -1) ?? '');
  // A whole request after them: when it has come, so have the parts.
  const last = open(port);
  last.socket.write(post('the last body'));
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  for (const [index, { socket }] of callers.entries()) socket.write(texts[index]?.slice(-1) ?? '');
  await vi.waitFor(() => expect(waiting).toHaveLength(callers.length + 1));
  const bodies = await Promise.all(waiting.map(async (call) => (await call.request.body()).toString()));
  expect(bodies.toSorted()).toEqual([...callers.map((_, index) => `body ${index + 10}`), 'the last body']);
  for (const { socket } of [...callers, last]) socket.destroy();
  await stopListening(server, 1000);
});

test('a caller that ends its side while its answer is made hears it', async () => {
  const { server, port } = await startServer((call) => void setTimeout(() => answerData(call, {}), 50));
  const { socket, answers, ended } = open(port);
  socket.end(get());
  const [one] = await answers(1);
  expect(one?.head).toMatch(/\r\nConnection: close/);
  expect(one && envelopeOf(one).status).toBe('success');
  await ended;
  await stopListening(server, 1000);
});

test('err_request_malformed: the caller ends its side in the middle of a body', async () => {
  const refused: BrokenRequest[] = [];
  const { server, port } = await startServer(
    () => expect.unreachable(),
    (one) => refused.push(one),
  );
  const { socket, answers, ended } = open(port);
  socket.end(post('body').slice(0, -1));
  const [one] = await answers(1);
  expect(one && envelopeOf(one).status).toBe('err_request_malformed');
  await ended;
  expect(refused.map(({ status }) => status)).toEqual(['err_request_malformed']);
  await stopListening(server, 1000);
});

slowAfter(1, [
  ['said that its request is the last', () => get('own-tour', ['Connection: close'])],
  ['was refused', () => 'GET / HTTP/1.1\r\nHost : x\r\n\r\n'],
  ['was refused in the middle of a pipeline', () => `${get()}GET / HTTP/1.1\r\nHost : x\r\n\r\n`],
])('a caller that %s and never closes its side is let go of', async (_, bytes) => {
  const { server, port } = await startServer((call) => answerData(call, {}));
  const { socket, ended } = open(port);
  socket.write(bytes());
  await ended;
  await vi.waitFor(async () => expect(await promisify(server.getConnections.bind(server))()).toBe(0), {
    timeout: 10_000,
  });
  expect(socket.writable).toBe(true);
  socket.destroy();
  await stopListening(server, 1000);
});

test('a server that stops answers the next request of a connection and says that it is the last', {
  tags: 'slow',
}, async () => {
  const { server, port } = await startServer((call) => answerData(call, {}));
  const { socket, answers, ended } = open(port);
  socket.write(get());
  await answers(1);
  const idle = open(port);
  const kept = open(port);
  kept.socket.write(get());
  await kept.answers(1);
  const stopped = stopListening(server, 60_000);
  socket.write(get());
  const [, last] = await answers(2);
  expect(last?.head).toMatch(/\r\nConnection: close/);
  await ended;
  await idle.ended;
  await kept.ended;
  await stopped;
});

test('a server whose time is up cuts the calls that are still under way', async () => {
  const calls: Call[] = [];
  const { server, port } = await startServer((call) => calls.push(call));
  const { socket, ended } = open(port);
  socket.write(get());
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  await stopListening(server, 100);
  await ended;
  // Its answer comes too late for anybody.
  for (const call of calls) answerData(call, {});
});

describe('connections that are late', () => {
  // Sockets keep their own time: only what looks for late connections, and the clock it reads, are the test's.
  const useTestTime = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  afterEach(() => void vi.useRealTimers());

  test.each([
    ['says nothing', '', 10_000],
    ['does not finish its body', post('body').slice(0, -1), 30_000],
  ])('err_request_timeout: one that %s', async (_, bytes, limitMs) => {
    useTestTime();
    const refused: BrokenRequest[] = [];
    const { server, port } = await startServer(
      () => expect.unreachable(),
      (one) => refused.push(one),
    );
    // A server that has been up for a while.
    vi.advanceTimersByTime(600_000);
    const { accepted, arrived } = followReads(server);
    const { socket, answers, ended } = open(port);
    const connected = once(server, 'connection');
    if (bytes !== '') socket.write(bytes);
    await connected;
    await arrived(bytes.length);
    vi.advanceTimersByTime(limitMs);
    expect(refused).toEqual([]);
    // At the next check.
    vi.advanceTimersByTime(5000);
    const [one] = await answers(1);
    expect(one?.head).toMatch(/^HTTP\/1\.1 408 /);
    expect(one && envelopeOf(one).status).toBe('err_request_timeout');
    await ended;
    // What comes after the refusal is not read.
    socket.write(post('body').slice(-1));
    await arrived(bytes.length + 1);
    expect(refused.map(({ status }) => status)).toEqual(['err_request_timeout']);
    expect(accepted[0]?.closed).toBe(false);
    socket.destroy();
    vi.useRealTimers();
    await stopListening(server, 1000);
  });

  test('nothing looks for them any more once the server has stopped', async () => {
    useTestTime();
    const { server } = await startServer(() => expect.unreachable());
    expect(vi.getTimerCount()).toBe(1);
    await stopListening(server, 0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('one that is kept alive and brings nothing more is closed without a word; one whose answer is made is not', async () => {
    useTestTime();
    const calls: Call[] = [];
    const { server, port } = await startServer((call) => calls.push(call));
    const [idle, busy] = [open(port), open(port)];
    idle.socket.write(get());
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    for (const call of calls) answerData(call, {});
    await idle.answers(1);
    busy.socket.write(get());
    await vi.waitFor(() => expect(calls).toHaveLength(2));
    vi.advanceTimersByTime(65_000);
    expect(idle.socket.closed).toBe(false);
    vi.advanceTimersByTime(600_000);
    await idle.ended;
    expect(await idle.answers(2)).toHaveLength(1);
    for (const call of calls.slice(1)) answerData(call, {});
    expect(await busy.answers(1)).toHaveLength(1);
    busy.socket.destroy();
    vi.useRealTimers();
    await stopListening(server, 1000);
  });
});
