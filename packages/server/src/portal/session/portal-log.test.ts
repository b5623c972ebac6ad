import {
  credentialScopes,
  dashboardEndpoints,
  type PortalEndpoint,
  portalEndpoints,
  TEAM_HEADER,
  TEAM_QUERY,
} from '@openhouse/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { createTeam, type DashboardPerson, dataOf, enter } from '../../testing/dashboard-people.ts';
import { useStore } from '../../testing/database.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';
import { testLog } from '../../testing/portal.ts';

const store = useStore();
let portal: InjectedPortal;
let log: ReturnType<typeof testLog>;
let ada: DashboardPerson;
/** Ada's Teams: the one that she works in, and one that calls name in their path. */
let active: string;
let other: string;
beforeEach(async () => {
  log = testLog();
  portal = injectedPortal(store.database, { log });
  ada = await enter(portal, 'ada');
  other = await createTeam(ada, 'Other');
  active = await createTeam(ada, 'Active');
  await written();
  return () => portal.app.close();
});

interface Line {
  readonly message: string;
  readonly route: string;
  readonly trace_id: string;
  readonly request_id: string;
  readonly http_status?: number;
  readonly person?: string;
  readonly credential?: string;
  readonly team?: string;
}

/** The lines since it was last asked; a line about a call follows its answer. */
async function written(): Promise<Line[]> {
  await expect.poll(() => log.lines.some((line) => line.includes('"portal call"')), { interval: 1 }).toBe(true);
  return log.lines.splice(0).map((line) => JSON.parse(line) as Line);
}

