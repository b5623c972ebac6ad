import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ownVectors } from '../../testing/corpora.ts';
import { useStore } from '../../testing/database.ts';
import { type InjectedPortal, injectedPortal, PORTAL_URL } from '../../testing/injected-portal.ts';
import { rawRequest, sendRaw } from '../../testing/raw-http.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { mintCsrfToken, NO_SESSION } from './rules.ts';

const store = useStore();
let portal: InjectedPortal;
let routes: { readonly method: string; readonly url: string; readonly protection: string }[];
beforeEach(async () => {
  routes = [];
  portal = injectedPortal(store.database, {
    backChannelLogout: async () => undefined,
    leakReports: { keys: new Map(), peppers: [] },
    onRoute: (method, url, protection) => routes.push({ method, url, protection }),
  });
  await portal.app.ready();
});

/** Every route of the router that can change something, with a path that reaches it. */
const mutating = () =>
  routes
    .filter(({ method }) => !['GET', 'HEAD'].includes(method))
    .map((route) => ({ ...route, path: route.url.replaceAll(/:\w+/g, 'q4bI0fY3mT9sVxk2ZJ7w5A') }));
const guarded = () => mutating().filter(({ protection }) => protection === 'csrf pair');

test('every route that changes something asks for the CSRF pair, but for these', () => {
  const others = mutating().filter(({ protection }) => protection !== 'csrf pair');
  expect(others.map(({ method, url, protection }) => `${method} ${url}: ${protection}`).sort()).toEqual([
    'POST /api/command-line/sessions: for nobody',
    'POST /api/command-line/sign-ins: for nobody',
    // A code host calls it, signs the bytes of the body and has no session whose rights another site could use.
    'POST /api/leaked-secrets: signed bytes',
    'POST /auth/back-channel-logout: signed body',
    'POST /auth/sign-out: origin',
    'POST /logout: origin',
    'POST /mail/stop/:code: code in address',
    // A credential in Authorization alone counts there, which no browser adds by itself.
    'POST /mcp: any origin',
    // Programs without a session call them: nothing is kept of a registration, and a token is given for a code alone.
    'POST /oauth/register: any origin',
    'POST /oauth/token: code in form',
  ]);
  expect(guarded().map(({ url }) => url)).toEqual(
    expect.arrayContaining(['/api/sessions/:id/end', '/api/sessions/end-all', '/api/tours/imports']),
  );
});

interface Sent {
  readonly cookie: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: string;
}

const post = (path: string, { cookie, headers = {}, payload = '{}' }: Sent) =>
  portal.ask({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', ...headers, cookie },
    payload,
  });

/** `passed` when the guard let the call through, whatever the call then answered. */
async function outcome(path: string, sent: Sent): Promise<string> {
  const answer = await post(path, sent);
  const code: string | undefined = answer.body === '' ? undefined : answer.json().error?.code;
  const stopped = ['AUTH_REQUIRED', 'CSRF_TOKEN_MISSING', 'CSRF_ORIGIN_MISMATCH', 'UNSUPPORTED_MEDIA_TYPE'];
  return code !== undefined && stopped.includes(code) ? code : 'passed';
}

/** Ending all sessions ends the asking one too, so each call has its own. */
async function fresh() {
  const { cookie, token } = await portal.withCsrf(await portal.startSession('ada'));
  return { cookie, token };
}

test('AUTH_REQUIRED without a session, whatever else is sent', { tags: 'slow' }, async () => {
  const { cookie, token } = await portal.withCsrf('');
  for (const { path } of guarded()) {
    expect(await outcome(path, { cookie, headers: { 'x-csrf-token': token } })).toBe('AUTH_REQUIRED');
    expect(await outcome(path, { cookie: '' })).toBe('AUTH_REQUIRED');
  }
});

test('the pair lets every guarded call through', { tags: 'slow' }, async () => {
  for (const { path } of guarded()) {
    const { cookie, token } = await fresh();
    expect(await outcome(path, { cookie, headers: { 'x-csrf-token': token } })).toBe('passed');
  }
});

