import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { version } from './generated/version.ts';
import { createGateway, GatewayError, type GatewayOptions, type ResponseEvent, TransportError } from './index.ts';
import {
  sendEnvelope,
  sendFailure,
  sendSuccess,
  sendToken,
  startWildGateway,
  TOKEN,
  type WildAnswer,
  type WildGateway,
} from './testing/wild-gateway.ts';

const SECRET = 'ohs_canary+with/signs=that-must-not-leak';

let wild: WildGateway;
beforeEach(async () => {
  wild = await startWildGateway();
});
afterEach(() => wild.close());

const gatewayWith = (options: Partial<GatewayOptions> = {}) =>
  createGateway({ baseUrl: wild.url, appKey: 'ohk_key', appSecret: SECRET, ...options });
const read = (options: Partial<GatewayOptions> = {}) => gatewayWith(options).vrInfo({ resource_code: 'demo-loft' });
const randomId = () => randomBytes(8).toString('hex');
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('what is sent', () => {
  test('the exchange is a form, the token goes raw, a body is JSON', async () => {
    await read();
    await gatewayWith().vrSubmit({ resource_code: 'demo-loft', action_num: 1 });
    const [exchange, vrInfo, , vrSubmit] = wild.calls;
    expect(exchange).toMatchObject({ method: 'POST', path: '/auth/access_token' });
    expect(exchange?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
    expect(Object.fromEntries(new URLSearchParams(exchange?.body))).toEqual({ app_key: 'ohk_key', app_secret: SECRET });
    expect(vrInfo).toMatchObject({ method: 'GET', path: '/open/v3/vr/info?resource_code=demo-loft', body: '' });
    expect(vrInfo?.headers.authorization).toBe(TOKEN);
    expect(vrSubmit).toMatchObject({ method: 'POST', body: '{"resource_code":"demo-loft","action_num":1}' });
    expect(vrSubmit?.headers['content-type']).toBe('application/json');
  });

  test('traceparent of the hook; never in place of our own headers', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    await read({ onRequest: () => ({ traceparent, authorization: 'other', 'in valid': 'x', tracestate: 'a\nb' }) });
    const { headers } = wild.calls[1] ?? {};
    expect(headers).toMatchObject({ traceparent, authorization: TOKEN });
    expect(headers).not.toHaveProperty('tracestate');
  });

  test('no header of a hook that is of the connection, the body or another answer', async () => {
    const handedOn = {
      ...{ Host: 'homes.example.com', Connection: 'upgrade', Upgrade: 'h2c', 'Keep-Alive': '5', TE: 'trailers' },
      ...{
        'Content-Length': '5',
        'Content-Type': 'text/plain',
        'Transfer-Encoding': 'chunked',
        Expect: '100-continue',
      },
      ...{ 'If-None-Match': '*', Range: 'bytes=0-1', 'Accept-Encoding': 'zstd', 'Proxy-Authorization': 'Basic YTpi' },
    };
    await read({ onRequest: () => ({ ...handedOn, 'Accept-Language': 'zh' }), maxAttempts: 1 });
    for (const { headers, path } of wild.calls) {
      expect(headers).toMatchObject({ host: new URL(wild.url).host, 'accept-language': 'zh' });
      const sent = Object.entries(handedOn).filter(([name, value]) => headers[name.toLowerCase()] === value);
      expect([path, sent]).toEqual([path, []]);
    }
  });

  test('a User-Agent with name and version, unless a hook names the program itself', async () => {
    const named = () => wild.calls.at(-1)?.headers['user-agent'];
    await read();
    expect(named()).toBe(`openhouse-sdk/${version}`);
    await read({ onRequest: () => ({ 'user-agent': 'homes/7' }) });
    expect(named()).toBe('homes/7');
  });

  test('a hook that throws breaks nothing', async () => {
    const fail = () => {
      throw new Error('tracing is down');
    };
    await expect(read({ onRequest: fail, onResponse: fail })).resolves.toEqual({ name: 'Loft' });
  });
});

