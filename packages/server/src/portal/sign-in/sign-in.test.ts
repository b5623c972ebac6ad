import { legacyRedirects, targetParameters } from '@openhouse/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { ownVectors } from '../../testing/corpora.ts';
import { useStore } from '../../testing/database.ts';
import {
  cookieOf,
  type InjectedPortal,
  injectedPortal,
  merged,
  PORTAL_URL,
  setCookies,
} from '../../testing/injected-portal.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { SignInRefusal } from '../identity/identity-provider.ts';
import { HANDSHAKES_MAX, HANDSHAKES_MAX_BYTES } from './handshake.ts';

const store = useStore();
let portal: InjectedPortal;
beforeEach(() => {
  portal = injectedPortal(store.database);
});

const CALLBACK = '/auth/sign-in-callback?source=SSO_DEVELOPER_APP&login_type=email&ticket=';
const sessions = async () => Number((await store.database.pool.query('select count(*) as n from session')).rows[0]?.n);
const begin = async (query = '') => merged('', await portal.ask({ url: `/auth/sign-in${query}` }));

describe('GET /auth/sign-in', () => {
  test('sends the browser to the provider, with a sealed cookie that this host alone receives', async () => {
    const answer = await portal.ask({ url: '/auth/sign-in?gotoURL=/docs' });
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe('https://login.example/');
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-svc_handshake\.[\w-]{12}=[\w-]+; Path=\/; Max-Age=600; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    expect(await sessions()).toBe(0);
  });

  test('503 with Retry-After while the provider is away', async () => {
    portal.identity.mood = 'away';
    const answer = await portal.ask({ url: '/auth/sign-in' });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('2');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.json()).toMatchObject({ error: { code: 'IDENTITY_PROVIDER_UNAVAILABLE' } });
  });
});

