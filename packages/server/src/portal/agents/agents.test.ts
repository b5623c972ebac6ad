import {
  AGENT_CODE_S,
  type AgentRequest,
  type AuditEntry,
  IDEMPOTENCY_HEADER,
  type TeamCredential,
} from '@openhouse/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { AGENT_CALLBACK, agentRequest, challengeFor, newVerifier, registerAgent } from '../../testing/agents.ts';
import { callsWith, signInCommandLine } from '../../testing/command-line.ts';
import { testDashboard, testGatewayClient } from '../../testing/dashboard.ts';
import { type DashboardPerson, dataOf, outcomeOf } from '../../testing/dashboard-people.ts';
import { type DashboardTeam, dashboardTeam } from '../../testing/dashboard-team.ts';
import { useStore } from '../../testing/database.ts';
import { databaseContent } from '../../testing/database-content.ts';
import { useFolder } from '../../testing/folder.ts';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { type InjectedPortal, injectedPortal, PORTAL_URL } from '../../testing/injected-portal.ts';
import { testLog } from '../../testing/portal.ts';
import { basics } from '../../tours/import/testing/bundle.ts';

const store = useStore();
const uploadDirectory = useFolder();
let gateway: TestGateway;
let portal: InjectedPortal;
let team: DashboardTeam;
let log: ReturnType<typeof testLog>;
beforeEach(async () => {
  gateway = await startTestGateway(store.database);
  log = testLog();
  const client = testGatewayClient(gateway.baseUrl);
  portal = injectedPortal(store.database, {
    log,
    dashboard: testDashboard(store.database, { gateway: client, uploadDirectory }),
  });
  team = await dashboardTeam(portal);
});
afterEach(async () => {
  await portal.app.close();
  await gateway.stop();
});

type Asked = Awaited<ReturnType<typeof agentRequest>>;

async function decided(
  person: DashboardPerson,
  asked: { readonly [Name in keyof Asked]: string },
  others: object = {},
): Promise<URL> {
  const answer = await person.post('/api/agents/decide', { ...asked, decision: 'allow', ...others });
  return new URL(dataOf<{ redirectTo: string }>(answer).redirectTo);
}

const formed = (fields: Readonly<Record<string, string>> | string) =>
  portal.ask({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
  });

/** An agent that was let in, up to its code. */
async function allowed(others: object = {}) {
  const verifier = newVerifier();
  const asked = { ...(await agentRequest(portal, verifier)), ...others };
  const code = (await decided(team.owner, asked)).searchParams.get('code') ?? '';
  const fields = {
    grant_type: 'authorization_code',
    code,
    client_id: asked.clientId,
    redirect_uri: asked.redirectUri,
    code_verifier: verifier,
    resource: `${PORTAL_URL}/mcp`,
  };
  return { asked, code, fields };
}

/** And with its token. */
async function entered(others: object = {}): Promise<string> {
  const { fields } = await allowed(others);
  const answer = await formed(fields);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json().access_token;
}