/** Ids that do not repeat, so that half of it unpacks to half of its text. */
const packed = gzipSync(
  JSON.stringify({ code: 0, status: 'success', data: { ids: Array.from({ length: 100 }, randomId) } }),
);

/** What is wrong, the answer, what the SDK says, and how often it asked. */
const wrongAnswers: [string, WildAnswer, Partial<TransportError>, number][] = [
  ['no JSON', (r) => r.end('<html>'), { reason: 'malformed', httpStatus: 200 }, 1],
  ['nothing at all', (r) => r.end(), { reason: 'malformed', httpStatus: 200 }, 1],
  [
    'bytes that are not UTF-8',
    (r) => r.end(Buffer.from('{"code":0,"a":"\xff"}', 'latin1')),
    { reason: 'malformed' },
    1,
  ],
  ['JSON that is no envelope', (r) => r.end('[1]'), { reason: 'malformed' }, 1],
  ['a code that is text', (r) => r.end('{"code":"0","status":"success","data":{}}'), { reason: 'malformed' }, 1],
  ['a success without data', (r) => sendEnvelope(r, 200, { code: 0, status: 'success' }), { reason: 'malformed' }, 1],
  [
    'a success with null for data',
    (r) => sendEnvelope(r, 200, { code: 0, status: 'success', data: null }),
    { reason: 'malformed' },
    1,
  ],
  [
    'a success with HTTP 500',
    (r) => sendEnvelope(r, 500, { code: 0, status: 'success', data: {} }),
    { reason: 'malformed', httpStatus: 500 },
    1,
  ],
  [
    'a redirect',
    (r) => r.writeHead(302, { location: `${wild.url}/elsewhere` }).end(),
    { reason: 'redirect', httpStatus: 302 },
    1,
  ],
  [
    'a redirect that keeps the method',
    (r) => r.writeHead(307, { location: '/elsewhere' }).end(),
    { reason: 'redirect' },
    1,
  ],
  ['304 where no copy was named', (r) => r.writeHead(304).end(), { reason: 'malformed', httpStatus: 304 }, 1],
  ['more bytes than allowed', (r) => r.end('x'.repeat(5001)), { reason: 'too-large' }, 1],
  [
    'few bytes that unpack to many',
    (r) => r.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(1e6))),
    { reason: 'too-large' },
    1,
  ],
  ['a page of a proxy', (r) => r.writeHead(502).end('<html>'), { reason: 'malformed', httpStatus: 502 }, 3],
  ['a connection cut before the answer', (r) => r.destroy(), { reason: 'connection' }, 3],
  [
    'a connection cut in the answer',
    (r) => r.writeHead(200, { 'content-length': '999' }).write('{', () => r.destroy()),
    { reason: 'connection' },
    3,
  ],
  // Node's fetch unpacks what came, and takes the end of the body for the end of the answer.
  [
    'a packed answer that a proxy cut',
    (r) => r.writeHead(200, { 'content-encoding': 'gzip' }).end(packed.subarray(0, packed.length / 2)),
    { reason: 'connection', httpStatus: 200 },
    3,
  ],
  [
    'an answer that ends within a character',
    (r) => r.end(Buffer.from('{"code":0,"a":"厅').subarray(0, -1)),
    { reason: 'connection' },
    3,
  ],
];
/** The same for what never comes: each takes the time that is waited. */
const waits: typeof wrongAnswers = [
  ['silence', () => undefined, { reason: 'timeout' }, 3],
  ['an answer that trickles and stops', (r) => void r.writeHead(200).write('{"code":0,'), { reason: 'timeout' }, 3],
];
/** Impatient with what never answers; what answers wrongly gets the time that a loaded machine takes. */
const patience = (reason: unknown) => ({
  attemptTimeoutMs: reason === 'timeout' ? 1000 : 10_000,
  maxAttempts: 3,
  maxResponseBytes: 5000,
});

describe.each(wrongAnswers)('%s', failsByReason);
describe.each(waits)('%s', { tags: ['slow', 'long'] }, failsByReason);

