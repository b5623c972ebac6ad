import { dashboardEndpoints, portalEndpoints } from '@openhouse/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  callsWith,
  decide,
  type SignedInCommandLine,
  signInCommandLine,
  startSignIn,
} from '../../testing/command-line.ts';
import { createTeam, type DashboardPerson, dataOf, enter, outcomeOf } from '../../testing/dashboard-people.ts';
import { useStore } from '../../testing/database.ts';
import { cookieOf, type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';
import { slowAfter } from '../../testing/slow-after.ts';

const store = useStore();
let portal: InjectedPortal;
let ada: DashboardPerson;
let line: SignedInCommandLine;
beforeEach(async () => {
  portal = injectedPortal(store.database);
  ada = await enter(portal, 'ada');
  line = await signInCommandLine(portal, ada);
});
afterEach(() => portal.app.close());

/** Every call that needs somebody, with a path that reaches it. */
const calls = [...portalEndpoints, ...dashboardEndpoints]
  .filter(({ access }) => access !== 'anyone')
  .map(({ method, path, access }) => ({ method, access, path: path.replaceAll(/\{\w+\}/g, 'q4bI0fY3mT9sVxk2ZJ7w5A') }));

describe('a bearer token and session cookies', () => {
  test('never count together, whatever the call: REQUEST_INVALID', { tags: 'slow' }, async () => {
    const cookie = await portal.signIn('mallory');
    for (const { method, path } of calls) {
      for (const sent of [cookie, 'svc_token=', `harmless=1; svc_account=${cookieOf(cookie, 'svc_account')}`]) {
        const both = callsWith(portal, line.token, { cookie: sent });
        const answer = method === 'GET' ? await both.get(path) : await both.post(path);
        expect([path, sent, outcomeOf(answer)]).toEqual([path, sent, 'REQUEST_INVALID']);
      }
    }
  });

  test('other cookies beside it count for nothing: those of a load balancer, for a program with a cookie jar', async () => {
    for (const cookie of ['AWSALB=aHIx+/=; AWSALBCORS=x', 'svc_token_other=x; csrf=y', '']) {
      const calls = callsWith(portal, line.token, { cookie });
      expect([cookie, outcomeOf(await calls.get('/api/sessions'))]).toEqual([cookie, 'succeeded']);
      expect([cookie, outcomeOf(await calls.post('/api/teams', { name: 'Studio' }))]).toEqual([cookie, 'succeeded']);
    }
  });

  test('are not taken for each other', async () => {
    const cookie = await portal.signIn('ada');
    const svcToken = cookieOf(cookie, 'svc_token');
    expect(outcomeOf(await callsWith(portal, svcToken).get('/api/sessions'))).toBe('AUTH_REQUIRED');
    const planted = cookie.replace(svcToken, line.token);
    expect(outcomeOf(await portal.ask({ url: '/api/sessions', headers: { cookie: planted } }))).toBe('AUTH_REQUIRED');
  });

  test('two tokens are one too many', async () => {
    const authorization = [`Bearer ${line.token}`, `Bearer ${line.token}`];
    const answer = await portal.ask({ url: '/api/sessions', headers: { authorization: authorization as never } });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  });

  test('another scheme is not ours: a proxy in front may ask browsers for one', async () => {
    const cookie = await portal.signIn('ada');
    const answer = await portal.ask({ url: '/api/sessions', headers: { cookie, authorization: 'Basic YTpi' } });
    expect(outcomeOf(answer)).toBe('succeeded');
  });
});

slowAfter(2, [
  '',
  'ohc_',
  `ohc_${'A'.repeat(42)}`,
  `ohc_${'A'.repeat(44)}`,
  `OHC_${'A'.repeat(43)}`,
  `ohc_${'A'.repeat(42)}=`,
])('AUTH_REQUIRED: the token %j', async (token) => {
  expect(outcomeOf(await callsWith(portal, token).get('/api/sessions'))).toBe('AUTH_REQUIRED');
});

test('AUTH_REQUIRED: every single character of the token changed', { tags: 'slow' }, async () => {
  for (let at = 0; at < line.token.length; at += 1) {
    const changed = `${line.token.slice(0, at)}${line.token[at] === 'B' ? 'C' : 'B'}${line.token.slice(at + 1)}`;
    expect(outcomeOf(await callsWith(portal, changed).get('/api/sessions'))).toBe('AUTH_REQUIRED');
  }
});

describe('what another site could make a browser send', () => {
  test('a foreign Origin, Referer or Sec-Fetch-Site is refused with a bearer token as well', {
    tags: 'slow',
  }, async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { referer: 'https://evil.example/' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const answer = await callsWith(portal, line.token, headers as Record<string, string>).post(
        '/api/sessions/end-all',
      );
      expect(outcomeOf(answer)).toBe('CSRF_ORIGIN_MISMATCH');
    }
  });

  test('a form or a text body is refused: JSON only', async () => {
    const answer = await portal.ask({
      method: 'POST',
      url: '/api/sessions/end-all',
      headers: { authorization: `Bearer ${line.token}`, 'content-type': 'text/plain' },
      payload: '{}',
    });
    expect(outcomeOf(answer)).toBe('UNSUPPORTED_MEDIA_TYPE');
  });

  test('calls for nobody refuse a foreign origin and other bodies, and read no cookie', async () => {
    const cookie = await portal.signIn('ada');
    for (const url of ['/api/command-line/sign-ins', '/api/command-line/sessions']) {
      const send = (headers: Record<string, string>) =>
        portal.ask({ method: 'POST', url, headers: { 'content-type': 'application/json', ...headers }, payload: '{}' });
      expect(outcomeOf(await send({ origin: 'https://evil.example' }))).toBe('CSRF_ORIGIN_MISMATCH');
      expect(outcomeOf(await send({ 'content-type': 'text/plain' }))).toBe('UNSUPPORTED_MEDIA_TYPE');
      expect(outcomeOf(await send({ cookie }))).toBe('REQUEST_INVALID');
    }
  });

  test('no answer allows another origin to read it or to send the header', async () => {
    const preflight = await portal.ask({
      method: 'OPTIONS',
      url: '/api/apps',
      headers: { origin: 'https://evil.example', 'access-control-request-headers': 'authorization' },
    });
    const answers = [preflight, await line.get('/api/apps')];
    for (const { headers } of answers) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

test('BROWSER_REQUIRED: a command line cannot let another one in', { tags: 'slow' }, async () => {
  const { userCode } = await startSignIn(portal, 'second');
  for (const { path } of calls.filter(({ access }) => access === 'browser')) {
    const answer = await line.post(path, { userCode, decision: 'allow' });
    expect([path, answer.statusCode, outcomeOf(answer)]).toEqual([path, 403, 'BROWSER_REQUIRED']);
  }
  expect(outcomeOf(await decide(ada, userCode, 'allow'))).toBe('succeeded');
});

describe('an ended session', () => {
  test('is refused at once, whoever ended it', async () => {
    dataOf(await ada.post(`/api/sessions/${line.sessionId}/end`));
    expect(outcomeOf(await line.get('/api/sessions'))).toBe('AUTH_REQUIRED');
    const other = await signInCommandLine(portal, ada);
    dataOf(await other.post(`/api/sessions/${other.sessionId}/end`));
    expect(outcomeOf(await other.get('/api/sessions'))).toBe('AUTH_REQUIRED');
    const third = await signInCommandLine(portal, ada);
    dataOf(await ada.post('/api/sessions/end-all', { keepCurrent: true }));
    expect(outcomeOf(await third.get('/api/sessions'))).toBe('AUTH_REQUIRED');
  });

  test('ends at its end, however much it is used', async () => {
    await store.database.pool.query("update session set ends_at = now() where kind = 'command-line'");
    expect(outcomeOf(await line.get('/api/sessions'))).toBe('AUTH_REQUIRED');
  });

  test('of the browser that allowed it leaves the command line as it is', async () => {
    const { sessions } = dataOf<{ sessions: { id: string; kind: string }[] }>(await line.get('/api/sessions'));
    const browser = sessions.find(({ kind }) => kind === 'browser');
    dataOf(await line.post(`/api/sessions/${browser?.id}/end`));
    expect(outcomeOf(await line.get('/api/sessions'))).toBe('succeeded');
  });
});

describe('the header that names a Team', () => {
  test('chooses it for one call, and leaves the choice of the person alone', async () => {
    const [one, two] = [await createTeam(ada, 'One'), await createTeam(ada, 'Two')];
    const inOne = callsWith(portal, line.token, { 'x-openhouse-team': one });
    const active = async (from: Pick<DashboardPerson, 'get'>) =>
      dataOf<{ teams: { id: string; isActive: boolean }[] }>(await from.get('/auth/get-user')).teams.find(
        ({ isActive }) => isActive,
      )?.id;
    expect([await active(inOne), await active(line)]).toEqual([one, two]);
  });

  test('is TEAM_NOT_FOUND for a Team of others, and nothing to a browser', async () => {
    const otto = await enter(portal, 'otto');
    const theirs = await createTeam(otto, 'Theirs');
    const named = callsWith(portal, line.token, { 'x-openhouse-team': theirs });
    expect(outcomeOf(await named.get('/api/apps'))).toBe('TEAM_NOT_FOUND');
    const own = await createTeam(ada, 'Own');
    const { cookie } = await portal.withCsrf(await portal.signIn('ada'));
    const answer = await portal.ask({ url: '/auth/get-user', headers: { cookie, 'x-openhouse-team': theirs } });
    expect(dataOf<{ teams: { id: string }[] }>(answer).teams.map(({ id }) => id)).toEqual([own]);
  });
});

test('while the identity provider is away the command line is told so, and its session stays', async () => {
  portal.identity.mood = 'away';
  expect(outcomeOf(await line.get('/api/apps'))).toBe('IDENTITY_PROVIDER_UNAVAILABLE');
  portal.identity.mood = 'confirms';
  expect(outcomeOf(await line.get('/api/apps'))).toBe('TEAM_REQUIRED');
});
