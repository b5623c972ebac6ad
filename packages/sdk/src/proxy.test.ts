import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  connect,
  createProxy,
  filePrivatePresign,
  GatewayError,
  hotDetail,
  hotList,
  type ProxyOptions,
  type ReadOperation,
  vrInfo,
  vrSubmit,
} from './index.ts';
import { ofOtherCopy } from './testing/other-copy.ts';
import {
  sendFailure,
  sendSuccess,
  startWildGateway,
  TOKEN,
  type WildAnswer,
  type WildGateway,
} from './testing/wild-gateway.ts';

const SECRET = 'ohs_canary-of-the-proxy';

let wild: WildGateway;
let errors: unknown[];
beforeEach(async () => {
  wild = await startWildGateway();
  errors = [];
});
afterEach(() => wild.close());

/** A proxy for the user whose cookie says `user=ida`, who may read demo-loft and no other tour. */
function proxyWith(options: Partial<ProxyOptions> = {}): (target: string, init?: RequestInit) => Promise<Response> {
  const proxy = createProxy({
    gateway: connect({ baseUrl: wild.url, appKey: 'ohk_key', appSecret: SECRET, maxAttempts: 1 }),
    operations: [vrInfo, hotList, filePrivatePresign],
    authorize: (request, { query }) =>
      request.headers.get('cookie') === 'user=ida' && query.resource_code === 'demo-loft',
    onError: (error) => errors.push(error),
    ...options,
  });
  return (target, init = {}) => {
    const headers = { cookie: 'user=ida', ...(init.headers as Record<string, string> | undefined) };
    return proxy(new Request(`https://homes.example.com${target}`, { ...init, headers }));
  };
}

test("the gateway's own bytes go to the user, every digit as it came; the token stays", async () => {
  const text = '{"code":0,"status":"success","data":{"list":[{"id":36184089396510731}]}}';
  wild.onCall = (r) => r.end(text);
  const response = await proxyWith()('/hot-list?resource_code=demo-loft&order_by=id+asc');
  expect(response.status).toBe(200);
  expect(await response.text()).toBe(text);
  expect(Object.fromEntries(response.headers)).toEqual({
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'cross-origin-resource-policy': 'same-origin',
    vary: 'Cookie, Authorization',
    'x-content-type-options': 'nosniff',
  });
  expect(wild.calls[1]?.path).toBe('/open/v3/custom/hot/list?resource_code=demo-loft&order_by=id+asc');
  expect(wild.calls[1]?.headers.cookie).toBeUndefined();
});

test.each(['', '/api/tours'])('a slash at the end of the path changes nothing, below %j', async (basePath) => {
  const response = await proxyWith({ basePath })(`${basePath}/vr-info/?resource_code=demo-loft`);
  expect(response.status).toBe(200);
  expect(wild.calls[1]?.path).toBe('/open/v3/vr/info?resource_code=demo-loft');
});

test.each(['/房源/tours', '/my tours', '/%E6%88%BF'])(
  'a path in front is found as browsers ask for it: %s',
  async (basePath) => {
    const response = await proxyWith({ basePath })(`${basePath}/vr-info?resource_code=demo-loft`);
    expect(response.status).toBe(200);
    expect((await proxyWith({ basePath })('/vr-info?resource_code=demo-loft')).status).toBe(404);
  },
);

describe('refused before the gateway is asked', () => {
  test.each<[string, string, RequestInit, number, string]>([
    ['another tour', '/vr-info?resource_code=other', {}, 403, 'err_not_authorized'],
    ['another user', '/vr-info?resource_code=demo-loft', { headers: { cookie: '' } }, 403, 'err_not_authorized'],
    ['an operation that was not chosen', '/route-search?resource_code=demo-loft', {}, 404, 'err_path_not_found'],
    ['the exchange', '/access-token', { method: 'POST' }, 404, 'err_path_not_found'],
    ["the gateway's own path", '/open/v3/vr/info?resource_code=demo-loft', {}, 404, 'err_path_not_found'],
    ['a path that only begins well', '/vr-info/all?resource_code=demo-loft', {}, 404, 'err_path_not_found'],
    ['two slashes at the end', '/vr-info//?resource_code=demo-loft', {}, 404, 'err_path_not_found'],
    ['nothing but a slash', '/?resource_code=demo-loft', {}, 404, 'err_path_not_found'],
    ['a method other than GET', '/vr-info?resource_code=demo-loft', { method: 'POST' }, 405, 'err_method_not_allowed'],
    [
      'a parameter given twice',
      '/vr-info?resource_code=demo-loft&resource_code=other',
      {},
      400,
      'err_parameter_invalid',
    ],
    ['a parameter of another operation', '/vr-info?resource_code=demo-loft&paths=a', {}, 400, 'err_parameter_invalid'],
  ])('%s', async (_, target, init, http, status) => {
    const response = await proxyWith()(target, init);
    expect(response.status).toBe(http);
    expect(await response.json()).toMatchObject({ code: -1, status, data: null });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(wild.calls).toEqual([]);
  });

  test.each<[string, ProxyOptions['authorize'], number]>([
    ['undefined', () => undefined as unknown as boolean, 403],
    ['a text', () => 'yes' as unknown as boolean, 403],
    ['a promise of false', async () => false, 403],
    ['a Response', () => new Response('Sign in first.', { status: 401 }), 401],
    ['an error', () => Promise.reject(new Error('the store of users is down')), 503],
    ['an error of nothing', () => Promise.reject(undefined), 503],
  ])('authorize answers %s', async (_, authorize, http) => {
    const response = await proxyWith({ authorize })('/vr-info?resource_code=demo-loft');
    expect(response.status).toBe(http);
    expect(await response.text()).not.toContain('store of users');
    expect(wild.calls).toEqual([]);
  });
});

