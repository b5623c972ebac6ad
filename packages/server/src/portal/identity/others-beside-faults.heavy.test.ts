import { profileCall, ticketExchangeCall } from '@openhouse/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TestBrowser, testBrowser } from '../../testing/browser.ts';
import { ownVectors } from '../../testing/corpora.ts';
import { useStore } from '../../testing/database.ts';
import {
  type Fault,
  type FaultyGateway,
  onlyFor,
  outageFaults,
  sendJson,
  startFaultyGateway,
  told,
} from '../../testing/faulty-gateway.ts';
import { type FaultyOidc, type OidcFault, startFaultyOidc } from '../../testing/faulty-oidc.ts';
import { callbackOf, type RunningPortal, SOURCE, startPortal } from '../../testing/portal.ts';
import { freePort } from '../../testing/processes.ts';
import { withBreakers } from './breaker.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { oidcProvider } from './oidc.ts';
import { ticketProvider } from './ticket.ts';

/** Others sign in beside each fault, so many at a time; the person with the fault tries as often meanwhile. */
const OTHERS = 100;
const AT_A_TIME = 5;
/** More in a row than a breaker takes. */
const TRIES = 6;
const TIMEOUT_MS = 2000;
const FAULTY = 'ada';

const store = useStore();
let portal: RunningPortal | undefined;
const portalUrl = () => portal?.url ?? '';
let gateway: FaultyGateway;
let attacker: FaultyGateway;
let oidc: FaultyOidc;
beforeEach(async () => {
  [gateway, attacker, oidc] = await Promise.all([startFaultyGateway(), startFaultyGateway(), startFaultyOidc()]);
});
afterEach(async () => {
  await portal?.close();
  await Promise.all([gateway.close(), attacker.close(), oidc.close()]);
});

async function start(providerAt: (callbackUrl: string) => IdentityProvider): Promise<void> {
  const port = await freePort();
  const provider = providerAt(callbackOf(`http://localhost:${port}`));
  portal = await startPortal(port, store.database, withBreakers(provider));
}

/** The address that a provider sends a browser back to. */
type Callback = (begun: string, login: string) => string;

async function tried(login: string, callback: Callback): Promise<{ status: number; browser: TestBrowser }> {
  const browser = testBrowser();
  const begun = await browser.go(`${portalUrl()}/auth/sign-in?gotoURL=/docs`);
  if (begun.status !== 302) return { status: begun.status, browser };
  const { status } = await browser.go(callback(begun.headers.get('location') ?? '', login));
  return { status, browser };
}

/** What the person with the fault is answered, and how many of the others are signed in as themselves meanwhile. */
async function besides(callback: Callback): Promise<{ answers: Set<number>; signedIn: number; slowestMs: number }> {
  const answers = new Set<number>();
  let [signedIn, slowestMs, begun] = [0, 0, 0];
  const person = async () => {
    while (begun < OTHERS) {
      const all = await Promise.all(Array.from({ length: TRIES }, () => tried(FAULTY, callback)));
      for (const { status, browser } of all) {
        answers.add(status);
        expect(browser.cookie(portalUrl(), 'svc_token_test') !== undefined).toBe(status === 302);
      }
    }
  };
  const others = async () => {
    while (begun < OTHERS) {
      const group = Array.from({ length: AT_A_TIME }, (_, at) => `other-${begun + at}`);
      const fromMs = performance.now();
      const all = await Promise.all(
        group.map(async (login) => {
          const { status, browser } = await tried(login, callback);
          const answer = await browser.go(`${portalUrl()}/auth/get-user`);
          const { data } = (await answer.json()) as { data?: { isAuthenticated?: boolean; name?: string } };
          return status === 302 && data?.isAuthenticated === true && data.name === login;
        }),
      );
      slowestMs = Math.max(slowestMs, performance.now() - fromMs);
      signedIn += all.filter(Boolean).length;
      begun += AT_A_TIME;
    }
  };
  await Promise.all([person(), others()]);
  return { answers, signedIn, slowestMs: Math.round(slowestMs) };
}

