import { type CallCheck, type GatewayFailureStatus, gatewayFailures } from '@openhouse/contract';
import { describe, expect, test } from 'vitest';
import { FILES_PATH } from '../../gateway/files/link.ts';
import type { Limiter } from '../../kernel/limiter/limiter.ts';
import { useStore } from '../../testing/database.ts';
import { call, type Envelope, exchange } from '../../testing/envelope.ts';
import type { TestGateway, TestGatewayOptions } from '../../testing/gateway.ts';
import { type GatewaySuite, useGateway } from '../../testing/gateway-suite.ts';
import { rawRequest, sendRaw } from '../../testing/raw-http.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { readCalls, readExplanation } from './read-usage.ts';

const INFO = '/open/v3/vr/info';
const OWN = `${INFO}?resource_code=own-tour`;
const EXCHANGE = '/auth/access_token';

/** A call that is refused, and what its explanation says. */
interface Provoked {
  /** Makes the call at a node that is set up like `node`. @returns request_id of the answer. */
  readonly provoke: (suite: GatewaySuite, node: TestGateway) => Promise<string>;
  readonly node?: TestGatewayOptions;
  /** SQL that changes the app before. */
  readonly app?: string;
  /** The same of its Team. */
  readonly team?: string;
  readonly check: CallCheck;
  /** Whose it is: explained to the Team of the app as its own, to anybody, or to both. */
  readonly of: 'team' | 'anybody' | 'both';
  readonly parameter?: string;
}

const idOf = ({ envelope }: { envelope: Envelope }) => envelope.request_id;
const read = (target: string): Provoked['provoke'] => {
  return async ({ token }, node) => idOf(await call(node.baseUrl, target, { token }));
};
const raw = (request: (host: string) => string): Provoked['provoke'] => {
  return async (_suite, { port }) => {
    const answer = await sendRaw(port, request(`Host: 127.0.0.1:${port}`), 20_000);
    return (JSON.parse(answer.body) as Envelope).request_id;
  };
};
const wrongExchange = (secret: string, type?: string): Provoked['provoke'] => {
  return async ({ own }, node) => {
    const body = `app_key=${own.appKey}&app_secret=${secret}`;
    const headers = { 'content-type': type ?? 'application/x-www-form-urlencoded' };
    return idOf(await call(node.baseUrl, EXCHANGE, { method: 'POST', body, headers }));
  };
};
const privateFile = (query: string): Provoked['provoke'] => {
  return async ({ own }, node) =>
    idOf(await call(node.baseUrl, `${FILES_PATH}${own.teamCode}/own-tour/private/plan.txt${query}`));
};
const brokenLimiter: Limiter = {
  take: () => {
    throw new Error('broken');
  },
  close: async () => undefined,
};

