import { createServer, type Server } from 'node:http';
import type { LookupFunction } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newAppSecret } from '../../apps/app-secret.ts';
import { listen } from '../../kernel/http/listen.ts';
import { outsideFetch } from '../../kernel/http/outside-fetch.ts';
import { newCode as newAgentCode } from '../agents/rules.ts';
import { newDeviceCode } from '../command-line/rules.ts';
import { newCredential } from '../session/credential-rules.ts';
import { newWebhookSecret } from '../webhooks/webhook-secret.ts';
import { withoutMarkup, withoutSecrets } from './rules.ts';
import { webhookNotifier } from './webhook.ts';

let server: Server;
let url = '';
let heard: unknown[] = [];
let status = 200;
beforeEach(async () => {
  [heard, status] = [[], 200];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      heard.push(JSON.parse(body));
      response.writeHead(status).end();
    });
  });
  url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}/hook-with-a-token`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

test('a message is told as {"text": …}', async () => {
  webhookNotifier(url, () => undefined)('Studio asked for the app Viewing room.');
  await expect.poll(() => heard).toEqual([{ text: 'Studio asked for the app Viewing room.' }]);
});

test.each([
  ['<!channel> asked for the app <@U024BE7LH>.', '‹!channel› asked for the app ‹＠U024BE7LH›.'],
  ['<https://evil.example|Sign in> asked', '‹https://evil.example|Sign in› asked'],
  ['[Sign in](https://evil.example) asked', '[Sign in] (https://evil.example) asked'],
  ['@everyone @here @channel @all @ada asked', '＠everyone ＠here ＠channel ＠all ＠ada asked'],
  ['loft@everyone loft@Here. @@all', 'loft＠everyone loft＠Here. ＠＠all'],
  ['Ada (ada.l+work@loft.example) about /docs: a & b', 'Ada (ada.l+work@loft.example) about /docs: a & b'],
  ['ada@all.example, ada@here.example', 'ada@all.example, ada＠here.example'],
])('a name mentions nobody in a chat, and hides no link: %s', async (message, text) => {
  expect(withoutMarkup(withoutMarkup(message))).toBe(text);
  webhookNotifier(url, () => undefined)(message);
  await expect.poll(() => heard).toEqual([{ text }]);
});

test('a failure is said without the address, which may hold a token', async () => {
  const reasons: string[] = [];
  status = 500;
  webhookNotifier(url, (reason) => reasons.push(reason))('x');
  webhookNotifier('http://127.0.0.1:9/hook-with-a-token', (reason) => reasons.push(reason))('x');
  await expect.poll(() => reasons).toHaveLength(2);
  expect(reasons.join()).not.toContain('hook-with-a-token');
});

test('without an address nobody is told', () => {
  webhookNotifier(null, () => undefined)('x');
  expect(heard).toEqual([]);
});

test('whatever people put into a name, no credential gets through', () => {
  const credential = fc.constantFrom(
    newAppSecret(),
    `oht_${'a'.repeat(60)}`,
    `ohp_${'b'.repeat(43)}`,
    `ohi_${'c'.repeat(43)}`,
    newCredential().token,
    newWebhookSecret(),
    newDeviceCode(),
    newAgentCode('https://agents.example/'),
  );
  fc.assert(
    fc.property(fc.string(), credential, fc.string(), (before, secret, after) => {
      expect(withoutSecrets(`${before}${secret}${after}`)).not.toContain(secret.slice(0, 20));
    }),
  );
});

test('a message is one line of bounded length', () => {
  expect(withoutSecrets('a\r\nb\u0000c')).toBe('a b c');
  expect(withoutSecrets('x'.repeat(5000))).toHaveLength(4000);
});

test('where it must lead to the internet, a name that stands for this machine by now is told nothing', async () => {
  const reasons: string[] = [];
  const lookup: LookupFunction = (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);
  const address = url.replace('127.0.0.1', 'chat.example');
  webhookNotifier(address, (reason) => reasons.push(reason), outsideFetch({ allowedHosts: [], lookup }))('x');
  await expect.poll(() => reasons).toEqual(['its address leads inside this network']);
  webhookNotifier(address, () => undefined, outsideFetch({ allowedHosts: ['chat.example'], lookup }))('y');
  await expect.poll(() => heard).toEqual([{ text: 'y' }]);
});
