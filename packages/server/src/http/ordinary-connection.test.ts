import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { vrInfo } from '@openhouse/contract';
import { expect, test } from 'vitest';
import { listen, stopListening } from '../listen.ts';
import { useStore } from '../testing/database.ts';
import type { Envelope } from '../testing/envelope.ts';
import { useGateway } from '../testing/gateway-suite.ts';
import { answerData } from './answer.ts';
import { beginCall } from './call.ts';

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
      const received = split(Buffer.concat(chunks), isHead);
      if (received.length >= count || isOver) return received;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
  return { socket, answers, ended };
}

/** The whole answers at the beginning of the bytes. */
function split(bytes: Buffer, isHead: boolean): Received[] {
  const received: Received[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf('\r\n\r\n', at);
    if (end === -1) break;
    const head = bytes.subarray(at, end).toString('latin1');
    const length = isHead ? 0 : Number(/content-length: (\d+)/i.exec(head)?.[1]);
    const from = end + 4;
    if (bytes.length < from + length) break;
    received.push({ head, body: bytes.subarray(from, from + length) });
    at = from + length;
  }
  return received;
}

function envelopeOf({ head, body }: Received): Envelope {
  return JSON.parse((/content-encoding: gzip/i.test(head) ? gunzipSync(body) : body).toString()) as Envelope;
}

const importLarge = () => {
  const filler = 'x'.repeat(LARGE_BYTES);
  const payload = { ...vrInfo.example.data, resource_code: 'large', is_active: true, filler };
  return suite.importBundle({ code: 'large', payloads: { 'vr-info': JSON.stringify(payload) } });
};

test('a connection that stays open carries answer after answer, each with the headers that say so', async () => {
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

test('answers of other kinds lie between them: a refusal, HEAD', async () => {
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
  const server = createServer((request, response) => answerData(beginCall(request, response), {}));
  server.maxRequestsPerSocket = 2;
  const port = await listen(server, 0, '127.0.0.1');
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

test('a slow reader gets every byte, while others are answered from the same memory', async () => {
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

test('a server that stops lets an answer under way be read to its end', async () => {
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

test('a caller that goes away in the middle of an answer breaks nothing', async () => {
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
