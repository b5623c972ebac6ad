import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import { connect, createServer as createPort } from 'node:net';
import { expect, test } from 'vitest';
import { listen } from '../../kernel/http/listen.ts';
import { freePort } from '../../testing/processes.ts';
import { takenConnections } from './taken-connections.ts';

/** A server that gets its connections from a port of somebody else. */
async function behindAnotherPort(server: ReturnType<typeof createServer>) {
  const taken = takenConnections(server);
  const shared = createPort(taken.take);
  const port = await listen(shared, await freePort(), '127.0.0.1');
  const agent = new Agent({ keepAlive: true });
  const ask = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get({ port, agent, host: '127.0.0.1' }, (answer) => resolve(answer.resume())).on('error', reject);
    });
  return { taken, ask, port, close: () => new Promise((resolve) => shared.close(resolve)) };
}

test('a server that does not listen answers on connections that another has accepted', async () => {
  const { taken, ask, close } = await behindAnotherPort(createServer((_request, response) => response.end()));
  expect((await ask()).headers.connection).toBe('keep-alive');
  await taken.stop(60_000);
  await close();
});

test('a connection beyond the bound of the server is closed, and dropped as a port drops one', async () => {
  const server = createServer((_request, response) => response.end());
  server.maxConnections = 2;
  let dropped = 0;
  server.on('drop', () => {
    dropped += 1;
  });
  const { taken, port, close } = await behindAnotherPort(server);
  const kept = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  for (const _ of kept) await once(server, 'connection');
  await once(connect(port, '127.0.0.1').resume(), 'close');
  expect([dropped, ...kept.map(({ destroyed }) => destroyed)]).toEqual([1, false, false]);
  // One that leaves makes room.
  kept[0]?.destroy();
  const isServed = () =>
    new Promise((resolve) => {
      server.once('connection', () => resolve(true));
      connect(port, '127.0.0.1')
        .resume()
        .once('close', () => resolve(false));
    });
  await expect.poll(isServed).toBe(true);
  await taken.stop(60_000);
  await close();
});

test('at a stop the request under way is finished and its connection closed; a second stop ends with the first', async () => {
  let finish = () => {};
  const server = createServer((_request, response) => {
    finish = () => response.end();
  });
  const { taken, ask, close } = await behindAnotherPort(server);
  const answer = ask();
  await once(server, 'request');
  const stopped = taken.stop(60_000);
  expect(taken.stop(60_000)).toBe(stopped);
  finish();
  expect((await answer).statusCode).toBe(200);
  await stopped;
  await close();
});

test('a stop does not wait for a connection that brings nothing', async () => {
  const server = createServer((_request, response) => response.end());
  const { taken, port, close } = await behindAnotherPort(server);
  const unused = connect(port, '127.0.0.1');
  const cut = once(unused, 'close');
  await once(server, 'connection');
  await taken.stop(600_000);
  await cut;
  await close();
});
