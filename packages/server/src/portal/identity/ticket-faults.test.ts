import { profileCall, sourceVerifyCall, ticketExchangeCall } from '@openhouse/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TestBrowser, testBrowser } from '../../testing/browser.ts';
import { ownVectors } from '../../testing/corpora.ts';
import { useStore } from '../../testing/database.ts';
import {
  type Fault,
  type FaultyGateway,
  onlyFor,
  outageFaults,
  raw,
  sendJson,
  startFaultyGateway,
  startSilentPort,
  told,
} from '../../testing/faulty-gateway.ts';
import { callbackOf, type RunningPortal, SOURCE, startPortal } from '../../testing/portal.ts';
import { freePort } from '../../testing/processes.ts';
import { withBreakers } from './breaker.ts';
import { ticketProvider } from './ticket.ts';

const store = useStore();
/** Longer than a loaded machine takes for what works; five tests wait for it to pass. */
const TIMEOUT_MS = 4000;
const LOGIN_URL = 'https://login.example';

let gateway: FaultyGateway;
let portal: RunningPortal;
let attacker: FaultyGateway;

async function portalAsking(gatewayUrl: string): Promise<RunningPortal> {
  const port = await freePort();
  const callbackUrl = callbackOf(`http://localhost:${port}`);
  const provider = ticketProvider({
    name: 'ticket',
    loginUrl: LOGIN_URL,
    gatewayUrl,
    callbackUrl,
    source: SOURCE,
    timeoutMs: TIMEOUT_MS,
  });
  return startPortal(port, store.database, withBreakers(provider));
}

beforeEach(async () => {
  gateway = await startFaultyGateway();
  attacker = await startFaultyGateway();
  portal = await portalAsking(gateway.url);
});
afterEach(async () => {
  await portal.close();
  await gateway.close();
  await attacker.close();
});

const callback = (ticket: string, source = SOURCE) =>
  `${portal.url}/auth/sign-in-callback?${new URLSearchParams({ source, ticket, login_type: 'password' })}`;

async function signIn(userId: string, browser = testBrowser()): Promise<TestBrowser> {
  await browser.go(`${portal.url}/auth/sign-in`);
  const answer = await browser.go(callback(`${userId}#${Math.random()}`));
  expect(answer.status).toBe(302);
  return browser;
}

const getUser = (browser: TestBrowser) => browser.go(`${portal.url}/auth/get-user`);
const dataOf = async (answer: Response) => ((await answer.json()) as { data: Record<string, unknown> }).data;
const outages = outageFaults(() => attacker.url);

/** Faults of what a gateway says while it works: each has its own outcome, tested below. */
const answers = [19, 20, 38, 40, 42, 43, 44, 45, 46, 47, 49];

test('every fault of the list is covered', () => {
  const listed = ownVectors<{ n: number }>('idp-faults').map(({ n }) => n);
  expect([...Object.keys(outages).map(Number), ...answers].sort((a, b) => a - b)).toEqual(listed);
});

describe.each(Object.entries(outages))('fault %s', (number, fault) => {
  test.each([sourceVerifyCall.path, ticketExchangeCall.path, profileCall.path])(
    'of %s: 503 with Retry-After, cookies kept, and all is well once it is over',
    // The third waits until our patience ends, three times.
    { tags: number === '3' || Number(number) > 4 ? ['slow', 'long'] : [] },
    async (path) => {
      const browser = await signIn('ada');
      const before = browser.header(portal.url);
      const beginning = testBrowser();
      if (path !== sourceVerifyCall.path) await beginning.go(`${portal.url}/auth/sign-in`);
      gateway.faults.set(path, fault);

      const ticket = `sam#${Math.random()}`;
      const asked = [
        path === sourceVerifyCall.path ? beginning.go(`${portal.url}/auth/sign-in`) : beginning.go(callback(ticket)),
      ];
      if (path === profileCall.path) asked.push(getUser(browser), browser.go(`${portal.url}/api/me`));
      for (const answer of await Promise.all(asked)) {
        expect(answer.status).toBe(503);
        expect(answer.headers.get('retry-after')).toBe(number === '33' ? '3600' : '2');
        expect(await answer.json()).toMatchObject({ error: { code: 'IDENTITY_PROVIDER_UNAVAILABLE' } });
      }
      expect(browser.header(portal.url)).toBe(before);
      expect(attacker.seen).toEqual([]);

      gateway.faults.clear();
      expect((await getUser(browser)).status).toBe(200);
      await signIn('sam');
    },
  );
});