describe('GET /auth/sign-in-callback', () => {
  test('sets both session cookies as the cookie table says', async () => {
    const answer = await portal.ask({ url: `${CALLBACK}ada`, headers: { cookie: await begin() } });
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^svc_token=ohp_[\w-]{43}; Domain=example\.com; Path=\/; Max-Age=2592000; HttpOnly; Secure; SameSite=Lax$/,
      ),
      expect.stringMatching(
        /^svc_account=[\w-]+\.[\w-]{43}; Domain=example\.com; Path=\/; Max-Age=2592000; HttpOnly; Secure; SameSite=Lax$/,
      ),
      // It signs nobody in any more; it says where the callback led, for whoever reloads it.
      expect.stringMatching(
        /^__Host-svc_handshake\.[\w-]{12}=[\w-]+; Path=\/; Max-Age=600; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    expect(answer.headers.location).toBe('/dashboard/apps');
  });

  test('keeps neither the token nor the provider user id nor the provider token readable in the store', {
    tags: ['slow', 'long'],
  }, async () => {
    const cookie = await portal.signIn('user-id-4711');
    const { rows } = await store.database.pool.query(
      'select row_to_json(s)::text as s, row_to_json(a)::text as a, row_to_json(p)::text as p from session s, identity_account a, person p',
    );
    const dump = JSON.stringify(rows);
    const hex = (text: string) => Buffer.from(text).toString('hex');
    for (const secret of ['user-id-4711', cookieOf(cookie, 'svc_token'), 'token of']) {
      expect(dump).not.toContain(secret);
      expect(dump).not.toContain(hex(secret));
    }
  });

  test("somebody else's link: without the cookie of a sign-in it starts a new one", async () => {
    const answer = await portal.ask({ url: `${CALLBACK}mallory` });
    expect(answer.headers.location).toBe('/auth/sign-in?cookie_expected=1');
    expect([...setCookies(answer).keys()]).toEqual(['__Host-svc_sign_in_again']);
    expect(portal.identity.finished).toBe(0);
    expect(await sessions()).toBe(0);
  });

  test.each(['garbage', 'AAAA', ''])('a handshake cookie that is not ours (%j) counts as none', async (value) => {
    const answer = await portal.ask({
      url: `${CALLBACK}ada`,
      headers: { cookie: `__Host-svc_handshake.AAAAAAAAAAAA=${value}` },
    });
    expect(answer.headers.location).toBe('/auth/sign-in?cookie_expected=1');
    expect(await sessions()).toBe(0);
  });

  test('a handshake that took too long starts again', async () => {
    let nowMs = 0;
    portal = injectedPortal(store.database, { nowMs: () => nowMs });
    const cookie = await begin();
    nowMs = 600_000;
    const answer = await portal.ask({ url: `${CALLBACK}ada`, headers: { cookie } });
    expect(answer.headers.location).toBe('/auth/sign-in?cookie_expected=1');
  });

  test('SIGN_IN_REFUSED when the provider does not confirm; the handshake is over', async () => {
    portal.identity.mood = 'refuses';
    const answer = await portal.ask({ url: `${CALLBACK}ada`, headers: { cookie: await begin() } });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ error: { code: 'SIGN_IN_REFUSED' } });
    expect([...setCookies(answer)]).toEqual([[expect.stringMatching(/^__Host-svc_handshake\./), '']]);
    expect(await sessions()).toBe(0);
  });

  test("503 when the provider answers with another user's profile", async () => {
    const cookie = await begin();
    portal.identity.mood = 'mixes people up';
    const answer = await portal.ask({ url: `${CALLBACK}ada`, headers: { cookie } });
    expect(answer.statusCode).toBe(503);
    expect(await sessions()).toBe(0);
  });

  test('503 while the provider is away, and the same callback works when it is back', async () => {
    const cookie = await begin();
    portal.identity.mood = 'away';
    const refused = await portal.ask({ url: `${CALLBACK}ada`, headers: { cookie } });
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['set-cookie']).toBeUndefined();
    portal.identity.mood = 'confirms';
    const answer = await portal.ask({ url: `${CALLBACK}ada`, headers: { cookie } });
    expect(answer.statusCode).toBe(302);
    expect(await sessions()).toBe(1);
  });

  test('fixation: whatever session the browser had, sign-in makes a new one and ends the old', async () => {
    const before = await portal.signIn('mallory');
    const after = await portal.signIn('ada', before);
    expect(cookieOf(after, 'svc_token')).not.toBe(cookieOf(before, 'svc_token'));
    const old = await portal.ask({ url: '/auth/get-user', headers: { cookie: before } });
    expect(old.json()).toEqual({ data: { isAuthenticated: false, teams: [] } });
    expect(await sessions()).toBe(1);
  });

  test('two tabs: a ticket with the handshake of another tab signs in at most once', async () => {
    const [first, second] = [await begin(), await begin()];
    await portal.ask({ url: `${CALLBACK}ada`, headers: { cookie: first } });
    const replayed = await portal.ask({ url: `${CALLBACK}ada`, headers: { cookie: second } });
    expect(setCookies(replayed).has('svc_token')).toBe(false);
    expect(await sessions()).toBe(1);
  });

  test.each([
    { method: 'HEAD' as const, headers: {}, statusCode: 405 },
    { method: 'GET' as const, headers: { 'sec-purpose': 'prefetch' }, statusCode: 400 },
    { method: 'GET' as const, headers: { 'sec-purpose': 'prefetch;prerender' }, statusCode: 400 },
    { method: 'GET' as const, headers: { purpose: 'prefetch' }, statusCode: 400 },
    { method: 'GET' as const, headers: { 'x-moz': 'prefetch' }, statusCode: 400 },
  ])(
    '$method with $headers creates nothing, and the real request still works',
    async ({ method, headers, statusCode }) => {
      const cookie = await begin();
      const answer = await portal.ask({ method, url: `${CALLBACK}ada`, headers: { ...headers, cookie } });
      expect(answer.statusCode).toBe(statusCode);
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(await sessions()).toBe(0);
      await portal.ask({ url: `${CALLBACK}ada`, headers: { cookie } });
      expect(await sessions()).toBe(1);
    },
  );
});

