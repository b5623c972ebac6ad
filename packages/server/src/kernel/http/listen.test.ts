import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../testing/processes.ts';
import { letGo, listen, stopListening } from './listen.ts';

describe('a server that is being stopped', () => {
  test('finishes the request under way, then closes its connection; takes no new one', async () => {
    const server = createServer((incoming, response) => {
      incoming.resume().on('end', () => response.end('whole'));
    });
    const port = await listen(server, await freePort(), '127.0.0.1');
    const slow = request({ port, method: 'POST', headers: { 'content-length': 2 } });
    slow.write('a');
    await new Promise((resolve) => server.once('request', resolve));
    const stopped = stopListening(server, 5000);
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
    const answered = new Promise<string>((resolve) => {
      slow.on('response', (response) => response.on('data', (chunk) => resolve(String(chunk))));
    });
    slow.end('b');
    expect(await answered).toBe('whole');
    await stopped;
  });

  test('answers one more request of a connection that was kept alive, and says that it is the last', async () => {
    const server = createServer((_incoming, response) => response.end());
    const port = await listen(server, await freePort(), '127.0.0.1');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = () =>
      new Promise<IncomingMessage>((resolve, reject) => {
        request({ port, agent }, (answer) => resolve(answer.resume()))
          .on('error', reject)
          .end();
      });
    expect((await ask()).headers.connection).toBe('keep-alive');
    const stopped = stopListening(server, 60_000);
    expect((await ask()).headers.connection).toBe('close');
    await stopped;
  });

  test('that lets go first still takes connections, and each ends with its next answer', async () => {
    const server = createServer((_incoming, response) => response.end());
    const port = await listen(server, await freePort(), '127.0.0.1');
    letGo(server);
    letGo(server);
    const answers = await Promise.all([1, 2].map(() => fetch(`http://127.0.0.1:${port}`)));
    expect(answers.map((answer) => answer.headers.get('connection'))).toEqual(['close', 'close']);
    await stopListening(server, 5000);
  });

  test('does not wait for connections that bring nothing, or nothing more', async () => {
    const server = createServer((_incoming, response) => response.end());
    const port = await listen(server, await freePort(), '127.0.0.1');
    const unused = connect(port, '127.0.0.1');
    const cut = new Promise((resolve) => unused.once('close', resolve));
    await new Promise((resolve) => server.once('connection', resolve));
    await fetch(`http://127.0.0.1:${port}`);
    await stopListening(server, 600_000);
    await cut;
  });

  test('cuts what does not end within its grace', async () => {
    const server = createServer(() => undefined);
    const port = await listen(server, await freePort(), '127.0.0.1');
    const endless = request({ port });
    const cut = new Promise((resolve) => endless.on('error', resolve));
    endless.end();
    await new Promise((resolve) => server.once('request', resolve));
    await stopListening(server, 100);
    await cut;
    expect(server.listening).toBe(false);
  });
});

test('a port that is taken is told to the caller', async () => {
  const first = createServer();
  const port = await listen(first, await freePort(), '127.0.0.1');
  expect(port).toBe((first.address() as AddressInfo).port);
  await expect(listen(createServer(), port, '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await stopListening(first, 0);
});
