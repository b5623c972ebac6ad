import { createServer, type Server } from 'node:http';
import type { LookupFunction } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listen } from './listen.ts';
import { judgeHost, LeadsInside, outsideFetch } from './outside-fetch.ts';

let server: Server;
let port = 0;
let heard: string[] = [];
let location = '';
beforeEach(async () => {
  [heard, location] = [[], ''];
  server = createServer((request, response) => {
    heard.push(`${request.headers.host} ${request.url}`);
    if (request.url === '/moved') response.writeHead(302, { location }).end();
    else response.end('inside');
  });
  port = await listen(server, 0, '127.0.0.1');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

let lookups = 0;
/** A name server that answers every name with these. */
const answering = (...addresses: string[]): LookupFunction => {
  lookups = 0;
  return (_name, _options, callback) => {
    lookups += 1;
    if (addresses.length === 0) callback(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), []);
    else
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
  };
};
const PUBLIC = '93.184.215.14';

const inside = [
  '127.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '10.0.0.7',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '192.0.0.8',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '4000::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.7',
  '::ffff:0:10.0.0.7',
  '64:ff9b::10.0.0.7',
  '64:ff9b:1::10.0.0.7',
  '2002:a00:7::1',
  '2001::1',
  'fe80::1',
  'fec0::1',
  'fc00::1',
  'fd12:3456::7',
  'ff02::1',
  '2001:db8::1',
];

test.each(inside)('%s is refused as an address and as what a name stands for', async (address) => {
  const host = address.includes(':') ? `[${address}]` : address;
  const refused = { name: 'LeadsInside', message: expect.stringContaining('ALLOW_INSIDE_HOSTS') };
  const byAddress = outsideFetch({ allowedHosts: [] })(`http://${host}:${port}/`);
  await expect(byAddress).rejects.toMatchObject(refused);
  const rules = { allowedHosts: [], lookup: answering(address) };
  await expect(outsideFetch(rules)(`http://files.example:${port}/`)).rejects.toMatchObject(refused);
  expect(await judgeHost(new URL(`http://${host}`).hostname, rules)).toBe('inside');
  expect(await judgeHost('files.example', rules)).toBe('inside');
  expect(heard).toEqual([]);
});

test.each([
  'localhost',
  'files.localhost',
  'printer',
  'cdn.internal',
  'nas.local',
  'files.local.',
  '0x7f.1',
  '2130706433',
])('%s is refused whatever it stands for', async (host) => {
  const rules = { allowedHosts: [], lookup: answering(PUBLIC) };
  await expect(outsideFetch(rules)(`http://${host}:${port}/`)).rejects.toThrow(LeadsInside);
  expect(lookups).toBe(0);
});

test('one address inside among several refuses the name: which one is taken is not ours to say', async () => {
  const rules = { allowedHosts: [], lookup: answering(PUBLIC, '10.0.0.7') };
  await expect(outsideFetch(rules)('http://files.example/')).rejects.toThrow(LeadsInside);
});

test('a public address, and a name that stands for one, lead outside; a name without an address is unknown', async () => {
  expect(await judgeHost(PUBLIC, { allowedHosts: [] })).toBe('outside');
  expect(await judgeHost('[2606:4700::1111]', { allowedHosts: [] })).toBe('outside');
  expect(await judgeHost('files.example', { allowedHosts: [], lookup: answering(PUBLIC, '2606:4700::1111') })).toBe(
    'outside',
  );
  expect(await judgeHost('files.example', { allowedHosts: [], lookup: answering() })).toBe('unknown');
});

test('an allowed host is fetched at the address that its name stood for, looked up once', async () => {
  const rules = { allowedHosts: ['Files.Example'], lookup: answering('127.0.0.1') };
  const answer = await outsideFetch(rules)(`http://files.example:${port}/a?b`, { method: 'POST', body: 'x' });
  expect([answer.status, await answer.text()]).toEqual([200, 'inside']);
  expect(heard).toEqual([`files.example:${port} /a?b`]);
  expect(lookups).toBe(1);
});

test.each(['files.example.evil.example', 'evil-files.example', 'a.files.example', 'example'])(
  '%s is not an allowed host for being like one',
  async (host) => {
    const rules = { allowedHosts: ['files.example'], lookup: answering('127.0.0.1') };
    await expect(outsideFetch(rules)(`http://${host}:${port}/`)).rejects.toThrow(LeadsInside);
    expect([await judgeHost(host, rules), heard]).toEqual(['inside', []]);
  },
);

test('a connection asks for its name once: there is no second answer that nobody has judged', async () => {
  const rules = { allowedHosts: [], lookup: answering() };
  await expect(outsideFetch(rules)('http://files.example/')).rejects.toThrow();
  expect(lookups).toBe(1);
});

test.each([
  'http://localhost:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://files.example:PORT/',
  'http://0x7f.1:PORT/',
])('a redirect to %s is judged anew', async (to) => {
  location = to.replace('PORT', String(port));
  const rules = { allowedHosts: [to.includes('0x7f') ? 'start.example' : '127.0.0.1'], lookup: answering('127.0.0.1') };
  await expect(outsideFetch(rules)(`http://${rules.allowedHosts[0]}:${port}/moved`)).rejects.toThrow(LeadsInside);
  expect(heard).toHaveLength(1);
});

test('a redirect to what is no address of the web is no answer', async () => {
  location = 'file:///etc/passwd';
  const fetching = outsideFetch({ allowedHosts: ['127.0.0.1'] });
  await expect(fetching(`http://127.0.0.1:${port}/moved`)).rejects.toThrow();
});