function failsByReason(_: string, answer: WildAnswer, expected: Partial<TransportError>, asked: number): void {
  test('fails a read by reason, after repeats where one may help', async () => {
    wild.onCall = answer;
    const error = await failureOf(read(patience(expected.reason)));
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({ operation: 'vr-info', attempts: asked, ...expected });
    expect(wild.others()).toBe(asked);
  });

  test('fails the exchange by reason, and nothing else is asked', async () => {
    wild.onExchange = answer;
    const error = await failureOf(read(patience(expected.reason)));
    expect(error).toMatchObject({ name: 'TransportError', operation: 'access-token', reason: expected.reason });
    expect(wild.exchanges()).toBe(asked);
    expect(wild.others()).toBe(0);
  });
}

test('a fetch whose bodies are streams of Node, as those of node-fetch are', async () => {
  const ofNode: GatewayOptions['fetch'] = async (url, init) => {
    const { status, headers, body } = await fetch(url, init);
    return { status, headers, body: body && Readable.fromWeb(body as ReadableStream) } as unknown as Response;
  };
  await expect(read({ fetch: ofNode })).resolves.toEqual({ name: 'Loft' });
  wild.onCall = (r) => r.end('x'.repeat(5001));
  expect(await failureOf(read({ fetch: ofNode, maxResponseBytes: 5000 }))).toMatchObject({ reason: 'too-large' });
});

test('nobody there, at neither address of localhost: the system code is told', async () => {
  const baseUrl = wild.url.replace('127.0.0.1', 'localhost');
  await wild.close();
  expect(await failureOf(read({ baseUrl, maxAttempts: 1 }))).toMatchObject({ causeCode: 'ECONNREFUSED' });
  wild = await startWildGateway();
});

test.each<[string, WildAnswer, string]>([
  [
    'the page of a proxy whose gateway is away',
    (r) => r.writeHead(502, { server: 'nginx/1.22.1' }).end('<html>'),
    'The answer is HTML of nginx/1.22.1 (HTTP 502). A proxy answered, the gateway behind it did not: try later.',
  ],
  [
    'the page of a portal, or of a network that wants a sign-in',
    (r) => r.end('\n<!doctype html>'),
    'The answer is HTML (HTTP 200). Set baseUrl to the gateway itself.',
  ],
  [
    'a redirect to https',
    (r) => r.writeHead(301, { location: 'https://gateway.example.com/auth?x=1' }).end(),
    'The answer is a redirect to https://gateway.example.com (HTTP 301). Set baseUrl to the gateway itself,',
  ],
  [
    'a redirect to an address with a password',
    (r) => r.writeHead(301, { location: 'https://me:pass@gateway.example.com/' }).end(),
    'The answer is a redirect (HTTP 301).',
  ],
  ['a server that calls itself by the secret', (r) => r.writeHead(404, { server: SECRET }).end(), 'of [hidden]'],
])('%s: who answered, and what to do', async (_, answer, says) => {
  wild.onCall = answer;
  expect(await failureOf(read({ maxAttempts: 1 }))).toMatchObject({ message: expect.stringContaining(says) });
});

test('a path that is no operation: what baseUrl is', async () => {
  wild.onCall = (response) => sendFailure(response, 404, 'err_path_not_found');
  await expect(read({ baseUrl: `${wild.url}/open/v3` })).rejects.toThrow(
    /Set baseUrl to the address of the gateway alone\.$/,
  );
});

test.each([undefined, null])('an input that is %s is an empty one', async (input) => {
  await (gatewayWith().vrInfo as (given: unknown) => Promise<unknown>)(input);
  expect(wild.calls.at(-1)?.path).toBe('/open/v3/vr/info');
});

test('nobody there: the system code is told, the cause is not', async () => {
  await wild.close();
  const error = await failureOf(read({ maxAttempts: 2 }));
  expect(error).toMatchObject({ reason: 'connection', causeCode: 'ECONNREFUSED', attempts: 2 });
  expect(error).not.toHaveProperty('cause');
  wild = await startWildGateway();
});