/** Every failure of the catalogue; one without a call does not compile. */
const provoked: Readonly<Record<GatewayFailureStatus, Provoked>> = {
  err_parse_resource_code_failed: {
    provoke: read(`${INFO}?resource_code=%20`),
    check: 'parameters',
    of: 'team',
    parameter: 'resource_code',
  },
  err_resource_not_found: { provoke: read(`${INFO}?resource_code=missing`), check: 'resource', of: 'team' },
  err_parameter_invalid: {
    provoke: read('/open/v3/custom/hot/list?resource_code=own-tour&order_by=canary'),
    check: 'parameters',
    of: 'team',
    parameter: 'order_by',
  },
  err_app_credentials_invalid: { provoke: wrongExchange('canary'), check: 'credentials', of: 'both' },
  err_app_suspended: {
    provoke: read(OWN),
    app: "suspended_at = now(), suspended_reason = 'Abuse'",
    check: 'app',
    of: 'team',
  },
  err_app_team_closed: {
    provoke: read(OWN),
    team: "deletion_due_at = now() + interval '1 day', deletion_reason = 'Contract ended'",
    check: 'app',
    of: 'team',
  },
  err_app_disabled: { provoke: read(OWN), app: 'disabled_at = now()', check: 'app', of: 'team' },
  err_app_network_not_allowed: {
    provoke: async ({ own }, node) => {
      const body = `app_key=${own.appKey}&app_secret=${own.appSecret}`;
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return idOf(await call(node.baseUrl, EXCHANGE, { method: 'POST', body, headers }));
    },
    app: "networks = '{198.51.100.0/24}'",
    check: 'app',
    of: 'team',
  },
  err_app_read_only: {
    provoke: async ({ token }, node) => {
      const headers = { 'content-type': 'application/json' };
      const body = '{"resource_code":"own-tour","action_num":1}';
      return idOf(await call(node.baseUrl, '/open/saas/v2/vr/submit', { method: 'POST', body, headers, token }));
    },
    app: 'may_activate = false',
    check: 'app',
    of: 'team',
  },
  err_app_expired: { provoke: read(OWN), app: 'trial_ends_at = now()', check: 'app', of: 'team' },
  err_access_token_missing: {
    provoke: async (_suite, node) => idOf(await call(node.baseUrl, OWN)),
    check: 'token',
    of: 'anybody',
  },
  err_access_token_invalid: {
    provoke: async ({ token }, node) => idOf(await call(node.baseUrl, OWN, { token: `Bearer ${token}` })),
    check: 'token',
    of: 'anybody',
  },
  err_access_token_expired: {
    provoke: async ({ own }, node) => idOf(await call(node.baseUrl, OWN, { token: await exchange(node.baseUrl, own) })),
    node: { lifetimeS: 0 },
    check: 'token',
    of: 'team',
  },
  err_link_invalid: { provoke: privateFile(''), check: 'link', of: 'anybody' },
  err_link_expired: {
    provoke: async ({ token }, node) => {
      const presign = `/open/v3/view/file/private/presign?resource_code=own-tour&paths=${encodeURIComponent('private/保修 单.txt')}`;
      const { envelope } = await call(node.baseUrl, presign, { token });
      const link = new URL((envelope.data as { presigned_urls: string[] }).presigned_urls[0] ?? '');
      return idOf(await call(node.baseUrl, `${link.pathname}${link.search}`));
    },
    node: { linkLifetimeS: -10 },
    check: 'link',
    of: 'anybody',
  },
  err_rate_limited: {
    provoke: async (suite, node) => {
      await read(OWN)(suite, node);
      return read(OWN)(suite, node);
    },
    node: { appLimitPerMinute: 1 },
    check: 'app-limit',
    of: 'team',
  },
  err_request_malformed: {
    provoke: raw((host) => rawRequest('GET', OWN, [host, host])),
    check: 'request',
    of: 'anybody',
  },
  err_headers_too_large: {
    provoke: raw((host) => rawRequest('GET', OWN, [host, `X-Long: ${'a'.repeat(20_000)}`])),
    check: 'request',
    of: 'anybody',
  },
  err_request_timeout: {
    provoke: raw((host) => `GET ${OWN} HTTP/1.1\r\n${host}\r\n`),
    check: 'request',
    of: 'anybody',
  },
  err_path_not_found: { provoke: read('/open/v3/canary'), check: 'path', of: 'anybody' },
  err_method_not_allowed: {
    provoke: async (_suite, node) => idOf(await call(node.baseUrl, INFO, { method: 'DELETE' })),
    check: 'method',
    of: 'anybody',
  },
  err_payload_too_large: { provoke: wrongExchange('a'.repeat(20_000)), check: 'body', of: 'anybody' },
  err_unsupported_media_type: { provoke: wrongExchange('a', 'text/plain'), check: 'media-type', of: 'anybody' },
  err_unavailable: { provoke: read(OWN), node: { standingStaleMaxMs: -1 }, check: 'service', of: 'anybody' },
  err_internal: {
    provoke: read(OWN),
    node: { appLimitPerMinute: 1, limiter: brokenLimiter },
    check: 'answer',
    of: 'team',
  },
};