describe('several tabs', () => {
  const first = (answer: { headers: { 'set-cookie'?: string | string[] | undefined } }) =>
    [answer.headers['set-cookie'] ?? []].flat();
  /** One browser, whose tabs begin one after the other. */
  const tabs = async (targets: readonly string[]) => {
    let cookie = '';
    for (const target of targets) {
      cookie = merged(cookie, await portal.ask({ url: `/auth/sign-in?gotoURL=${target}`, headers: { cookie } }));
    }
    return cookie;
  };
  const handshakes = (cookie: string) => cookie.split('; ').filter((pair) => pair.includes('svc_handshake'));

  test('tabs that begin at the same moment do not take each other’s handshake', async () => {
    const begun = await Promise.all(
      ['/docs', '/docs/tokens'].map((target) => portal.ask({ url: `/auth/sign-in?gotoURL=${target}` })),
    );
    expect(handshakes(begun.reduce(merged, ''))).toHaveLength(2);
  });

  test('tabs whose callbacks come at the same moment are signed in, each to its own target', async () => {
    const { identity } = portal;
    let begun = 0;
    const begin = identity.begin;
    identity.begin = async () => {
      begun += 1;
      return { ...(await begin()), memory: `verify ${begun}` };
    };
    // As the protocol says, a ticket is for one handshake. The first question is answered when the second has been asked.
    const finish = identity.finish;
    let asked = 0;
    let bothAsked = () => {};
    const both = new Promise<void>((resolve) => {
      bothAsked = resolve;
    });
    identity.finish = async (query, memory, from) => {
      asked += 1;
      if (asked === 2) bothAsked();
      await both;
      return query.get('ticket') === `ada#${memory}` ? finish(query, memory, from) : new SignInRefusal('of another');
    };
    const cookie = await tabs(['/docs/1', '/docs/2']);
    const landed = await Promise.all(
      [1, 2].map((tab) => portal.ask({ url: `${CALLBACK}ada%23verify%20${tab}`, headers: { cookie } })),
    );
    expect(landed.map(({ headers }) => headers.location)).toEqual(['/docs/1', '/docs/2']);
    expect(landed.map((answer) => setCookies(answer).has('svc_token'))).toEqual([true, true]);
  });

  test('a browser keeps so many, and so many bytes of them; the oldest make room', async () => {
    const many = await tabs(Array.from({ length: HANDSHAKES_MAX + 4 }, (_, number) => `/docs/${number}`));
    expect(handshakes(many)).toHaveLength(HANDSHAKES_MAX);
    const long = await tabs(
      Array.from({ length: HANDSHAKES_MAX + 4 }, (_, number) => `/docs/${number}${'x'.repeat(2000)}`),
    );
    expect(handshakes(long).join('; ').length).toBeLessThanOrEqual(HANDSHAKES_MAX_BYTES);
    expect(handshakes(long).length).toBeGreaterThan(2);
    const landed = await portal.ask({ url: `${CALLBACK}ada`, headers: { cookie: many } });
    expect(landed.headers.location).toBe(`/docs/${HANDSHAKES_MAX + 3}`);
  });

  test('a callback that is reloaded leads to its target again, without asking the provider', async () => {
    const cookie = await tabs(['/docs/tokens']);
    const url = `${CALLBACK}ada`;
    const signedIn = merged(cookie, await portal.ask({ url, headers: { cookie } }));
    const again = await portal.ask({ url, headers: { cookie: signedIn } });
    expect([again.statusCode, again.headers.location]).toEqual([302, '/docs/tokens']);
    expect(first(again)).toEqual([]);
    expect(portal.identity.finished).toBe(1);
    const old = await portal.ask({ url: `${CALLBACK}old`, headers: { cookie: signedIn } });
    expect(old.headers.location).toBe('/docs/tokens');
    expect(portal.identity.finished).toBe(1);
  });

  test('the callback of a tab without a handshake leads a signed-in person to the apps', async () => {
    const cookie = (await portal.signIn('ada'))
      .split('; ')
      .filter((pair) => !pair.includes('handshake'))
      .join('; ');
    const answer = await portal.ask({ url: `${CALLBACK}old`, headers: { cookie } });
    expect(answer.headers.location).toBe('/dashboard/apps');
  });
});

