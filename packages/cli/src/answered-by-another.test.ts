import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { run } from './run.ts';
import { keptWorld } from './testing/world.ts';

interface Page {
  readonly status: number;
  readonly text?: string;
  readonly headers?: Record<string, string>;
}

const commands = {
  gateway: (address: string) => ({
    words: ['token', '--base-url', address],
    env: { OPENHOUSE_APP_KEY: 'ohk_a', OPENHOUSE_APP_SECRET: 'ohs_a' },
  }),
  portal: (address: string) => ({
    words: ['tours', 'list', '--portal', address],
    env: { OPENHOUSE_CREDENTIAL: 'ohm_a' },
  }),
};

/** @returns What a command says when this page comes in place of the answer. */
async function saidOf(asked: keyof typeof commands, { status, text = '', headers = {} }: Page) {
  const server = createServer((_, response) => response.writeHead(status, headers).end(text)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { words, env } = commands[asked](address);
  const world = keptWorld(env, undefined, { directory: '/nonexistent' });
  const exitCode = await run([...words, '--json'], world);
  server.close();
  const { error } = JSON.parse(world.written.err) as { readonly error: { readonly code: string; message: string } };
  return { exitCode, code: error.code, message: error.message.replaceAll(address, 'ADDRESS') };
}

const HTML = '\n<!doctype html><h1>Bad gateway</h1>';

describe.each(['gateway', 'portal'] as const)('in place of the %s', (asked) => {
  test.each<[string, Page, number, string, string]>([
    [
      'a proxy with nothing behind it',
      { status: 502, text: HTML, headers: { server: 'nginx/1.22.1' } },
      4,
      'UNAVAILABLE',
      `ADDRESS answered HTTP 502 with a page in HTML from nginx/1.22.1, and not as a ${asked}. A proxy is there, the ${asked} behind it is not, or has a fault: try again later.`,
    ],
    [
      'a proxy that waited too long',
      { status: 504 },
      4,
      'UNAVAILABLE',
      `ADDRESS answered HTTP 504, and not as a ${asked}. A proxy`,
    ],
    ['a fault of something', { status: 500, text: HTML }, 4, 'UNAVAILABLE', 'HTTP 500 with a page in HTML, and not'],
    ['a limit of a proxy', { status: 429, text: 'slow down' }, 4, 'UNAVAILABLE', 'HTTP 429, and not'],
    [
      'a proxy that takes no large bodies',
      { status: 413, text: HTML },
      1,
      'TOO_LARGE',
      'A proxy before it takes nothing of this size: its operator can raise that.',
    ],
    [
      'a redirect to https',
      { status: 301, headers: { location: 'https://open.example.com/a?b=c' } },
      2,
      `NOT_A_${asked.toUpperCase()}`,
      `ADDRESS redirects to https://open.example.com (HTTP 301), which credentials do not follow. Give the address of the ${asked} itself.`,
    ],
    [
      'a redirect to an address with a password',
      { status: 302, headers: { location: 'https://me:pass@open.example.com/' } },
      2,
      `NOT_A_${asked.toUpperCase()}`,
      'ADDRESS redirects (HTTP 302), which',
    ],
    [
      'the page of a network that wants a sign-in',
      { status: 200, text: HTML },
      2,
      `NOT_A_${asked.toUpperCase()}`,
      'Is this its address, and does the network want you to sign in first?',
    ],
    ['JSON of something else', { status: 200, text: '[]' }, 2, `NOT_A_${asked.toUpperCase()}`, 'HTTP 200, and not'],
    [
      'a firewall',
      { status: 403, text: HTML },
      2,
      `NOT_A_${asked.toUpperCase()}`,
      'HTTP 403 with a page in HTML, and not',
    ],
  ])('%s: who answered, and what to do', async (_, page, exitCode, code, says) => {
    expect(await saidOf(asked, page)).toEqual({ exitCode, code, message: expect.stringContaining(says) });
  });
});

test('a download whose place a page in HTML takes is refused, and written nowhere', async () => {
  const server = createServer((request, response) =>
    request.url?.startsWith('/api/audit')
      ? response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(HTML)
      : response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{}}'),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const world = keptWorld({ OPENHOUSE_CREDENTIAL: 'ohm_a' }, undefined, { directory: '/nonexistent' });
  const exitCode = await run(['audit', 'export', '--portal', address], world);
  server.close();
  expect([exitCode, world.written.out]).toEqual([2, '']);
  expect(world.written.err).toContain('HTTP 200 with a page in HTML');
});
