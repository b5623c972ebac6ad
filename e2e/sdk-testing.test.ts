import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
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
import { fastifyHandler, nodeListener } from '@openhouse/sdk/node';
import { type FakeGateway, fakeGateway } from '@openhouse/sdk/testing';
import fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { useStore } from '../packages/server/src/testing/database.ts';
import { useGateway } from '../packages/server/src/testing/gateway-suite.ts';

const camelCase = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
const resource_code = 'demo-loft';

describe('the fake gateway answers as the gateway does', () => {
  const suite = useGateway(useStore());

  /** What an answer has in common, wherever it comes from. */
  async function judged(response: Response): Promise<unknown> {
    const { headers } = response;
    const text = await response.text();
    const seen = {
      http: response.status,
      type: headers.get('content-type'),
      allow: headers.get('allow'),
      ignored: headers.get('x-ignored-parameters'),
    };
    if (text === '') return seen;
    const { code, status, message, data, ...envelope } = JSON.parse(text);
    // After refused credentials the gateway may say what is odd about their form; the fake has a form of its own.
    const said = status === 'err_app_credentials_invalid' || status === 'err_path_not_found' ? undefined : message;
    return { ...seen, code, status, said, hasData: data !== null, fields: Object.keys(envelope).sort() };
  }

  test('to every odd call of the list', { tags: ['slow'] }, async () => {
    const calls = oddCalls();
    expect(calls.length).toBeGreaterThanOrEqual(150);
    const fake = fakeGateway({ tours: ['own-tour'] });
    const { access_token } = await connect(fake.options).accessToken();
    const differences: Record<string, unknown> = {};
    for (const { target, init = {}, token } of calls) {
      const requestOf = (base: string, own: string) => {
        const headers = { ...init.headers, ...(token === null ? {} : { authorization: token ?? own }) };
        return new Request(base + target, { ...init, headers } as RequestInit);
      };
      const real = await judged(await fetch(requestOf(suite.gateway.baseUrl, suite.token)));
      const faked = await judged(await fake.handle(requestOf('https://gateway.example.com', access_token)));
      if (isDeepStrictEqual(real, faked)) continue;
      const name = `${init.method ?? 'GET'} ${target} ${JSON.stringify(init.headers ?? {})} ${String(init.body ?? '')}`;
      differences[name.slice(0, 300)] = [JSON.stringify(real), JSON.stringify(faked)];
    }
    expect(differences).toEqual({});
  });
});

interface OddCall {
  readonly target: string;
  readonly init?: RequestInit;
  /** Instead of the gateway's own; null for none. */
  readonly token?: string | null;
}