const tell = (fault: string, { answers, signedIn, slowestMs }: Awaited<ReturnType<typeof besides>>) => {
  const answer = [...answers].sort().join(', ');
  console.log(`${fault.padEnd(64)} ${answer.padEnd(10)} ${String(signedIn).padStart(3)}/${OTHERS} ${slowestMs} ms`);
};

describe('a gateway of tickets', () => {
  const slower = (): Fault => {
    let delayMs = 50;
    return (response, call) => {
      setTimeout(() => told({})(response, call), delayMs);
      delayMs = Math.min(5000, delayMs * 2);
    };
  };
  const teams = Array.from({ length: 10_000 }, (_, number) => ({ id: `t${number}`, role: 'owner' }));
  const invalid: Fault = (response) => sendJson(response, 401, { code: -1, status: 'err_ticket_invalid', data: null });
  const [exchange, profile] = [ticketExchangeCall.path, profileCall.path];

  /** Number of the list, call, what it does, and what its person is answered. */
  const rows: (readonly [number, string, () => Fault, readonly number[]])[] = [
    ...Object.keys(outageFaults(() => '')).flatMap((number) =>
      [exchange, profile].map(
        (path) =>
          [Number(number), path, () => outageFaults(() => attacker.url)[Number(number)] as Fault, [503]] as const,
      ),
    ),
    [19, profile, () => told({ name: 'a\r\n<script>alert(1)</script>\ud800' }), [302]],
    [19, profile, () => told({ name: 'x'.repeat(2_000_000) }), [503]],
    [20, profile, () => told({ avatar_url: 'javascript:alert(1)' }), [302]],
    [20, profile, () => told({ avatar_url: 'http://169.254.169.254/' }), [302]],
    [38, exchange, () => told({ source: 'SSO_OTHER_APP' }), [403]],
    [40, exchange, () => invalid, [403]],
    [42, exchange, () => told({}), [302]],
    [43, profile, () => told({ user_id: 'mallory' }), [503]],
    [44, profile, () => told({ email: `new-${Math.random()}@example.com` }), [302]],
    [45, profile, () => told({ email: 'other-7@example.com' }), [302]],
    [46, profile, () => told({ teams: [] }), [302]],
    [46, profile, () => told({ teams }), [302]],
    [47, exchange, () => told({ expires_at: Date.now() / 1000 - 86_400 }), [302]],
    [47, profile, () => told({ expires_at: Date.now() / 1000 + 86_400 }), [302]],
    [49, exchange, slower, [302, 503]],
    [49, profile, slower, [302, 503]],
  ];

  test('every fault of the list has its row', () => {
    const listed = ownVectors<{ n: number }>('idp-faults').map(({ n }) => n);
    expect([...new Set(rows.map(([number]) => number))].sort((a, b) => a - b)).toEqual(listed);
  });

  test.each(rows)('fault %i of %s', async (number, path, fault, right) => {
    await start((callbackUrl) =>
      ticketProvider({
        name: 'ticket',
        loginUrl: 'https://login.example',
        gatewayUrl: gateway.url,
        callbackUrl,
        source: SOURCE,
        timeoutMs: TIMEOUT_MS,
      }),
    );
    gateway.faults.set(path, onlyFor(FAULTY, fault()));
    const callback: Callback = (_begun, login) =>
      `${portalUrl()}/auth/sign-in-callback?${new URLSearchParams({ source: SOURCE, ticket: `${login}#${Math.random()}`, login_type: 'password' })}`;
    const seen = await besides(callback);
    tell(`${number} ${path}`, seen);
    expect(seen.signedIn).toBe(OTHERS);
    for (const answer of seen.answers) expect(right).toContain(answer);
    expect(attacker.seen).toEqual([]);
  });
});

