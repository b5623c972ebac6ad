import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TestBrowser, testBrowser } from '../../testing/browser.ts';
import { useStore } from '../../testing/database.ts';
import { type FaultyOidc, startFaultyOidc } from '../../testing/faulty-oidc.ts';
import { callbackOf, mutate, type RunningPortal, SOURCE, startPortal } from '../../testing/portal.ts';
import { freePort } from '../../testing/processes.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { withBreakers } from './breaker.ts';
import { SignInRefusal } from './identity-provider.ts';
import { oidcProvider } from './oidc.ts';
import { oidcLogout } from './oidc-logout.ts';
import type { OidcOptions } from './oidc-options.ts';

const store = useStore();
let provider: FaultyOidc;
let portal: RunningPortal;

const optionsOf = (issuer: string, port: number): OidcOptions => ({
  issuer,
  clientId: 'openhouse',
  clientSecret: null,
  scope: 'openid profile email',
  callbackUrl: callbackOf(`http://localhost:${port}`),
  source: SOURCE,
  timeoutMs: 20_000,
  nowMs: Date.now,
});

async function start(issuer: string): Promise<RunningPortal> {
  const port = await freePort();
  const options = optionsOf(issuer, port);
  const identity = withBreakers(oidcProvider(options));
  return startPortal(port, store.database, identity, { backChannelLogout: oidcLogout(options) });
}

beforeEach(async () => {
  provider = await startFaultyOidc();
  portal = await start(provider.issuer);
});
afterEach(async () => {
  await portal.close();
  await provider.close();
});

const begin = async (browser: TestBrowser, target = '/docs') => {
  const begun = await browser.go(`${portal.url}/auth/sign-in?gotoURL=${encodeURIComponent(target)}`);
  return begun.headers.get('location') ?? '';
};
const signIn = async (login: string, browser = testBrowser()) => {
  const answer = await browser.go(provider.callback(await begin(browser), login));
  return { browser, status: answer.status, answer };
};
const getUser = async (browser: TestBrowser) => {
  const answer = await browser.go(`${portal.url}/auth/get-user`);
  return { status: answer.status, answer, data: ((await answer.json()) as { data?: Record<string, unknown> }).data };
};
const lines = () => portal.log.lines.join('\n');

describe('the breaker counts the provider’s own failures only', () => {
  test('a callback’s error ends that sign-in, says what the provider said, and stops nobody else', async () => {
    const browser = testBrowser();
    for (let count = 0; count < 20; count += 1) {
      const state = new URL(await begin(browser)).searchParams.get('state') ?? '';
      const error = {
        error: 'server_error',
        error_description: 'Out <a href="https://evil.example">of</a> order',
        state,
      };
      const address = `${portal.url}/auth/sign-in-callback?${new URLSearchParams(error)}`;
      const answer = await browser.go(address);
      expect(answer.status).toBe(403);
      const { message } = ((await answer.json()) as { error: { message: string } }).error;
      expect(message).toContain('It says: Out <a href="https://evil.example">of</a> order');
      expect(message).not.toContain('still signed in');
    }
    expect((await signIn('sam')).status).toBe(302);
    expect(lines()).toContain('the callback says server_error');
  });

  test.each<[number, Record<string, string>, string]>([
    [403, {}, '2'],
    [429, { 'retry-after': '77' }, '77'],
    [500, {}, '2'],
  ])(
    '%i of userinfo for one person is that person’s; 100 of 100 sign-ins of others succeed',
    { tags: ['slow', 'long'] },
    async (status, headers, wait) => {
      const { browser } = await signIn('ada');
      provider.behaviour.userinfoOf.set('ada', { status, headers });
      let signedIn = 0;
      for (let round = 0; round < 20; round += 1) {
        // Many in a row, and more than a breaker takes.
        for (let call = 0; call < 6; call += 1) {
          const refused = await getUser(browser);
          expect([refused.status, refused.answer.headers.get('retry-after')]).toEqual([
            503,
            call < 5 ? wait : expect.any(String),
          ]);
        }
        const others = await Promise.all(Array.from({ length: 5 }, (_, number) => signIn(`other-${round}-${number}`)));
        signedIn += others.filter((other) => other.status === 302).length;
      }
      expect(signedIn).toBe(100);
      provider.behaviour.userinfoOf.clear();
      await expect.poll(async () => (await getUser(browser)).status).toBe(200);
    },
  );
});

