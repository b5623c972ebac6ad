import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type VerifyOptions, verifyWebhook, WebhookRefused } from './index.ts';

const NOW_S = 1_795_000_000;
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = '{"type":"tour.imported","timestamp":"2026-11-26T10:00:00.000Z","data":{"resource_code":"客厅"}}';

function signatureOf(id: string, at: number | string, text: string | Buffer, by = secret): string {
  const key = Buffer.from(by.slice(6), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${at}.`).update(text).digest('base64')}`;
}

const headersOf = (more: Record<string, string | string[] | undefined> = {}) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(NOW_S),
  'webhook-signature': signatureOf('msg_1', NOW_S, body),
  ...more,
});
const nowMs = () => NOW_S * 1000;
const verify = (
  text: string | Uint8Array | ArrayBuffer = body,
  headers: Parameters<typeof verifyWebhook>[1] = headersOf(),
  options: Partial<VerifyOptions> = {},
) => verifyWebhook(text, headers, { secret, nowMs, ...options });
const codeOf = (run: Promise<unknown>) =>
  run.then(
    () => 'taken',
    (error: unknown) => (error instanceof WebhookRefused ? error.code : String(error)),
  );

describe('verifyWebhook', () => {
  test('takes what was signed: text or bytes, headers of fetch, of Node.js or in lists', async () => {
    const verified = { id: 'msg_1', event: JSON.parse(body) };
    expect(await verify()).toEqual(verified);
    expect(await verify(Buffer.from(body))).toEqual(verified);
    const bytes = new TextEncoder().encode(body);
    expect(await verify(bytes.buffer)).toEqual(verified);
    expect(await verify(Buffer.from(`--${body}`).subarray(2))).toEqual(verified);
    expect(await verify(body, new Headers(headersOf() as Record<string, string>))).toEqual(verified);
    const capitals = Object.entries(headersOf()).map(([name, value]) => [name.replace(/\bw/, 'W'), value]);
    expect(await verify(body, Object.fromEntries(capitals))).toEqual(verified);
    const listed = Object.entries(headersOf()).map(([name, value]) => [name, [value].flat()]);
    expect(await verify(body, Object.fromEntries(listed))).toEqual(verified);
    expect(await verify(body, headersOf(), { secret: ` ${secret}\n` })).toEqual(verified);
  });

  test.each([
    ['a body that was parsed', JSON.parse(body), {}, /^The body is neither text nor bytes/],
    ['no body', undefined, {}, /^The body is neither text nor bytes/],
    ['a stream', new Response(body).body, {}, /^The body is neither text nor bytes/],
    ['a tolerance that is no number', body, { toleranceS: Number.NaN }, /^toleranceS takes seconds/],
    ['a negative tolerance', body, { toleranceS: -1 }, /^toleranceS takes seconds/],
    ['a clock that has none', body, { nowMs: () => Number.NaN }, /^toleranceS takes seconds, nowMs/],
  ])('%s is a fault of the program: it says so, and takes nothing', async (_, given, options, sentence) => {
    const run = verifyWebhook(given, headersOf(), { secret, nowMs, ...options });
    await expect(run).rejects.toThrow(sentence);
    await expect(run).rejects.toBeInstanceOf(TypeError);
  });

  test("the example of Standard Webhooks' own libraries has their signature", async () => {
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const options = { nowMs: () => 1_614_265_330_000 };
    // Signed, but without the fields of an event of ours.
    expect(await codeOf(verify('{"test": 2432232314}', headers, options))).toBe('body_invalid');
    expect(await codeOf(verify('{"test": 2432232315}', headers, options))).toBe('signature_invalid');
  });

  test('takes either signature and either secret while it is rotated, and others beside them', async () => {
    const next = `whsec_${randomBytes(32).toString('base64')}`;
    const both = headersOf({
      'webhook-signature': `v1a,AAAA v1,%%% ${signatureOf('msg_1', NOW_S, body, next)} ${signatureOf('msg_1', NOW_S, body)}`,
    });
    expect(await codeOf(verify(body, both))).toBe('taken');
    expect(await codeOf(verify(body, both, { secret: next }))).toBe('taken');
    expect(await codeOf(verify(body, headersOf(), { secret: [next, secret] }))).toBe('taken');
    expect(await codeOf(verify(body, headersOf(), { secret: next }))).toBe('signature_invalid');
  });

  test.each([
    ['no id', { 'webhook-id': undefined }, 'header_missing'],
    ['two ids', { 'webhook-id': ['a', 'b'] }, 'header_missing'],
    ['one id twice', { 'webhook-id': ['msg_1', 'msg_1'] }, 'header_missing'],
    ['a list of no id', { 'webhook-id': [] }, 'header_missing'],
    ['a list of one id, in other capitals again', { 'Webhook-Id': ['msg_1'] }, 'header_missing'],
    ['two ids in other capitals', { 'Webhook-Id': 'msg_1' }, 'header_missing'],
    ['no signature', { 'webhook-signature': '' }, 'header_missing'],
    ['a timestamp in words', { 'webhook-timestamp': 'now' }, 'timestamp_invalid'],
    ['a timestamp with a sign', { 'webhook-timestamp': '-1' }, 'timestamp_invalid'],
    ['six minutes ago', { 'webhook-timestamp': String(NOW_S - 360) }, 'timestamp_too_old'],
    ['in six minutes', { 'webhook-timestamp': String(NOW_S + 360) }, 'timestamp_too_new'],
    ['another timestamp', { 'webhook-timestamp': String(NOW_S - 1) }, 'signature_invalid'],
    ['another id', { 'webhook-id': 'msg_2' }, 'signature_invalid'],
    [
      'an unknown version alone',
      { 'webhook-signature': signatureOf('msg_1', NOW_S, body).replace('v1', 'v2') },
      'signature_invalid',
    ],
    ['a signature that is not base64', { 'webhook-signature': 'v1,***' }, 'signature_invalid'],
  ])('refuses %s', async (_, headers, code) => {
    expect(await codeOf(verify(body, headersOf(headers)))).toBe(code);
  });

  test.each(['', 'whsec_', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_***', undefined, [], [secret, undefined]])(
    'refuses the secret %j without repeating it',
    async (given) => {
      const error = await verify(body, headersOf(), { secret: given as string }).catch((reason: Error) => reason);
      expect(error).toMatchObject({ code: 'secret_invalid' });
      if (typeof given === 'string' && given.length > 8) expect((error as Error).message).not.toContain(given);
    },
  );

  test('any byte of the body that is changed, added or missing is refused', async () => {
    const bytes = Buffer.from(body);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(bytes.length - 1),
        fc.integer({ min: 1, max: 255 }),
        fc.constantFrom('change', 'cut', 'add'),
        async (at, by, how) => {
          const changed =
            how === 'change'
              ? Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ by : byte)))
              : how === 'cut'
                ? bytes.subarray(0, at)
                : Buffer.concat([bytes, Buffer.from([by])]);
          expect(await codeOf(verify(changed))).toBe('signature_invalid');
        },
      ),
    );
  });

  test.each(['no json', '[]', 'null', '{"type":1}', '{"type":"a","timestamp":"b","data":null}', '\xff'])(
    'a signed body that is no event is refused: %j',
    async (text) => {
      const raw = Buffer.from(text, 'latin1');
      const headers = headersOf({ 'webhook-signature': signatureOf('msg_1', NOW_S, raw) });
      expect(await codeOf(verify(raw, headers))).toBe('body_invalid');
    },
  );
});

test('it is small, and needs nothing but the web platform', async () => {
  const entryPoints = [join(import.meta.dirname, 'index.ts')];
  const { outputFiles } = await build({
    entryPoints,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  const code = outputFiles[0]?.text ?? '';
  expect(code).not.toMatch(/\bimport\b|\brequire\b|process\.|\bBuffer\b/);
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(1536);
});