describe('refusals', () => {
  test('everything the envelope says is in the error', async () => {
    wild.onCall = (r) => sendFailure(r, 404, 'err_resource_not_found', { message: 'No such tour. Check the code.' });
    const error = await failureOf(read());
    expect(error).toBeInstanceOf(GatewayError);
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'GatewayError',
      message: 'vr-info: err_resource_not_found: No such tour. Check the code.',
      operation: 'vr-info',
      attempts: 1,
      httpStatus: 404,
      status: 'err_resource_not_found',
      code: -1,
      requestId: 'request-1',
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      advice: 'No such tour. Check the code.',
    });
  });

  test('err_parse_resource_code_failed is a failure, although it comes with HTTP 200', async () => {
    wild.onCall = (r) => sendFailure(r, 200, 'err_parse_resource_code_failed');
    await expect(read()).rejects.toMatchObject({ status: 'err_parse_resource_code_failed', httpStatus: 200 });
  });

  test('a status called like a property of objects is text like any other', async () => {
    wild.onCall = (r) => sendFailure(r, 400, 'constructor', { message: '' });
    await expect(read()).rejects.toMatchObject({ status: 'constructor', advice: expect.stringMatching(/request id/) });
  });

  test('wrong credentials are not tried again by the same call, but by the next', async () => {
    wild.onExchange = (r, _, count) =>
      count === 1 ? sendFailure(r, 401, 'err_app_credentials_invalid', { code: -2 }) : sendToken(r);
    const gateway = gatewayWith();
    const failed = await failureOf(gateway.vrInfo({ resource_code: 'demo-loft' }));
    expect(failed).toMatchObject({ status: 'err_app_credentials_invalid', code: -2, operation: 'access-token' });
    expect(wild.exchanges()).toBe(1);
    await expect(gateway.vrInfo({ resource_code: 'demo-loft' })).resolves.toEqual({ name: 'Loft' });
  });

  test('an action that answers no data has succeeded', async () => {
    wild.onCall = (r) => sendEnvelope(r, 200, { code: 0, status: 'success' });
    await expect(gatewayWith().vrSubmit({ resource_code: 'a', action_num: 1 })).resolves.toEqual({});
  });
});

describe('a refused token', () => {
  const refuse: WildAnswer = (r) => sendFailure(r, 401, 'err_access_token_expired', { code: -3 });

  test('is exchanged once, and the call succeeds', async () => {
    wild.onExchange = (r, _, count) => sendToken(r, `token-number-${count}`);
    wild.onCall = (r, call, count) =>
      call.headers.authorization === 'token-number-1' ? refuse(r, call, count) : sendSuccess(r, { name: 'Loft' });
    await expect(read()).resolves.toEqual({ name: 'Loft' });
    expect([wild.exchanges(), wild.others()]).toEqual([2, 2]);
  });

  test('is exchanged once for a hundred calls that were under way', { tags: ['slow', 'long'] }, async () => {
    // Bounds for what hangs: a loaded machine answers a hundred calls late.
    const gateway = gatewayWith({ attemptTimeoutMs: 120_000, totalTimeoutMs: 240_000 });
    wild.onExchange = (r, _, count) => sendToken(r, `token-number-${count}`);
    await gateway.vrInfo({ resource_code: 'warm' });
    wild.onCall = (r, call, count) =>
      call.headers.authorization === 'token-number-1' ? refuse(r, call, count) : sendSuccess(r, { name: 'Loft' });
    const calls = Array.from({ length: 100 }, () => gateway.vrInfo({ resource_code: 'demo-loft' }));
    await Promise.all(calls);
    expect(wild.exchanges()).toBe(2);
  });

  test('fails when the new one is refused as well', async () => {
    wild.onCall = refuse;
    await expect(read()).rejects.toMatchObject({ code: -3, status: 'err_access_token_expired' });
    expect([wild.exchanges(), wild.others()]).toEqual([2, 2]);
  });
});