/** Calls as people send them who have not read the reference; each is sent to the gateway and to the fake. */
function oddCalls(): OddCall[] {
  const tour = 'resource_code=own-tour';
  const ofInfo = (query: string) => `/open/v3/vr/info?${query}`;
  const codes = [
    ...['', 'resource_code', 'resource_code=', 'resource_code=none', 'resource_code=no%20code', 'resource_code=%00'],
    ...[`resource_code=${'A'.repeat(65)}`, 'resource_code=%zz', 'resource_code=%FF', 'resource_code=own-tour,none'],
    ...[`${tour}&${tour}`, `${tour}&resource_code=none`, `${tour}&resource_code=`, `&${tour}&`, `${tour}&&`],
    ...['vr_code=own-tour', 'vr_code=none', `${tour}&vr_code=own-tour`, `${tour}&vr_code=none`, 'vr_code=%FF'],
    ...['resource_code[]=own-tour', 'resource_code[$ne]=x', 'resourceCode=own-tour', 'resource-code=own-tour'],
    ...['Resource_Code=own-tour', 'RESOURCE_CODE=own-tour', 'resource_cod=own-tour', 'code=own-tour', 'id=1'],
    ...[
      `${tour}&resourceCode=own-tour`,
      `${tour}&vrcode=x`,
      `${tour}&_=1`,
      `${tour}&lang=zh&lang=en`,
      `${tour}&a%0d%0ab=1`,
    ],
    ...[`${tour}&__proto__=1`, `${tour}&constructor=1`, `${tour}&toString=1`, `${tour}&x=%zz`, `${tour}&%zz=x`],
    ...[`${tour}&access_token=x`, `${tour}&${'x'.repeat(40)}=1`, `${tour};lang=zh`, `resource%5Fcode=own-tour`],
    ...['resource_code=own%2Dtour', 'resource_code=own+tour', 'resource_code=own-tour%20', 'resource_code=%E4%BD%A0'],
    Array.from({ length: 63 }, (_, index) => `p${index}=1`)
      .join('&')
      .concat(`&${tour}`),
    Array.from({ length: 65 }, (_, index) => `p${index}=1`)
      .join('&')
      .concat(`&${tour}`),
  ].map(ofInfo);
  const orders = [
    'id',
    'ID',
    'id asc',
    'id%20desc',
    'ID+DESC',
    'create_time',
    'Create_Time++desc',
    '',
    'name',
    'id;drop',
    'id asc,id desc',
    '%',
  ];
  const truths = ['true', 'True', 'FALSE', 'false', '1', '0', '', '2', 'yes', '1&is_asc=0', '1&is_asc=1', '&is_asc=1'];
  const types = [
    ...['types=visit', 'types=visit,other', 'types=visit, other', 'types=["visit"]', 'types=["visit","a,b"]', 'types='],
    ...['types=[]', 'types=%5B%20%5D', 'types[]=', 'types=a&types=b', 'types[]=a&types[]=b', 'types[0]=a&types[1]=b'],
    ...['types[]=a,b', 'types=a,b&types=["c"]', 'types=,', 'types=["a",]', 'types=[1]', 'types=[null]', 'types=["a"'],
    ...['types={"a":1}', 'types=%00', 'types=%2561', 'type=a', 'type[]=a', 'Types=a', 'tpyes=a', 'typess=a', 'isAsc=1'],
    Array.from({ length: 50 }, (_, index) => `types[]=t${index}`).join('&'),
    Array.from({ length: 51 }, (_, index) => `types=t${index}`).join('&'),
  ];
  const pages = [
    ...['', 'page=1', 'page=0', 'page=-1', 'page=1.5', 'page=01', 'page=99999999', 'page=two', 'page=1&page=2'],
    ...['page_size=100', 'page_size=101', 'page_size=0', 'pageSize=5', 'page[]=1', 'per_page=5', 'limit=5'],
    ...['modified_since=0', 'modified_since=1795168800000', 'modified_since=2026-01-01', 'modified_since='],
  ];
  const reads = [
    ...orders.map((order) => `/open/v3/custom/hot/list?${tour}&order_by=${order}`),
    ...['orderBy=id', 'order=id', 'order_by[$ne]=id'].map((more) => `/open/v3/custom/hot/list?${tour}&${more}`),
    ...truths.map((truth) => `/open/v3/route/search?${tour}&is_asc=${truth}`),
    ...types.map((more) => `/open/v3/route/search?${tour}&${more}`),
    ...pages.map((query) => `/open/v1/entity/vr/list?${query}`),
    ...['', 'id=', 'id=x', 'id=-1', 'id=01', 'id=1&id=2', 'ids=1', 'id=123456789012345678901', 'ID='].map(
      (query) => `/open/saas/v2/hot/detail?${query}`,
    ),
    ...['', tour, `${tour}&paths=`, `${tour}&paths=[]`, `${tour}&path=plan.svg`, 'paths=plan.svg'].map(
      (query) => `/open/v3/view/file/private/presign?${query}`,
    ),
    ...gatewayEndpoints.filter(({ method }) => method === 'GET').flatMap(({ path }) => [path, `${path}?vrCode=x`]),
  ];
  const paths = [
    '/',
    '/open/v9/vr/info',
    '/open/v3/custom/group/tree',
    '/open/v3/vr/info/',
    '/open//v3/vr/info',
    '/auth',
    '/OPEN/v3/vr/info',
  ];
  const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'];
  const form = 'application/x-www-form-urlencoded';
  const json = 'application/json';
  const encoded = ({ target, init }: OddCall, coding: string): OddCall => ({
    target,
    init: { ...init, headers: { ...(init?.headers as Record<string, string>), 'content-encoding': coding } },
  });
  const post = (target: string, type: string | undefined, body: RequestInit['body']): OddCall => {
    const headers = type === undefined ? {} : { 'content-type': type };
    return {
      target,
      init: {
        method: 'POST',
        headers,
        body: typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? null),
      },
    };
  };
  const pair = 'app_key=ohk_x&app_secret=ohs_y';
  const exchanges = [
    ...[pair, '', 'app_key=ohk_x', 'app_key=ohk_x&app_secret=', 'app_secret=ohs_y', `${pair}&app_key=ohk_x`],
    ...[`${pair}&app_secret=ohs_y`, `${pair}&lang=zh`, `${pair}&appKey=x`, 'appKey=ohk_x&appSecret=ohs_y', 'app-key=x'],
    ...['app_key=%zz&app_secret=x', `app_key=${'x'.repeat(129)}&app_secret=x`, '{"app_key":"x","app_secret":"y"}'],
    ...[
      `app_key=x&app_secret=${'y'.repeat(257)}`,
      'app_key[]=x&app_secret=y',
      `${pair}&x=${'y'.repeat(16_384)}`,
      'app_key=é&app_secret=y',
    ],
  ].map((body) => post('/auth/access_token', form, body));
  const jsonExchanges = [
    ...[
      '{"app_key":"x","app_secret":"y"}',
      '{"app_key":"x","app_secret":""}',
      '{"app_key":"x","app_secret":null}',
      '{}',
    ],
    ...[
      '[]',
      '',
      'null',
      '"x"',
      '{"app_key":"x","app_secret":["y"]}',
      '{"app_key":"x","app_key":"x","app_secret":"y"}',
    ],
    ...[
      '{"app_key":1,"app_secret":2}',
      '{"app_key":"x","app_secret":"y","lang":"zh"}',
      '{"appKey":"x","appSecret":"y"}',
    ],
    ...['\ufeff{"app_key":"x","app_secret":"y"}', '{"app_key":"x","app_secret":"y"', pair],
  ].map((body) => post('/auth/access_token', json, body));
  const mediaTypes = [
    undefined,
    'text/plain',
    'multipart/form-data',
    'application/json5',
    'APPLICATION/JSON',
    `${form}; charset=utf-8`,
  ];
  const otherTypes = [...mediaTypes, `${form}; charset=latin1`, `${json}; charset=UTF-8`, 'application/problem+json'];
  const submit = '/open/saas/v2/vr/submit';
  const submits = [
    ...[
      '{"resource_code":"own-tour","action_num":1}',
      '{"resource_code":"own-tour","action_num":"1"}',
      '{}',
      '',
      '[]',
      '1',
    ],
    ...['{"resource_code":"own-tour"}', '{"action_num":1}', '{"resource_code":"none","action_num":1}'],
    ...['{"resource_code":"no code","action_num":1}', '{"resource_code":7,"action_num":1}'],
    ...['-1', '1.5', '1e3', '2147483647', '2147483648', '"x"', 'true', 'null', '[1]', '{}', '01', '""'].map(
      (number) => `{"resource_code":"own-tour","action_num":${number}}`,
    ),
    ...['{"vr_code":"own-tour","action_num":1}', '{"resource_code":"own-tour","action_num":1,"more":1}'],
    ...['{"resourceCode":"own-tour","action_num":1}', '{"resource_code":"own-tour","actionNum":1}'],
    ...[
      '{"resource_code":"own-tour","action_num":1,"action_num":1}',
      '\ufeff{"resource_code":"own-tour","action_num":1}',
    ],
    `{"resource_code":"own-tour","action_num":1,"x":"${'y'.repeat(16_384)}"}`,
  ].map((body) => post(submit, json, body));
  const activation = '{"resource_code":"own-tour","action_num":1}';
  return [
    ...[...codes, ...reads, ...paths, ofInfo(`${tour}&x=${'y'.repeat(20_000)}`)].map((target) => ({ target })),
    ...[null, '', 'undefined', 'null', 'Bearer oht_x', 'oht_x'].map((token) => ({ target: ofInfo(tour), token })),
    { target: '/open/v3/vr/info', token: null },
    ...methods.flatMap((method) => [ofInfo(tour), submit, '/nowhere'].map((target) => ({ target, init: { method } }))),
    { target: ofInfo('resource_code=none'), init: { method: 'HEAD' } },
    { target: '/auth/access_token' },
    ...exchanges,
    ...jsonExchanges,
    ...otherTypes.map((type) => post('/auth/access_token', type, pair)),
    ...otherTypes.map((type) => post(submit, type, activation)),
    ...['gzip', 'identity'].map((coding) => encoded(post('/auth/access_token', form, pair), coding)),
    ...['br', 'IDENTITY'].map((coding) => encoded(post(submit, json, activation), coding)),
    ...['app_key=x', 'app_secret=y', 'appkey=x', 'lang=zh'].map((query) =>
      post(`/auth/access_token?${query}`, form, pair),
    ),
    ...['resource_code=own-tour', 'action_num=1', 'lang=zh'].map((query) =>
      post(`${submit}?${query}`, json, activation),
    ),
    post(submit, json, new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
    ...submits,
    { ...post(submit, json, 'x'.repeat(17_000)), token: null },
    { ...post(submit, 'text/plain', ''), token: null },
  ];
}

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

  test('a payload that takes its time; ids of calls that overlap differ', async () => {
    const fake = fakeGateway();
    let send = (_: object) => {};
    const sent = new Promise<object>((resolve) => {
      send = resolve;
    });
    fake.answer('hot-list', async ({ resource_code: code }) => ({ ...(await sent), globalConfig: { code } }));
    const { fetch, appKey, appSecret, baseUrl } = fake.options;
    const body = new URLSearchParams({ app_key: appKey, app_secret: appSecret });
    const exchanged = await (await fetch(`${baseUrl}/auth/access_token`, { method: 'POST', body })).json();
    const { access_token: authorization } = exchanged.data;
    const read = async (code: string) =>
      (await fetch(`${baseUrl}/open/v3/custom/hot/list?resource_code=${code}`, { headers: { authorization } })).json();
    const reads = [read('a'), read('b')];
    send({ tagList: [] });
    const answers = await Promise.all(reads);
    expect(answers.map(({ data }) => data)).toEqual([
      { tagList: [], globalConfig: { code: 'a' } },
      { tagList: [], globalConfig: { code: 'b' } },
    ]);
    expect(new Set([exchanged, ...answers].map(({ request_id }) => request_id)).size).toBe(3);
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
    ['cut', 'connection'],
  ] as const)('%s is what the SDK calls %s', async (breakdown, reason) => {
    const fake = fakeGateway();
    fake.breakDown('*', breakdown);
    const gateway = createGateway({ ...fake.options, maxAttempts: 1, attemptTimeoutMs: 20 });
    await expect(gateway.vrInfo({ resource_code })).rejects.toMatchObject({ name: 'TransportError', reason });
    fake.reset();
    await expect(createGateway(fake.options).vrInfo({ resource_code })).resolves.toBeDefined();
  });

  test.each<[string, (fake: FakeGateway) => Promise<Server>]>([
    ['node:http', async (fake) => createServer(nodeListener(fake.handle))],
    [
      'Connect, which would answer what a handler throws',
      async (fake) =>
        createServer((request, response) => {
          void nodeListener(fake.handle)(request, response, () => response.writeHead(500).end());
        }),
    ],
    [
      'Fastify',
      async (fake) => {
        const app = fastify();
        // The exchange is a form, which the handler reads itself.
        app.addContentTypeParser('*', (_request, _body, done) => done(null));
        app.all('/*', fastifyHandler(fake.handle));
        await app.ready();
        return app.server;
      },
    ],
  ])('connection breaks the connection of a server too: %s', async (_, serve) => {
    const fake = fakeGateway();
    const server = await serve(fake);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const gateway = createGateway({ ...fake.options, baseUrl, fetch, maxAttempts: 1 });
      await gateway.vrInfo({ resource_code });
      fake.breakDown('vr-info', 'connection');
      await expect(gateway.vrInfo({ resource_code })).rejects.toMatchObject({ reason: 'connection' });
    } finally {
      server.closeAllConnections();
      server.close();
    }
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
    expect(() => fake.answer('*', {})).toThrow('There is no operation *: take one of');
    expect(() => fake.answer('vr-info', 'a name' as unknown as object)).toThrow('answer takes fields of a payload');
    expect(() => fake.fail('vr-info', 'err_internal', { times: Number.NaN })).toThrow('times takes a number of calls.');
    expect(() => fake.breakDown('*', 'cut', { times: -1 })).toThrow('times takes a number of calls.');
    expect(() => fakeGateway({ tours: 'my-tour' as unknown as string[] })).toThrow('tours takes a list of codes');
    for (const retryAfterS of [-1, 0.5, Number.NaN, '3' as unknown as number]) {
      expect(() => fake.fail('*', 'err_internal', { retryAfterS })).toThrow(
        'retryAfterS takes a whole number of seconds.',
      );
    }
    for (const tokenLifetimeS of [Number.NaN, '600' as unknown as number]) {
      expect(() => fakeGateway({ tokenLifetimeS })).toThrow('tokenLifetimeS takes a number of seconds.');
    }
    expect(GatewayError).toBeDefined();
  });
});