describe('SIGN_IN_COOKIES_MISSING: a browser whose cookies do not come back gets an answer, not another round', () => {
  /** Follows a browser through the portal and the provider. @param keeps Which of the cookies it is set it sends back. */
  const walk = async (from: string, keeps: (name: string) => boolean, cookie = '') => {
    let [url, jar, steps] = [from, cookie, 0];
    for (; steps < 30; steps += 1) {
      const answer = await portal.ask({ url, headers: { cookie: jar } });
      const kept = merged(jar, answer)
        .split('; ')
        .filter((pair) => keeps(pair.split('=')[0] ?? ''));
      jar = kept.join('; ');
      if (answer.statusCode !== 302) return { code: answer.json().error.code as string, steps, jar };
      const location = String(answer.headers.location);
      if (location.startsWith('/d')) return { code: location, steps, jar };
      url = location.startsWith('https://login.example') ? `${CALLBACK}ada%23${Math.random()}` : location;
    }
    return { code: 'round in circles', steps, jar };
  };
  const none = () => false;
  const all = () => true;

  test.each([
    ['no cookie', none],
    ['none of a sign-in', (name: string) => !name.includes('handshake')],
  ])('%s', async (_, keeps) => {
    const { code, steps } = await walk('/auth/sign-in?gotoURL=/docs', keeps);
    expect(code).toBe('SIGN_IN_COOKIES_MISSING');
    expect(steps).toBeLessThanOrEqual(6);
  });

  test('somebody else at the same address, with the same browser, sees nothing of it', async () => {
    for (let count = 0; count < 3; count += 1) {
      expect((await walk('/auth/sign-in', none)).code).toBe('SIGN_IN_COOKIES_MISSING');
      // An old link, such as a bookmark: sign-in begins again, and goes well.
      const other = await walk(`${CALLBACK}old`, all);
      expect(other.code).toBe('/dashboard/apps');
      expect(other.jar).not.toContain('again');
      expect((await walk('/auth/sign-in?gotoURL=/docs', all)).code).toBe('/docs');
    }
  });

  test('whoever allows cookies then signs in', async () => {
    const { jar } = await walk('/auth/sign-in', (name) => !name.includes('handshake'));
    expect(jar).toContain('again');
    expect((await walk('/auth/sign-in?gotoURL=/docs', all, jar)).code).toBe('/docs');
  });
});

describe('two cookies of one name', () => {
  test('signing in anew removes those of the host and of every domain above it', async () => {
    const cookie = merged(
      'svc_token=planted; svc_token=other; svc_account=a; csrf=a; csrf=b',
      await portal.ask({ url: '/auth/sign-in' }),
    );
    const header = `svc_token=planted; svc_token=other; csrf=a; csrf=b; ${cookie}`;
    const answer = await portal.ask({ url: `${CALLBACK}ada`, headers: { cookie: header } });
    const lines = [answer.headers['set-cookie'] ?? []].flat();
    const removed = lines
      .filter((line) => line.includes('Max-Age=0'))
      .map((line) => line.split('; ').slice(0, 2).join(' '));
    expect(removed).toEqual([
      'svc_token= Path=/',
      'svc_token= Domain=portal.example.com',
      'svc_account= Path=/',
      'svc_account= Domain=portal.example.com',
      'csrf= Domain=portal.example.com',
      'csrf= Domain=example.com',
    ]);
    // Removed first, so that what is set stays.
    expect(lines.findIndex((line) => line.startsWith('svc_token=ohp_'))).toBeGreaterThan(removed.length - 1);
  });
});

describe.each(['GET', 'POST'] as const)('%s /auth/sign-out', (method) => {
  test('ends the session, clears both cookies, goes to /docs', async () => {
    const cookie = await portal.signIn('ada');
    const answer = await portal.ask({ method, url: '/auth/sign-out', headers: { cookie } });
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe('/docs');
    expect(answer.headers['set-cookie']).toEqual([
      'svc_token=; Domain=example.com; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax',
      'svc_account=; Domain=example.com; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax',
      expect.stringMatching(/^__Host-svc_handshake\.[\w-]{12}=; Path=\/; Max-Age=0; HttpOnly; Secure; SameSite=Lax$/),
    ]);
    expect(await sessions()).toBe(0);
    const after = await portal.ask({ url: '/auth/get-user', headers: { cookie } });
    expect(after.json()).toEqual({ data: { isAuthenticated: false, teams: [] } });
  });

  test('does not call the provider', async () => {
    const cookie = await portal.signIn('ada');
    portal.identity.mood = 'away';
    const answer = await portal.ask({ method, url: '/auth/sign-out?gotoURL=/docs/start', headers: { cookie } });
    expect(answer.headers.location).toBe('/docs/start');
  });
});