test('after many failures in a row the provider is left alone, and asked again soon after', {
  tags: ['slow', 'long'],
}, async () => {
  const browser = await signIn('ada');
  gateway.faults.set(profileCall.path, raw(503, 'application/json', '{}'));
  for (let count = 0; count < 5; count += 1) expect((await getUser(browser)).status).toBe(503);
  const asked = gateway.seen.length;
  expect((await getUser(browser)).status).toBe(503);
  expect(gateway.seen.length).toBe(asked);
  gateway.faults.clear();
  await expect.poll(async () => (await getUser(browser)).status, { interval: 100 }).toBe(200);
});

test('a code of one person that breaks the exchange each time stops nobody else’s sign-in', {
  tags: ['slow', 'long'],
}, async () => {
  gateway.faults.set(ticketExchangeCall.path, onlyFor('ada', raw(502, 'text/html', 'broken')));
  for (let round = 0; round < 5; round += 1) {
    for (let tries = 0; tries < 6; tries += 1) {
      const browser = testBrowser();
      await browser.go(`${portal.url}/auth/sign-in`);
      expect((await browser.go(callback(`ada#${round} ${tries}`))).status).toBe(503);
    }
    await Promise.all(['sam', 'lin', 'eve'].map((login) => signIn(login)));
  }
});

test('a provider whose connections stall, as in a TLS handshake: 503', { tags: ['slow', 'long'] }, async () => {
  const silent = await startSilentPort();
  await portal.close();
  portal = await portalAsking(`https://127.0.0.1:${silent.port}`);
  expect((await testBrowser().go(`${portal.url}/auth/sign-in`)).status).toBe(503);
  await silent.close();
});

test('a provider that is not there: 503', async () => {
  await gateway.close();
  expect((await testBrowser().go(`${portal.url}/auth/sign-in`)).status).toBe(503);
});

