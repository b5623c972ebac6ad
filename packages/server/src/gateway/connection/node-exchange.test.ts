import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { listen, stopListening } from '../../kernel/http/listen.ts';
import type { Envelope } from '../../testing/envelope.ts';
import { sendRaw } from '../../testing/raw-http.ts';
import { answerData, answerFailure } from '../http/answer.ts';
import { beginCall } from '../http/call.ts';
import { GatewayError } from '../http/gateway-error.ts';
import type { GatewayRequest } from '../http/gateway-request.ts';
import { GatewayServer } from './server.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A server of its own, all of whose requests node:http reads. */
async function startServer(answerOf: (request: GatewayRequest) => object | Promise<object>) {
  const accepted: Socket[] = [];
  const failed: unknown[] = [];
  const refused: string[] = [];
  const server = new GatewayServer({
    reader: 'node',
    onRequest: async (request, response) => {
      const call = beginCall(request, response);
      try {
        answerData(call, await answerOf(request));
      } catch (error) {
        failed.push(error);
        answerFailure(call, error as GatewayError);
      }
    },
    onRefused: ({ status }) => refused.push(status),
  });
  server.on('connection', (socket: Socket) => accepted.push(socket));
  const port = await listen(server, 0, '127.0.0.1');
  stops.push(() => stopListening(server, 0));
  const arrived = async (bytes: number) => {
    while ((accepted[0]?.bytesRead ?? 0) < bytes) await new Promise((resolve) => setImmediate(resolve));
  };
  return { port, arrived, failed, refused, server };
}

const bodyLength = async (request: GatewayRequest) => ({ length: (await request.body()).length });
const post = (length: number, sent = length) =>
  `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n${'x'.repeat(sent)}`;

/** All that is sent until the server closes, which is after the caller has. */
async function sendUntilEnd(port: number, bytes: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.end(bytes);
  return textOf(socket);
}

async function textOf(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += chunk;
  socket.destroy();
  return text;
}

const envelopeOf = (body: string) => JSON.parse(body) as Envelope;

test('a body as large as an operation takes is read whole, and the connection stays', async () => {
  const { port } = await startServer(bodyLength);
  const { body, headers } = await sendRaw(port, post(16_384));
  expect(envelopeOf(body).data).toEqual({ length: 16_384 });
  expect(headers.connection).toBe('keep-alive');
});

test('err_payload_too_large: a larger body, of which a megabyte is read before the answer, which is the last', async () => {
  const { port, arrived } = await startServer(bodyLength);
  const bytes = post(1_048_576);
  const socket = connect(port, '127.0.0.1');
  let text = '';
  const answered = new Promise<void>((resolve) => socket.on('end', resolve));
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.write(bytes.slice(0, -1));
  await arrived(bytes.length - 1);
  expect(text).toBe('');
  socket.end(bytes.slice(-1));
  await answered;
  expect(text).toMatch(/^HTTP\/1\.1 413 /);
  expect(text).toContain('\r\nConnection: close\r\n');
  expect(text).toContain('"status":"err_payload_too_large"');
});

test('err_payload_too_large: nobody waits for the rest of a body beyond a megabyte', async () => {
  const { port } = await startServer(bodyLength);
  const { status, headers, body } = await sendRaw(port, post(3_000_000, 1_048_577));
  expect([status, envelopeOf(body).status]).toEqual([413, 'err_payload_too_large']);
  expect(headers.connection).toBe('close');
});

test('err_request_malformed: the connection is reset in the middle of a body', async () => {
  const { port, arrived, failed } = await startServer(bodyLength);
  const socket = connect(port, '127.0.0.1');
  socket.write(post(10, 5));
  await arrived(post(10, 5).length);
  socket.resetAndDestroy();
  await expect.poll(() => failed).toHaveLength(1);
  expect(failed[0]).toBeInstanceOf(GatewayError);
  expect(failed[0]).toMatchObject({ status: 'err_request_malformed', message: 'The body ended before its length.' });
});

const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\n';

describe('a call whose body breaks off is answered and recorded once', () => {
  const breaks: Record<string, string> = {
    'before its length': post(10, 5),
    'before its last chunk': `${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\nxxxxx\r\n`,
    'in the size of a chunk': `${HEAD}Transfer-Encoding: chunked\r\n\r\nno size\r\n`,
  };

  test.each(Object.entries(breaks))('%s', async (_where, bytes) => {
    const { port, failed, refused } = await startServer(bodyLength);
    const text = await sendUntilEnd(port, bytes);
    expect(text.match(/^HTTP\/1\.1 400 /g)).toHaveLength(1);
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(text).toContain('\r\nConnection: close\r\n');
    expect(failed).toMatchObject([{ status: 'err_request_malformed' }]);
    expect(refused).toEqual([]);
  });

  test('in the time that it may take', async () => {
    const { port, failed, refused, server } = await startServer(bodyLength);
    const socket = connect(port, '127.0.0.1');
    socket.write(post(10, 5));
    const [accepted] = (await once(server, 'request')) as [IncomingMessage];
    server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), accepted.socket);
    const text = await textOf(socket);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 408']);
    expect(failed).toMatchObject([{ status: 'err_request_timeout' }]);
    expect(refused).toEqual([]);
  });

  test.each(Object.entries(breaks))('%s, when it was answered without it', async (_where, bytes) => {
    const { port, failed, refused } = await startServer(() => ({}));
    const text = await sendUntilEnd(port, bytes);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
    expect([failed, refused]).toEqual([[], []]);
  });

  test('before it was asked for', async () => {
    const { port, arrived, failed, refused } = await startServer(async (request) => {
      await arrived(post(10, 5).length);
      await new Promise((resolve) => setTimeout(resolve, 50));
      return bodyLength(request);
    });
    const text = await sendUntilEnd(port, post(10, 5));
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
    expect(failed).toMatchObject([{ status: 'err_request_malformed' }]);
    expect(refused).toEqual([]);
  });
});

test('err_request_malformed: what is no request is recorded as that, also behind a call', async () => {
  const { port, failed, refused } = await startServer(bodyLength);
  const text = await sendUntilEnd(port, `${post(5)}no request\r\n\r\n`);
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  expect([failed, refused]).toEqual([[], ['err_request_malformed']]);
});

test.each([
  ['1.1', ['Host: x', 'Authorization: a'], undefined],
  ['1.1', [], ['err_request_malformed', 'The request has 0 Host headers. Send exactly one.']],
  ['1.1', ['Host: x', 'host: x'], ['err_request_malformed', 'The request has 2 Host headers. Send exactly one.']],
  ['1.0', [], undefined],
  ['1.0', ['Host: x', 'Host: y'], ['err_request_malformed', 'The request has 2 Host headers. Send exactly one.']],
  [
    '1.1',
    ['Host: x', 'Authorization: a', 'authorization: a'],
    ['err_access_token_invalid', 'The request has more than one Authorization header. Send one.'],
  ],
] as const)('what could be understood differently in HTTP/%s with %j: %j', async (version, headers, found) => {
  const { port } = await startServer(({ ambiguity, remoteAddress }) => ({
    ambiguity: ambiguity && [ambiguity.status, ambiguity.message],
    remoteAddress,
  }));
  const { body } = await sendRaw(port, [`GET / HTTP/${version}`, ...headers, 'Connection: close', '', ''].join('\r\n'));
  expect(envelopeOf(body).data).toEqual({ ambiguity: found, remoteAddress: '127.0.0.1' });
});
