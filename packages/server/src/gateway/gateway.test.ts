import { request } from 'node:http';
import { connect } from 'node:net';
import { gatewayEndpoints, gatewayFailures, gatewayFailuresInChinese } from '@openhouse/contract';
import { describe, expect, test, vi } from 'vitest';
import { ownVectors } from '../testing/corpora.ts';
import { useStore } from '../testing/database.ts';
import { call, type Envelope, exchange } from '../testing/envelope.ts';
import { useGateway } from '../testing/gateway-suite.ts';
import { rawRequest, sendRaw } from '../testing/raw-http.ts';
import { slowAfter } from '../testing/slow-after.ts';

const INFO = '/open/v3/vr/info';
const OWN = `${INFO}?resource_code=own-tour`;
const httpStatusOf = (status: string): number => gatewayFailures[status as keyof typeof gatewayFailures].httpStatus;

/** A refusal: the envelope of the catalogue, with its HTTP status, and nothing of the inside. */
function expectRefusal(body: string, http: number): Envelope {
  const envelope = JSON.parse(body) as Envelope;
  expect(Object.keys(envelope)).toEqual([
    'request_id',
    'trace_id',
    'business_code',
    'osi_request_id',
    'code',
    'status',
    'cost',
    'message',
    'data',
  ]);
  expect(envelope.data).toBeNull();
  expect(gatewayFailures).toHaveProperty(envelope.status);
  expect(http).toBe(httpStatusOf(envelope.status));
  expect(http).toBeLessThan(500);
  expect(body).not.toMatch(/ at .*\.(ts|js):\d+|select |node_modules|\/packages\//i);
  return envelope;
}

// The whole suite once, and with node:http reading as the slow one beside it: `npm run test:node-reader`.
for (const reader of ['strict', 'node'] as const) {
  const tags: ('slow' | 'long')[] = reader === 'node' ? ['slow', 'long'] : [];
  describe(`the gateway, read by the ${reader} reader`, { tags }, () => ofReader(reader));
}

function ofReader(reader: 'strict' | 'node'): void {
  const store = useStore();
  const suite = useGateway(store, { reader });
  const host = () => `Host: 127.0.0.1:${suite.gateway.port}`;
  const withToken = () => [host(), `Authorization: ${suite.token}`];
  const raw = (method: string, target: string, headers: readonly string[], body?: string) =>
    sendRaw(suite.gateway.port, rawRequest(method, target, headers, body));

  describe('Accept-Language', () => {
    const said = async (language: string, target = `${INFO}?resource_code=no-such`) => {
      const headers = { 'accept-language': language };
      return (await call(suite.gateway.baseUrl, target, { token: suite.token, headers })).envelope;
    };

    test.each(['zh', 'zh-CN,zh;q=0.9,en;q=0.8', 'ZH-hans'])(
      '%s: the message is Chinese, the code is the same',
      async (language) => {
        const { status, code, message } = await said(language);
        expect([status, code]).toEqual(['err_resource_not_found', -1]);
        expect(message).toBe(gatewayFailuresInChinese.err_resource_not_found.join(''));
      },
    );

    test('what only this call has follows in English', async () => {
      const { status, message } = await said('zh-CN', `${INFO}s?resource_code=own-tour`);
      expect([status, message]).toEqual([
        'err_path_not_found',
        `此路径没有接口。路径须完全一致；文档列出了全部路径。（There is no operation at this path. ${INFO} may be meant.）`,
      ]);
    });

    test.each(['en-GB', 'fr, zh;q=0.5', '*', '', 'zhongwen', '\u00ff'])(
      '%j: the message is English',
      async (language) => {
        expect((await said(language)).message).toMatch(/^No such resource in the Team of this app\. [A-Z]/);
      },
    );
  });

  describe('Authorization', () => {
    const spell = (pattern: string, token: string): string | undefined => {
      const flip = () => {
        const last = token.at(-1) === 'A' ? 'B' : 'A';
        return token.slice(0, -1) + last;
      };
      const made: Record<string, string> = {
        'lower(TOK)': token.toLowerCase(),
        'upper(TOK)': token.toUpperCase(),
        'TOK[:-1]': token.slice(0, -1),
        'TOK+A': `${token}A`,
        'flip-one-bit(TOK)': flip(),
        'reverse(TOK)': [...token].reverse().join(''),
        app_key: suite.own.appKey,
        'A x 8192': 'A'.repeat(8192),
      };
      if (made[pattern] !== undefined) return made[pattern];
      // The other cases need a state of their own and have tests of their own.
      return /^(TOK|[Bb]earer TOK|Token TOK|TOK,TOK|TOK TOK|TOK;x|undefined)$/.test(pattern)
        ? pattern.replaceAll('TOK', token)
        : undefined;
    };

    test('every spelling of the vectors is accepted or refused as they say', async () => {
      const vectors = ownVectors<{ authorization: string; accept: boolean }>('authorization-vectors');
      let tried = 0;
      for (const { authorization, accept } of vectors) {
        const header = spell(authorization, suite.token);
        if (header === undefined) continue;
        tried += 1;
        const answer = await raw('GET', OWN, [host(), `Authorization: ${header}`]);
        if (accept) expect(answer.status, authorization).toBe(200);
        else expect(expectRefusal(answer.body, answer.status).code, authorization).toBe(-3);
      }
      expect(tried).toBeGreaterThanOrEqual(15);
    });

    test.each([
      ['bad, then good', (token: string) => ['Authorization: x', `Authorization: ${token}`]],
      ['good, then bad', (token: string) => [`Authorization: ${token}`, 'Authorization: x']],
      ['good twice', (token: string) => [`Authorization: ${token}`, `authorization: ${token}`]],
    ])('err_access_token_invalid: two headers, %s', async (_, headers) => {
      const answer = await raw('GET', OWN, [host(), ...headers(suite.token)]);
      expect(expectRefusal(answer.body, answer.status).status).toBe('err_access_token_invalid');
    });

    test.each([
      ['no header', []],
      ['an empty header', ['Authorization:']],
    ])('err_access_token_missing: %s', async (_, headers) => {
      const answer = await raw('GET', OWN, [host(), ...headers]);
      expect(expectRefusal(answer.body, answer.status).status).toBe('err_access_token_missing');
    });

    test('a refused token is told the scheme, in an envelope without other codes; nobody else is', async () => {
      const scheme = 'AccessToken realm="openhouse"';
      for (const [headers, target, expected] of [
        [[], OWN, scheme],
        [['Authorization: x'], OWN, scheme],
        [[`Authorization: ${suite.token}`], `${INFO}?resource_code=no-such`, undefined],
        [[`Authorization: ${suite.token}`], OWN, undefined],
      ] as const) {
        const askedAtMs = performance.now();
        const answer = await raw('GET', target, [host(), ...headers]);
        expect(answer.headers['www-authenticate']).toBe(expected);
        const { status, business_code, osi_request_id, request_id, cost } = JSON.parse(answer.body) as Envelope;
        expect([business_code, osi_request_id]).toEqual(status === 'success' ? ['0', ''] : ['', '']);
        expect(answer.headers['x-request-id']).toBe(request_id);
        expect(cost).toBeLessThanOrEqual(Math.ceil(performance.now() - askedAtMs));
      }
    });

    test('a token elsewhere than in the header is none', async () => {
      const inCookie = await raw('GET', OWN, [host(), `Cookie: svc_token=${suite.token}`]);
      expect(expectRefusal(inCookie.body, inCookie.status).status).toBe('err_access_token_missing');
      const inQuery = await raw('GET', `${OWN}&Authorization=${suite.token}`, [host()]);
      expect(expectRefusal(inQuery.body, inQuery.status).status).toBe('err_access_token_missing');
    });

    slowAfter(1, [500, 10_000])('%i mutated tokens are refused without a statement', async (count) => {
      const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
      const mutants = new Set<string>();
      // One character after another is changed, then two at a time: every mutant keeps the form of a token.
      const changed = (text: string, at: number, by: number) => {
        const place = at % text.length;
        const character = alphabet[(alphabet.indexOf(text[place] ?? '') + 1 + (by % 63)) % alphabet.length];
        return text.slice(0, place) + character + text.slice(place + 1);
      };
      for (let index = 0; mutants.size < count; index += 1) {
        const round = Math.floor(index / suite.token.length);
        const once = changed(suite.token, index, round);
        mutants.add(round < 63 ? once : changed(once, index + round - 62, round));
      }
      mutants.delete(suite.token);
      const before = suite.gateway.statements();
      const refusals = await inChunks([...mutants], 100, async (token) => {
        const { http, envelope } = await call(suite.gateway.baseUrl, OWN, { token });
        return `${http} ${envelope.status}`;
      });
      expect(refusals).toHaveLength(count);
      expect(new Set(refusals)).toEqual(new Set(['401 err_access_token_invalid']));
      expect(suite.gateway.statements()).toBe(before);
    });
  });

  describe('targets', () => {
    test('every path of the vectors is refused', async () => {
      const vectors = ownVectors<{ request_target: string }>('path-vectors');
      for (const { request_target } of vectors) {
        // Spaces before the target are dropped by Node's parser (RFC 9112, 3 allows it): nobody behind it can see them.
        if (request_target.startsWith(' ')) continue;
        // A server takes it, whoever it names (RFC 9112, 3.2.2).
        if (request_target.startsWith('http://')) continue;
        const answer = await raw('GET', `${request_target}?resource_code=own-tour`, withToken());
        expect([400, 404], request_target).toContain(answer.status);
        expectRefusal(answer.body, answer.status);
      }
      expect(vectors.length).toBeGreaterThan(20);
    });

    test.each([
      ['/open/v3/vr/info/', '/open/v3/vr/info'],
      ['//open/v3//vr/info', '/open/v3/vr/info'],
      ['/open/v3/vr/info%2F', '/open/v3/vr/info'],
      ['/Open/V3/VR/Info', '/open/v3/vr/info'],
      ['/open/v3/vr/inof', '/open/v3/vr/info'],
      ['/open/v3/custom/group/tree', '/open/v3/cutom/group/tree'],
      ['/auth/access_token/', '/auth/access_token'],
    ])('err_path_not_found: %s, and the message names %s', async (target, meant) => {
      const answer = await raw('GET', target, withToken());
      const { status, message } = expectRefusal(answer.body, answer.status);
      expect([answer.status, status]).toEqual([404, 'err_path_not_found']);
      expect(message).toContain(` ${meant} may be meant.`);
    });

    test('err_path_not_found: what is near to nothing is not repeated', async () => {
      const answer = await raw('GET', '/admin/<script>', withToken());
      expect(expectRefusal(answer.body, answer.status).message).not.toMatch(/script|meant/);
    });

    test.each([
      ['http://gateway.example', 'gateway.example'],
      ['https://gateway.example:8443', 'Gateway.Example:8443'],
      ['HTTP://127.0.0.1:80', '127.0.0.1'],
      ['http://[::1]:4001', '[::1]:4001'],
      ['http://asked-of-a-proxy.example', '127.0.0.1'],
      ['https://127.0.0.1', '127.0.0.1:80'],
    ])('the absolute form is taken, whatever host it names: %s', async (authority, named) => {
      const answer = await raw('GET', `${authority}${OWN}`, [`Host: ${named}`, `Authorization: ${suite.token}`]);
      expect(answer.status).toBe(200);
      const file = `${authority}/files/${suite.own.teamCode}/own-tour/plan.svg`;
      expect((await raw('OPTIONS', file, [`Host: ${named}`])).status).toBe(204);
    });

    test.each(['http://127.0.0.1@evil.example', 'http://evil.example\\\\', 'http://'])(
      'no path, and refused: %s',
      async (authority) => {
        const answer = await raw('GET', `${authority}${OWN}`, withToken());
        const { status, message } = expectRefusal(answer.body, answer.status);
        expect([answer.status, status]).toEqual([400, 'err_request_malformed']);
        expect(message).not.toContain('evil');
      },
    );

    test('err_request_malformed: two Host headers', async () => {
      const answer = await raw('GET', OWN, [...withToken(), 'Host: evil.example']);
      expect(expectRefusal(answer.body, answer.status).status).toBe('err_request_malformed');
    });

    test('err_request_malformed: no Host header', async () => {
      const answer = await raw('GET', OWN, [`Authorization: ${suite.token}`]);
      expect(expectRefusal(answer.body, answer.status).status).toBe('err_request_malformed');
    });

    test('an expectation that nobody knows is ignored', async () => {
      expect((await raw('GET', OWN, [...withToken(), 'Expect: miracles'])).status).toBe(200);
    });

    test('err_headers_too_large: a query of a megabyte', async () => {
      const answer = await raw('GET', `${INFO}?resource_code=${'A'.repeat(1_000_000)}`, withToken());
      expect(expectRefusal(answer.body, answer.status).status).toBe('err_headers_too_large');
      expect(answer.headers.date).toMatch(/^\w{3}, \d\d \w{3} \d{4} .* GMT$/);
    });
  });

  describe('whoever reads the request', () => {
    const FILE = () => `/files/${suite.own.teamCode}/own-tour/plan.svg`;
    const form = (secret: string) => new URLSearchParams({ app_key: suite.own.appKey, app_secret: secret }).toString();
    const ofForm = 'Content-Type: application/x-www-form-urlencoded';

    /** What is the same in every answer to the same call. */
    const comparable = ({ status, headers, body }: Awaited<ReturnType<typeof raw>>) => {
      const { date, 'x-request-id': id, 'content-length': length, ...others } = headers;
      const text = body.replace(/"(request_id|trace_id)":"[0-9a-f-]+"|"cost":\d+|"access_token":"[^"]+"/g, '');
      return { status, others, text: text.replace(id ?? '', ''), hasLength: length !== undefined };
    };

    test.each<[string, () => Parameters<typeof raw>]>([
      ['a read', () => ['GET', OWN, withToken()]],
      [
        'a read with what an integrator adds',
        () => ['GET', OWN, [...withToken(), 'Accept: */*', 'X-A: b', 'User-Agent: c/1']],
      ],
      ['a missing tour', () => ['GET', `${INFO}?resource_code=nope`, withToken()]],
      ['a code that cannot be parsed', () => ['GET', `${INFO}?resource_code=%00`, withToken()]],
      ['no token', () => ['GET', OWN, [host()]]],
      ['a path of nobody', () => ['GET', '/open/nowhere', withToken()]],
      ['another method', () => ['POST', OWN, withToken()]],
      ['an exchange', () => ['POST', '/auth/access_token', [host(), ofForm], form(suite.own.appSecret)]],
      ['a wrong secret', () => ['POST', '/auth/access_token', [host(), ofForm], form('ohs_wrong')]],
      ['an exchange without a body', () => ['POST', '/auth/access_token', [host(), ofForm]]],
      [
        'an activation that is no JSON',
        () => ['POST', '/open/saas/v2/vr/submit', [...withToken(), 'Content-Type: application/json'], '{'],
      ],
      ['a file', () => ['GET', FILE(), [host()]]],
      ['a part of a file', () => ['GET', FILE(), [host(), 'Range: bytes=1-3']]],
      ['a part that no file has', () => ['GET', FILE(), [host(), 'Range: bytes=900-']]],
    ])('the answer to %s is the same', async (_, ask) => {
      const [method, target, headers, body] = ask();
      const ordinary = await raw(method, target, headers, body);
      // Upgrade is none of our business, and enough to leave the request to node:http.
      const byNode = await raw(method, target, [...headers, 'Upgrade: x'], body);
      const readers = () => suite.gateway.answered.slice(-2).map(({ response }) => response.constructor.name);
      // A file is counted once it is sent, which its caller sees first.
      await vi.waitFor(() =>
        expect(readers()).toEqual([reader === 'strict' ? 'OrdinaryConnection' : 'NodeResponse', 'NodeResponse']),
      );
      expect(comparable(byNode)).toEqual(comparable(ordinary));
    });
  });

  describe('methods', () => {
    slowAfter(
      4,
      gatewayEndpoints.map(({ method, path }) => [path, method] as const),
    )('%s takes %s only', async (path, method) => {
      const allow = method === 'GET' ? 'GET, HEAD' : 'POST';
      for (const other of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
        if (allow.includes(other)) continue;
        const answer = await raw(other, path, withToken());
        expect(answer.status, other).toBe(405);
        expect(answer.headers.allow, other).toBe(allow);
      }
    });

    test.each(['get', 'CONNECT', 'GET\t', 'G@T'])(
      'err_request_malformed or err_method_not_allowed: %j',
      async (method) => {
        const answer = await raw(method, OWN, withToken());
        expectRefusal(answer.body, answer.status);
      },
    );

    test('an overridden method is not', async () => {
      const answer = await raw('GET', '/open/saas/v2/vr/submit?_method=POST', [
        ...withToken(),
        'X-HTTP-Method-Override: POST',
      ]);
      expect(answer.status).toBe(405);
    });

    test('HEAD answers the headers of GET without a body', async () => {
      const answer = await raw('HEAD', OWN, withToken());
      expect(answer.status).toBe(200);
      expect(Number(answer.headers['content-length'])).toBeGreaterThan(100);
      expect(answer.body).toBe('');
    });
  });

  describe('parameters', () => {
    test('every query of the vectors succeeds only for one well-formed own value', {
      tags: ['slow', 'long'],
    }, async () => {
      const vectors = ownVectors<{ query: string }>('query-vectors');
      for (const { query } of vectors) {
        const made = spellQuery(query);
        const target = operationFor(made);
        const answer = await raw('GET', target, withToken());
        const envelope = JSON.parse(answer.body) as Envelope;
        if (envelope.status === 'success') expect(answer.body, query).not.toContain('other-tour');
        else expectRefusal(answer.body, answer.status);
      }
      expect(vectors.length).toBeGreaterThan(40);
    });

    const spellQuery = (query: string): string => {
      const made: Record<string, string> = {
        'resource_code=own(lowercased)': 'resource_code=OWN-TOUR',
        'paths=(10000 entries)': `paths=${Array.from({ length: 10_000 }, () => 'a').join(',')}`,
        '(3000 distinct parameters)': Array.from({ length: 3000 }, (_, index) => `a${index}=1`).join('&'),
        '(one 1 MB parameter)': `resource_code=${'A'.repeat(1_000_000)}`,
      };
      return (made[query] ?? query)
        .replaceAll('OWN_PATH', 'private/x')
        .replaceAll('OTHER', 'other-tour')
        .replaceAll('OWN', 'own-tour')
        .replaceAll(' ', '%20');
    };
    const operationFor = (query: string): string => {
      const path =
        query.startsWith('types') || query.startsWith('is_asc')
          ? '/open/v3/route/search'
          : query.startsWith('order_by')
            ? '/open/v3/custom/hot/list'
            : query.startsWith('status')
              ? '/open/v3/panovideo/search'
              : query.startsWith('id')
                ? '/open/saas/v2/hot/detail'
                : query.startsWith('paths')
                  ? '/open/v3/view/file/private/presign'
                  : INFO;
      const needsTour = !/^(resource_code|id=|__proto__|constructor|\()/.test(query);
      return `${path}?${needsTour ? 'resource_code=own-tour&' : ''}${query}`;
    };
  });

  describe('another Team', () => {
    test("err_resource_not_found: another Team's tour and a missing one are the same bytes, ids and cost aside", async () => {
      const strip = (text: string) => text.replace(/"(request_id|trace_id)":"[^"]*"|"cost":\d+/g, '');
      for (const { path, query, name } of gatewayEndpoints) {
        const code = ['resource_code', 'vr_code'].find((parameter) => parameter in query.properties);
        if (code === undefined) continue;
        const more = name === 'file-private-presign' ? '&paths=plan.svg' : '';
        const foreign = await call(suite.gateway.baseUrl, `${path}?${code}=other-tour${more}`, {
          token: suite.token,
        });
        const missing = await call(suite.gateway.baseUrl, `${path}?${code}=no-such-tour${more}`, {
          token: suite.token,
        });
        expect(foreign.envelope.status, path).toBe('err_resource_not_found');
        expect(strip(foreign.text), path).toBe(strip(missing.text));
      }
    });

    test("a token of the other Team's app reads the other tour and not the own one", async () => {
      const token = await exchange(suite.gateway.baseUrl, suite.other);
      const read = (code: string) => call(suite.gateway.baseUrl, `${INFO}?resource_code=${code}`, { token });
      expect((await read('other-tour')).envelope.data.resource_code).toBe('other-tour');
      expect((await read('own-tour')).envelope.status).toBe('err_resource_not_found');
    });

    test('two Teams hold the same code without touching: each reads its own', async () => {
      await suite.importBundle({ code: 'own-tour', active: true }, suite.other.teamId);
      const token = await exchange(suite.gateway.baseUrl, suite.other);
      const read = (of: string) => call(suite.gateway.baseUrl, OWN, { token: of });
      expect((await read(token)).envelope.data.is_active).toBe(true);
      expect((await read(suite.token)).envelope.data.is_active).toBe(false);
    });
  });

  describe('the envelope', () => {
    test('carries exactly the fields of SPEC 2.4, ids in headers too, and the trace of the caller', async () => {
      const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
      const askedAtMs = performance.now();
      const { envelope, headers } = await call(suite.gateway.baseUrl, OWN, {
        token: suite.token,
        headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
      });
      expect(Object.keys(envelope)).toEqual([
        'request_id',
        'trace_id',
        'business_code',
        'osi_request_id',
        'code',
        'status',
        'cost',
        'data',
      ]);
      expect(envelope).toMatchObject({ trace_id: traceId, business_code: '0', code: 0, status: 'success' });
      expect(Number.isInteger(envelope.cost)).toBe(true);
      expect(envelope.cost).toBeLessThanOrEqual(Math.ceil(performance.now() - askedAtMs));
      expect(headers.get('x-request-id')).toBe(envelope.request_id);
    });

    test('request ids never repeat; a broken traceparent gets a new trace', async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () =>
          call(suite.gateway.baseUrl, OWN, {
            token: suite.token,
            headers: { traceparent: `00-${'0'.repeat(32)}-1-01` },
          }),
        ),
      );
      expect(new Set(answers.map(({ envelope }) => envelope.request_id)).size).toBe(50);
      expect(new Set(answers.map(({ envelope }) => envelope.trace_id)).size).toBe(50);
    });
  });

  test('a failed exchange leaves nothing of the secret in what the gateway reports', async () => {
    await call(suite.gateway.baseUrl, '/auth/access_token', {
      method: 'POST',
      body: new URLSearchParams({ app_key: suite.own.appKey, app_secret: `${suite.own.appSecret}x` }),
    });
    const reported = JSON.stringify(suite.gateway.answered.map(({ request: _, response: __, ...rest }) => rest));
    expect(reported).not.toContain(suite.own.appSecret);
    expect(reported).not.toContain(suite.token);
    expect(suite.gateway.broken).toEqual([]);
  });
}

