import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createTeam, useStore } from '../../testing/database.ts';
import { cookieOf, type InjectedPortal, injectedPortal, merged, setCookies } from '../../testing/injected-portal.ts';
import { testKeys } from '../../testing/portal.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { SESSION_LIFETIME_S, signAccount } from './rules.ts';

const store = useStore();
let portal: InjectedPortal;
beforeEach(() => {
  portal = injectedPortal(store.database);
});

const anonymous = { data: { isAuthenticated: false, teams: [] } };
const account = async (cookie: string, url = '/auth/get-user') => portal.ask({ url, headers: { cookie } });
const signedIn = async (cookie: string) => (await account(cookie)).json().data.isAuthenticated;

/** Everything in the store, as text. */
async function storeContent(): Promise<string> {
  const { rows } = await store.database.pool.query(
    `select (select json_agg(s order by id) from session s)::text as session,
            (select json_agg(p order by id) from person p)::text as person,
            (select json_agg(a order by id) from identity_account a)::text as account,
            (select count(*) from spent_once) as spent`,
  );
  return JSON.stringify(rows);
}

/** Makes the signed-in person a member of a new Team. */
async function join(cookie: string, name: string, role = 'owner', chosen = false): Promise<string> {
  const { userCode } = (await account(cookie)).json().data;
  const team = await createTeam(store.database, { name });
  const client = await store.database.connectAsOwner();
  await client.query("select set_config('app.team', '*', false)");
  await client.query(
    'insert into team_member (team_id, person_id, role) select $1, id, $3 from person where code = $2',
    [team.id, userCode, role],
  );
  if (chosen) await client.query('update person set active_team_id = $1 where code = $2', [team.id, userCode]);
  await client.end();
  return team.code;
}

