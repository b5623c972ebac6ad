import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestBrowser, testBrowser } from '../../testing/browser.ts';
import { useStore } from '../../testing/database.ts';
import { type OidcServer, signInAtProvider, startOidcServer } from '../../testing/oidc-server.ts';
import { callbackOf, type RunningPortal, SOURCE, startPortal } from '../../testing/portal.ts';
import { freePort } from '../../testing/processes.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { withBreakers } from './breaker.ts';
import { oidcProvider } from './oidc.ts';
import { oidcLogout } from './oidc-logout.ts';
import type { OidcOptions } from './oidc-options.ts';

const store = useStore();
let server: OidcServer;
let port: number;
let options: OidcOptions;
let portal: RunningPortal;
let clock: { ahead: number };

beforeAll(async () => {
  port = await freePort();
  const portalUrl = `http://localhost:${port}`;
  const callbackUrl = callbackOf(portalUrl);
  // Characters that the two ways of sending it must escape differently.
  const [clientId, clientSecret] = ['portal:one', 'p%+& o/1'];
  server = await startOidcServer({
    clientId,
    clientSecret,
    callbackUrl,
    logoutUrl: `${portalUrl}/auth/back-channel-logout`,
  });
  options = {
    issuer: server.issuer,
    clientId,
    clientSecret,
    scope: 'openid profile email',
    callbackUrl,
    source: SOURCE,
    timeoutMs: 20_000,
    nowMs: () => Date.now() + clock.ahead,
  };
});
afterAll(() => server.kill());
beforeEach(async () => {
  // A test may have ended it.
  if (!server.isUp()) await server.restart();
  server.errors.length = 0;
  clock = { ahead: 0 };
  const identity = withBreakers(oidcProvider(options));
  portal = await startPortal(port, store.database, identity, { backChannelLogout: oidcLogout(options) });
});
afterEach(async () => {
  await portal.close();
});

const callbackUrl = () => callbackOf(portal.url);
const getUser = async (browser: TestBrowser) => {
  const answer = await browser.go(`${portal.url}/auth/get-user`);
  return { status: answer.status, ...((await answer.json()) as { data?: Record<string, unknown> }) };
};

/** Goes up to the provider's answer. @returns The callback's address, not yet opened. */
async function confirmedAt(browser: TestBrowser, login: string, target = '/docs'): Promise<string> {
  const begun = await browser.go(`${portal.url}/login?next=${target}`);
  const started = await browser.go(new URL(begun.headers.get('location') ?? '', portal.url).href);
  return signInAtProvider(browser, started.headers.get('location') ?? '', login, callbackUrl());
}

async function signIn(login: string): Promise<TestBrowser> {
  const browser = testBrowser();
  const answer = await browser.go(await confirmedAt(browser, login));
  expect(answer.status).toBe(302);
  return browser;
}

test('the whole journey: /login?next=/docs → the provider → /docs, signed in, signed out', {
  tags: 'slow',
}, async () => {
  const browser = testBrowser();
  const callback = await confirmedAt(browser, 'ada');
  const landed = await browser.go(callback);
  expect(landed.headers.get('location')).toBe('/docs');
  expect(await getUser(browser)).toEqual({
    status: 200,
    data: {
      isAuthenticated: true,
      userCode: expect.stringMatching(/^ohu_/),
      email: 'ada@example.com',
      name: 'Person ada',
      avatarUrl: 'https://cdn.example.com/a.png',
      currentSource: SOURCE,
      teams: [],
    },
  });
  await browser.go(`${portal.url}/auth/sign-out`);
  expect(await getUser(browser)).toMatchObject({ status: 200, data: { isAuthenticated: false } });
  expect(server.errors).toEqual([]);
});

test('the request carries PKCE, state and nonce, and all of them differ each time', async () => {
  const [first, second] = await Promise.all(
    [1, 2].map(async () => {
      const answer = await testBrowser().go(`${portal.url}/auth/sign-in`);
      return new URL(answer.headers.get('location') ?? '').searchParams;
    }),
  );
  expect(first?.get('code_challenge_method')).toBe('S256');
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(first?.get(name)).toMatch(/^[\w-]{43}$/);
    expect(first?.get(name)).not.toBe(second?.get(name));
  }
});

