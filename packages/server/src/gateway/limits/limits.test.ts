import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { useStore } from '../../testing/database.ts';
import { call } from '../../testing/envelope.ts';
import { useGateway } from '../../testing/gateway-suite.ts';
import { limitLines } from '../http/limit-lines.ts';

const INFO = '/open/v3/vr/info?resource_code=own-tour';

describe('limits of the gateway', () => {
  const suite = useGateway(useStore(), { appLimitPerMinute: 3, ipLimitPerMinute: 6 });
  const get = (token = suite.token) => call(suite.gateway.baseUrl, INFO, { token });

  test('each counted answer says what is left, of the app and of the address', async () => {
    // The exchange of the set-up has used one call of the address.
    const { headers } = await get();
    expect(headers.get('ratelimit-policy')).toBe('"app";q=3;w=60, "ip";q=6;w=60');
    expect(headers.get('ratelimit')).toMatch(/^"app";r=2;t=\d+, "ip";r=4;t=\d+$/);
  });

  test('err_rate_limited: beyond the quota of the app, with when to try again; never an authentication failure', async () => {
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
    const lines = limitLines({ ...verdict, remaining: app }, { ...verdict, remaining: address });
    expect(lines).toContain(`\r\nRateLimit: "app";r=${app};t=7, "ip";r=${address};t=7\r\n`);
  });
  fc.assert(property);
});
