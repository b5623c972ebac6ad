import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redisLimiter } from '../../kernel/limiter/redis.ts';
import { useStore } from '../../testing/database.ts';
import { call } from '../../testing/envelope.ts';
import { useGateway } from '../../testing/gateway-suite.ts';
import { rawRequest, sendRaw } from '../../testing/raw-http.ts';
import { countTogether, withRedis } from '../../testing/redis.ts';
import { limitLines } from '../http/limit-lines.ts';
import { limitOf, limitRefusal } from './limits.ts';

const INFO = '/open/v3/vr/info?resource_code=own-tour';

describe('limits of the gateway', () => {
  const suite = useGateway(useStore(), { appLimitPerMinute: 3, ipLimitPerMinute: 6 });
  const get = (token = suite.token) => call(suite.gateway.baseUrl, INFO, { token });

  test('each counted answer says what is left, of the app and of the address', { tags: 'slow' }, async () => {
    // The exchange of the set-up has used one call of the address.
    const { headers } = await get();
    expect(headers.get('ratelimit-policy')).toBe('"app";q=3;w=60, "ip";q=6;w=60');
    expect(headers.get('ratelimit')).toMatch(/^"app";r=2;t=\d+, "ip";r=4;t=\d+$/);
  });

  test('err_rate_limited: beyond the quota of the app, with when to try again; never an authentication failure', {
    tags: 'slow',
  }, async () => {
    const statuses = [];
    for (let index = 0; index < 4; index += 1) statuses.push((await get()).envelope.status);
    expect(statuses).toEqual(['success', 'success', 'success', 'err_rate_limited']);
    const { http, headers, envelope } = await get();
    expect(http).toBe(429);
    expect(envelope).toMatchObject({ code: -1, data: null });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(headers.get('ratelimit')).toMatch(/^"app";r=0;/);
  });

  test('err_rate_limited: beyond the quota of the address, whatever the credentials', async () => {
    const statuses = [];
    for (let index = 0; index < 7; index += 1) statuses.push((await get('wrong')).envelope.status);
    expect(statuses.filter((status) => status === 'err_access_token_invalid')).toHaveLength(5);
    expect(statuses.slice(-2)).toEqual(['err_rate_limited', 'err_rate_limited']);
  });

  test('refused calls of one app do not use up another', async () => {
    for (let index = 0; index < 5; index += 1) await get('wrong');
    const { envelope } = await get();
    expect(envelope.status).toBe('err_rate_limited');
    const node = await suite.startNode({ appLimitPerMinute: 3 });
    expect((await call(node.baseUrl, INFO, { token: suite.token })).envelope.status).toBe('success');
  });
});

/** One caller of IPv4 as proxies spell it, and as many addresses of one /64. */
const SPELLINGS = [
  '203.0.113.7',
  '203.0.113.7:443',
  '203.0.113.7:50001',
  '"203.0.113.7:80"',
  '[203.0.113.7]',
  '::ffff:203.0.113.7',
  '::FFFF:203.0.113.7',
  '::ffff:cb00:7107',
  '0:0:0:0:0:ffff:cb00:7107',
  '[::ffff:203.0.113.7]',
  '[::ffff:203.0.113.7]:8080',
  '::ffff:203.0.113.7%eth0',
];
const OF_ONE_64 = Array.from({ length: 64 }, (_, n) => `2001:db8:0:5:${(n * 977).toString(16)}::${n.toString(16)}`);

const QUOTA = 20;
const behindProxy = { ipLimitPerMinute: QUOTA, proxies: { hops: 1, header: 'either' } } as const;

/** Two calls under each address, over the nodes in turn. @returns How many of them were counted within the limit. */
async function allowed(nodes: readonly { readonly baseUrl: string }[], headers: readonly Record<string, string>[]) {
  const calls = [...headers, ...headers].map((sent, index) =>
    call(nodes[index % nodes.length]?.baseUrl ?? '', INFO, { token: 'wrong', headers: sent }),
  );
  const answers = await Promise.all(calls);
  return answers.filter(({ envelope }) => envelope.status !== 'err_rate_limited').length;
}

const sentAs = (addresses: readonly string[]) => addresses.map((address) => ({ 'x-forwarded-for': address }));

