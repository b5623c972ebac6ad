import { gatewayFailures, vrSubmit } from '@openhouse/contract';
import { parseDictionary, parseItem, parseList } from 'structured-headers';
import { describe, expect, test } from 'vitest';
import { publicLines, publicList, publicListsMissing, publicRecords } from '../testing/corpora.ts';
import { useStore } from '../testing/database.ts';
import { call, type Envelope } from '../testing/envelope.ts';
import { useGateway } from '../testing/gateway-suite.ts';
import { rawRequest, sendRaw } from '../testing/raw-http.ts';

const suiteName = (name: string) => (publicListsMissing ? `${name} (skipped: CORPORA_DIR is not set)` : name);

const INFO = '/open/v3/vr/info';

/** A vector of the public lists of structured fields. */
interface StructuredField {
  readonly name: string;
  readonly raw: readonly string[];
  readonly header_type: string;
  readonly must_fail?: boolean;
  readonly can_fail?: boolean;
}

/** No answer, or one of the documented refusals, or success: never a 5xx, never anything of the inside. */
function expectHarmless(status: number, body: string, about: string): void {
  expect(status, about).toBeLessThan(500);
  if (body === '') return;
  const envelope = JSON.parse(body) as Envelope;
  if (envelope.status !== 'success') expect(gatewayFailures, about).toHaveProperty(envelope.status);
  expect(body, about).not.toMatch(/node_modules|\/packages\/|select .* from|root:x:/i);
}

describe.skipIf(publicListsMissing)(suiteName('public attack lists against the gateway'), () => {
  const suite = useGateway(useStore());
  const ownTour = { resource_code: 'own-tour' };
  const healthy = async () => {
    const { http } = await call(suite.gateway.baseUrl, `${INFO}?${new URLSearchParams(ownTour)}`, {
      token: suite.token,
    });
    expect(http).toBe(200);
    expect(suite.gateway.broken).toEqual([]);
  };

  test('raw HTTP/1 requests, well-formed and not', { tags: 'slow' }, async () => {
    const requests = publicRecords<{ title: string; b64: string }>('http1/llhttp-requests.ndjson');
    for (const { title, b64 } of requests) {
      // Incomplete requests get their rest: otherwise only the time-out would answer.
      const bytes = Buffer.concat([Buffer.from(b64, 'base64'), Buffer.from('\r\n\r\n')]);
      const { status, body } = await sendRaw(suite.gateway.port, bytes, 300);
      expectHarmless(status, body, title);
    }
    expect(requests.length).toBeGreaterThan(50);
    await healthy();
  });

  test('methods', { tags: 'slow' }, async () => {
    for (const method of publicLines('http1', 'fuzzdb-http-protocol-methods')) {
      const answer = await sendRaw(
        suite.gateway.port,
        rawRequest(method, `${INFO}?resource_code=own-tour`, ['Host: x', `Authorization: ${suite.token}`]),
        300,
      );
      expectHarmless(answer.status, method === 'HEAD' ? '' : answer.body, method);
      if (!['GET', 'HEAD'].includes(method)) expect(answer.body).not.toContain('"success"');
    }
    await healthy();
  });

  test('parameter pollution, traversals and naughty strings as values of every kind of parameter', {
    tags: 'slow',
  }, async () => {
    const strings = [
      ...publicLines('http1', 'fuzzdb-hpp'),
      ...publicLines('traversal').filter((_, index) => index % 4 === 0),
      ...publicLines('strings').map((line) => line.slice(0, 2000)),
      ...publicLines('crlf'),
      ...publicList<string>('strings/blns.json'),
    ];
    const targets = (value: string) => [
      `${INFO}?resource_code=${value}`,
      `/open/saas/v2/hot/detail?id=${value}`,
      `/open/v3/route/search?resource_code=own-tour&types=${value}`,
      `/open/v3/view/file/private/presign?resource_code=own-tour&paths=${value}`,
      `/open/v3/cutom/group/tree?node_code=${value}`,
    ];
    for (const [index, text] of strings.entries()) {
      const value = encodeURIComponent(text.toWellFormed?.() ?? text);
      const target = targets(value)[index % 5] ?? '';
      const { http, text: body } = await call(suite.gateway.baseUrl, target, { token: suite.token });
      expectHarmless(http, body, target);
    }
    expect(strings.length).toBeGreaterThan(500);
    await healthy();
  });

  test('traversals as paths of files', async () => {
    const { teamCode } = suite.own;
    const paths = publicLines('traversal').filter((line) => !/[\s]/.test(line) && !/[^\u0021-\u007e]/.test(line));
    const tried = paths.filter((_, index) => index % 5 === 0);
    for (const path of tried) {
      const target = `/files/${teamCode}/own-tour/${path}`;
      const { status, body } = await sendRaw(suite.gateway.port, rawRequest('GET', target, ['Host: x']));
      expect([400, 403, 404], target).toContain(status);
      expectHarmless(status, body, target);
    }
    expect(tried.length).toBeGreaterThan(100);
    await healthy();
  });

  test('JSON texts, nested and broken, as the body of an activation: none changes the tour', {
    tags: 'slow',
  }, async () => {
    const texts = publicRecords<{ name: string; b64: string }>('json/jsontestsuite-parsing.ndjson');
    for (const { name, b64 } of texts) {
      const body = Buffer.from(b64, 'base64');
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, token: suite.token };
      const { http, text, envelope } = await call(suite.gateway.baseUrl, vrSubmit.path, init);
      expectHarmless(http, text, name);
      expect(envelope.status, name).not.toBe('success');
    }
    expect(texts.length).toBeGreaterThan(100);
    await healthy();
  });
});

describe('RateLimit fields', () => {
  const suite = useGateway(useStore(), { appLimitPerMinute: 5, ipLimitPerMinute: 9 });

  test('are RFC 9651 lists for a parser that is not ours', { tags: 'slow' }, async () => {
    const { headers } = await call(suite.gateway.baseUrl, `${INFO}?resource_code=own-tour`, { token: suite.token });
    const policy = parseList(headers.get('ratelimit-policy') ?? '');
    const state = parseList(headers.get('ratelimit') ?? '');
    expect(policy.map(([name, parameters]) => [name, Object.fromEntries(parameters)])).toEqual([
      ['app', { q: 5, w: 60 }],
      ['ip', { q: 9, w: 60 }],
    ]);
    expect(state.map(([name]) => name)).toEqual(['app', 'ip']);
    for (const [, parameters] of state) {
      expect(parameters.get('r')).toBeTypeOf('number');
      expect(parameters.get('t')).toBeTypeOf('number');
    }
  });

  test.skipIf(publicListsMissing)(suiteName('that parser takes and refuses what the public vectors say'), () => {
    const parsers: Readonly<Record<string, (text: string) => unknown>> = {
      item: parseItem,
      list: parseList,
      dictionary: parseDictionary,
    };
    const vectors = ['dictionary', 'item', 'list', 'number', 'param-dict', 'param-list', 'string', 'token'].flatMap(
      (name) => publicList<StructuredField>(`structured-fields/${name}.json`),
    );
    const wrong = vectors.filter(({ raw, header_type, must_fail, can_fail }) => {
      try {
        parsers[header_type]?.(raw.join(', '));
        return must_fail === true;
      } catch {
        return must_fail !== true && can_fail !== true;
      }
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
    expect(vectors.length).toBeGreaterThan(50);
  });
});