describe('too many requests, or not ready', () => {
  test.each([429, 503])('HTTP %d is repeated until it passes', async (http) => {
    wild.onCall = (r, _, count) =>
      count < 3 ? sendFailure(r, http, 'err_of_the_moment', { headers: { 'retry-after': '0' } }) : sendSuccess(r, {});
    await expect(read()).resolves.toEqual({});
    expect(wild.others()).toBe(3);
  });

  test('an action is repeated too: it was refused before anything was done', async () => {
    wild.onCall = (r, _, count) =>
      count < 2 ? sendFailure(r, 503, 'err_unavailable') : sendSuccess(r, { msg: 'Done.' });
    await expect(gatewayWith().vrSubmit({ resource_code: 'a', action_num: 1 })).resolves.toEqual({ msg: 'Done.' });
  });

  test('a wait longer than the time left is not begun: the caller hears how long it is', async () => {
    wild.onCall = (r) => sendFailure(r, 429, 'err_rate_limited', { headers: { 'retry-after': '600' } });
    await expect(read()).rejects.toMatchObject({ status: 'err_rate_limited', retryAfterS: 600, attempts: 1 });
  });

  test('a minute, the longest that a limit asks for, is waited for with the defaults', async () => {
    wild.onCall = (r) => sendFailure(r, 429, 'err_rate_limited', { headers: { 'retry-after': '60' } });
    const controller = new AbortController();
    const failed = failureOf(
      gatewayWith({ onResponse: ({ httpStatus }) => void (httpStatus === 429 && setImmediate(leave)) }).vrInfo(
        { resource_code: 'a' },
        { signal: controller.signal },
      ),
    );
    const leave = () => controller.abort(new Error('it was waiting'));
    expect(await failed).toMatchObject({ message: 'it was waiting' });
    expect(wild.others()).toBe(1);
  });

  test('a date in Retry-After is read by the clock of whoever sent it', async () => {
    const headers = { date: 'Sat, 01 Jan 2000 00:00:00 GMT', 'retry-after': 'Sat, 01 Jan 2000 00:02:00 GMT' };
    wild.onCall = (r) => sendFailure(r, 503, 'err_unavailable', { headers });
    await expect(read()).rejects.toMatchObject({ retryAfterS: 120 });
  });

  test('the exchange is repeated by itself, not once more for each of its callers', async () => {
    wild.onExchange = (r) => sendFailure(r, 503, 'err_unavailable');
    const gateway = gatewayWith({ maxAttempts: 2 });
    const calls = [1, 2, 3].map(() => failureOf(gateway.vrInfo({ resource_code: 'a' })));
    for (const error of await Promise.all(calls))
      expect(error).toMatchObject({ operation: 'access-token', attempts: 2 });
    expect(wild.exchanges()).toBe(2);
  });
});