const say = (token: string | undefined, method: string, params: object = {}, headers: object = {}) =>
  portal.ask({
    method: 'POST',
    url: '/mcp',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
const tool = async (token: string, name: string, input: object = {}) => {
  const { result } = (await say(token, 'tools/call', { name, arguments: input })).json();
  return { isError: result.isError as boolean, text: result.content[0].text as string };
};
const credentials = async () =>
  dataOf<{ credentials: TeamCredential[] }>(await team.owner.get('/api/credentials')).credentials;

describe('a program that knows the address of /mcp alone', () => {
  test('is led to the portal’s OAuth by the refusal, and finds there what it may ask', { tags: 'slow' }, async () => {
    const refused = await say(undefined, 'initialize');
    const challenge = String(refused.headers['www-authenticate']);
    const metadata = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? '';
    expect([refused.statusCode, metadata]).toEqual([401, `${PORTAL_URL}/.well-known/oauth-protected-resource/mcp`]);
    // Nothing was wrong with a token: there was none (RFC 6750, 3.1).
    expect(challenge).not.toContain('error=');
    const resource = (await portal.ask({ url: new URL(metadata).pathname })).json();
    expect(resource).toMatchObject({ resource: `${PORTAL_URL}/mcp`, authorization_servers: [PORTAL_URL] });
    const server = (await portal.ask({ url: '/.well-known/oauth-authorization-server' })).json();
    expect(server).toMatchObject({
      issuer: PORTAL_URL,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      token_endpoint_auth_methods_supported: ['none'],
      scopes_supported: ['tours:read', 'apps:read'],
    });
  });

  test('is told so for a token that ended, was made up or is a person’s', { tags: 'slow' }, async () => {
    const line = await signInCommandLine(portal, team.owner);
    for (const token of ['made-up', `ohm_${'A'.repeat(49)}`, line.token]) {
      const refused = await say(token, 'tools/list');
      expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([
        401,
        expect.stringMatching(/resource_metadata=.*, error="invalid_token"$/),
      ]);
    }
  });

  test('is told so for a credential that reads nothing', async () => {
    const body = { name: 'Importer', scopes: ['tours:write'] };
    const { token } = dataOf<{ token: string }>(await team.owner.post('/api/credentials', body));
    const refused = await say(token, 'tools/list');
    expect([refused.statusCode, outcomeOf(refused), refused.headers['www-authenticate']]).toEqual([
      403,
      'CREDENTIAL_SCOPE_INSUFFICIENT',
      expect.stringMatching(/resource_metadata=.*scope="tours:read apps:read", error="insufficient_scope"$/),
    ]);
  });

  test('brings its person to the page with its whole query, whatever stands in it', async () => {
    const query = 'response_type=code&state=1e5&state=%00&scope=a+b';
    const { statusCode, headers } = await portal.ask({ url: `/oauth/authorize?${query}` });
    const target = new URL(String(headers.location), PORTAL_URL);
    expect([statusCode, target.origin, target.pathname]).toEqual([302, PORTAL_URL, '/dashboard/connect']);
    expect(target.search).toBe('');
    expect(Buffer.from(target.hash.slice(1), 'base64url').toString()).toBe(query);
  });
});

describe('registration', () => {
  test.each([
    [{}],
    [{ redirect_uris: [] }],
    [{ redirect_uris: 'http://127.0.0.1/' }],
    [{ redirect_uris: ['http://agents.example/'] }],
    [{ redirect_uris: [AGENT_CALLBACK, 'javascript:alert(1)'] }],
    [{ redirect_uris: Array(11).fill(AGENT_CALLBACK) }],
    [{ redirect_uris: Array(10).fill(`https://agents.example/${'a'.repeat(400)}`) }],
  ])('refuses %j', async (metadata) => {
    await expect(registerAgent(portal, metadata)).rejects.toThrow('invalid_redirect_uri');
  });

  test('takes every way back that an editor names', async () => {
    const redirect_uris = [
      'https://insiders.editor.example/redirect',
      'https://editor.example/redirect',
      'http://localhost/',
      'http://127.0.0.1/',
      'http://localhost:33418/',
      'http://127.0.0.1:33418/',
    ];
    const asked = { ...(await agentRequest(portal)), clientId: await registerAgent(portal, { redirect_uris }) };
    for (const redirectUri of redirect_uris) {
      const looked = await team.owner.post('/api/agents/request', { ...asked, redirectUri });
      expect(dataOf(looked)).toMatchObject({ request: { returnsTo: new URL(redirectUri).host } });
    }
  });

  test('PAYLOAD_TOO_LARGE states the bound of this call', async () => {
    const answer = await portal.ask({
      ...{ method: 'POST', url: '/oauth/register', headers: { 'content-type': 'application/json' } },
      payload: JSON.stringify({ client_name: 'x'.repeat(16 * 1024) }),
    });
    expect([answer.statusCode, answer.json().error.message]).toEqual([413, expect.stringContaining('at most 16 KiB.')]);
  });

  test('keeps nothing: twenty programs leave the store as it was', { tags: 'slow' }, async () => {
    const before = await databaseContent(store);
    for (let index = 0; index < 20; index += 1) await registerAgent(portal);
    expect(await databaseContent(store)).toEqual(before);
  });
});

describe('the person', () => {
  test('sees who asks, where the answer goes and what for', async () => {
    const asked = { ...(await agentRequest(portal)), scope: 'tours:read' };
    const answer = await team.member.post('/api/agents/request', asked);
    expect(dataOf(answer)).toEqual({
      request: { name: 'Notebook', returnsTo: '127.0.0.1:33418', scopes: ['tours:read'] },
    });
  });

  const wrong: readonly (readonly [string, object])[] = [
    ['a program that was not registered', { clientId: 'eyJuIjoiTm90ZWJvb2sifQ.c2lnbmVkc2lnbmVkc2lnbmVk' }],
    ['another address than a registered one', { redirectUri: `${AGENT_CALLBACK}/other` }],
    ['another name of the same machine', { redirectUri: 'http://localhost:33418/callback' }],
    ['no port that there is', { redirectUri: 'http://127.0.0.1:65536/callback' }],
    ['no program', { clientId: '' }],
    ['no address', { redirectUri: '' }],
    ['an address that is too long', { redirectUri: `${AGENT_CALLBACK}?${'x'.repeat(600)}` }],
    ['a program with a NUL', { clientId: 'eyJuIjoiTm90ZWJvb2sifQ.\0' }],
    ['an address with a NUL', { redirectUri: `${AGENT_CALLBACK}\0` }],
    ['two programs', { repeated: ['client_id'] }],
    ['two addresses', { repeated: ['state', 'redirect_uri'] }],
    ['the same address, spelt otherwise', { redirectUri: 'HTTP://127.0.0.1:33418/callback' }],
  ];
  test.each(wrong)('is sent nowhere for %s: neither allowed nor denied', async (_, others) => {
    const asked = { ...(await agentRequest(portal)), ...others };
    const looked = await team.owner.post('/api/agents/request', asked);
    const outcomes = [outcomeOf(looked)];
    for (const decision of ['allow', 'deny'])
      outcomes.push(outcomeOf(await team.owner.post('/api/agents/decide', { ...asked, decision })));
    expect(outcomes).toEqual(['REQUEST_INVALID', 'REQUEST_INVALID', 'REQUEST_INVALID']);
    expect(await credentials()).toEqual([]);
  });

  const refused: readonly (readonly [string, string, object])[] = [
    ['a scope that changes something', 'invalid_scope', { scope: 'tours:read tours:write' }],
    ['a scope that nobody knows', 'invalid_scope', { scope: 'x'.repeat(3000) }],
    ['another resource', 'invalid_target', { resource: 'https://elsewhere.example/mcp' }],
    ['another resource of the portal', 'invalid_target', { resource: `${PORTAL_URL}/api` }],
    ['a token in the address', 'unsupported_response_type', { responseType: 'token' }],
    ['no kind of answer', 'invalid_request', { responseType: '' }],
    ['a plain challenge', 'invalid_request', { codeChallengeMethod: 'plain' }],
    ['no challenge', 'invalid_request', { codeChallenge: '' }],
    ['no method of the challenge', 'invalid_request', { codeChallengeMethod: '' }],
    ['a challenge that is none', 'invalid_request', { codeChallenge: `${challengeFor('a')}=` }],
    ['a scope with a NUL', 'invalid_scope', { scope: 'tours:read\0' }],
    ['a resource with a NUL', 'invalid_target', { resource: `${PORTAL_URL}/\0mcp` }],
    ['a challenge with a NUL', 'invalid_request', { codeChallenge: '\0' }],
    ['a kind of answer with a NUL', 'unsupported_response_type', { responseType: 'code\0' }],
    ['two scopes', 'invalid_request', { repeated: ['scope'] }],
    ['two challenges', 'invalid_request', { repeated: ['code_challenge'] }],
    ['two resources', 'invalid_target', { repeated: ['resource'] }],
  ];
  test.each(refused)('sees why nobody can let a program in that asks for %s, and brings it %s', async (...row) => {
    const [, error, others] = row;
    const state = 's'.repeat(3000);
    const asked = { ...(await agentRequest(portal)), state, ...others };
    const { request } = dataOf<{ request: AgentRequest }>(await team.member.post('/api/agents/request', asked));
    expect(request).toMatchObject({ name: 'Notebook', returnsTo: '127.0.0.1:33418', scopes: [], refusal: { error } });
    expect(outcomeOf(await team.owner.post('/api/agents/decide', { ...asked, decision: 'allow' }))).toBe(
      'REQUEST_INVALID',
    );
    const target = await decided(team.member, asked, { decision: 'deny' });
    expect(target.origin + target.pathname).toBe(AGENT_CALLBACK);
    const { error_description = '', ...told } = Object.fromEntries(target.searchParams);
    expect(told).toEqual({ error, state, iss: PORTAL_URL });
    expect(error_description).toBe(request.refusal?.description);
    // What the parameter may have (RFC 6749, 4.1.2.1).
    expect(error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    expect(await credentials()).toEqual([]);
  });

  test.each([
    ['that holds a NUL', { state: 'af0\0' }, 'af0\0'],
    ['that is sent twice', { state: undefined, repeated: ['state'] }, null],
  ])('brings a program invalid_request for a state %s', async (_, others, told) => {
    const asked = { ...(await agentRequest(portal)), ...others };
    const { request } = dataOf<{ request: AgentRequest }>(await team.member.post('/api/agents/request', asked));
    expect(request.refusal).toMatchObject({ error: 'invalid_request', description: expect.stringMatching(/^state /) });
    const { searchParams } = await decided(team.member, asked as Asked, { decision: 'deny' });
    expect([searchParams.get('error'), searchParams.get('state')]).toEqual(['invalid_request', told]);
  });

  test('lets in a program of their own machine that listens on another port than the registered one', async () => {
    const redirectUri = 'http://127.0.0.1:50123/callback';
    const verifier = newVerifier();
    const asked = { ...(await agentRequest(portal, verifier)), redirectUri };
    const looked = await team.owner.post('/api/agents/request', asked);
    expect(dataOf(looked)).toMatchObject({ request: { returnsTo: '127.0.0.1:50123' } });
    const target = await decided(team.owner, asked);
    expect(target.origin + target.pathname).toBe(redirectUri);
    const fields = {
      grant_type: 'authorization_code',
      code: target.searchParams.get('code') ?? '',
      client_id: asked.clientId,
      code_verifier: verifier,
    };
    const collected = await formed({ ...fields, redirect_uri: redirectUri });
    expect(collected.statusCode).toBe(200);
  });

  test('who denies sends the program away without a code', async () => {
    const target = await decided(team.member, await agentRequest(portal), { decision: 'deny' });
    expect(Object.fromEntries(target.searchParams)).toEqual({
      error: 'access_denied',
      state: 'af0ifjsldkj',
      iss: PORTAL_URL,
    });
    expect(await credentials()).toEqual([]);
  });

  test('who lets a program in again because the answer was lost sends it a code that still serves', async () => {
    const verifier = newVerifier();
    const asked = { ...(await agentRequest(portal, verifier)), decision: 'allow' };
    const press = async () => {
      const answer = await team.owner.post('/api/agents/decide', asked, { [IDEMPOTENCY_HEADER]: 'key-of-the-button' });
      return new URL(dataOf<{ redirectTo: string }>(answer).redirectTo).searchParams.get('code') ?? '';
    };
    const first = await press();
    expect(await press()).toBe(first);
    const passes = `interval '${AGENT_CODE_S} seconds'`;
    await inTransaction(
      store.database,
      async (transaction) => {
        await transaction.query(`update keyed_action set forget_at = forget_at - ${passes}`);
        await transaction.query(`update team_credential set ends_at = ends_at - ${passes}`);
      },
      { team: '*' },
    );
    const code = await press();
    const fields = { grant_type: 'authorization_code', client_id: asked.clientId, code_verifier: verifier };
    expect((await formed({ ...fields, code })).statusCode).toBe(200);
    expect(await credentials()).toHaveLength(1);
  });

  test('of another role than owner lets nobody in, nor does a command line or another page', async () => {
    const asked = { ...(await agentRequest(portal)), decision: 'allow' };
    expect(outcomeOf(await team.member.post('/api/agents/decide', asked))).toBe('ROLE_INSUFFICIENT');
    const line = await signInCommandLine(portal, team.owner);
    expect(outcomeOf(await line.post('/api/agents/decide', asked))).toBe('BROWSER_REQUIRED');
    const foreign = { origin: 'https://evil.example' };
    expect(outcomeOf(await team.owner.post('/api/agents/decide', asked, foreign))).toBe('CSRF_ORIGIN_MISMATCH');
    expect(await credentials()).toEqual([]);
  });
});

describe('a code', () => {
  test('is answered with a token that reads, and stands among the credentials of the Team', async () => {
    const { fields } = await allowed();
    const answer = await formed(fields);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(answer.json()).toEqual({
      access_token: expect.stringMatching(/^ohm_[\w-]{49}$/),
      token_type: 'Bearer',
      expires_in: 30 * 24 * 60 * 60,
      scope: 'tours:read apps:read',
    });
    const [one, ...others] = await credentials();
    expect(others).toEqual([]);
    expect(one).toMatchObject({ name: 'Notebook', scopes: ['tours:read', 'apps:read'], isAgent: true });
    const days = (Date.parse(one?.endsAt ?? '') - Date.parse(one?.createdAt ?? '')) / 86_400_000;
    expect(Math.round(days)).toBe(30);
  });

  const others: readonly (readonly [string, (fields: Record<string, string>) => object | Promise<object>])[] = [
    ['another verifier', () => ({ code_verifier: newVerifier() })],
    [
      'its challenge in place of the verifier',
      ({ code_verifier = '' }) => ({ code_verifier: challengeFor(code_verifier) }),
    ],
    [
      'another registered program',
      async () => ({
        client_id: await registerAgent(portal, { client_name: 'Other', redirect_uris: [AGENT_CALLBACK] }),
      }),
    ],
    ['another address', () => ({ redirect_uri: `${AGENT_CALLBACK}?x` })],
    [
      'another program and no address',
      async () => ({ client_id: await registerAgent(portal, { redirect_uris: [AGENT_CALLBACK] }), redirect_uri: '' }),
    ],
    ['another verifier and no address', () => ({ code_verifier: newVerifier(), redirect_uri: '' })],
  ];
  test.each(others)('with %s gives nothing, and serves nobody any more', async (_, change) => {
    const { fields } = await allowed();
    const stolen = await formed({ ...fields, ...(await change(fields)) });
    expect([stolen.statusCode, stolen.json().error]).toEqual([400, 'invalid_grant']);
    expect((await formed(fields)).json().error).toBe('invalid_grant');
    expect(await credentials()).toEqual([]);
  });

  test.each([{ redirect_uri: '' }, { redirect_uri: undefined }])(
    'is collected by a program that does not name its address again: %j',
    async (change) => {
      const { fields } = await allowed();
      const sent = Object.entries({ ...fields, ...change }).filter(([, value]) => value !== undefined);
      expect((await formed(Object.fromEntries(sent) as Record<string, string>)).statusCode).toBe(200);
      expect((await formed(fields)).json().error).toBe('invalid_grant');
      expect(await credentials()).toEqual([]);
    },
  );

  test('that names another address in itself is none', async () => {
    const [one, other] = [await allowed(), await allowed({ redirectUri: 'http://127.0.0.1:50123/callback' })];
    const mixed = `${one.code.slice(0, -43)}${other.code.slice(-43)}`;
    const { redirect_uri: _, ...fields } = one.fields;
    expect((await formed({ ...fields, code: mixed })).json().error).toBe('invalid_grant');
    expect((await formed(fields)).statusCode).toBe(200);
  });

  test('that is used again ends what it gave, and the audit says so', async () => {
    const { fields } = await allowed();
    const token = (await formed(fields)).json().access_token;
    expect((await say(token, 'ping')).statusCode).toBe(200);
    expect((await formed(fields)).json().error).toBe('invalid_grant');
    expect((await say(token, 'ping')).statusCode).toBe(401);
    const { entries } = dataOf<{ entries: AuditEntry[] }>(await team.owner.get('/api/audit'));
    expect(entries.slice(0, 2).map(({ action, subject }) => [action, subject])).toEqual([
      ['credential.revoke', expect.stringMatching(/^Notebook .*: its code was used again$/)],
      [
        'credential.create',
        expect.stringMatching(/^Notebook \(tours:read, apps:read\) .*, an agent at 127\.0\.0\.1:33418$/),
      ],
    ]);
  });

  test('is used by one of twenty at once', { tags: 'slow' }, async () => {
    const { fields } = await allowed();
    const answers = await Promise.all(Array.from({ length: 20 }, () => formed(fields)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('that nobody collects ends by itself, with its credential', async () => {
    const { fields } = await allowed();
    await inTransaction(
      store.database,
      (transaction) => transaction.query("update team_credential set ends_at = now() - interval '1 second'"),
      { team: '*' },
    );
    expect((await formed(fields)).json().error).toBe('invalid_grant');
    expect(await credentials()).toEqual([]);
  });

  test.each([PORTAL_URL.toUpperCase(), PORTAL_URL])(
    'is asked for and collected for the resource %s/mcp',
    async (at) => {
      const { fields } = await allowed({ resource: `${at}/mcp` });
      expect((await formed({ ...fields, resource: `${at}/mcp` })).statusCode).toBe(200);
    },
  );

  test('is collected with a resource that has no value: it counts as left out', async () => {
    const { fields } = await allowed();
    expect((await formed({ ...fields, resource: '' })).statusCode).toBe(200);
  });

  test('is collected with parameters that are unknown, even sent twice: they are ignored', async () => {
    const { fields } = await allowed();
    expect((await formed(`${new URLSearchParams(fields)}&audience=a&audience=b`)).statusCode).toBe(200);
  });

  test.each([
    ['client_id', 'invalid_request'],
    ['redirect_uri', 'invalid_request'],
    ['code', 'invalid_request'],
    ['code_verifier', 'invalid_request'],
    // Several may be named (RFC 8707, 2), and there is one.
    ['resource', 'invalid_target'],
  ] as const)('is not collected where %s is sent twice: %s', async (name, error) => {
    const { fields } = await allowed();
    const twice = `${new URLSearchParams(fields)}&${new URLSearchParams({ [name]: fields[name] })}`;
    expect((await formed(twice)).json().error).toBe(error);
    expect((await formed(fields)).statusCode).toBe(200);
  });

  test.each(['https://elsewhere.example/mcp', `${PORTAL_URL}/api`, `${PORTAL_URL}/mcp/`, `${PORTAL_URL}/MCP`, 'mcp'])(
    'is not collected for the resource %j, and still is for its own',
    async (resource) => {
      const { fields } = await allowed();
      expect((await formed({ ...fields, resource })).json().error).toBe('invalid_target');
      expect((await formed(fields)).statusCode).toBe(200);
    },
  );

  test.each([
    ['{}', 'invalid_request'],
    ['grant_type=refresh_token', 'unsupported_grant_type'],
    ['grant_type=password&username=ada&password=x', 'unsupported_grant_type'],
    ['grant_type=authorization_code&grant_type=authorization_code', 'invalid_request'],
    ['grant_type=authorization_code&code=x', 'invalid_client'],
  ])('is not asked for with %s', async (body, error) => {
    const isForm = body.startsWith('grant');
    const answer = isForm
      ? await formed(body)
      : await portal.ask({
          method: 'POST',
          url: '/oauth/token',
          headers: { 'content-type': 'application/json' },
          payload: body,
        });
    expect([answer.statusCode, answer.json().error]).toEqual([400, error]);
  });

  test('and its token stand in no row and no log line', async () => {
    const { code, fields } = await allowed();
    const token = (await formed(fields)).json().access_token;
    await tool(token, 'list_tours');
    const kept = `${JSON.stringify(await databaseContent(store))}${log.lines.join('\n')}`;
    for (const secret of [code.slice(4, 30), token.slice(4, 30), fields.code_verifier])
      expect(kept).not.toContain(secret);
  });
});

describe('an agent that was let in', () => {
  test('lists the tools, all of them reads, and takes a notification without an answer', async () => {
    const token = await entered();
    expect((await say(token, 'initialize', { protocolVersion: '2025-06-18' })).json().result).toMatchObject({
      protocolVersion: '2025-06-18',
      serverInfo: { name: 'openhouse' },
    });
    const { tools } = (await say(token, 'tools/list')).json().result;
    expect(tools.map(({ name }: { name: string }) => name)).toEqual([
      'list_tours',
      'list_apps',
      'read_operation',
      'search_docs',
      'explain_error',
      'explain_request',
    ]);
    for (const { annotations } of tools) expect(annotations).toMatchObject({ readOnlyHint: true });
    const noted = await portal.ask({
      method: 'POST',
      url: '/mcp',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      payload: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
    });
    expect([noted.statusCode, noted.body]).toEqual([202, '']);
    const stream = await portal.ask({ url: '/mcp', headers: { authorization: `Bearer ${token}` } });
    expect(stream.statusCode).toBe(405);
  });

  test.each([
    ['2025-06-18', 200],
    ['2019-01-01', 400],
    ['', 400],
  ])('that says it agreed on version %j: %i', async (version, status) => {
    const answer = await say(await entered(), 'ping', {}, { 'mcp-protocol-version': version });
    expect(answer.statusCode).toBe(status);
    if (status === 400) expect(answer.json().error.message).toContain('Use one of 2025-11-25, ');
  });

  test('reads tours and apps of its Team, and nothing of another', { tags: 'slow' }, async () => {
    await team.owner.upload('/api/tours/imports?name=w.json', 'application/json', JSON.stringify(basics('loft')));
    await team.outsider.upload('/api/tours/imports?name=w.json', 'application/json', JSON.stringify(basics('villa')));
    const token = await entered();
    const [tours, apps] = [await tool(token, 'list_tours'), await tool(token, 'list_apps')];
    expect(JSON.parse(tours.text).tours).toMatchObject([{ resourceCode: 'loft' }]);
    expect(JSON.parse(apps.text).apps).toMatchObject([{ appKey: team.app.appKey }]);
    const read = (resource_code: string) =>
      tool(token, 'read_operation', { operation: 'vr-info', parameters: { resource_code } });
    const [own, foreign] = [await read('loft'), await read('villa')];
    expect([own.isError, JSON.parse(own.text).status]).toEqual([false, 'success']);
    expect([foreign.isError, JSON.parse(foreign.text).status]).toEqual([true, 'err_resource_not_found']);
    const unknown = await tool(token, 'explain_request', { request_id: '2f6c0a9e-8d41-4b53-9c7a-5e1d0b3f4a68' });
    expect(unknown).toEqual({ isError: true, text: expect.stringContaining('CALL_NOT_FOUND') });
  });

  test.each([
    ['list_tours', { query: 'loft' }, 'list_tours does not take query. It takes search, after.'],
    ['list_apps', { team: 'acme' }, 'list_apps does not take team. It takes no arguments.'],
    [
      'explain_error',
      { code: 'err_rate_limited', toString: 1 },
      'explain_error does not take toString. It takes code.',
    ],
    ['read_operation', { operation: 'vr-info', parameters: ['loft'] }, 'parameters is an object of texts.'],
    [
      'read_operation',
      { operation: 'vr-info', parameters: { resource_code: ['loft'] } },
      'parameters.resource_code is a text.',
    ],
    [
      'read_operation',
      { operation: 'vr-info', parameters: { resource_code: null } },
      'parameters.resource_code is a text.',
    ],
  ])('is told what is wrong with the arguments of %s: %j', async (name, input, text) => {
    expect(await tool(await entered(), name, input)).toEqual({ isError: true, text });
  });

  test('is held to its scopes, tool by tool', async () => {
    const token = await entered({ scope: 'apps:read' });
    expect(await tool(token, 'list_apps')).toMatchObject({ isError: false });
    for (const [name, input] of [
      ['list_tours', {}],
      ['read_operation', { operation: 'vr-info', parameters: { resource_code: 'loft' } }],
    ] as const)
      expect(await tool(token, name, input)).toEqual({
        isError: true,
        text: expect.stringContaining('CREDENTIAL_SCOPE_INSUFFICIENT'),
      });
  });

  test('changes nothing by any call of the portal', async () => {
    const token = await entered();
    const calls = callsWith(portal, token);
    for (const path of ['/api/tours/loft/activate', '/api/apps', '/api/credentials', '/api/agents/decide'])
      expect([path, outcomeOf(await calls.post(path))]).toEqual([path, 'CREDENTIAL_SCOPE_INSUFFICIENT']);
  });

  test('is out from the next message on when an owner revokes it', async () => {
    const token = await entered();
    const [one] = await credentials();
    dataOf(await team.owner.post(`/api/credentials/${one?.id}/revoke`));
    expect((await say(token, 'tools/list')).statusCode).toBe(401);
  });

  test('is refused with session cookies, and with other bodies; cookies of a load balancer are none of ours', async () => {
    const token = await entered();
    const cookies = await say(token, 'ping', {}, { cookie: 'svc_token=x' });
    const text = await say(token, 'ping', {}, { 'content-type': 'text/plain' });
    expect([cookies, text].map(outcomeOf)).toEqual(['REQUEST_INVALID', 'UNSUPPORTED_MEDIA_TYPE']);
    expect((await say(token, 'ping', {}, { cookie: 'AWSALB=x' })).statusCode).toBe(200);
  });
});

describe('a page of another origin', () => {
  const origin = 'https://inspector.example';
  const WELL_KNOWN = '/.well-known/oauth-authorization-server';
  const askedFirst = (url: string, method: string) =>
    portal.ask({
      method: 'OPTIONS',
      url,
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type,mcp-protocol-version',
      },
    });

  test('that runs an agent’s program registers, collects a token and calls', async () => {
    const foreign = { origin, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' };
    const { asked, fields } = await allowed();
    const registered = await portal.ask({
      method: 'POST',
      url: '/oauth/register',
      headers: { ...foreign, 'content-type': 'application/json' },
      payload: JSON.stringify({ client_name: 'Notebook', redirect_uris: [AGENT_CALLBACK] }),
    });
    expect([registered.statusCode, registered.json().client_id]).toEqual([201, asked.clientId]);
    const collected = await portal.ask({
      method: 'POST',
      url: '/oauth/token',
      headers: { ...foreign, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    });
    const pinged = await say(collected.json().access_token, 'ping', {}, foreign);
    const refused = await say(undefined, 'ping', {}, foreign);
    const stream = await portal.ask({ url: '/mcp', headers: foreign });
    const nowhere = await portal.ask({ url: '/.well-known/openid-configuration', headers: foreign });
    const answers = [registered, collected, pinged, refused, stream, nowhere];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 200, 200, 401, 405, 404]);
    for (const { headers } of answers) {
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['access-control-allow-credentials']).toBeUndefined();
      expect(headers['set-cookie']).toBeUndefined();
    }
    expect(refused.headers['access-control-expose-headers']).toContain('www-authenticate');
  });

  test.each([
    ['/mcp', 'POST'],
    ['/oauth/register', 'POST'],
    ['/oauth/token', 'POST'],
    [WELL_KNOWN, 'GET'],
    ['/.well-known/oauth-protected-resource/mcp', 'GET'],
  ])('is told before it calls that it may: %s', async (url, method) => {
    const { statusCode, headers, body } = await askedFirst(url, method);
    expect([statusCode, body]).toEqual([204, '']);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': method,
      'access-control-allow-headers': 'authorization, *',
    });
  });

  test.each([
    '/api/me',
    '/api/credentials',
    '/api/agents/decide',
    '/oauth/authorize',
    '/auth/sign-out',
    '/mcpx',
    '/mcp/x',
  ])('is not told so of %s', async (url) => {
    const { token } = await signInCommandLine(portal, team.owner);
    const read = await portal.ask({ url, headers: { origin, authorization: `Bearer ${token}` } });
    for (const { statusCode, headers } of [await askedFirst(url, 'POST'), read]) {
      expect([statusCode, headers['access-control-allow-origin']]).not.toEqual([204, undefined]);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  test('gets nothing for the person who is signed in: a session does not count where it may call', async () => {
    const line = await signInCommandLine(portal, team.owner);
    const own = await say(line.token, 'tools/list', {}, { origin });
    expect([own.statusCode, outcomeOf(own)]).toEqual([401, 'AUTH_REQUIRED']);
  });
});
