import {
  CREDENTIALS_PER_TEAM,
  type CredentialScope,
  credentialScopes,
  dashboardEndpoints,
  MCP_PATH,
  type PortalEndpoint,
  portalEndpoints,
  type TeamCredential,
} from '@openhouse/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { callsWith } from '../../testing/command-line.ts';
import { roomInWindow } from '../../testing/counted-window.ts';
import { testDashboard } from '../../testing/dashboard.ts';
import { dataOf, outcomeOf } from '../../testing/dashboard-people.ts';
import { type DashboardTeam, dashboardTeam } from '../../testing/dashboard-team.ts';
import { useStore } from '../../testing/database.ts';
import { useFolder } from '../../testing/folder.ts';
import { cookieOf, type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';
import type { testLog } from '../../testing/portal.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { basics } from '../../tours/import/testing/bundle.ts';
import { askingOf, inActiveTeam } from '../session/asking.ts';
import { credentialHash } from '../session/credential-rules.ts';
import { liveCredential } from '../session/credential-store.ts';
import { NO_OPERATORS } from '../session/operators.ts';
import { activateTeamTour } from '../tours/activate-team-tour.ts';

const store = useStore();
const uploadDirectory = useFolder();
let portal: InjectedPortal;
let suite: DashboardTeam;
let routes: { readonly method: string; readonly url: string }[];
beforeEach(async () => {
  routes = [];
  portal = injectedPortal(store.database, {
    dashboard: testDashboard(store.database, { uploadDirectory }),
    onRoute: (method, url) => routes.push({ method, url }),
  });
  suite = await dashboardTeam(portal);
});
afterEach(() => portal.app.close());

interface Made {
  readonly credential: TeamCredential;
  readonly token: string;
}
async function made(scopes: readonly CredentialScope[] = credentialScopes, name = 'ci'): Promise<Made> {
  return dataOf<Made>(await suite.owner.post('/api/credentials', { name, scopes, days: 30 }));
}
const as = ({ token }: Made, headers: Readonly<Record<string, string>> = {}) => callsWith(portal, token, headers);
const upload = ({ token }: Made, code: string) =>
  portal.ask({
    method: 'POST',
    url: '/api/tours/imports?name=work.json',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: JSON.stringify(basics(code)),
  });
const asOwnerOfStore = (sql: string, values: unknown[]) =>
  inTransaction(store.database, (transaction) => transaction.query(sql, values), { team: '*' });

const endpoints: readonly PortalEndpoint[] = [...portalEndpoints, ...dashboardEndpoints];
const pathOf = ({ path }: Pick<PortalEndpoint, 'path'>) => path.replaceAll(/\{\w+\}/g, 'q4bI0fY3mT9sVxk2ZJ7w5A');

describe('what a credential may do', () => {
  // Pinned: a call that joins this list is open to programs without a person.
  test('is exactly this', { tags: 'slow' }, () => {
    const covered = endpoints.filter(({ scopes }) => scopes !== undefined);
    expect(Object.fromEntries(covered.map(({ name, scopes }) => [name, scopes]))).toEqual({
      'list-tours': ['tours:read', 'tours:write'],
      'import-tours': ['tours:write'],
      'activate-tour': ['tours:write'],
      'get-limits': ['tours:read', 'tours:write'],
      'list-apps': ['apps:read'],
      'get-app': ['apps:read'],
      'get-usage': ['apps:read'],
      'list-calls': ['apps:read'],
      'explain-call': ['apps:read'],
      'listen-for-events': ['tours:read', 'tours:write', 'apps:read'],
      'get-credential': credentialScopes,
    });
  });

  slowAfter(1, credentialScopes)('%s: its own calls are admitted, every other is refused', async (scope) => {
    const calls = as(await made([scope]));
    for (const endpoint of endpoints) {
      const answer = endpoint.method === 'GET' ? await calls.get(pathOf(endpoint)) : await calls.post(pathOf(endpoint));
      const isRefused = outcomeOf(answer).startsWith('CREDENTIAL_');
      expect([endpoint.name, isRefused]).toEqual([endpoint.name, endpoint.scopes?.includes(scope) !== true]);
    }
  });

  test('is none of the routes that are no declared call, pages and downloads among them', {
    tags: 'slow',
  }, async () => {
    const one = await made();
    const declared = new Set(endpoints.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`));
    // What an agent asks of /mcp is asked with its own credential (agents.test.ts).
    const others = routes.filter(
      ({ method, url }) => method !== 'HEAD' && url !== MCP_PATH && !declared.has(`${method} ${url}`),
    );
    expect(others.length).toBeGreaterThan(5);
    for (const { method, url } of others) {
      const answer = await portal.ask({
        method: method as 'GET',
        url: url.replaceAll(/:\w+/g, 'x').replace('*', 'x'),
        headers: { authorization: `Bearer ${one.token}`, accept: 'application/json' },
      });
      expect([method, url, answer.statusCode]).toEqual([method, url, 403]);
    }
  });

  test('imports and activates tours of its Team, and the audit names it', { tags: 'slow' }, async () => {
    const one = await made(['tours:write']);
    expect(outcomeOf(await upload(one, 'loft'))).toBe('succeeded');
    expect(outcomeOf(await as(one).post('/api/tours/loft/activate'))).toBe('succeeded');
    expect(outcomeOf(await as(one).post('/api/tours/none/activate'))).toBe('TOUR_NOT_FOUND');
    const { entries } = dataOf<{ entries: { action: string; actor: object; outcome: string }[] }>(
      await suite.owner.get(`/api/audit?actor=credential:${one.credential.id}`),
    );
    const actor = { userCode: `credential:${one.credential.id}`, name: 'ci' };
    expect(entries).toMatchObject([
      { action: 'tour.activate', actor, outcome: 'TOUR_NOT_FOUND' },
      { action: 'tour.activate', actor, outcome: 'succeeded' },
      { action: 'tour.import', actor, outcome: 'succeeded' },
    ]);
  });

  test('a repetition with the same key is the same action, and nobody else’s', async () => {
    const [one, other] = [await made(), await made()];
    await upload(one, 'loft');
    const key = { 'idempotency-key': 'the-same-key' };
    const first = await as(one, key).post('/api/tours/loft/activate');
    expect((await as(one, key).post('/api/tours/loft/activate')).body).toBe(first.body);
    expect(outcomeOf(await as(one, key).post('/api/tours/none/activate'))).toBe('ACTION_KEY_REUSED');
    expect(outcomeOf(await as(other, key).post('/api/tours/none/activate'))).toBe('TOUR_NOT_FOUND');
  });

  test('nothing in another Team, whatever it names', async () => {
    await suite.outsider.upload('/api/tours/imports?name=w.json', 'application/json', JSON.stringify(basics('villa')));
    const one = await made();
    expect((await as(one).get('/api/tours')).body).not.toContain('villa');
    expect(outcomeOf(await as(one).post('/api/tours/villa/activate'))).toBe('TOUR_NOT_FOUND');
    expect(outcomeOf(await as(one).get(`/api/apps/${suite.otherApp.appKey}`))).toBe('APP_NOT_FOUND');
    expect(outcomeOf(await as(one, { 'x-openhouse-team': 'another' }).get('/api/tours'))).toBe('TEAM_NOT_FOUND');
    expect(outcomeOf(await as(one, { 'x-openhouse-team': suite.team }).get('/api/tours'))).toBe('succeeded');
  });
});

describe('it ends', () => {
  const look = async (one: Made) => outcomeOf(await as(one).get('/api/credential'));

  test('when it is revoked, for the next call', async () => {
    const [one, other] = [await made(), await made()];
    expect(await look(one)).toBe('succeeded');
    dataOf(await suite.owner.post(`/api/credentials/${one.credential.id}/revoke`));
    expect([await look(one), await look(other)]).toEqual(['CREDENTIAL_INVALID', 'succeeded']);
    const again = await suite.owner.post(`/api/credentials/${one.credential.id}/revoke`);
    expect(outcomeOf(again)).toBe('CREDENTIAL_NOT_FOUND');
  });

  test('when it is revoked while an action of it is under way: the action is not done', async () => {
    const one = await made();
    await upload(one, 'loft');
    const credential = await liveCredential(store.database, credentialHash(one.token) ?? Buffer.alloc(0));
    if (credential === undefined) throw new Error('the credential does not live');
    const visitor = { kind: 'credential', credential, memberships: [credential.team] } as const;
    const asking = inActiveTeam(askingOf(visitor, '192.0.2.1', NO_OPERATORS));
    await suite.owner.post(`/api/credentials/${one.credential.id}/revoke`);
    await expect(activateTeamTour(store.database, asking, 'loft')).rejects.toMatchObject({ code: 'TEAM_NOT_FOUND' });
  });

  test('when its time has come', async () => {
    const one = await made();
    await asOwnerOfStore("update team_credential set ends_at = now() - interval '1 second' where id = $1", [
      one.credential.id,
    ]);
    expect(await look(one)).toBe('CREDENTIAL_INVALID');
    expect((await suite.owner.get('/api/credentials')).body).not.toContain(one.credential.id);
  });

  test.each([
    [
      'suspended',
      "update team set suspended_at = now(), suspended_reason = 'Unpaid' where code = $1",
      'TEAM_SUSPENDED',
    ],
    [
      'to be deleted',
      "update team set deletion_due_at = now() + interval '3 days', deletion_reason = 'Asked' where code = $1",
      'TEAM_CLOSED',
    ],
  ])('while its Team is %s', async (_, sql, code) => {
    const one = await made();
    await store.database.pool.query(sql, [suite.team]);
    expect(await look(one)).toBe(code);
    expect(outcomeOf(await upload(one, 'loft'))).toBe(code);
  });

  test('with its Team', async () => {
    const one = await made();
    const owner = await store.database.connectAsOwner();
    await owner.query("select set_config('app.team', '*', false)");
    const { rows } = await owner.query(
      "select confdeltype from pg_constraint where conrelid = 'team_credential'::regclass and contype = 'f'",
    );
    await owner.end();
    expect([one.credential.name, rows]).toEqual(['ci', [{ confdeltype: 'c' }]]);
  });
});

describe('the token', () => {
  test('counts in Authorization alone, and never together with cookies', async () => {
    const one = await made();
    const cookie = await portal.signIn('mallory');
    expect(outcomeOf(await as(one, { cookie }).get('/api/tours'))).toBe('REQUEST_INVALID');
    const planted = cookie.replace(cookieOf(cookie, 'svc_token'), one.token);
    expect(outcomeOf(await portal.ask({ url: '/api/tours', headers: { cookie: planted } }))).toBe('AUTH_REQUIRED');
    expect(outcomeOf(await portal.ask({ url: `/api/credential?token=${one.token}` }))).toBe('AUTH_REQUIRED');
  });

  test('needs no CSRF pair, and a page of another site cannot send it either', async () => {
    const one = await made();
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const answer = await as(one, headers as Record<string, string>).post('/api/tours/loft/activate');
      expect(outcomeOf(answer)).toBe('CSRF_ORIGIN_MISMATCH');
    }
    const text = await as(one, { 'content-type': 'text/plain' }).post('/api/tours/loft/activate');
    expect(outcomeOf(text)).toBe('UNSUPPORTED_MEDIA_TYPE');
  });

  test('CREDENTIAL_INVALID: every single character changed', async () => {
    const { token } = await made();
    expect(token).toMatch(/^ohm_[\w-]{49}$/);
    for (let at = 4; at < token.length; at += 1) {
      const changed = `${token.slice(0, at)}${token[at] === 'B' ? 'C' : 'B'}${token.slice(at + 1)}`;
      expect(outcomeOf(await callsWith(portal, changed).get('/api/credential'))).toBe('CREDENTIAL_INVALID');
    }
  });

  test('is in no row, log line or list', async () => {
    const one = await made();
    await as(one).get('/api/credential');
    const { rows } = await asOwnerOfStore('select to_jsonb(c)::text as text from team_credential c', []);
    const logged = (portal.deps.log as ReturnType<typeof testLog>).lines.join('\n');
    const listed = (await suite.owner.get('/api/credentials')).body;
    for (const text of [JSON.stringify(rows), logged, listed]) expect(text).not.toContain(one.token.slice(4, 30));
    expect(logged).toContain(`"credential":"${one.credential.id}"`);
  });

  test('RATE_LIMITED with Retry-After, by credential', { tags: 'slow' }, async () => {
    await roomInWindow();
    const [one, other] = [await made(), await made()];
    await as(one).get('/api/credential');
    await store.database.pool.query('update reveal_attempts set n = 3000 where counted = $1', [
      `credential:${one.credential.id}`,
    ]);
    const answer = await as(one).get('/api/credential');
    expect([outcomeOf(answer), Number(answer.headers['retry-after']) > 0]).toEqual(['RATE_LIMITED', true]);
    expect(outcomeOf(await as(other).get('/api/credential'))).toBe('succeeded');
  });
});

describe('owners', () => {
  test('see when it ends and when it was used', async () => {
    const one = await made();
    await as(one).get('/api/credential');
    const { credentials } = dataOf<{ credentials: TeamCredential[] }>(await suite.owner.get('/api/credentials'));
    expect(credentials).toEqual([{ ...one.credential, isAgent: false, usedAt: expect.any(String) }]);
    const days = (Date.parse(one.credential.endsAt) - Date.parse(one.credential.createdAt)) / 86_400_000;
    expect(days).toBe(30);
  });

  test(`CREDENTIAL_LIMIT: more than ${CREDENTIALS_PER_TEAM}`, async () => {
    for (let index = 0; index < CREDENTIALS_PER_TEAM; index += 1) await made(['tours:read'], `ci ${index}`);
    const more = await suite.owner.post('/api/credentials', { name: 'one more', scopes: ['tours:read'] });
    expect(outcomeOf(more)).toBe('CREDENTIAL_LIMIT');
  });

  test.each([
    [{ name: 'ci', scopes: [] }],
    [{ name: 'ci', scopes: ['tours:delete'] }],
    [{ name: 'ci', scopes: ['tours:read', 'tours:read'] }],
    [{ name: 'ci', scopes: ['tours:read'], days: 366 }],
    [{ name: 'ci', scopes: ['tours:read'], days: 0 }],
    [{ scopes: ['tours:read'] }],
  ])('REQUEST_INVALID: %j', async (body) => {
    expect(outcomeOf(await suite.owner.post('/api/credentials', body))).toBe('REQUEST_INVALID');
  });
});
