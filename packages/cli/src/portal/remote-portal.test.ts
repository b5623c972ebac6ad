import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getLimits } from '@openhouse/contract';
import { describe, expect, onTestFinished, test } from 'vitest';
import { slowAfter } from '../../../server/src/testing/slow-after.ts';
import { silenceOf } from '../bounded-call.ts';
import { type Patiences, portalOrigin, remotePortal } from './remote-portal.ts';

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

describe('a slow portal', () => {
  /** Milliseconds between two parts of a slow answer, and those without a byte that are too many. */
  const [PART_MS, SILENCE_MS] = [20, 1500];

  async function slowPortal(answer: RequestListener, wholeMs: number) {
    const server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const patience = { silenceMs: SILENCE_MS, wholeMs };
    const patiences: Patiences = { call: patience, download: patience, upload: patience };
    return {
      url,
      portal: remotePortal({ url, baseUrl: '', token: 's', team: undefined, userAgent: 'test', patiences }),
    };
  }

  const inParts =
    (count: number): RequestListener =>
    (_, response) => {
      let left = count;
      const timer = setInterval(() => {
        response.write('part,');
        left -= 1;
        if (left === 0) response.end();
      }, PART_MS);
      response.on('close', () => clearInterval(timer));
    };

  test('whose download takes longer than silence may is read to its end', { tags: 'slow' }, async () => {
    const count = Math.ceil((SILENCE_MS * 1.2) / PART_MS);
    const { portal } = await slowPortal(inParts(count), 60_000);
    expect(await portal.text('/export')).toBe('part,'.repeat(count));
  });

  slowAfter<[string, RequestListener, number, string]>(1, [
    ['that says nothing', () => undefined, 60_000, 'it sent nothing for 1.5 s. Try again.'],
    ['that stops', (_, response) => void response.write('part,'), 60_000, 'it sent nothing for 1.5 s. Try again.'],
    ['without an end', inParts(Number.POSITIVE_INFINITY), 200, 'it sent no whole answer in 0.2 s. Try again.'],
  ])('%s is told as slow', async (_, answer, wholeMs, why) => {
    const { url, portal } = await slowPortal(answer, wholeMs);
    const told = { code: 'UNREACHABLE', message: `The portal at ${url} does not answer: ${why}`, exitCode: 4 };
    await expect(portal.text('/export')).rejects.toMatchObject(told);
    await expect(portal.call(getLimits, {})).rejects.toMatchObject(told);
  });

  test('no number stands where the reason should', () => {
    const sentence = silenceOf(new DOMException('The operation was aborted.', 'TimeoutError'), 'https://a.example');
    expect(String(sentence)).toBe('there is no connection. Is the address right, and is it running?');
  });
});
