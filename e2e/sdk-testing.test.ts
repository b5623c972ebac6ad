import { gatewayEndpoints } from '@openhouse/contract';
import {
  connect,
  createGateway,
  createProxy,
  type Gateway,
  GatewayError,
  hotDetail,
  listAllTours,
  vrInfo,
} from '@openhouse/sdk';
import { fakeGateway } from '@openhouse/sdk/testing';
import { describe, expect, test } from 'vitest';
import { useStore } from '../packages/server/src/testing/database.ts';
import { useGateway } from '../packages/server/src/testing/gateway-suite.ts';

const camelCase = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
const resource_code = 'demo-loft';

describe('the fake gateway answers as the gateway does', () => {
  const suite = useGateway(useStore());

  /** What an answer has in common, wherever it comes from. */
  async function judged(response: Response): Promise<unknown> {
    const { code, status, data, ...envelope } = (await response.json()) as Record<string, unknown>;
    const fields = Object.keys(envelope)
      .filter((name) => name !== 'message')
      .sort();
    return {
      http: response.status,
      code,
      status,
      hasData: data !== null,
      fields,
      allow: response.headers.get('allow'),
    };
  }

  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  test.each<[string, string, RequestInit, token?: string | null]>([
    ['a read', '/open/v3/vr/info?resource_code=own-tour', {}],
    ['a read with a cache-buster', '/open/v3/vr/info?resource_code=own-tour&_=1', {}],
    ['a tour that is not there', '/open/v3/vr/info?resource_code=none', {}],
    ['no code', '/open/v3/vr/info', {}],
    ['a code that cannot be parsed', '/open/v3/vr/info?resource_code=no%20code', {}],
    ['a code given twice', '/open/v3/vr/info?resource_code=own-tour&resource_code=none', {}],
    ['an order that there is not', '/open/v3/custom/hot/list?resource_code=own-tour&order_by=name', {}],
    ['no token', '/open/v3/vr/info?resource_code=own-tour', {}, null],
    ['a token that is none', '/open/v3/vr/info?resource_code=own-tour', {}, 'undefined'],
    ['a token behind Bearer', '/open/v3/vr/info?resource_code=own-tour', {}, 'Bearer oht_x'],
    ['another method', '/open/v3/vr/info?resource_code=own-tour', { method: 'DELETE' }],
    ['the exchange by GET', '/auth/access_token', {}],
    ['a path that is none', '/open/v9/vr/info', {}],
    ['the misspelt path, spelled well', '/open/v3/custom/group/tree', {}],
    ['an exchange without a secret', '/auth/access_token', { method: 'POST', headers: form, body: 'app_key=ohk_x' }],
    ['a wrong secret', '/auth/access_token', { method: 'POST', headers: form, body: 'app_key=ohk_x&app_secret=ohs_y' }],
  ])('%s', async (_, target, init, token) => {
    const fake = fakeGateway({ tours: ['own-tour'] });
    const { access_token } = await connect(fake.options).accessToken();
    const withToken = (own: string) => {
      const headers = { ...init.headers, ...(token === null ? {} : { authorization: token ?? own }) };
      return { ...init, headers } as RequestInit;
    };
    const real = await fetch(suite.gateway.baseUrl + target, withToken(suite.token));
    const faked = await fake.handle(new Request(`https://gateway.example.com${target}`, withToken(access_token)));
    expect(await judged(faked)).toEqual(await judged(real));
  });
});

