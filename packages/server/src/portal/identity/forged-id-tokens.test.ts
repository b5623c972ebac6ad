import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { testBrowser } from '../../testing/browser.ts';
import { useStore } from '../../testing/database.ts';
import { type FaultyOidc, type HonestToken, startFaultyOidc } from '../../testing/faulty-oidc.ts';
import { callbackOf, type RunningPortal, SOURCE, startPortal } from '../../testing/portal.ts';
import { freePort } from '../../testing/processes.ts';
import { withBreakers } from './breaker.ts';
import { oidcProvider } from './oidc.ts';

const store = useStore();
const CLIENT_ID = 'openhouse';
let provider: FaultyOidc;
let portal: RunningPortal;
/** Keys of somebody else, and an address where they are published. */
let theirs: Awaited<ReturnType<typeof generateKeyPair>>;
const theirServer = createServer((_request, response) => {
  asked += 1;
  void exportJWK(theirs.publicKey).then((key) => response.end(JSON.stringify({ keys: [{ ...key, kid: 'theirs' }] })));
});
let asked = 0;
const theirAddress = () => `http://127.0.0.1:${(theirServer.address() as AddressInfo).port}/jwks`;

beforeAll(async () => {
  theirs = await generateKeyPair('RS256');
  await new Promise<void>((resolve) => theirServer.listen(0, '127.0.0.1', resolve));
});
afterAll(() => theirServer.close());
beforeEach(async () => {
  provider = await startFaultyOidc();
  const port = await freePort();
  const identity = oidcProvider({
    issuer: provider.issuer,
    clientId: CLIENT_ID,
    clientSecret: 'the secret of the client',
    scope: 'openid profile email',
    callbackUrl: callbackOf(`http://localhost:${port}`),
    source: SOURCE,
    timeoutMs: 20_000,
    nowMs: Date.now,
  });
  portal = await startPortal(port, store.database, withBreakers(identity));
});
afterEach(async () => {
  await portal.close();
  await provider.close();
});

/** @returns Status of the callback, and whether somebody is signed in. */
async function signInWith(forge: (honest: HonestToken) => Promise<string>): Promise<[number, boolean]> {
  provider.faults.set('ada', { forge });
  const browser = testBrowser();
  const begun = await browser.go(`${portal.url}/auth/sign-in`);
  const { status } = await browser.go(provider.callback(begun.headers.get('location') ?? '', 'ada'));
  return [status, browser.cookie(portal.url, 'svc_token_test') !== undefined];
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const own =
  (claims: Readonly<Record<string, unknown>>, header: Readonly<Record<string, unknown>> = {}) =>
  async ({ claims: honest, keys, kid }: HonestToken) =>
    new SignJWT({ ...honest, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid, ...header })
      .sign(keys.privateKey, { crit: { x: true } });
const foreign =
  (header: () => Promise<Readonly<Record<string, unknown>>>) =>
  async ({ claims, kid }: HonestToken) =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg: 'RS256', kid, ...(await header()) }).sign(theirs.privateKey);
const hashed =
  (secretOf: (honest: HonestToken) => Promise<string>, alg = 'HS256') =>
  async (honest: HonestToken) =>
    new SignJWT({ ...honest.claims })
      .setProtectedHeader({ alg, kid: honest.kid })
      .sign(Buffer.from(await secretOf(honest)));