describe.each(['/auth/get-user', '/api/me'])('GET %s', (url) => {
  test('200 and the anonymous account for a visitor without a session', async () => {
    const answer = await portal.ask({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(anonymous);
  });

  test('200 and the account of SPEC 2.1 for a signed-in developer without a Team', async () => {
    const answer = await account(await portal.signIn('ada'), url);
    expect(answer.json()).toEqual({
      data: {
        isAuthenticated: true,
        userCode: expect.stringMatching(/^ohu_[\w-]{16}$/),
        email: 'ada@example.com',
        name: 'ada',
        avatarUrl: '',
        currentSource: 'SSO_DEVELOPER_APP',
        teams: [],
      },
    });
  });

  test('names the Teams; the only one is active', async () => {
    const cookie = await portal.signIn('ada');
    const id = await join(cookie, 'Loft');
    expect((await account(cookie, url)).json().data.teams).toEqual([
      { id, name: 'Loft', role: 'owner', isActive: true },
    ]);
  });

  test('of several Teams the chosen one is active, and none without a choice', async () => {
    const cookie = await portal.signIn('ada');
    await join(cookie, 'First');
    await join(cookie, 'Second', 'viewer');
    const active = async () =>
      (await account(cookie, url))
        .json()
        .data.teams.flatMap((team: { name: string; isActive: boolean }) => (team.isActive ? [team.name] : []));
    expect(await active()).toEqual([]);
    await join(cookie, 'Third', 'member', true);
    expect(await active()).toEqual(['Third']);
  });

  test("never shows another person's Teams", async () => {
    const [ada, sam] = [await portal.signIn('ada'), await portal.signIn('sam')];
    await join(ada, 'Loft');
    expect((await account(sam, url)).json().data.teams).toEqual([]);
  });

  test('503 with Retry-After and untouched cookies while the provider is away, 200 for visitors', async () => {
    const cookie = await portal.signIn('ada');
    portal.identity.mood = 'away';
    const answer = await account(cookie, url);
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('2');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.json()).toEqual({
      error: {
        code: 'IDENTITY_PROVIDER_UNAVAILABLE',
        message: expect.any(String),
        request_id: answer.headers['x-request-id'],
      },
    });
    expect((await portal.ask({ url })).statusCode).toBe(200);
    portal.identity.mood = 'confirms';
    expect((await account(cookie, url)).statusCode).toBe(200);
  });

  test('503 rather than the profile of somebody else', async () => {
    const cookie = await portal.signIn('ada');
    portal.identity.mood = 'mixes people up';
    expect((await account(cookie, url)).statusCode).toBe(503);
  });

  test('anonymous once the provider says that the account has ended', async () => {
    const cookie = await portal.signIn('ada');
    portal.identity.mood = 'has ended everything';
    expect((await account(cookie, url)).json()).toEqual(anonymous);
  });

  test('never tells the provider user id', async () => {
    const cookie = await portal.signIn('id-4711');
    // The instant provider makes name and e-mail of the id; everything else must be free of it.
    const { email: _email, name: _name, ...rest } = (await account(cookie, url)).json().data;
    expect(JSON.stringify(rest)).not.toContain('4711');
    const cookies = cookie
      .split('; ')
      .map((pair) => Buffer.from(pair.split('=')[1] ?? '', 'base64url').toString('latin1'));
    expect(cookies.join()).not.toContain('4711');
  });

  test('changes nothing in the store', async () => {
    const cookie = await portal.signIn('ada');
    const before = await storeContent();
    for (const header of [cookie, '', 'svc_token=x']) await account(header, url);
    for (const mood of ['away', 'has ended everything', 'mixes people up'] as const) {
      portal.identity.mood = mood;
      await account(cookie, url);
    }
    expect(await storeContent()).toBe(before);
  });
});

test('GET /auth/get-user sets no cookie; GET /api/me sets csrf, readable by script, for 24 hours', async () => {
  const cookie = await portal.signIn('ada');
  expect((await account(cookie)).headers['set-cookie']).toBeUndefined();
  const answer = await account(cookie, '/api/me');
  expect(answer.headers['set-cookie']).toMatch(/^csrf=[\w-]{24}; Path=\/; Max-Age=86400; Secure; SameSite=Lax$/);
});

test('a csrf token that still fits is kept, so that calls under way in other tabs stay valid', async () => {
  const { cookie, token } = await portal.withCsrf(await portal.signIn('ada'));
  expect((await portal.withCsrf(cookie)).token).toBe(token);
  const other = await portal.signIn('sam', cookie);
  expect((await portal.withCsrf(other)).token).not.toBe(token);
});

describe('signed out, never half signed in', () => {
  let token: string;
  let signed: string;
  beforeEach(async () => {
    const cookie = await portal.signIn('ada');
    [token, signed] = [cookieOf(cookie, 'svc_token'), cookieOf(cookie, 'svc_account')];
  });

  test('the pair as it was set is signed in', async () => {
    expect(await signedIn(`svc_token=${token}; svc_account=${signed}`)).toBe(true);
    expect(await signedIn(`__proto__=x; svc_token=${token}; svc_account=${signed}; svc_token=${token}`)).toBe(true);
  });

  test('cookies that do not make a pair', async () => {
    const other = await portal.signIn('mallory');
    const [otherToken, otherSigned] = [cookieOf(other, 'svc_token'), cookieOf(other, 'svc_account')];
    const [payload = '', mac = ''] = signed.split('.');
    const [otherPayload, otherMac] = otherSigned.split('.');
    const removedKey = [{ id: 9, key: randomBytes(32) }];
    const [accountCode = '', session = ''] = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const reordered = Buffer.from(JSON.stringify([session, accountCode])).toString('base64url');
    const headers = [
      `svc_token=${token}`,
      `svc_account=${signed}`,
      `svc_token=${otherToken}; svc_account=${signed}`,
      `svc_token=${token}; svc_account=${otherSigned}`,
      `svc_token=${otherToken}; svc_token=${token}; svc_account=${signed}`,
      `svc_token=${token}; svc_account=${otherSigned}; svc_account=${signed}`,
      `svc_token=${token}; svc_account=${signAccount(removedKey, { account: accountCode, session })}`,
      `svc_token=${token}; svc_account=${payload}.`,
      `svc_token=${token}; svc_account=${payload}`,
      `svc_token=${token}; svc_account=${payload}.${mac}=`,
      `svc_token=${token}; svc_account=${Buffer.from(payload, 'base64url').toString('base64')}.${mac}`,
      `svc_token=${token}; svc_account=${mac}.${payload}`,
      `svc_token=${token}; svc_account=${payload}.${otherMac}`,
      `svc_token=${token}; svc_account=${otherPayload}.${mac}`,
      `svc_token=${token}; svc_account=${reordered}.${mac}`,
      `svc_token="${token}"; svc_account=${signed}`,
      `$Version=1; svc_token="${token}\\073x"; svc_account=${signed}`,
      `svc_token=${token.replace(/^o/, '%6F')}; svc_account=${signed}`,
      `svc_token=${token},svc_account=${signed}`,
      `svc_token=${token} ; svc_account=; svc_account=${signed}`,
      'svc_token=; svc_account=',
      'svc_token=\u0000; svc_account=',
      `SVC_TOKEN=${token}; SVC_ACCOUNT=${signed}`,
      `svc_token_development=${token}; svc_account_development=${signed}`,
      `svc_token=${token.slice(0, -1)}; svc_account=${signed}`,
      `svc_token=${token}A; svc_account=${signed}`,
    ];
    for (const header of headers) expect(await signedIn(header), header).toBe(false);
  });

  test('svc_account signed with an older key of the ring is signed in', async () => {
    const [, older] = portal.deps.cookieSecrets;
    if (older === undefined) throw new Error('the ring has one key only');
    const [accountCode = '', session = ''] = JSON.parse(
      Buffer.from(signed.split('.')[0] ?? '', 'base64url').toString(),
    );
    const resigned = signAccount([older], { account: accountCode, session });
    expect(resigned).not.toBe(signed);
    expect(await signedIn(`svc_token=${token}; svc_account=${resigned}`)).toBe(true);
  });

  slowAfter(1, [
    ['one bit of each character', 8],
    ['any bit', 1],
  ])('either cookie with %s flipped', async (_, step) => {
    const flips = (text: string) =>
      Array.from({ length: (text.length * 8) / step }, (_, at) => {
        // The bit moves on with each character.
        const bit = step === 1 ? at : at * 8 + (at % 8);
        const bytes = Buffer.from(text);
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        return bytes.toString('latin1');
      });
    const headers = [
      ...flips(token).map((flipped) => `svc_token=${flipped}; svc_account=${signed}`),
      ...flips(signed).map((flipped) => `svc_token=${token}; svc_account=${flipped}`),
    ];
    let accepted = 0;
    for (const cookie of headers) if (await signedIn(cookie)) accepted += 1;
    expect(headers.length).toBeGreaterThan(1000 / step);
    expect(accepted).toBe(0);
  });

  test('cookies of the other environment', async () => {
    const development = injectedPortal(store.database, {
      ...portal.deps,
      environment: 'development',
      cookieDomain: null,
    });
    const answer = await development.ask({
      url: '/auth/get-user',
      headers: { cookie: `svc_token=${token}; svc_account=${signed}` },
    });
    expect(answer.json()).toEqual(anonymous);
    const renamed = { cookie: `svc_token_development=${token}; svc_account_development=${signed}` };
    expect((await development.ask({ url: '/auth/get-user', headers: renamed })).json().data.isAuthenticated).toBe(true);
  });

  test('a session past its absolute end', async () => {
    const cookie = `svc_token=${token}; svc_account=${signed}`;
    await store.database.pool.query("update session set ends_at = now() - interval '1 second'");
    expect(await signedIn(cookie)).toBe(false);
  });

  test('a session of another provider than the one configured now', async () => {
    const other = injectedPortal(store.database, {
      ...portal.deps,
      identity: { ...portal.identity, name: 'https://id.example' },
    });
    const headers = { cookie: `svc_token=${token}; svc_account=${signed}` };
    expect((await other.ask({ url: '/auth/get-user', headers })).json()).toEqual(anonymous);
  });
});

describe('GET /api/sessions', () => {
  test('AUTH_REQUIRED for a visitor: 401, no redirect', async () => {
    const answer = await portal.ask({ url: '/api/sessions', headers: { accept: 'text/html' } });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers.location).toBeUndefined();
    expect(answer.json()).toMatchObject({ error: { code: 'AUTH_REQUIRED' } });
  });

  test.each([
    [{}, 'Bearer realm="openhouse"'],
    [{ authorization: 'Bearer made-up' }, 'Bearer realm="openhouse", error="invalid_token"'],
  ])('says with its 401 what would be taken: %j', async (headers, challenge) => {
    const answer = await portal.ask({ url: '/api/sessions', headers });
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, challenge]);
  });

  test("lists the person's own sessions, newest first, and marks the one that asks", async () => {
    const first = await portal.signIn('ada');
    const second = await portal.signIn('ada');
    await portal.signIn('mallory');
    const { sessions } = (await portal.ask({ url: '/api/sessions', headers: { cookie: first } })).json().data;
    expect(sessions).toHaveLength(2);
    expect(sessions.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([false, true]);
    const life = Date.parse(sessions[0].endsAt) - Date.parse(sessions[0].createdAt);
    expect(life).toBe(30 * 24 * 60 * 60 * 1000);
    expect(JSON.stringify(sessions)).not.toContain(cookieOf(second, 'svc_token'));
  });

  test('answers while the provider is away', async () => {
    const cookie = await portal.signIn('ada');
    portal.identity.mood = 'away';
    expect((await portal.ask({ url: '/api/sessions', headers: { cookie } })).statusCode).toBe(200);
  });
});

