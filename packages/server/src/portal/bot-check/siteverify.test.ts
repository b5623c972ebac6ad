import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listen } from '../../kernel/http/listen.ts';
import { useStore } from '../../testing/database.ts';
import { PortalError } from '../http/portal-error.ts';
import { type SiteverifyService, siteverifyCheck, siteverifyServices } from './siteverify.ts';

const store = useStore();
const person = { userCode: 'ohu_1', ipAddress: '192.0.2.7' };
const hostname = 'portal.example.com';

let server: Server;
let url = '';
let asked: URLSearchParams[] = [];
/** What the service answers: a status and a body. */
let answer: (form: URLSearchParams) => [number, string];
let reasons: string[] = [];

beforeEach(async () => {
  [asked, reasons] = [[], []];
  answer = () => [200, JSON.stringify({ success: true, hostname })];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const form = new URLSearchParams(body);
      asked.push(form);
      const [status, text] = answer(form);
      if (status === 0) return;
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    });
  });
  url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}/siteverify`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const check = (service: SiteverifyService = 'turnstile') =>
  siteverifyCheck({
    service,
    url,
    scriptUrl: 'https://check.example/api.js',
    siteKey: 'site-key',
    secret: 'service-secret',
    hostname,
    timeoutMs: 4000,
    pool: store.database.pool,
    onUnavailable: (reason) => reasons.push(reason),
  });

const outcome = async (token: string, service?: SiteverifyService): Promise<string> => {
  try {
    await check(service).verify(token, person);
    return 'passed';
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    return error.code;
  }
};

test.each(Object.keys(siteverifyServices) as SiteverifyService[])(
  '%s: the page gets the public key, the service gets token, secret and address',
  async (service) => {
    expect(await check(service).challenge(person)).toEqual({ kind: service, siteKey: 'site-key' });
    expect(await outcome('token', service)).toBe('passed');
    expect(asked.map((form) => Object.fromEntries(form))).toEqual([
      { secret: 'service-secret', response: 'token', remoteip: '192.0.2.7' },
    ]);
  },
);

test('a token counts once, though the service would say yes again', async () => {
  expect([await outcome('once'), await outcome('once')]).toEqual(['passed', 'BOT_CHECK_FAILED']);
});

test.each([
  ['not passed', { success: false, 'error-codes': ['invalid-input-response'] }],
  ['another site', { success: true, hostname: 'evil.example' }],
  ['a low score', { success: true, hostname, score: 0.4 }],
])('BOT_CHECK_FAILED: %s', async (_, verdict) => {
  answer = () => [200, JSON.stringify(verdict)];
  expect(await outcome('token')).toBe('BOT_CHECK_FAILED');
});

test('a good score passes', async () => {
  answer = () => [200, JSON.stringify({ success: true, hostname, score: 0.5 })];
  expect(await outcome('token', 'recaptcha')).toBe('passed');
});

test.each<[string, [number, string]]>([
  ['no answer in time', [0, '']],
  ['an error page', [500, '<html>']],
  ['not JSON', [200, 'yes']],
  ['another shape', [200, '{"ok":true}']],
  ['a redirect', [302, '{"success":true}']],
  ['our secret is wrong', [200, '{"success":false,"error-codes":["invalid-input-secret"]}']],
])('UNAVAILABLE, never passed: %s', { tags: 'slow' }, async (_, given) => {
  answer = () => given;
  expect(await outcome('token')).toBe('UNAVAILABLE');
  expect(reasons).toHaveLength(1);
  expect(reasons.join()).not.toContain('service-secret');
});