describe('an OpenID provider', () => {
  type Endpoint = NonNullable<OidcFault['token']>;
  const answers =
    (status: number, body = '', headers: Readonly<Record<string, string>> = {}): Endpoint =>
    (response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    };
  const silent: Endpoint = () => {};
  const reset: Endpoint = (response) => response.destroy();
  const circle: Endpoint = (response, path) => response.writeHead(302, { location: path }).end();
  const says = (error: string, status = 400) =>
    answers(status, JSON.stringify({ error, error_description: '<b>no</b>' }));

  interface Row {
    readonly what: string;
    readonly fault: OidcFault;
    /** Status that its person is answered with. */
    readonly right: number;
    /** How its person's callback differs. */
    readonly sent?: Readonly<Record<string, string>>;
  }
  const row = (what: string, fault: OidcFault, right: number, sent: Readonly<Record<string, string>> = {}): Row => ({
    what,
    fault,
    right,
    sent,
  });
  const rows: readonly Row[] = [
    row('an error in the callback', {}, 403, { error: 'server_error', error_description: 'out of order' }),
    row('an error that nobody knows in the callback', {}, 403, { error: 'x-unknown' }),
    row('another iss in the callback', {}, 403, { iss: 'https://evil.example' }),
    row('an unknown key', { foreignKey: 'of-nobody' }, 503),
    row('a known name of a key, and another key', { foreignKey: 'key-0' }, 503),
    row('a clock 95 s ahead', { idToken: { iat: 95, exp: 395 } }, 403),
    row('a clock an hour behind', { idToken: { iat: -3600, exp: -3300 } }, 403),
    row('a clock 59 s behind', { idToken: { iat: -59, exp: 241 } }, 302),
    row('an ID token of another issuer', { idToken: { iss: 'https://evil.example' } }, 403),
    row('an ID token of the issuer with a slash', { idToken: { iss: 'slash' } }, 403),
    row('an ID token for another client', { idToken: { aud: 'another' } }, 403),
    row('an ID token of another nonce', { idToken: { nonce: 'another' } }, 403),
    row('no ID token', { withoutIdToken: true }, 503),
    row('userinfo as a JWT', { userinfoJwt: 'own' }, 302),
    row('userinfo as a JWT of another key', { userinfoJwt: 'foreign' }, 503),
    row('userinfo of somebody else', { claims: { sub: 'other-7' } }, 503),
    row('a name in parts', { claims: { name: undefined, given_name: '小雨', family_name: '林' } }, 302),
    row('an address that is not verified', { claims: { email: 'other-7@example.com', email_verified: false } }, 302),
    row('invalid_grant of the token endpoint', { token: says('invalid_grant') }, 403),
    row('an unknown error of the token endpoint', { token: says('weird error') }, 503),
    ...(['token', 'userinfo'] as const).flatMap((endpoint) =>
      (
        [
          ['silence', silent],
          ['a reset', reset],
          ['a redirect in a circle', circle],
          ['an empty body', answers(200)],
          ['a page', answers(200, '<h1>x</h1>', { 'content-type': 'text/html' })],
          ['an array', answers(200, '[]')],
          ['a JSON of 100,000 levels', answers(200, '['.repeat(100_000))],
          ['401', answers(401)],
          ['403', answers(403)],
          ['429', answers(429, '', { 'retry-after': '3600' })],
          ['500', answers(500)],
          ['502', answers(502, '<h1>x</h1>', { 'content-type': 'text/html' })],
        ] as const
      ).map(([what, answer]) => row(`${what} of ${endpoint}`, { [endpoint]: answer }, 503)),
    ),
  ];

  test.each(rows)('$what', async ({ what, fault, right, sent }) => {
    await start((callbackUrl) =>
      oidcProvider({
        issuer: oidc.issuer,
        clientId: 'openhouse',
        clientSecret: null,
        scope: 'openid profile email',
        callbackUrl,
        source: SOURCE,
        timeoutMs: TIMEOUT_MS,
        nowMs: Date.now,
      }),
    );
    oidc.behaviour.claims = { name: undefined };
    const withSlash = fault.idToken?.iss === 'slash';
    oidc.faults.set(FAULTY, withSlash ? { idToken: { iss: `${oidc.issuer}/` } } : fault);
    const callback: Callback = (begun, login) => {
      const address = new URL(oidc.callback(begun, login));
      if (login === FAULTY)
        for (const [name, value] of Object.entries(sent ?? {})) address.searchParams.set(name, value);
      return address.href;
    };
    // Everybody is called by their login.
    for (let number = 0; number < OTHERS; number += 1)
      oidc.faults.set(`other-${number}`, { claims: { name: `other-${number}` } });
    const seen = await besides(callback);
    tell(what, seen);
    expect(seen.signedIn).toBe(OTHERS);
    expect([...seen.answers]).toEqual([right]);
  });
});