describe('ending sessions', () => {
  const mutate = async (cookie: string, url: string, payload: object = {}) => {
    const { cookie: withToken, token } = await portal.withCsrf(cookie);
    const headers = { cookie: withToken, 'x-csrf-token': token, 'content-type': 'application/json' };
    return portal.ask({ method: 'POST', url, headers, payload: JSON.stringify(payload) });
  };
  const idOf = async (cookie: string): Promise<string> => {
    const { sessions } = (await portal.ask({ url: '/api/sessions', headers: { cookie } })).json().data;
    return sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).id;
  };

  test('one: it is refused at its next request, the others live on', async () => {
    const [here, there] = [await portal.signIn('ada'), await portal.signIn('ada')];
    const answer = await mutate(here, `/api/sessions/${await idOf(there)}/end`);
    expect(answer.json()).toEqual({ data: { ended: 1 } });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await signedIn(there)).toBe(false);
    expect(await signedIn(here)).toBe(true);
  });

  test('the own one: its cookies are cleared', async () => {
    const cookie = await portal.signIn('ada');
    const answer = await mutate(cookie, `/api/sessions/${await idOf(cookie)}/end`);
    expect(merged(cookie, answer)).not.toContain('svc_');
    expect(setCookies(answer).get('svc_token')).toBe('');
  });

  test("SESSION_NOT_FOUND: somebody else's, an ended one", async () => {
    const [ada, mallory] = [await portal.signIn('ada'), await portal.signIn('mallory')];
    const id = await idOf(ada);
    const answer = await mutate(mallory, `/api/sessions/${id}/end`);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ error: { code: 'SESSION_NOT_FOUND' } });
    expect(await signedIn(ada)).toBe(true);
  });

  test.each(['x', "' or 1=1--", 'q4bI0fY3mT9sVxk2ZJ7w5A0'])('REQUEST_INVALID: %j as an id', async (id) => {
    const answer = await mutate(await portal.signIn('ada'), `/api/sessions/${encodeURIComponent(id)}/end`);
    expect(answer.json()).toMatchObject({ error: { code: 'REQUEST_INVALID' } });
  });

  test('all, with or without the one that asks; nobody else is touched', async () => {
    const [first, second, other] = [await portal.signIn('ada'), await portal.signIn('ada'), await portal.signIn('sam')];
    expect((await mutate(first, '/api/sessions/end-all', { keepCurrent: true })).json()).toEqual({
      data: { ended: 1 },
    });
    expect([await signedIn(first), await signedIn(second), await signedIn(other)]).toEqual([true, false, true]);
    expect((await mutate(first, '/api/sessions/end-all')).json()).toEqual({ data: { ended: 1 } });
    expect([await signedIn(first), await signedIn(other)]).toEqual([false, true]);
  });

  test.each([{ keepCurrent: 'yes' }, { keep: true }, [], { __proto__x: 1 }])(
    'REQUEST_INVALID: %j as a body',
    async (payload) => {
      const answer = await mutate(await portal.signIn('ada'), '/api/sessions/end-all', payload);
      expect(answer.json()).toMatchObject({ error: { code: 'REQUEST_INVALID' } });
    },
  );
});