test.each<[string, (honest: HonestToken) => Promise<string>]>([
  ['without a signature (none)', async ({ claims }) => `${part({ alg: 'none' })}.${part(claims)}.`],
  ['without a signature (None)', async ({ claims, kid }) => `${part({ alg: 'None', kid })}.${part(claims)}.`],
  ['with its signature left out', async (honest) => (await own({})(honest)).replace(/[^.]*$/, '')],
  ['signed with the published key as a password', hashed(({ keys }) => exportSPKI(keys.publicKey))],
  [
    'signed with the published key’s number as a password',
    hashed(async ({ keys }) => (await exportJWK(keys.publicKey)).n ?? ''),
  ],
  ['signed with the client’s secret', hashed(async () => 'the secret of the client is 32 bytes')],
  ['signed with another key of the same name', foreign(async () => ({}))],
  ['signed with a key that is nowhere', foreign(async () => ({ kid: 'unknown' }))],
  ['that brings its own key', foreign(async () => ({ jwk: await exportJWK(theirs.publicKey) }))],
  ['that names where its key is', foreign(async () => ({ jku: theirAddress(), kid: 'theirs' }))],
  ['that names where its certificate is', foreign(async () => ({ x5u: theirAddress(), kid: 'theirs' }))],
  ['whose key is named like a file', foreign(async () => ({ kid: '../../../../dev/null' }))],
  ['with an extension that must be understood', own({}, { crit: ['x'], x: 1 })],
  ['of another issuer', own({ iss: 'https://elsewhere.example' })],
  ['for another client', own({ aud: 'another' })],
  ['for others alone', own({ aud: ['another', 'a third'] })],
  ['for us among others, made for another', own({ aud: [CLIENT_ID, 'another'], azp: 'another' })],
  ['for us among others, made for nobody', own({ aud: [CLIENT_ID, 'another'] })],
  ['for us alone, made for another', own({ azp: 'another' })],
  ['for nobody', own({ aud: undefined })],
  ['for a client whose name contains ours', own({ aud: `${CLIENT_ID} another` })],
  ['of another sign-in', own({ nonce: 'another' })],
  ['of no sign-in', own({ nonce: undefined })],
  ['of several sign-ins', async (honest) => own({ nonce: [honest.claims.nonce] })(honest)],
  ['of nobody', own({ sub: undefined })],
  ['of an empty name', own({ sub: '' })],
  ['of a number', own({ sub: 7 })],
  ['without an end', own({ exp: undefined })],
  ['whose end is a text', own({ exp: '9999999999' })],
  ['that has ended', own({ exp: Math.floor(Date.now() / 1000) - 120 })],
  ['that begins later', own({ nbf: Math.floor(Date.now() / 1000) + 3600 })],
  ['of no time', own({ iat: undefined })],
  ['of last week', own({ iat: Math.floor(Date.now() / 1000) - 7 * 86_400 })],
  ['that is none', async () => 'no token'],
  ['of five parts', async () => 'a.b.c.d.e'],
])('an ID token %s signs nobody in', async (_, forge) => {
  const [status, signedIn] = await signInWith(forge);
  expect([403, 503]).toContain(status);
  expect(signedIn).toBe(false);
  expect(asked).toBe(0);
  provider.faults.clear();
});

test.each<[string, (honest: HonestToken) => Promise<string>]>([
  ['without a name of its key', own({}, { kid: undefined })],
  ['for us in a list', own({ aud: [CLIENT_ID] })],
  ['for us among others, made for us', own({ aud: [CLIENT_ID, 'another'], azp: CLIENT_ID })],
  [
    'with a key that it brings and that is not looked at',
    async (honest) => own({}, { jwk: await exportJWK(theirs.publicKey) })(honest),
  ],
])('an honest ID token %s signs in', async (_, forge) => {
  expect(await signInWith(forge)).toEqual([302, true]);
});

test('a callback that another provider answers signs nobody in, with this one’s state and with iss or without', async () => {
  const other = await startFaultyOidc();
  try {
    for (const names of [false, true]) {
      provider.behaviour.namesItself = names;
      const browser = testBrowser();
      const begun = await browser.go(`${portal.url}/auth/sign-in`);
      other.behaviour.namesItself = names;
      // The other provider has the person's browser, and so the state; its code is exchanged here.
      const callback = new URL(other.callback(begun.headers.get('location') ?? '', 'mallory'));
      callback.searchParams.set('code', `a-code-of-the-other-${names}`);
      expect((await browser.go(callback.href)).status).toBe(403);
      expect(browser.cookie(portal.url, 'svc_token_test')).toBeUndefined();
    }
    expect(other.asked.get('/token')).toBeUndefined();
  } finally {
    await other.close();
  }
});