describe('what a working gateway says', () => {
  test('19: a name with line ends, markup, a megabyte or half a character is shown as harmless text', {
    tags: 'slow',
  }, async () => {
    const browser = await signIn('ada');
    for (const name of ['a\r\nSet-Cookie: x=y', '<script>alert(1)</script>', 'x'.repeat(900_000), 'a\ud800b']) {
      gateway.profiles.set('ada', { email: 'ada@example.com', name });
      const shown = String((await dataOf(await getUser(browser))).name);
      expect(shown.length).toBeLessThanOrEqual(128);
      expect(shown).not.toMatch(/[\r\n]|\p{Cs}/u);
    }
    gateway.profiles.set('ada', { email: 'ada@example.com', name: 'x'.repeat(2_000_000) });
    expect((await getUser(browser)).status).toBe(503);
  });

  test('20: an avatar that is no public https address is left out', async () => {
    const browser = await signIn('ada');
    for (const avatar_url of [
      'javascript:alert(1)',
      'http://169.254.169.254/',
      `https://a.example/${'x'.repeat(65_536)}`,
    ]) {
      gateway.profiles.set('ada', { email: '', name: 'Ada', avatar_url });
      expect((await dataOf(await getUser(browser))).avatarUrl).toBe('');
    }
  });

  test('38: a ticket of another source is refused, said by the callback or by the gateway', async () => {
    const browser = testBrowser();
    await browser.go(`${portal.url}/auth/sign-in`);
    expect((await browser.go(callback('ada', 'SSO_OTHER_APP'))).status).toBe(403);
    gateway.faults.set(ticketExchangeCall.path, told({ source: 'SSO_OTHER_APP' }));
    await browser.go(`${portal.url}/auth/sign-in`);
    const answer = await browser.go(callback('ada#2'));
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error: { code: 'SIGN_IN_REFUSED' } });
    expect(browser.cookie(portal.url, 'svc_token_test')).toBeUndefined();
  });

  test('40: a ticket that was used, here or elsewhere, signs nobody in', async () => {
    await signIn('ada');
    const [first, second] = [testBrowser(), testBrowser()];
    for (const browser of [first, second]) await browser.go(`${portal.url}/auth/sign-in`);
    await first.go(callback('sam#1'));
    await second.go(callback('sam#1'));
    expect(first.cookie(portal.url, 'svc_token_test')).toBeDefined();
    expect(second.cookie(portal.url, 'svc_token_test')).toBeUndefined();
  });

  test('42: two people in the same moment become themselves', async () => {
    const [ada, sam] = await Promise.all([signIn('ada'), signIn('sam')]);
    expect((await dataOf(await getUser(ada))).email).toBe('ada@example.com');
    expect((await dataOf(await getUser(sam))).email).toBe('sam@example.com');
  });

  test("43: another user's profile is never shown: 503, at sign-in and later", async () => {
    const browser = await signIn('ada');
    gateway.faults.set(profileCall.path, told({ user_id: 'mallory', email: 'mallory@example.com' }));
    expect((await getUser(browser)).status).toBe(503);
    const other = testBrowser();
    await other.go(`${portal.url}/auth/sign-in`);
    expect((await other.go(callback('sam'))).status).toBe(503);
    expect(other.cookie(portal.url, 'svc_token_test')).toBeUndefined();
  });

  test('44 and 45: a person is their user id, whatever the e-mail address', async () => {
    const first = await dataOf(await getUser(await signIn('ada')));
    gateway.profiles.set('ada', { email: 'new@example.com', name: 'Ada' });
    gateway.profiles.set('impostor', { email: 'ada@example.com', name: 'Ada' });
    const again = await dataOf(await getUser(await signIn('ada')));
    const impostor = await dataOf(await getUser(await signIn('impostor')));
    expect(again).toMatchObject({ userCode: first.userCode, email: 'new@example.com' });
    expect(impostor.userCode).not.toBe(first.userCode);
  });

  test('46 and 47: Teams and times that a gateway may send are not believed', async () => {
    const teams = Array.from({ length: 10_000 }, (_, number) => ({ id: `t${number}`, role: 'owner' }));
    gateway.profiles.set('ada', { email: '', name: 'Ada', teams, expires_at: Date.now() / 1000 - 86_400 });
    const browser = await signIn('ada');
    expect((await dataOf(await getUser(browser))).teams).toEqual([]);
  });

  test('49: a gateway that gets slower is used until it is too slow, and then again', {
    tags: ['slow', 'long'],
  }, async () => {
    const browser = await signIn('ada');
    const slow =
      (delayMs: number): Fault =>
      (response, { data }) => {
        setTimeout(() => sendJson(response, 200, { code: 0, status: 'success', data }), delayMs);
      };
    const statuses: number[] = [];
    for (const delayMs of [10, TIMEOUT_MS * 2, 10]) {
      gateway.faults.set(profileCall.path, slow(delayMs));
      statuses.push((await getUser(browser)).status);
    }
    expect(statuses).toEqual([200, 503, 200]);
  });

  test('a declared refusal of the token ends the session for everybody who asks, with no 5xx', async () => {
    const browser = await signIn('ada');
    gateway.faults.set(profileCall.path, (response) =>
      sendJson(response, 401, { code: -3, status: 'err_token_invalid', data: null }),
    );
    expect(await dataOf(await getUser(browser))).toEqual({ isAuthenticated: false, teams: [] });
    expect((await browser.go(`${portal.url}/api/sessions`)).status).toBe(401);
  });

  test('a declared refusal of the ticket is SIGN_IN_REFUSED', async () => {
    gateway.faults.set(ticketExchangeCall.path, (response) =>
      sendJson(response, 401, { code: -1, status: 'err_ticket_invalid', data: null }),
    );
    const browser = testBrowser();
    await browser.go(`${portal.url}/auth/sign-in`);
    expect((await browser.go(callback('ada'))).status).toBe(403);
  });

  test.each([
    ['ticket twice', 'ticket=a&ticket=b&source=SSO_DEVELOPER_APP'],
    ['no ticket', 'source=SSO_DEVELOPER_APP'],
    ['an empty ticket', 'source=SSO_DEVELOPER_APP&ticket='],
    ['a ticket of 10 KB', `source=SSO_DEVELOPER_APP&ticket=${'a'.repeat(10_000)}`],
    ['source twice', 'ticket=a&source=SSO_DEVELOPER_APP&source=SSO_DEVELOPER_APP'],
    ['no source', 'ticket=a'],
  ])('a callback with %s is refused without asking the gateway', async (_name, query) => {
    const browser = testBrowser();
    await browser.go(`${portal.url}/auth/sign-in`);
    const asked = gateway.seen.length;
    expect((await browser.go(`${portal.url}/auth/sign-in-callback?${query}`)).status).toBe(403);
    expect(gateway.seen.length).toBe(asked);
  });
});

test('no log line holds what the provider said, a ticket or a token', async () => {
  gateway.faults.set(profileCall.path, told({ user_id: 'canary-user', email: 'canary@example.com' }));
  const browser = testBrowser();
  await browser.go(`${portal.url}/auth/sign-in`);
  await browser.go(callback('canary-ticket'));
  expect(portal.log.lines.join('\n')).toContain('/auth/sign-in-callback');
  expect(portal.log.lines.join('\n')).not.toMatch(/canary|verify-|token-/);
});