describe('a tag, which the gateway finds by its id alone', () => {
  const id = '36184089396510731';
  const told: unknown[] = [];
  const proxy = () =>
    proxyWith({
      operations: [hotDetail],
      authorize: (_request, { query }) => {
        told.push(query);
        return query.resource_code === 'demo-loft';
      },
    });
  beforeEach(() => {
    told.length = 0;
    wild.onCall = (response, { path }) =>
      path.startsWith('/open/v3/custom/hot/list')
        ? response.end(`{"code":0,"status":"success","data":{"tagList":[{"id":7},{"id":${id}}]}}`)
        : sendSuccess(response, { id: 7, name: 'Sofa' });
  });

  test('authorize is told the tour, and the tag comes when it is one of it; the gateway is asked by id alone', async () => {
    const response = await proxy()(`/hot-detail?id=${id}&resource_code=demo-loft`);
    expect(response.status).toBe(200);
    expect(told).toEqual([{ id, resource_code: 'demo-loft' }]);
    expect(wild.calls.map(({ path }) => path)).toEqual([
      '/auth/access_token',
      '/open/v3/custom/hot/list?resource_code=demo-loft',
      `/open/saas/v2/hot/detail?id=${id}`,
    ]);
  });

  test.each([
    ['a tag of another tour', 'id=8&resource_code=demo-loft', 404, 1],
    ['an id that differs in its last digit', 'id=36184089396510732&resource_code=demo-loft', 404, 1],
    ['no id', 'resource_code=demo-loft', 404, 1],
    ['another tour', `id=${id}&resource_code=other`, 403, 0],
    ['no tour', `id=${id}`, 403, 0],
    ['two tours', `id=${id}&resource_code=demo-loft&resource_code=other`, 400, 0],
  ])('%s is refused, and the tag is not asked for', async (_, query, http, reads) => {
    expect((await proxy()(`/hot-detail?${query}`)).status).toBe(http);
    expect(wild.others()).toBe(reads);
  });

  test('a list that cannot be read refuses', async () => {
    wild.onCall = (r) => r.end('{"code":0,"status":"success","data":{"tagList":"all"}}');
    expect((await proxy()(`/hot-detail?id=${id}&resource_code=demo-loft`)).status).toBe(503);
  });
});