describe('CSRF_TOKEN_MISSING', () => {
  interface PairVector {
    readonly cookie: string;
    readonly header: string | null;
    readonly header_query?: string;
  }
  // HTTP itself takes spaces around a header's value away, so `T ` arrives as `T`; the rule is tested on its own.
  const vectors = ownVectors<PairVector>('csrf-pair-vectors').filter(
    ({ header }) => header?.trim() === header || header === null,
  );

  slowAfter(2, vectors)(
    'cookie $cookie, header $header',
    async ({ cookie: cookieForm, header: headerForm, header_query }) => {
      const { cookie, token } = await fresh();
      const other = await portal.withCsrf(await portal.signIn('mallory'));
      for (const { path } of guarded()) {
        const values: Readonly<Record<string, string>> = {
          T: token,
          T2: mintCsrfToken([{ id: 7, key: Buffer.alloc(32) }], ''),
          O: other.token,
          N: mintCsrfToken(portal.deps.cookieSecrets, NO_SESSION),
        };
        const filled = (form: string) =>
          form.replace('+1char', 'A').replaceAll(/[TON]\d?/g, (name) => values[name] ?? name);
        const session = cookie.split('; ').filter((pair) => !pair.startsWith('csrf='));
        const csrf = cookieForm.startsWith('CSRF=')
          ? [`CSRF=${token}`]
          : cookieForm
              .split(';')
              .filter(Boolean)
              .map((form) => `csrf=${filled(form)}`);
        const headers: Record<string, string> = headerForm === null ? {} : { 'x-csrf-token': filled(headerForm) };
        const query = header_query === undefined ? '' : `?x-csrf-token=${filled(header_query)}`;
        const sent = { cookie: [...session, ...csrf].join('; '), headers };
        expect(await outcome(`${path}${query}`, sent)).toBe('CSRF_TOKEN_MISSING');
      }
    },
  );
});

describe('CSRF_ORIGIN_MISMATCH', () => {
  interface OriginVector {
    readonly origin: string | null;
    readonly referer: string | null;
    readonly sec_fetch_site: string | null;
    readonly accept: boolean | 'either';
  }
  const latin1 = (text: string | null) =>
    text === null || [...text].every((character) => character.charCodeAt(0) < 256);
  const vectors = ownVectors<OriginVector>('csrf-origin-vectors').filter(
    ({ accept, origin, referer }) => accept !== 'either' && latin1(origin) && latin1(referer),
  );

  const trusting = () =>
    mutating().filter(
      ({ protection }) =>
        !['signed body', 'signed bytes', 'code in address', 'any origin', 'code in form'].includes(protection),
    );
  // One that passes and one that does not, on every route; and all of them on one route.
  const pair = [true, false].flatMap((accept) => vectors.filter((vector) => vector.accept === accept).slice(0, 1));
  test(
    `every route that trusts cookies lets ${pair.length} vectors through as they say`,
    { tags: ['slow', 'long'] },
    () => none(trusting(), pair),
  );
  test(`${vectors.length} vectors are let through as they say`, () => none(trusting().slice(0, 1), vectors));
  test(
    `${vectors.length} vectors × every route that trusts cookies: none wrong either way`,
    { tags: ['slow', 'long'] },
    () => none(trusting(), vectors),
  );

  async function none(routes: ReturnType<typeof trusting>, tried: typeof vectors): Promise<void> {
    const wrong: string[] = [];
    for (const { path } of routes) {
      let person = await fresh();
      for (const { origin, referer, sec_fetch_site, accept } of tried) {
        const sent: Record<string, string> = { 'x-csrf-token': person.token };
        if (origin !== null) sent.origin = origin;
        if (referer !== null) sent.referer = referer;
        if (sec_fetch_site !== null) sent['sec-fetch-site'] = sec_fetch_site;
        const expected = accept ? 'passed' : 'CSRF_ORIGIN_MISMATCH';
        const seen = await outcome(path, { cookie: person.cookie, headers: sent });
        if (seen !== expected) wrong.push(`${path} ${JSON.stringify(sent)}: ${seen}`);
        // What passed may have ended the session.
        if (accept) person = await fresh();
      }
    }
    expect(wrong).toEqual([]);
  }

  test('is HTTP 403', async () => {
    const { cookie, token } = await fresh();
    const answer = await post('/api/sessions/end-all', { cookie, headers: { 'x-csrf-token': token, origin: 'null' } });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ error: { code: 'CSRF_ORIGIN_MISMATCH' } });
  });
});