describe('a call explains itself by its request id', () => {
  const store = useStore();
  const suite = useGateway(store);
  const explain = (teamId: string, id: string) => readExplanation(store.database.pool, teamId, id);

  // Half a minute of waiting comes last.
  const { err_request_timeout: late, ...soon } = provoked;
  const rows = Object.entries({ ...soon, err_request_timeout: late }) as [GatewayFailureStatus, Provoked][];
  slowAfter(8, rows)('%s', async (status, expected) => {
    // Half a minute of waiting is enough once.
    if (status === 'err_request_timeout' && store.kind === 'embedded') return;
    if (expected.app !== undefined) {
      await store.database.pool.query(
        `update app set ${expected.app} where id = $1 and (select set_config('app.team', '*', true)) is not null`,
        [suite.own.appId],
      );
    }
    if (expected.team !== undefined) {
      await store.database.pool.query(`update team set ${expected.team} where id = $1`, [suite.own.teamId]);
    }
    // Started after the change, so that it knows of it.
    const node = await suite.startNode(expected.node ?? {});
    const id = await expected.provoke(suite, node);
    await node.use.flush();

    const own = await explain(suite.own.teamId, id);
    expect(own?.call).toMatchObject({ requestId: id, status, httpStatus: gatewayFailures[status].httpStatus });
    expect(own?.checks.filter(({ outcome }) => outcome === 'failed')).toEqual([
      { check: expected.check, outcome: 'failed' },
    ]);
    expect(own?.failure?.advice).toBe(gatewayFailures[status].advice);
    expect(own?.failure?.reference).toBe(`/docs/reference/errors#${status}`);
    expect(own?.call.parameter).toBe(expected.parameter ?? null);
    expect(own?.appKey).toBe(expected.of === 'anybody' ? null : suite.own.appKey);

    const others = await explain(suite.other.teamId, id);
    if (expected.of === 'team') expect(others).toBeUndefined();
    else
      expect(others).toMatchObject({
        appKey: null,
        call: { network: null, version: null, byPortal: false },
        failure: { hint: null },
      });
  });

  test('one that succeeded passed every check', async () => {
    const id = await read(OWN)(suite, suite.gateway);
    await suite.gateway.use.flush();
    const explained = await explain(suite.own.teamId, id);
    expect(explained?.checks.map(({ outcome }) => outcome)).toEqual(explained?.checks.map(() => 'passed'));
    expect(explained?.failure).toBeNull();
    expect(await explain(suite.other.teamId, id)).toBeUndefined();
  });

  test.each([
    ['one that succeeded names what was ignored', `${OWN}&lang=zh&_=canary`, ['lang', '_'], null, null],
    [
      'a name that may be a secret is not kept',
      `${OWN}&ohs_${'s'.repeat(43)}=1`,
      [expect.not.stringContaining('ohs_')],
      null,
      null,
    ],
    [
      'a near miss names both',
      `${INFO}?resource_cod=own-tour`,
      [],
      expect.stringMatching(/resource_cod\b.*resource_code/),
      'resource_code',
    ],
  ])('%s', async (_, target, ignored, message, parameter) => {
    const id = await read(target)(suite, suite.gateway);
    await suite.gateway.use.flush();
    const explained = await explain(suite.own.teamId, id);
    expect(explained?.ignored).toEqual(ignored);
    expect(explained?.failure?.message ?? null).toEqual(message);
    expect(explained?.call.parameter).toBe(parameter);
    const [listed] = await readCalls(store.database.pool, suite.own, null);
    expect(listed?.parameter).toBe(parameter);
    expect(JSON.stringify(explained)).not.toContain('canary');
  });

  test('a token of a retired secret says so to its Team alone', async () => {
    await store.database.pool.query(
      `update app_secret set ends_at = now() where app_id = $1 and (select set_config('app.team', '*', true)) is not null`,
      [suite.own.appId],
    );
    const node = await suite.startNode();
    const id = await read(OWN)(suite, node);
    await node.use.flush();
    const { teamId } = suite.own;
    expect(await explain(teamId, id)).toMatchObject({ failure: { hint: 'secret-retired' }, call: { version: 1 } });
    expect(await explain(suite.other.teamId, id)).toMatchObject({ failure: { hint: null }, call: { version: null } });
  });

  test('a stranger cannot tell a wrong secret from an unknown key', async () => {
    const node = await suite.startNode();
    const wrong = await wrongExchange('wrong')(suite, node);
    const { envelope } = await call(node.baseUrl, EXCHANGE, {
      method: 'POST',
      body: new URLSearchParams({ app_key: `ohk_${'A'.repeat(22)}`, app_secret: 'wrong' }),
    });
    await node.use.flush();
    const [one, other] = [
      await explain(suite.other.teamId, wrong),
      await explain(suite.other.teamId, envelope.request_id),
    ];
    const comparable = { requestId: '', traceId: '', at: '', costMs: 0 };
    expect({ ...one, call: { ...one?.call, ...comparable } }).toEqual({
      ...other,
      call: { ...other?.call, ...comparable },
    });
  });

  test('nothing that a caller sent is kept but the trace id', async () => {
    const canary = 'canary7f3a';
    const { own, token } = suite;
    const node = await suite.startNode();
    const headers = { 'x-canary': canary, 'user-agent': canary, cookie: canary };
    for (const target of [
      `/${canary}`,
      `${INFO}?resource_code=${canary}`,
      `${INFO}?${canary}=1`,
      `${INFO}?id=${canary}`,
    ]) {
      await call(node.baseUrl, target, { token, headers });
      await call(node.baseUrl, target, { token: canary, headers });
    }
    for (const body of [
      `app_key=${canary}&app_secret=${canary}`,
      `app_key=${own.appKey}&app_secret=${canary}`,
      `${canary}=1`,
    ]) {
      const type = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
      await call(node.baseUrl, EXCHANGE, { method: 'POST', body, headers: type });
    }
    for (const body of [`{"${canary}":1}`, `{"resource_code":"${canary}","action_num":1}`, canary]) {
      const type = { 'content-type': 'application/json', ...headers };
      await call(node.baseUrl, '/open/saas/v2/vr/submit', { method: 'POST', body, headers: type, token });
    }
    await node.use.flush();
    const { rows } = await store.database.pool.query<{ row: string }>(
      `select row_to_json(c)::text as row from app_call c where (select set_config('app.team', '*', true)) is not null
       union all select row_to_json(c)::text from unknown_call c`,
    );
    expect(rows.length).toBeGreaterThan(12);
    const kept = rows.map(({ row }) => row).join('\n');
    for (const secret of [canary, own.appSecret, token, own.appKey, '127.0.0.1']) expect(kept).not.toContain(secret);
  });

  test('the store keeps the newest calls of an app and no more, whatever arrives', {
    tags: ['slow', 'long'],
  }, async () => {
    const node = await suite.startNode();
    const made: string[] = [];
    for (let round = 0; round < 6; round += 1) {
      for (let index = 0; index < 45; index += 1) made.push(await read(OWN)(suite, node));
      await node.use.flush();
    }
    const { pool } = store.database;
    const listed = await readCalls(pool, suite.own, null);
    expect(listed.map(({ requestId }) => requestId).sort()).toEqual(made.slice(-200).sort());
    expect(await readCalls(pool, suite.own, 'refused')).toEqual([]);
  });
});