describe('one caller gets exactly the limit of an address', () => {
  const suite = useGateway(useStore(), behindProxy);

  test('in twelve spellings, also of Forwarded', { tags: 'slow' }, async () => {
    const forwarded = SPELLINGS.map((address) => ({ forwarded: `for="${address.replaceAll('"', '')}"` }));
    expect(await allowed([suite.gateway], [...sentAs(SPELLINGS), ...forwarded])).toBe(QUOTA);
  });

  test('with 64 addresses of one /64; a caller of the next one has its own', { tags: 'slow' }, async () => {
    expect(await allowed([suite.gateway], sentAs(OF_ONE_64))).toBe(QUOTA);
    expect(await allowed([suite.gateway], sentAs(['2001:db8:0:6::1']))).toBe(2);
  });

  test('that invents entries before its own, in one header line or in many', async () => {
    const port = Number(new URL(suite.gateway.baseUrl).port);
    const answers = Array.from({ length: 2 * QUOTA }, (_, n) => {
      const inventions = Array.from({ length: n }, (_, at) => `192.0.2.${at}`);
      const lines = n % 2 === 0 ? [...inventions, '203.0.113.200'] : [[...inventions, '203.0.113.200'].join(', ')];
      const headers = ['Host: localhost', ...lines.map((line) => `X-Forwarded-For: ${line}`)];
      return sendRaw(port, rawRequest('GET', INFO, headers));
    });
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(QUOTA);
    expect(statuses.filter((status) => status === 429)).toHaveLength(QUOTA);
  });

  test('with what is no address: the connection counts', { tags: 'slow' }, async () => {
    const inventions = Array.from({ length: 60 }, (_, n) => `<script>${n}`);
    // The exchange of the set-up has used one call.
    expect(await allowed([suite.gateway], sentAs(inventions))).toBe(QUOTA - 1);
  });

  withRedis('and on two nodes', (redis) => {
    test.each([
      ['twelve spellings', SPELLINGS],
      ['64 addresses of one /64', OF_ONE_64],
    ])('%s', async (_, addresses) => {
      const limiters = [1, 2].map(() =>
        redisLimiter(redis.url, { onAway: () => undefined, onBack: () => undefined }, 5000),
      );
      try {
        await countTogether(limiters);
        const nodes = await Promise.all(limiters.map((limiter) => suite.startNode({ ...behindProxy, limiter })));
        expect(await allowed(nodes, sentAs(addresses))).toBe(QUOTA);
      } finally {
        await Promise.all(limiters.map((limiter) => limiter.close()));
      }
    });
  });
});

describe('limits switched off', () => {
  const suite = useGateway(useStore(), { appLimitPerMinute: 0, ipLimitPerMinute: 0 });

  test('no limit headers, no refusal', async () => {
    const { headers } = await call(suite.gateway.baseUrl, INFO, { token: suite.token });
    expect(headers.has('ratelimit')).toBe(false);
    expect(headers.has('ratelimit-policy')).toBe(false);
  });
});

test('what is left is spelled as the number it is, however large', () => {
  const counts = fc.oneof(fc.nat(10_000), fc.maxSafeNat());
  const property = fc.property(counts, counts, (app, address) => {
    const verdict = { allowed: true, quota: 1, resetS: 7 };
    const lines = limitLines({
      appVerdict: { ...verdict, remaining: app },
      addressVerdict: { ...verdict, remaining: address },
    });
    expect(lines).toContain(`\r\nRateLimit: "app";r=${app};t=7, "ip";r=${address};t=7\r\n`);
  });
  fc.assert(property);
});

test.each([
  ['app', 'This app has used its 3 requests of this minute. Try again in 7 seconds.'],
  ['team', 'The apps of this Team have together used its 3 requests of this minute. Try again in 7 seconds.'],
  [
    'exchange',
    'This app, whose tokens can be used until their expire_at, has used its 3 exchanges of this minute. Try again in 7 seconds.',
  ],
  ['ip', 'This IP address has used its 3 requests of this minute. Try again in 7 seconds.'],
] as const)('the refusal of the limit %s says whose it is, how much, and when to try again', (name, message) => {
  const refusal = limitRefusal(limitOf(name), { allowed: false, quota: 3, remaining: 0, resetS: 7 });
  expect(refusal.message).toBe(message);
});

test('keys are built once for each that is counted, and a bounded number of them is remembered', () => {
  let built = 0;
  const { keyOf } = limitOf('ip', (counted) => {
    built += 1;
    return counted.toLowerCase();
  });
  expect([keyOf('A'), keyOf('A')]).toEqual(['ip:a', 'ip:a']);
  for (let index = 1; index < 10_000; index += 1) keyOf(`address ${index}`);
  keyOf('A');
  expect(built).toBe(10_000);
  keyOf('one more');
  keyOf('A');
  expect(built).toBe(10_002);
});