describe('a program under test', () => {
  test('every operation answers what the contract shows, with the code that was asked for', async () => {
    const gateway = createGateway(fakeGateway().options);
    const methods = gateway as unknown as Record<string, (input: object) => Promise<Record<string, unknown>>>;
    for (const { name, example, authentication } of gatewayEndpoints) {
      const input = authentication === 'app-credentials' ? {} : { ...example.query, ...example.body };
      if ('resource_code' in input) input.resource_code = 'my-tour';
      const data = await methods[camelCase(name)]?.(input);
      expect(Object.keys(data ?? {}).sort(), name).toEqual(Object.keys(example.data).sort());
    }
    expect(await gateway.vrInfo({ resource_code: 'my-tour' })).toMatchObject({ resource_code: 'my-tour' });
  });

  test('payloads of its own, whole or in part; calls are there to look at, the secret is not', async () => {
    const fake = fakeGateway({ tours: ['a', 'b', 'c'] });
    fake.answer('vr-info', { name: 'Our loft' });
    fake.answer('hot-list', ({ resource_code: code }) => ({ tagList: [{ id: 1, contentType: code }] }));
    const gateway: Gateway = createGateway(fake.options);
    expect(await gateway.vrInfo({ resource_code: 'a' })).toMatchObject({ name: 'Our loft', resource_code: 'a' });
    expect((await gateway.hotList({ resource_code: 'b' })).tagList).toEqual([{ id: 1, contentType: 'b' }]);
    const codes: string[] = [];
    for await (const { vr_code } of listAllTours(gateway, { page_size: 2 })) codes.push(vr_code);
    expect(codes).toEqual(['a', 'b', 'c']);
    expect((await gateway.vrSubmit({ resource_code: 'a', action_num: 1 })).msg).not.toBe('');
    expect((await gateway.vrInfo({ resource_code: 'a' })).is_active).toBe(true);
    expect(fake.calls.slice(0, 2)).toMatchObject([
      { operation: 'access-token', method: 'POST', outcome: 'success' },
      { operation: 'vr-info', target: '/open/v3/vr/info?resource_code=a', input: { resource_code: 'a' } },
    ]);
    expect(JSON.stringify(fake.calls)).not.toContain(fake.options.appSecret);
  });

  test.each([
    ['err_rate_limited', 429],
    ['err_app_expired', 403],
    ['err_internal', 500],
  ] as const)('%s as often as it says, then well again', async (status, httpStatus) => {
    const fake = fakeGateway();
    const gateway = createGateway({ ...fake.options, maxAttempts: 1 });
    fake.fail('vr-info', status, { times: 2, retryAfterS: 0 });
    for (const _ of [1, 2]) {
      await expect(gateway.vrInfo({ resource_code })).rejects.toMatchObject({
        status,
        httpStatus,
        name: 'GatewayError',
      });
    }
    await expect(gateway.vrInfo({ resource_code })).resolves.toBeDefined();
  });

  test.each([
    ['connection', 'connection'],
    ['hang', 'timeout'],
    ['malformed', 'malformed'],
    ['redirect', 'redirect'],
    ['cut', 'malformed'],
  ] as const)('%s is what the SDK calls %s', async (breakdown, reason) => {
    const fake = fakeGateway();
    fake.breakDown('*', breakdown);
    const gateway = createGateway({ ...fake.options, maxAttempts: 1, attemptTimeoutMs: 20 });
    await expect(gateway.vrInfo({ resource_code })).rejects.toMatchObject({ name: 'TransportError', reason });
    fake.reset();
    await expect(createGateway(fake.options).vrInfo({ resource_code })).resolves.toBeDefined();
  });

  test('the SDK gets over a failing moment and over tokens that end', async () => {
    const fake = fakeGateway();
    const gateway = createGateway(fake.options);
    fake.fail('*', 'err_unavailable', { times: 2, retryAfterS: 0 });
    await gateway.vrInfo({ resource_code });
    fake.endTokens();
    await gateway.vrInfo({ resource_code });
    expect(
      fake.calls.filter(({ operation, outcome }) => operation === 'access-token' && outcome === 'success'),
    ).toHaveLength(2);
  });

  test('a proxy over it; another tour is a refusal like any', async () => {
    const fake = fakeGateway({ tours: [resource_code] });
    const proxy = createProxy({
      gateway: connect(fake.options),
      operations: [vrInfo, hotDetail],
      authorize: () => true,
    });
    const ask = async (target: string) => (await proxy(new Request(`https://homes.example.com${target}`))).status;
    expect(await ask(`/vr-info?resource_code=${resource_code}`)).toBe(200);
    expect(await ask('/vr-info?resource_code=none')).toBe(404);
  });

  test('what it does not know is refused when it is set up', () => {
    const fake = fakeGateway();
    expect(() => fake.fail('vr-infos', 'err_internal')).toThrow('There is no operation vr-infos: take one of');
    expect(() => fake.fail('vr-info', 'err_none' as 'err_internal')).toThrow('There is no failure err_none');
    expect(() => fake.breakDown('vr-info', 'fire' as 'cut')).toThrow('A breakdown is one of');
    expect(() => fake.answer('vr-infos', {})).toThrow('There is no operation');
    expect(GatewayError).toBeDefined();
  });
});