describe('connections', () => {
  const store = useStore();
  const suite = useGateway(store);

  test('pipelined requests are answered in order', async () => {
    const one = (code: string) =>
      `GET ${INFO}?resource_code=${code} HTTP/1.1\r\nHost: x\r\nAuthorization: ${suite.token}\r\n\r\n`;
    const bytes = one('own-tour') + one('nope') + one('own-tour').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
    const answers = await readAll(suite.gateway.port, bytes);
    expect(answers.match(/"status":"[a-z_]+"/g)).toEqual([
      '"status":"success"',
      '"status":"err_resource_not_found"',
      '"status":"success"',
    ]);
  });

  test('a body with GET is ignored and the connection stays usable', async () => {
    const answers = await readAll(
      suite.gateway.port,
      `GET ${OWN} HTTP/1.1\r\nHost: x\r\nAuthorization: ${suite.token}\r\nContent-Length: 4\r\n\r\nbody` +
        `GET ${OWN} HTTP/1.1\r\nHost: x\r\nAuthorization: ${suite.token}\r\nConnection: close\r\n\r\n`,
    );
    expect(answers.match(/"status":"success"/g)).toHaveLength(2);
  });

  test('a caller that goes away mid-body breaks nothing', async () => {
    const dying = request({
      port: suite.gateway.port,
      path: '/auth/access_token',
      method: 'POST',
      headers: { 'content-length': 100 },
    });
    dying.on('error', () => undefined);
    dying.write('app_key=');
    await new Promise((resolve) => setTimeout(resolve, 50));
    dying.destroy();
    expect((await call(suite.gateway.baseUrl, OWN, { token: suite.token })).http).toBe(200);
    expect(suite.gateway.broken).toEqual([]);
  });
});

async function readAll(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}

async function inChunks<Item, Result>(
  items: readonly Item[],
  size: number,
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += size)
    results.push(...(await Promise.all(items.slice(at, at + size).map(run))));
  return results;
}