describe('what went wrong behind it', () => {
  const forUsers: WildAnswer = (r) => sendFailure(r, 404, 'err_resource_not_found', { message: 'Not in Team 7.' });
  test.each<[string, WildAnswer, number, string]>([
    ['a tour that is not there', forUsers, 404, 'err_resource_not_found'],
    [
      'a code that cannot be parsed',
      (r) => sendFailure(r, 200, 'err_parse_resource_code_failed'),
      200,
      'err_parse_resource_code_failed',
    ],
    ['an app that is disabled', (r) => sendFailure(r, 403, 'err_app_disabled', { code: -2 }), 503, 'err_unavailable'],
    [
      'a token that is refused',
      (r) => sendFailure(r, 401, 'err_access_token_invalid', { code: -3 }),
      503,
      'err_unavailable',
    ],
    [
      'limits of the app',
      (r) => sendFailure(r, 429, 'err_rate_limited', { headers: { 'retry-after': '7' } }),
      503,
      'err_unavailable',
    ],
    ['a broken gateway', (r) => r.destroy(), 503, 'err_unavailable'],
    [
      'an answer that repeats the token',
      (r, call) => sendSuccess(r, { note: call.headers.authorization }),
      503,
      'err_unavailable',
    ],
    ['an answer that repeats the secret', (r) => sendSuccess(r, { note: SECRET }), 503, 'err_unavailable'],
  ])('%s: users learn what concerns them, the log learns all', async (_, onCall, http, status) => {
    wild.onCall = onCall;
    const response = await proxyWith()('/vr-info?resource_code=demo-loft');
    const text = await response.text();
    expect([response.status, JSON.parse(text).status]).toEqual([http, status]);
    expect(text).not.toMatch(/Team 7|err_app|access_token/);
    for (const canary of [SECRET, TOKEN]) expect(text + JSON.stringify([...response.headers])).not.toContain(canary);
    expect(errors).toHaveLength(1);
  });

  test('a failure of a gateway from another copy of the package, as where one is required and one imported', async () => {
    wild.onCall = forUsers;
    const own = connect({ baseUrl: wild.url, appKey: 'ohk_key', appSecret: SECRET, maxAttempts: 1 });
    const gateway = await ofOtherCopy(own);
    const error = await vrInfo(gateway, { resource_code: 'demo-loft' }).catch((caught: unknown) => caught);
    expect([error instanceof GatewayError, error]).toMatchObject([false, { name: 'GatewayError' }]);
    const response = await proxyWith({ gateway })('/vr-info?resource_code=demo-loft');
    expect([response.status, await response.json()]).toMatchObject([404, { status: 'err_resource_not_found' }]);
  });

  test('the wait that the gateway asks for is passed on', async () => {
    wild.onCall = (r) => sendFailure(r, 429, 'err_rate_limited', { headers: { 'retry-after': '7' } });
    const response = await proxyWith()('/vr-info?resource_code=demo-loft');
    expect(response.headers.get('retry-after')).toBe('7');
  });
});

test.each([new Error('left'), undefined])('a user who leaves ends the call, which is no error: %s', async (reason) => {
  const controller = new AbortController();
  wild.onCall = () => controller.abort(reason);
  const response = await proxyWith()('/vr-info?resource_code=demo-loft', { signal: controller.signal });
  expect(response.status).toBe(503);
  expect(errors).toEqual([]);
});

test('what fails by itself is an error also where the user has left', async () => {
  const controller = new AbortController();
  const authorize = () => {
    controller.abort();
    throw new Error('the store of users is down');
  };
  await proxyWith({ authorize })('/vr-info?resource_code=demo-loft', { signal: controller.signal });
  expect(errors).toMatchObject([{ message: 'the store of users is down' }]);
});

test('with maxAgeS the own browser keeps successes for a while, never failures or signed links', async () => {
  const proxy = proxyWith({ maxAgeS: 60, basePath: '/api/tours' });
  const caching = async (target: string) => (await proxy(target)).headers.get('cache-control');
  expect(await caching('/api/tours/vr-info?resource_code=demo-loft')).toBe('private, max-age=60');
  expect(await caching('/api/tours/file-private-presign?resource_code=demo-loft&paths=a')).toBe('no-store');
  expect(await caching('/api/tours/vr-info?resource_code=other')).toBe('no-store');
});

describe('refuses to be made', () => {
  test('without authorize', () => {
    expect(() => proxyWith({ authorize: undefined as unknown as ProxyOptions['authorize'] })).toThrow(
      /^authorize takes/,
    );
  });
  test('with an operation that changes things', () => {
    const operations = [vrSubmit as unknown as ReadOperation];
    expect(() => proxyWith({ operations })).toThrow('vr-submit changes things');
  });
  test.each([
    ['undefined', undefined],
    ['names', ['vr-info']],
    ['a set', new Set([vrInfo])],
    ['all of the SDK', { vrInfo }],
  ])('with %s in place of operations', (_, operations) => {
    expect(() => proxyWith({ operations: operations as unknown as ReadOperation[] })).toThrow(
      /^An operation is a function of the SDK/,
    );
  });
  test('without a gateway, and without anything', () => {
    const gateway = undefined as unknown as ProxyOptions['gateway'];
    expect(() => proxyWith({ gateway })).toThrow(/^gateway takes what connect makes/);
    expect(() => (createProxy as () => unknown)()).toThrow(/^authorize takes/);
  });
  test.each(['tours', '/tours/', '//', '/a?b'])('with basePath %j', (basePath) => {
    expect(() => proxyWith({ basePath })).toThrow(/^basePath/);
  });
});