describe('UNSUPPORTED_MEDIA_TYPE', () => {
  const vectors = ownVectors<{ content_type: string | null; accept: boolean }>('content-type-vectors');

  slowAfter(2, vectors)('$content_type: accepted $accept', async ({ content_type, accept }) => {
    let person = await fresh();
    for (const { path } of guarded()) {
      const { cookie, token } = person;
      const headers: Record<string, string> = { cookie, origin: PORTAL_URL, 'x-csrf-token': token };
      if (content_type !== null) headers['content-type'] = content_type;
      const answer = await portal.ask({ method: 'POST', url: path, headers, payload: Buffer.from('{}') });
      expect(answer.statusCode === 415).toBe(!accept);
      // What passed may have ended the session.
      if (accept) person = await fresh();
    }
  });
});

test.each(['X-HTTP-Method-Override', 'X-Method-Override', 'X-HTTP-Method'])(
  '%s does not turn a GET into a POST',
  async (header) => {
    const { cookie, token } = await fresh();
    const readable = new Set(routes.flatMap(({ method, url }) => (method === 'GET' ? [url] : [])));
    const postOnly = guarded().filter(({ url }) => !readable.has(url));
    expect(postOnly.length).toBeGreaterThan(1);
    for (const { path } of postOnly) {
      for (const url of [path, `${path}?_method=POST`]) {
        const answer = await portal.ask({ url, headers: { cookie, 'x-csrf-token': token, [header]: 'POST' } });
        expect(answer.statusCode).toBe(405);
        expect(answer.headers.allow).toBe('POST');
      }
    }
    expect(
      (await portal.ask({ url: '/api/sessions', headers: { cookie } })).json().data.sessions.length,
    ).toBeGreaterThan(0);
  },
);

// Sent as they are: a client's library joins headers of one name, and servers differ in which of two they read.
test.each([
  ['the token', 'CSRF_TOKEN_MISSING', (token: string) => [`X-CSRF-Token: ${token}`]],
  ['the origin', 'CSRF_ORIGIN_MISMATCH', () => [`Origin: ${PORTAL_URL}`]],
  ['the referer', 'CSRF_ORIGIN_MISMATCH', () => [`Referer: ${PORTAL_URL}/`, `Referer: ${PORTAL_URL}/`]],
  ['the site', 'CSRF_ORIGIN_MISMATCH', () => ['Sec-Fetch-Site: same-origin', 'Sec-Fetch-Site: same-origin']],
])('%s said twice is %s, though both are right', async (_, code, again) => {
  const { cookie, token } = await fresh();
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => portal.app.close());
  const { port } = portal.app.server.address() as AddressInfo;
  const once = ['Host: portal', `Cookie: ${cookie}`, `Origin: ${PORTAL_URL}`, `X-CSRF-Token: ${token}`];
  const json = 'Content-Type: application/json';
  const twice = await sendRaw(
    port,
    rawRequest('POST', '/api/sessions/end-all', [...once, json, ...again(token)], '{}'),
  );
  expect(twice.body).toContain(code);
  const passed = await sendRaw(port, rawRequest('POST', '/api/sessions/end-all', [...once, json], '{}'));
  expect(passed.status).toBe(200);
});