describe('giving up', () => {
  test("a caller's signal ends its call with the signal's reason, the exchange goes on for others", async () => {
    let finishExchange = () => {};
    wild.onExchange = (r) => {
      finishExchange = () => sendToken(r);
    };
    const gateway = gatewayWith();
    const controller = new AbortController();
    const leaving = failureOf(gateway.vrInfo({ resource_code: 'a' }, { signal: controller.signal }));
    const staying = gateway.vrInfo({ resource_code: 'a' });
    while (wild.exchanges() === 0) await new Promise(setImmediate);
    const reason = new Error('the user left');
    controller.abort(reason);
    expect(await leaving).toBe(reason);
    finishExchange();
    await expect(staying).resolves.toEqual({ name: 'Loft' });
    expect(wild.exchanges()).toBe(1);
  });

  test('a signal that is aborted already sends no operation', async () => {
    await expect(gatewayWith().vrInfo({ resource_code: 'a' }, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(wild.others()).toBe(0);
  });

  /** Long enough for the exchange before it, on a loaded machine too. */
  const TOTAL_MS = 1500;
  test('the total time bounds the attempts', async () => {
    wild.onCall = () => undefined;
    const error = await failureOf(read({ attemptTimeoutMs: 60_000, totalTimeoutMs: TOTAL_MS }));
    expect(error).toMatchObject({ reason: 'timeout', operation: 'vr-info', attempts: 1 });
  });
});

describe('tokens and clocks', () => {
  /** The local clock differs from the gateway's by this much. */
  test.each([-86_400_000, 0, 86_400_000])(
    'a clock that is %d ms off costs no exchange and uses no ended token',
    async (offMs) => {
      const serverNowMs = Date.now() + offMs;
      const lives =
        (lifetimeS: number): WildAnswer =>
        (r, _, count) => {
          const data = { access_token: `token-number-${count}`, expire_at: Math.floor(serverNowMs / 1000) + lifetimeS };
          sendEnvelope(r, 200, { code: 0, status: 'success', data }, { date: new Date(serverNowMs).toUTCString() });
        };
      const gateway = gatewayWith();
      wild.onExchange = lives(600);
      for (let call = 0; call < 3; call += 1) await gateway.vrInfo({ resource_code: 'a' });
      expect(wild.exchanges()).toBe(1);
      wild.onExchange = lives(-5);
      const late = gatewayWith();
      for (let call = 0; call < 3; call += 1) await late.vrInfo({ resource_code: 'a' });
      expect(wild.exchanges()).toBe(4);
    },
  );

  test.each(['', 'with space', 'line\nfeed', 'ö', 5, null])(
    'a token like %j is refused before it gets into a header',
    async (token) => {
      wild.onExchange = (r) => sendSuccess(r, { access_token: token, expire_at: 2e9 });
      await expect(read()).rejects.toMatchObject({ reason: 'malformed', operation: 'access-token' });
      expect(wild.others()).toBe(0);
    },
  );

  test('a secret that is fetched is fetched for each exchange; one that is empty is refused', async () => {
    const secrets = ['first-secret', 'second-secret', ''];
    const gateway = gatewayWith({ appSecret: async () => secrets.shift() ?? '', expiryMarginS: 0 });
    wild.onExchange = (r) => sendToken(r, TOKEN, -5);
    await gateway.vrInfo({ resource_code: 'a' });
    await gateway.vrInfo({ resource_code: 'a' });
    const sent = wild.calls.flatMap(({ body }) => new URLSearchParams(body).get('app_secret') ?? []);
    expect(sent).toEqual(['first-secret', 'second-secret']);
    await expect(gateway.vrInfo({ resource_code: 'a' })).rejects.toThrow('appSecret takes');
  });
});

describe('secret and token appear nowhere', () => {
  const digest = createHash('sha256').update(randomBytes(8)).digest('hex');
  const echo: WildAnswer[] = [
    (r, call) =>
      sendFailure(r, 400, `err_${SECRET}`, {
        message: `you sent ${call.headers.authorization} ${call.body} ${SECRET}`,
      }),
    (r, call) =>
      sendEnvelope(r, 401, {
        code: -2,
        status: SECRET,
        request_id: SECRET,
        trace_id: SECRET,
        message: call.body,
        data: null,
      }),
    (r, call) => sendSuccess(r, { note: `${call.headers.authorization} ${SECRET}` }),
    (r, call) => r.writeHead(302, { location: `/?${call.body}&${TOKEN}&${SECRET}` }).end(),
    (r, call) => r.writeHead(503, { 'retry-after': SECRET }).end(`<html>${call.body}${SECRET}${TOKEN}`),
    (r) => r.writeHead(200, { 'content-length': '999' }).write(SECRET + TOKEN, () => r.destroy()),
    (r) => sendSuccess(r, { access_token: `${TOKEN}\n${SECRET}`, expire_at: 2e9 }),
    () => undefined,
  ];
  const cases = echo.flatMap((answer, index) => [
    [`answer ${index} to the exchange`, answer, undefined] as const,
    [`answer ${index} to a read`, undefined, answer] as const,
  ]);

  test.each(cases)('%s', async (_, onExchange, onCall) => {
    if (onExchange !== undefined) wild.onExchange = onExchange;
    if (onCall !== undefined) wild.onCall = onCall;
    const seen: unknown[] = [];
    const gateway = gatewayWith({
      attemptTimeoutMs: 100,
      maxAttempts: 2,
      onRequest: (event) => {
        seen.push({ ...event });
        return { baggage: digest };
      },
      onResponse: (event: ResponseEvent) => seen.push(event),
    });
    const error = await failureOf(gateway.vrInfo({ resource_code: 'demo-loft' }));
    expect(error).toBeInstanceOf(Error);
    const { message, stack, cause } = error as Error;
    const told = [message, stack, inspect(cause), JSON.stringify(error), JSON.stringify(seen)];
    for (const thing of [error, seen, gateway]) told.push(inspect(thing, { depth: 10, showHidden: true }));
    expect(seen.length).toBeGreaterThanOrEqual(2);
    for (const canary of [SECRET, encodeURIComponent(SECRET), TOKEN]) expect(told.join('\n')).not.toContain(canary);
  });

  test('control characters of the gateway forge no line of a log', async () => {
    wild.onCall = (r) => sendFailure(r, 400, 'err_parameter_invalid', { message: 'a\r\nERROR forged\u001b[31m' });
    const error = await failureOf(read());
    expect((error as Error).message).toBe('vr-info: err_parameter_invalid: a ERROR forged [31m');
  });
});

test('every request has its two events, with ids, statuses and the number of the attempt', async () => {
  const events: string[] = [];
  wild.onCall = (r, _, count) => (count < 2 ? r.destroy() : sendSuccess(r, {}));
  await read({
    onRequest: ({ operation, attempt }) => void events.push(`> ${operation} ${attempt}`),
    onResponse: ({ operation, attempt, httpStatus, requestId, error }) =>
      events.push(`< ${operation} ${attempt} ${httpStatus} ${requestId} ${error?.name}`),
  });
  expect(events).toEqual([
    '> access-token 1',
    '< access-token 1 200 request-1 undefined',
    '> vr-info 1',
    '< vr-info 1 undefined undefined TransportError',
    '> vr-info 2',
    '< vr-info 2 200 request-1 undefined',
  ]);
});

test('ids beyond 2^53 lose digits by default and keep them with ids: bigint-safe', async () => {
  wild.onCall = (r) =>
    r.end('{"code":0,"status":"success","data":{"list":[{"id":36184089396510731,"polyline":{"lines":[]}}]}}');
  const inexact = await gatewayWith().rulerList({ resource_code: 'a' });
  expect(inexact.list[0]?.id).not.toBe(36184089396510731n);
  const options = { baseUrl: wild.url, appKey: 'ohk_key', appSecret: SECRET, ids: 'bigint-safe' } as const;
  const exact = await createGateway(options).rulerList({ resource_code: 'a' });
  const id: number | bigint | undefined = exact.list[0]?.id;
  expect(id).toBe(36184089396510731n);
});

test('hooks that reject break nothing, and end no process', async () => {
  const unheard: unknown[] = [];
  const note = (reason: unknown) => unheard.push(reason);
  process.on('unhandledRejection', note);
  try {
    const reject = async () => {
      throw new Error('the hook is broken');
    };
    const onRequest = reject as unknown as () => undefined;
    await expect(read({ onRequest, onResponse: reject })).resolves.toEqual({ name: 'Loft' });
    await new Promise((resolve) => setTimeout(resolve));
    expect(unheard).toEqual([]);
  } finally {
    process.off('unhandledRejection', note);
  }
});

test('white space around key and secret is not sent, and the two swapped are refused before anything is', async () => {
  await expect(read({ appSecret: ` ${SECRET}\n` })).resolves.toEqual({ name: 'Loft' });
  const [{ body } = { body: '' }] = wild.calls;
  expect(new URLSearchParams(body).get('app_secret')).toBe(SECRET);
  expect(() => gatewayWith({ appSecret: 'ohk_the-key' })).toThrow(/swapped/);
  const before = wild.calls.length;
  await expect(read({ appSecret: () => 'ohk_the-key' })).rejects.toThrow(/swapped/);
  expect(wild.calls.length).toBe(before);
});