describe('a rotation of COOKIE_SECRETS', () => {
  const [former, next] = [testKeys(1), testKeys(2)];
  const withKeys = (cookieSecrets: typeof former) => injectedPortal(store.database, { ...portal.deps, cookieSecrets });

  test('signs nobody out who came by once: svc_account is signed anew, until the session ends', async () => {
    const cookie = await withKeys(former).signIn('ada');
    const both = withKeys([...next, ...former]);
    await store.database.pool.query("update session set created_at = created_at - interval '1 hour'");
    const came = await both.ask({ url: '/api/me', headers: { cookie } });
    const renewed = [came.headers['set-cookie'] ?? []].flat().find((line) => line.startsWith('svc_account='));
    const leftS = Number(/Max-Age=(\d+)/.exec(renewed ?? '')?.[1]);
    expect(leftS).toBeGreaterThan(SESSION_LIFETIME_S - 3700);
    expect(leftS).toBeLessThanOrEqual(SESSION_LIFETIME_S - 3600);
    const after = merged(cookie, came);
    const isIn = async (at: InjectedPortal, header: string) =>
      (await at.ask({ url: '/auth/get-user', headers: { cookie: header } })).json().data.isAuthenticated;
    expect([await isIn(withKeys(next), after), await isIn(withKeys(next), cookie)]).toEqual([true, false]);
    // Once is enough.
    const again = await both.ask({ url: '/api/me', headers: { cookie: after } });
    expect(setCookies(again).has('svc_account')).toBe(false);
  });

  test('gives a cookie to nobody who is not signed in', async () => {
    const both = withKeys([...next, ...former]);
    for (const cookie of ['', 'svc_account=x', 'svc_token=x; svc_account=y']) {
      expect(setCookies(await both.ask({ url: '/api/me', headers: { cookie } })).has('svc_account')).toBe(false);
    }
  });
});