let traces = 0;
/** A caller's header, with another trace each time. */
function traceparent() {
  traces += 1;
  const traceId = traces.toString(16).padStart(32, '0');
  return { traceId, traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
}

const aboutTeam = (path: string) => path.startsWith('/api/teams/{id}/');
const routeOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** A declared call as a page of the active Team makes it. @param isBroken With a query or a body that no call takes. */
async function ask({ method, path, example, upload }: PortalEndpoint, isBroken: boolean) {
  // Some calls end sessions.
  const { cookie, token } = await portal.withCsrf(await portal.startSession('ada'));
  await written();
  const params: Readonly<Record<string, string>> = { ...example.params, ...(aboutTeam(path) && { id: other }) };
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const query = new URLSearchParams(
    isBroken ? [['limit', 'a'], ...Object.keys(example.query ?? {}).map((name) => [name, '\u0000'])] : example.query,
  );
  const trace = traceparent();
  const type = isBroken ? 'application/x-none' : (upload?.mediaTypes[0] ?? 'application/json');
  const answer = await portal.ask({
    method,
    url: `${url}?${query}`,
    headers: {
      cookie,
      [TEAM_HEADER]: active,
      traceparent: trace.traceparent,
      ...(method === 'POST' && { 'x-csrf-token': token, 'content-type': type }),
    },
    ...(method === 'POST' && { payload: upload === undefined ? JSON.stringify(example.body ?? {}) : 'bytes' }),
  });
  return { answer, traceId: trace.traceId };
}

const declared: readonly PortalEndpoint[] = [...portalEndpoints, ...dashboardEndpoints];
const ofPeople = declared.filter(({ access }) => access !== 'anyone');

test.each([
  ['as its example is', false],
  ['with what is refused', true],
])(
  `each of ${ofPeople.length} calls of people, %s: its trace, who made it and in which Team`,
  { tags: ['slow'] },
  async (_, isBroken) => {
    for (const endpoint of ofPeople) {
      const { answer, traceId } = await ask(endpoint, isBroken);
      const lines = await written();
      const team = aboutTeam(endpoint.path) ? other : active;
      const expected = { trace_id: traceId, request_id: answer.headers['x-request-id'], route: routeOf(endpoint.path) };
      for (const { trace_id, request_id, route } of lines) expect({ trace_id, request_id, route }).toEqual(expected);
      const call = lines.find(({ message }) => message === 'portal call');
      expect(call, endpoint.name).toMatchObject({ http_status: answer.statusCode, person: ada.userCode, team });
      // Made again, for the calls that act on whichever Team was made last.
      if (endpoint.name === 'create-team') await ada.post(`/api/teams/${active}/activate`).then(written);
    }
  },
);

/** The line about one call. */
async function lineOf(call: () => Promise<unknown>): Promise<Line> {
  await call();
  const [line, ...others] = (await written()).filter(({ message }) => message === 'portal call');
  if (line === undefined || others.length > 0) throw new Error('not one line');
  return line;
}
const who = ({ person, credential, team }: Line) => ({ person, credential, team });

describe('who, and in which Team', () => {
  test('of a page that shows another Team than the active one: the one that it named', async () => {
    const headers = { ...ada.headers, [TEAM_HEADER]: other };
    const line = await lineOf(() => portal.ask({ url: '/api/apps', headers }));
    expect([line.http_status, who(line)]).toEqual([409, { person: ada.userCode, team: other }]);
  });

  test("of a call that names somebody else's Team: the person alone", async () => {
    const otto = await enter(portal, 'otto');
    const theirs = await createTeam(otto, 'Theirs');
    await written();
    const line = await lineOf(() => ada.post(`/api/teams/${theirs}/rename`, { name: 'Mine' }));
    expect([line.http_status, who(line)]).toEqual([404, { person: ada.userCode }]);
  });

  test.each([
    ['named by its address', () => `?${TEAM_QUERY}=${active}`],
    ['the active one', () => ''],
  ])('of pictures, which ask the provider nothing: %s', async (_, query) => {
    const url = `/api/tours/absent/cover${query()}`;
    const line = await lineOf(() => portal.ask({ url, headers: { cookie: ada.headers.cookie ?? '' } }));
    expect([line.http_status, who(line)]).toEqual([404, { person: ada.userCode, team: active }]);
  });

  test('without the CSRF pair: whoever it was', async () => {
    const headers = { cookie: ada.headers.cookie ?? '', 'content-type': 'application/json' };
    const line = await lineOf(() => portal.ask({ method: 'POST', url: '/api/apps', headers, payload: '{}' }));
    expect([line.http_status, who(line)]).toEqual([403, { person: ada.userCode, team: active }]);
  });

  test('of a program: its credential and its Team', async () => {
    const made = await ada.post('/api/credentials', { name: 'Nightly', scopes: credentialScopes, days: 30 });
    const { credential, token } = dataOf<{ credential: { id: string }; token: string }>(made);
    await written();
    for (const url of ['/api/tours', '/api/tours?limit=none']) {
      const line = await lineOf(() => portal.ask({ url, headers: { authorization: `Bearer ${token}` } }));
      expect(who(line)).toEqual({ credential: credential.id, team: active });
    }
  });

  test.each(['away', 'mixes people up'] as const)('of a provider that %s: the person, and its trace', async (mood) => {
    portal.identity.mood = mood;
    const trace = traceparent();
    const answer = await portal.ask({ url: '/api/apps', headers: { ...ada.headers, traceparent: trace.traceparent } });
    const lines = await written();
    expect(lines.map(({ message, trace_id }) => [message, trace_id])).toEqual([
      ['identity provider unavailable', trace.traceId],
      ['portal call', trace.traceId],
    ]);
    expect([answer.statusCode, who(lines.at(-1) as Line)]).toEqual([503, { person: ada.userCode }]);
  });

  test.each([
    ['a stranger', '/api/apps', {}],
    ['two credentials', '/api/apps', { authorization: 'Bearer one', cookie: 'svc_token=b' }],
    ['what is not there', '/nothing', {}],
  ])('of %s: nobody, and a trace of its own', async (_, url, headers) => {
    const first = await lineOf(() => portal.ask({ url, headers }));
    const second = await lineOf(() => portal.ask({ url, headers }));
    expect(who(first)).toEqual({});
    expect(first.trace_id).toMatch(/^[0-9a-f]{32}$/);
    expect(second.trace_id).not.toBe(first.trace_id);
  });
});
