import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { portalOrigin, remotePortal } from './remote-portal.ts';

test.each([
  ['https://portal.example.com/', 'https://portal.example.com'],
  ['portal.example.com', 'https://portal.example.com'],
  ['localhost:4000', 'http://localhost:4000'],
  [' 127.0.0.1:4000\n', 'http://127.0.0.1:4000'],
  ['[::1]:4000', 'http://[::1]:4000'],
  ['4000', 'http://localhost:4000'],
])('%j is the portal %s', (given, origin) => expect(portalOrigin(given)).toBe(origin));

test.each([
  'http://portal.example.com',
  'https://me:hunter2@portal.example.com',
  'https://portal.example.com/apps',
  'https://portal.example.com/?team=a',
  'ftp://portal.example.com',
  '',
])('%j is refused, and not repeated', (given) =>
  expect(() => portalOrigin(given)).toThrow(/^The address of a portal is https:\/\/host, or/),
);

test('the time there is that of its answers: it is asked once, and not with the token', async () => {
  const asked: unknown[] = [];
  const server = createServer(({ method, url, headers }, response) => {
    asked.push([method, url, headers.authorization]);
    response.writeHead(200, { date: 'Tue, 08 Dec 2026 12:00:00 GMT' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const portal = remotePortal({ url, baseUrl: '', token: 'secret', team: undefined, userAgent: 'test' });
  for (const _ of [1, 2]) {
    expect(Math.abs((await portal.nowMs()) - Date.parse('2026-12-08T12:00:00Z'))).toBeLessThan(60_000);
  }
  expect(asked).toEqual([['HEAD', '/', undefined]]);
});
