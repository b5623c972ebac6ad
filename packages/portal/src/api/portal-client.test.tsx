import { describe, expect, test } from 'vitest';
import { createPortalClient, type PortalClient } from './portal-client.ts';
import { portalClock } from './portal-clock.ts';
import { PortalError, PortalUnreachable } from './portal-error.ts';

interface Sent {
  readonly call: string;
  readonly csrf: string | null;
  readonly body: string | null;
}

/** A portal that checks the pair as SPEC 5.1 says; /api/me sets the cookie unless it is told to mint nothing. */
function portalThatChecks(start: { readonly cookies: string; readonly minted?: string }) {
  let cookies = start.cookies;
  const sent: Sent[] = [];
  const client = createPortalClient({
    cookies: () => cookies,
    fetch: async (path, init) => {
      const csrf = new Headers(init.headers).get('x-csrf-token');
      sent.push({ call: `${init.method} ${path}`, csrf, body: typeof init.body === 'string' ? init.body : null });
      if (path === '/api/me') {
        if (start.minted !== undefined) cookies = `theme=x; csrf=${start.minted}`;
        return Response.json({ data: { isAuthenticated: false, teams: [] } });
      }
      if (csrf === '' || !cookies.includes(`csrf=${csrf}`)) return refusal(403, 'CSRF_TOKEN_MISSING');
      return Response.json({ data: { ended: 1 } });
    },
  });
  return { client, sent };
}

const refusal = (status: number, code: string, headers = {}) =>
  Response.json({ error: { code, message: 'A sentence.', request_id: 'r-1' } }, { status, headers });

const answering = (answer: () => Promise<Response>) => createPortalClient({ cookies: () => '', fetch: answer });

test('every call of a page names the Team that it shows; one of no Team names none', async () => {
  const named: (string | null)[] = [];
  const portal = createPortalClient({
    cookies: () => 'csrf=tok-1',
    fetch: async (_, init) => {
      named.push(new Headers(init.headers).get('x-openhouse-team'));
      return Response.json({ data: {} }, { headers: { 'content-disposition': 'attachment; filename="a"' } });
    },
  });
  for (const client of [portal.inTeam('demo'), portal, portal.inTeam('loft').inTeam(undefined)]) {
    await client.call('me', {});
    await client.call('end-all-sessions', { body: {} });
    await client.passedOn('/api/explorer/vr-info');
    await client.download('/api/audit.csv', new AbortController().signal);
  }
  expect(named).toEqual([...Array(4).fill('demo'), ...Array(8).fill(null)]);
});

describe('mutating calls', () => {
  test('repeat the csrf cookie in the header', async () => {
    const { client, sent } = portalThatChecks({ cookies: 'a=b; csrf=tok-1; c=d' });
    await client.call('end-session', { params: { id: 'x/y' }, body: {} });
    expect(sent).toEqual([{ call: 'POST /api/sessions/x%2Fy/end', csrf: 'tok-1', body: '{}' }]);
  });

  test('mint a token once when there is none, and then go through', async () => {
    const { client, sent } = portalThatChecks({ cookies: '', minted: 'tok-2' });
    await expect(client.call('end-all-sessions', { body: { keepCurrent: true } })).resolves.toEqual({ ended: 1 });
    expect(sent.map(({ call }) => call)).toEqual([
      'POST /api/sessions/end-all',
      'GET /api/me',
      'POST /api/sessions/end-all',
    ]);
    expect(sent.at(-1)).toMatchObject({ csrf: 'tok-2', body: '{"keepCurrent":true}' });
  });

  test('give up after one repetition when minting does not help', async () => {
    const { client, sent } = portalThatChecks({ cookies: 'csrf=' });
    await expect(client.call('end-all-sessions', { body: {} })).rejects.toMatchObject({ code: 'CSRF_TOKEN_MISSING' });
    expect(sent).toHaveLength(3);
  });

  test('a cookie whose name only ends in csrf is none', async () => {
    const { client, sent } = portalThatChecks({ cookies: 'xcsrf=other', minted: 'tok-3' });
    await client.call('end-all-sessions', { body: {} });
    expect(sent.map(({ csrf }) => csrf)).toEqual(['', null, 'tok-3']);
  });
});

describe('answers', () => {
  test('a failure of the portal carries its code, request id and waiting time', async () => {
    const outage = answering(async () => refusal(503, 'IDENTITY_PROVIDER_UNAVAILABLE', { 'retry-after': '7' }));
    const error = await outage.call('me', {}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PortalError);
    expect(error).toMatchObject({ code: 'IDENTITY_PROVIDER_UNAVAILABLE', requestId: 'r-1', retryAfterS: 7 });
  });

  test.each([
    ['no answer', async () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a page of something between', async () => new Response('<html>', { status: 502 })],
    ['a success that is not JSON', async () => new Response('<html>')],
    ['a success without data', async () => Response.json({})],
    ['a failure without a code', async () => Response.json({ error: 'no' }, { status: 500 })],
  ])('%s means that the portal cannot be reached', async (_, answer) => {
    await expect(answering(answer).call('me', {})).rejects.toBeInstanceOf(PortalUnreachable);
  });

  test.each([
    ['a call', (client: PortalClient) => client.call('me', {})],
    ['an answer of the gateway', (client: PortalClient) => client.passedOn('/api/tours/loft/operations/vr-info')],
    ['a file', (client: PortalClient) => client.download('/api/audit.csv', new AbortController().signal)],
  ])('%s that something else answers: with which status', async (_, call) => {
    for (const status of [200, 403, 502]) {
      const proxy = answering(async () => new Response('<!doctype html>', { status }));
      await expect(call(proxy)).rejects.toMatchObject({ name: 'PortalUnreachable', httpStatus: status });
    }
  });
});

test('the time of the pages is that of the portal’s answers, whatever kind of call they answer', async () => {
  const at = Date.now() + 8 * 24 * 60 * 60 * 1000;
  const headers = { date: new Date(at).toUTCString(), 'content-disposition': 'attachment; filename="a"' };
  const client = createPortalClient({
    cookies: () => 'csrf=a',
    fetch: async () => Response.json({ data: {} }, { headers }),
  });
  const calls = [
    () => client.call('me', {}),
    () => client.passedOn('/api/explorer/vr-info'),
    () => client.download('/api/audit.csv', new AbortController().signal),
  ];
  for (const call of calls) {
    portalClock.learn(new Date().toUTCString());
    await call();
    expect(Math.abs(portalClock.nowMs() - at)).toBeLessThan(10_000);
  }
  portalClock.learn(new Date().toUTCString());
});