describe('SIGN_IN_REFUSED, and no session', () => {
  const refused = async (browser: TestBrowser, address: string) => {
    const answer = await browser.go(address);
    expect(await answer.json()).toMatchObject({ error: { code: 'SIGN_IN_REFUSED' } });
    expect(browser.cookie(portal.url, 'svc_token_test')).toBeUndefined();
  };

  test("login CSRF: another person's code in this browser", async () => {
    const theirs = await confirmedAt(testBrowser(), 'mallory');
    const victim = testBrowser();
    await victim.go(`${portal.url}/auth/sign-in`);
    await refused(victim, theirs);
  });

  test("another person's code under this browser's own state", async () => {
    const theirs = new URL(await confirmedAt(testBrowser(), 'mallory'));
    const victim = testBrowser();
    const begun = await victim.go(`${portal.url}/auth/sign-in`);
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? '';
    theirs.searchParams.set('state', state);
    await refused(victim, theirs.href);
  });

  test('a code that the provider does not know, an error, another issuer, a parameter twice', async () => {
    const browser = testBrowser();
    for (const change of [
      (query: URLSearchParams) => query.set('code', 'unknown'),
      (query: URLSearchParams) => query.set('iss', 'http://evil.example'),
      (query: URLSearchParams) => query.append('code', 'again'),
      (query: URLSearchParams) => {
        query.delete('code');
        query.set('error', 'access_denied');
      },
    ]) {
      const address = new URL(await confirmedAt(browser, 'ada'));
      change(address.searchParams);
      await refused(browser, address.href);
    }
  });
});

test('the provider is away: 503 with cookies kept, anonymous visitors served, recovery without a restart', {
  tags: 'slow',
}, async () => {
  const browser = await signIn('ada');
  const before = browser.header(portal.url);
  await server.kill();
  expect((await getUser(browser)).status).toBe(503);
  expect((await browser.go(`${portal.url}/auth/sign-in`)).status).toBe(302);
  expect(browser.header(portal.url)).toContain(before);
  expect((await getUser(testBrowser())).status).toBe(200);
  await server.restart();
  // It came back without its memory: it disowns the token, which is its word, not an outage.
  await expect.poll(async () => (await getUser(browser)).status).toBe(200);
  // It also came back with new keys, which are looked up after the first sign-in that they break.
  const signsIn = async () => {
    const other = testBrowser();
    return (await other.go(await confirmedAt(other, 'sam'))).status;
  };
  expect([302, 503]).toContain(await signsIn());
  expect(await signsIn()).toBe(302);
});

test('a portal that starts before its provider signs people in once it is there', { tags: 'slow' }, async () => {
  await server.kill();
  expect((await testBrowser().go(`${portal.url}/auth/sign-in`)).status).toBe(503);
  await server.restart();
  await expect.poll(async () => (await testBrowser().go(`${portal.url}/auth/sign-in`)).status).toBe(302);
});

test('when the access token has run out, the last known profile stands until the session ends', async () => {
  const browser = await signIn('ada');
  const { data } = await getUser(browser);
  clock.ahead = 3600 * 1000;
  await server.kill();
  // This provider puts nothing of them into the ID token (OpenID Connect Core 1.0, 5.4).
  expect(data).toMatchObject({ isAuthenticated: true, email: 'ada@example.com', name: 'Person ada' });
  expect(await getUser(browser)).toEqual({ status: 200, data });
});

describe('back-channel logout', () => {
  const post = (body: string) =>
    fetch(`${portal.url}/auth/back-channel-logout`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });

  test('signing out at the provider ends the session here, and no other', { tags: 'slow' }, async () => {
    const [ada, sam] = [await signIn('ada'), await signIn('sam')];
    const page = await ada.go(`${server.issuer}/session/end`);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
    await ada.go(`${server.issuer}/session/end/confirm`, {
      method: 'POST',
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
    });
    await expect.poll(async () => (await getUser(ada)).data?.isAuthenticated).toBe(false);
    expect((await getUser(sam)).data?.isAuthenticated).toBe(true);
    expect(server.errors).toEqual([]);
  });

  slowAfter(1, [
    '',
    'logout_token=',
    'logout_token=a.b.c',
    'logout_token=eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.',
    'logout_token=a&logout_token=b',
  ])('REQUEST_INVALID: %j ends nothing', async (body) => {
    const ada = await signIn('ada');
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: 'REQUEST_INVALID' } });
    expect((await getUser(ada)).data?.isAuthenticated).toBe(true);
  });
});
