import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import { listen, stopListening } from '../../kernel/http/listen.ts';
import type { GatewayResponse } from '../http/gateway-response.ts';
import { GatewayServer, type HttpReader } from './server.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A caller who has asked for a file, and where its bytes go. */
async function asked(reader: HttpReader) {
  let onAsked: (response: GatewayResponse) => void = () => undefined;
  const answering = new Promise<GatewayResponse>((resolve) => {
    onAsked = resolve;
  });
  const server = new GatewayServer({
    reader,
    onRequest: (_request, response) => onAsked(response),
    onRefused: () => undefined,
  });
  const left = new Promise((resolve) => server.once('connection', (socket: Socket) => socket.once('close', resolve)));
  const port = await listen(server, 0, '127.0.0.1');
  stops.push(() => stopListening(server, 0));
  const caller = connect(port, '127.0.0.1');
  caller.write('GET /files/t/c/cover.jpg HTTP/1.1\r\nHost: x\r\n\r\n');
  return { caller, left, response: await answering };
}

/** A file of which some bytes come, and then nothing more. */
function stalledAfter(...chunks: readonly Buffer[]): Readable {
  const body = new Readable({ read() {} });
  for (const chunk of chunks) body.push(chunk);
  return body;
}

const SIZE = 'Content-Length: 10\r\n';

describe.each<HttpReader>(['strict', 'node'])('%s reader: a file is closed, and nothing has failed', (reader) => {
  test.each([
    ['has bytes', () => Readable.from([Buffer.alloc(10)])],
    ['has none yet', () => stalledAfter()],
  ])('when its caller left before it was open: one that %s', async (_, open) => {
    const { caller, left, response } = await asked(reader);
    caller.resetAndDestroy();
    await left;
    const body = open();
    await response.stream(200, SIZE, body);
    expect(body.destroyed).toBe(true);
  });

  test.each([
    ['has bytes', [Buffer.alloc(1)]],
    ['has none yet', []],
  ])('when its caller leaves while nothing more of it comes: one that %s', async (_, chunks) => {
    const { caller, response } = await asked(reader);
    const body = stalledAfter(...chunks);
    const streamed = response.stream(200, SIZE, body);
    if (chunks.length > 0) await once(caller, 'data');
    caller.resetAndDestroy();
    await streamed;
    expect(body.destroyed).toBe(true);
  });
});

describe.each<HttpReader>(['strict', 'node'])('%s reader: a file that breaks', (reader) => {
  test('is what has failed, though its caller leaves after that', async () => {
    const { caller, response } = await asked(reader);
    const body = stalledAfter(Buffer.alloc(1));
    const streamed = response.stream(200, SIZE, body);
    await once(caller, 'data');
    body.destroy(new Error('the store is away'));
    caller.resetAndDestroy();
    await expect(streamed).rejects.toThrow('the store is away');
  });
});
