import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { UNPINNED } from '../measure/cores.ts';
import { askInTurn } from './in-turn.ts';
import type { Load } from './load.ts';

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

/** Asks a server that answers `body`, and notes its name for each request. */
async function loadOf(name: string, body: string, asked: string[]): Promise<Load> {
  const server = createServer((request, response) => {
    asked.push(`${name} ${request.url}`);
    response.setHeader('Content-Length', body.length);
    response.end(body);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const expected = { status: 200, minLength: 2, maxLength: 2 };
  return { origin, targets: ['/a', '/b'], method: 'GET', headers: {}, expected };
}

test('asks each server as often, in turn, and counts what is wrong for the one that sent it', {
  tags: 'slow',
}, async () => {
  const asked: string[] = [];
  const loads = [await loadOf('first', 'ok', asked), await loadOf('second', 'too long', asked)];
  const [first, second] = await askInTurn(UNPINNED, { loads, seconds: 0.2 });
  expect(first?.wrong).toBe(0);
  expect(second?.wrong).toBe(second?.requests);
  expect(second?.requests).toBe(first?.requests);
  expect(first?.p50Ms).toBeGreaterThan(0);
  const turns = asked.slice(0, 100).map((one) => one.split(' ')[0]);
  expect(turns).toEqual([...Array(50).fill('first'), ...Array(50).fill('second')]);
  expect(asked.slice(0, 3)).toEqual(['first /a', 'first /b', 'first /a']);
});

test('ends when a connection breaks', async () => {
  const load = await loadOf('first', 'ok', []);
  servers[0]?.on('request', (request) => request.socket.destroy());
  await expect(askInTurn(UNPINNED, { loads: [load], seconds: 60 })).rejects.toThrow(/closed the connection|ECONNRESET/);
});