test('HEAD /auth/sign-out and a prefetch of it leave the session alone', async () => {
  const cookie = await portal.signIn('ada');
  const head = await portal.ask({ method: 'HEAD', url: '/auth/sign-out', headers: { cookie } });
  expect(head.statusCode).toBe(405);
  expect(head.headers.allow).toBe('GET, POST');
  const prefetch = await portal.ask({ url: '/auth/sign-out', headers: { cookie, 'sec-purpose': 'prefetch' } });
  expect(prefetch.statusCode).toBe(400);
  expect(await sessions()).toBe(1);
});

test('POST /auth/sign-out from another site changes nothing', async () => {
  const cookie = await portal.signIn('ada');
  const headers = { cookie, origin: 'https://evil.example' };
  const answer = await portal.ask({ method: 'POST', url: '/auth/sign-out', headers });
  expect(answer.statusCode).toBe(403);
  expect(answer.json()).toMatchObject({ error: { code: 'CSRF_ORIGIN_MISMATCH' } });
  expect(await sessions()).toBe(1);
});

describe('old addresses', () => {
  test.each(Object.entries(legacyRedirects))('%s → %s with the query as it came', async (old, path) => {
    const answer = await portal.ask({ url: `${old}?next=%2fdocs&&x=%20&next=b` });
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe(`${path}?next=%2fdocs&&x=%20&next=b`);
    const head = await portal.ask({ method: 'HEAD', url: `${old}?a=1` });
    expect([head.statusCode, head.headers.location, head.body]).toEqual([302, `${path}?a=1`, '']);
  });

  test('/logout takes POST too, as what it redirects to does', async () => {
    const answer = await portal.ask({ method: 'POST', url: '/logout?next=/docs' });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/auth/sign-out?next=/docs']);
  });

  test.each([
    ['/auth/sign-up?a=1', '/auth/sign-in?a=1'],
    ['/auth/sign-up-callback?ticket=a%2Bb', '/auth/sign-in-callback?ticket=a%2Bb'],
    ['/auth/sign-out-callback', '/docs'],
    ['/auth/sign-out-callback?next=/docs/start', '/docs/start'],
  ])('%s → %s', async (url, location) => {
    expect((await portal.ask({ url })).headers.location).toBe(location);
  });
});

describe('no target leaves the portal', () => {
  const vectors = ownVectors<{ readonly value: string; readonly expect_location?: string }>('redirect-vectors');
  /** Those that say where they lead, and every twelfth of the others. */
  const some = vectors.filter(({ expect_location }, at) => expect_location !== undefined || at % 12 === 0);
  const leaving = (location: unknown) =>
    typeof location !== 'string' || new URL(location, `${PORTAL_URL}/auth/x`).origin !== PORTAL_URL;

  const rows = [some, vectors].flatMap((tried) =>
    targetParameters.map((parameter) => [`${tried.length} vectors as ${parameter}`, parameter, tried] as const),
  );
  slowAfter(targetParameters.length, rows)('%s: sign-in and callback', async (_, parameter, tried) => {
    for (const [number, { value, expect_location }] of tried.entries()) {
      const cookie = await begin(`?${parameter}=${encodeURIComponent(value)}`);
      const url = `${CALLBACK}${parameter}-${number}&${parameter}=${encodeURIComponent(value)}`;
      const { location } = (await portal.ask({ url, headers: { cookie } })).headers;
      expect(leaving(location), value).toBe(false);
      if (expect_location !== undefined) expect(location).toBe(expect_location);
    }
  });

  slowAfter(targetParameters.length, rows)('%s: sign-out and its callback', async (_, parameter, tried) => {
    for (const { value, expect_location } of tried) {
      for (const path of ['/auth/sign-out', '/auth/sign-out-callback']) {
        const { location } = (await portal.ask({ url: `${path}?${parameter}=${encodeURIComponent(value)}` })).headers;
        expect(leaving(location), value).toBe(false);
        if (expect_location !== undefined) expect(location).toBe(expect_location);
      }
    }
  });
});