test('three tabs finish in any order, each at its own target', { tags: ['slow', 'long'] }, async () => {
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  for (const order of orders) {
    const browser = testBrowser();
    const targets = ['/docs', '/docs/tokens', '/dashboard/tours'];
    const begun = await Promise.all(targets.map((target) => begin(browser, target)));
    for (const tab of order) {
      const callback = provider.callback(begun[tab] ?? '', 'ada');
      expect((await browser.go(callback)).headers.get('location')).toBe(targets[tab]);
      // Reloaded.
      expect((await browser.go(callback)).headers.get('location')).toBe(targets[tab]);
    }
    // Back to the provider’s page and on, which now fails there.
    const state = new URL(begun[1] ?? '').searchParams.get('state');
    const old = await browser.go(`${portal.url}/auth/sign-in-callback?error=interaction_expired&state=${state}`);
    expect(old.headers.get('location')).toBe('/docs/tokens');
    expect((await getUser(browser)).data?.isAuthenticated).toBe(true);
  }
});

describe('providers as they are', () => {
  test.each([
    ['named without a slash, configured with', '/', ''],
    ['named with a slash, configured without', '', '/'],
  ])('an issuer %s, with iss in the callback', async (_, configured, named) => {
    provider.behaviour.issuerSuffix = named;
    provider.behaviour.namesItself = true;
    await portal.close();
    portal = await start(`${provider.issuer}${configured}`);
    expect((await signIn('ada')).status).toBe(302);
  });

  test('an issuer that is renamed while we run, and keys that are renewed: the same answer is judged again', {
    tags: 'slow',
  }, async () => {
    provider.behaviour.namesItself = true;
    expect((await signIn('ada')).status).toBe(302);
    provider.behaviour.issuerSuffix = '/';
    expect((await signIn('ada')).status).toBe(302);
    await provider.rotateKeys();
    expect((await signIn('ada')).status).toBe(302);
    provider.behaviour.namesItself = false;
    provider.behaviour.issuerSuffix = '';
    expect((await signIn('ada')).status).toBe(302);
  });

  test('callbacks that name another issuer use up nobody’s look at renewed keys', { tags: 'slow' }, async () => {
    for (let count = 0; count < 8; count += 1) {
      const browser = testBrowser();
      const callback = new URL(provider.callback(await begin(browser), 'eve'));
      callback.searchParams.set('iss', 'https://evil.example');
      expect((await browser.go(callback.href)).status).toBe(403);
    }
    expect((await signIn('ada')).status).toBe(302);
    await provider.rotateKeys();
    expect((await signIn('ada')).status).toBe(302);
  });

  test('an unknown key is looked for so often and no more', async () => {
    await signIn('ada');
    const token = await provider.logoutToken('ada', 'one');
    const unknown = token.replace(/^[^.]+/, Buffer.from('{"alg":"RS256","kid":"nobody"}').toString('base64url'));
    const before = provider.asked.get('/jwks') ?? 0;
    for (let count = 0; count < 20; count += 1) {
      const answer = await fetch(`${portal.url}/auth/back-channel-logout`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `logout_token=${unknown}`,
      });
      expect(answer.status).toBe(400);
    }
    expect((provider.asked.get('/jwks') ?? 0) - before).toBeLessThanOrEqual(6);
  });

  slowAfter(2, [-60, 60, -45, 45])('a clock that differs by %i s is accepted', async (aheadS) => {
    provider.behaviour.aheadS = aheadS;
    expect((await signIn('ada')).status).toBe(302);
  });

  slowAfter(2, [95, -95, 3600, -3600])(
    'a clock that differs by %i s is named, in the answer and the log',
    async (aheadS) => {
      provider.behaviour.aheadS = aheadS;
      const { status, answer } = await signIn('ada');
      expect(status).toBe(403);
      const { message } = ((await answer.json()) as { error: { message: string } }).error;
      // A second may pass between the two clocks.
      const seconds = Number(/Clocks differ by (\d+) s\./.exec(message)?.[1]);
      expect(Math.abs(seconds - Math.abs(aheadS))).toBeLessThanOrEqual(2);
      expect(lines()).toMatch(/clocks differ by \d+ s/);
    },
  );

  test('a refusal stands in the audit of the Teams of whoever the provider named, of somebody unknown in the log alone', async () => {
    const { browser } = await signIn('ada');
    expect((await mutate(portal, browser, '/api/teams', { name: 'Studio' })).status).toBe(200);
    provider.behaviour.aheadS = 95;
    expect([(await signIn('ada')).status, (await signIn('stranger')).status]).toEqual([403, 403]);
    const answer = await browser.go(`${portal.url}/api/audit?action=session.start`);
    const { entries } = ((await answer.json()) as { data: { entries: { outcome: string; ipAddress: string }[] } }).data;
    expect(entries.map(({ outcome, ipAddress }) => [outcome, ipAddress])).toEqual([
      ['SIGN_IN_REFUSED', expect.stringMatching(/^(127\.0\.0\.1|::1)$/)],
    ]);
    const refused = portal.log.lines.filter((line) => line.includes('sign-in refused'));
    expect(refused).toHaveLength(2);
    for (const line of refused) expect(line).toMatch(/clocks differ.*"ip_address":"(127\.0\.0\.1|::1)"/);
    expect(refused.join()).not.toContain('stranger');
  });

  test.each([[{ userinfo_endpoint: null }], [{ userinfo_endpoint: '' }]])(
    'one that names no userinfo: %j',
    async (description) => {
      provider.behaviour.description = description;
      provider.behaviour.claims = { name: 'Ada', email: 'ada@x.example' };
      const { browser } = await signIn('ada');
      expect((await getUser(browser)).data).toMatchObject({ name: 'Ada', email: 'ada@x.example' });
    },
  );

  slowAfter(3, [
    ['authorization_endpoint', undefined],
    ['jwks_uri', '/jwks'],
    ['userinfo_endpoint', '/userinfo'],
    ['jwks_uri', 7],
    ['token_endpoint', 'not an address'],
    ['authorization_endpoint', '/authorize'],
  ])('503 and a reason in the log where it describes %s as %j', async (what, address) => {
    provider.behaviour.description = { [what as string]: address };
    const answer = await testBrowser().go(`${portal.url}/auth/sign-in`);
    expect([answer.status, await answer.json()]).toMatchObject([
      503,
      { error: { code: 'IDENTITY_PROVIDER_UNAVAILABLE' } },
    ]);
    expect(lines()).toContain(String(what));
  });

  test.each([
    { refresh_token: null, scope: null },
    { refresh_token: '', expires_in: null },
    { expires_in: 0 },
    { expires_in: '3600' },
  ])('tokens with members that say nothing: %j', async (tokens) => {
    provider.behaviour.tokens = tokens;
    provider.faults.set('ada', { claims: { email: 'ada@x.example' } });
    const { browser, status } = await signIn('ada');
    expect(status).toBe(302);
    expect((await getUser(browser)).data).toMatchObject({ email: 'ada@x.example' });
  });

  test('an ID token that names nobody lets nobody in', async () => {
    for (const sub of ['', ' ']) {
      provider.faults.set('ada', { idToken: { sub } });
      const { browser, status } = await signIn('ada');
      expect(status).toBe(503);
      expect((await getUser(browser)).data?.isAuthenticated).toBe(false);
    }
    expect(lines()).toContain('names nobody');
  });

  test('userinfo as a JWT', { tags: 'slow' }, async () => {
    provider.behaviour.signsUserinfo = true;
    provider.behaviour.claims = { name: 'Ada Signed' };
    const { browser } = await signIn('ada');
    expect((await getUser(browser)).data?.name).toBe('Ada Signed');
    await provider.rotateKeys();
    expect((await getUser(browser)).data?.name).toBe('Ada Signed');
  });

  slowAfter(2, [
    [{ given_name: 'Ada', family_name: 'Lovelace' }, 'Ada Lovelace'],
    [{ given_name: '小雨', family_name: '林' }, '林小雨'],
    [{ family_name: 'Lovelace', preferred_username: 'al' }, 'Lovelace'],
    [{ preferred_username: 'al' }, 'al'],
    [{ name: 'Countess', given_name: 'Ada' }, 'Countess'],
  ])('the name of %j is %j', async (claims, name) => {
    provider.behaviour.claims = claims;
    expect((await getUser((await signIn('ada')).browser)).data?.name).toBe(name);
  });

  describe('the profile once the access token has run out is that of the sign-in', () => {
    const OPERATORS = { name: 'groups', value: 'operators' };
    const rights = [
      ['the ID token says operator, userinfo does not', ['operators'], [], false],
      ['userinfo says operator, the ID token does not', [], ['operators'], true],
    ] as const;
    test.each(rights)('%s', async (_, inIdToken, inUserinfo, isOperator) => {
      provider.faults.set('ada', { idToken: { groups: inIdToken }, claims: { groups: inUserinfo } });
      let aheadMs = 0;
      const nowMs = () => Date.now() + aheadMs;
      const identity = oidcProvider({ ...optionsOf(provider.issuer, 1), operatorClaim: OPERATORS, nowMs });
      const { address, memory } = await identity.begin();
      const callback = new URL(provider.callback(address, 'ada')).searchParams;
      const signedIn = await identity.finish(callback, memory, '');
      if (signedIn instanceof SignInRefusal) throw new Error(signedIn.reason);
      const first = await identity.profile(signedIn.token, 'ada');
      if (first === 'ended') throw new Error('the token has ended');
      const kept = identity.keep(signedIn.token, first);
      expect(first.hasOperatorClaim).toBe(isOperator);
      // While the token lives, userinfo that does not mention it leaves it to the ID token, whatever it said before.
      provider.faults.set('ada', { claims: { name: 'Ada' } });
      const later = await identity.profile(kept, 'ada');
      expect(later).toMatchObject({ name: 'Ada', hasOperatorClaim: !isOperator });
      aheadMs = 3600 * 1000;
      expect(await identity.profile(kept, 'ada')).toEqual(first);
      const withoutClaim = oidcProvider({ ...optionsOf(provider.issuer, 1), nowMs });
      expect(await withoutClaim.profile(kept, 'ada')).toEqual({ ...first, hasOperatorClaim: false });
    });
  });

  test('an access token of unknown lifetime is used until the provider says that it is not valid', async () => {
    provider.behaviour.lifetimeS = null;
    const { browser } = await signIn('ada');
    provider.behaviour.claims = { name: 'Renamed' };
    expect((await getUser(browser)).data?.name).toBe('Renamed');
    provider.behaviour.userinfoOf.set('ada', {
      status: 401,
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    });
    expect((await getUser(browser)).data?.isAuthenticated).toBe(false);
  });

  test('an address that is not verified is shown to its person only', async () => {
    provider.behaviour.claims = { name: 'boss@corp.example', email: 'boss@corp.example', email_verified: false };
    const { browser } = await signIn('ada');
    expect((await getUser(browser)).data).toMatchObject({ email: 'boss@corp.example', name: 'Developer' });
    await browser.go(`${portal.url}/api/teams`);
    await browser.go(`${portal.url}/api/apps`);
    const { rows } = await store.database.pool.query('select name, email from person');
    expect(rows).toEqual([{ name: expect.not.stringContaining('corp'), email: '' }]);
  });

  test('a logout token counts once', async () => {
    const { browser } = await signIn('ada');
    const token = await provider.logoutToken('ada', 'once');
    const logout = async () => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const body = `logout_token=${token}`;
      return (await fetch(`${portal.url}/auth/back-channel-logout`, { method: 'POST', headers, body })).status;
    };
    expect(await logout()).toBe(200);
    expect((await getUser(browser)).data?.isAuthenticated).toBe(false);
    await signIn('ada', browser);
    expect(await logout()).toBe(400);
    expect((await getUser(browser)).data?.isAuthenticated).toBe(true);
  });

  test('a logout token whose members say nothing names people by the others', async () => {
    const logout = async (more: Readonly<Record<string, unknown>>) => {
      const token = await provider.logoutToken('ada', JSON.stringify(more), more);
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const body = `logout_token=${token}`;
      return (await fetch(`${portal.url}/auth/back-channel-logout`, { method: 'POST', headers, body })).status;
    };
    for (const sid of [undefined, '']) {
      provider.behaviour.claims = { sid };
      const { browser } = await signIn('ada');
      expect(await logout({ sub: '', sid: '', said: sid })).toBe(400);
      expect((await getUser(browser)).data?.isAuthenticated).toBe(true);
      expect(await logout({ sid: '', said: sid })).toBe(200);
      expect((await getUser(browser)).data?.isAuthenticated).toBe(false);
    }
    provider.behaviour.claims = { sid: 'one' };
    const { browser } = await signIn('ada');
    expect(await logout({ sub: '', sid: 'one' })).toBe(200);
    expect((await getUser(browser)).data?.isAuthenticated).toBe(false);
  });
});
