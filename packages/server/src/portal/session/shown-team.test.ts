import { dashboardEndpoints, namesTeam, type PortalEndpoint, portalEndpoints, TEAM_HEADER } from '@openhouse/contract';
import type { LightMyRequestResponse as Response } from 'fastify';
import { beforeEach, describe, expect, test } from 'vitest';
import { createTeam, enter } from '../../testing/dashboard-people.ts';
import { useStore } from '../../testing/database.ts';
import { databaseContent } from '../../testing/database-content.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';

const store = useStore();
let portal: InjectedPortal;
/** The Team that a page shows, and the one that another tab has made active since. */
let shown: string;
let active: string;
let cookie: string;
let token: string;
beforeEach(async () => {
  portal = injectedPortal(store.database);
  const ada = await enter(portal, 'ada');
  shown = await createTeam(ada, 'Shown');
  active = await createTeam(ada, 'Active');
  ({ cookie, token } = await portal.withCsrf(await portal.startSession('ada')));
  return () => portal.app.close();
});

/** A declared call as a page makes it, with its example of the contract. */
function ask(endpoint: PortalEndpoint, team: string | readonly string[] | undefined): Promise<Response> {
  const { method, path, example, upload } = endpoint;
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(example.params?.[name] ?? ''));
  const query = new URLSearchParams(example.query).toString();
  return portal.ask({
    method,
    url: query === '' ? url : `${url}?${query}`,
    headers: {
      cookie,
      ...(team === undefined ? {} : { [TEAM_HEADER]: team as string }),
      ...(method === 'POST' && {
        'x-csrf-token': token,
        'content-type': upload?.mediaTypes[0] ?? 'application/json',
      }),
    },
    ...(method === 'POST' && { payload: upload === undefined ? JSON.stringify(example.body ?? {}) : 'bytes' }),
  });
}
const codeOf = (answer: Response) => (answer.statusCode === 200 ? 'succeeded' : answer.json().error?.code);

const declared: readonly PortalEndpoint[] = [...portalEndpoints, ...dashboardEndpoints];
const judged = declared.filter(namesTeam);

describe('TEAM_NOT_ACTIVE: a page that shows another Team than the active one', () => {
  test(`each of ${judged.length} calls: 409, and nothing is done`, { tags: 'slow' }, async () => {
    const before = await databaseContent(store);
    for (const endpoint of judged) {
      const answer = await ask(endpoint, shown);
      expect([endpoint.name, answer.statusCode, codeOf(answer)]).toEqual([endpoint.name, 409, 'TEAM_NOT_ACTIVE']);
      expect(await databaseContent(store), endpoint.name).toEqual(before);
    }
  });

  test('is judged before a field is: a broken body, and answers that are no JSON call', async () => {
    const headers = { cookie, [TEAM_HEADER]: shown, 'x-csrf-token': token, 'content-type': 'application/json' };
    const broken = await portal.ask({ method: 'POST', url: '/api/apps', headers, payload: '{' });
    const read = await portal.ask({ url: '/api/tours/loft/operations/vr-info', headers });
    expect([codeOf(broken), codeOf(read)]).toEqual(['TEAM_NOT_ACTIVE', 'TEAM_NOT_ACTIVE']);
  });

  test.each(['/api/tours/loft/cover', '/api/tours/loft/assets/a.jpg'])(
    '%s, which a browser loads itself, names it in its address',
    async (path) => {
      const codes = async (query: string) => codeOf(await portal.ask({ url: `${path}?${query}`, headers: { cookie } }));
      const missing = path.endsWith('cover') ? 'TOUR_NOT_FOUND' : 'NOT_FOUND';
      expect(await codes(`team=${shown}`)).toBe('TEAM_NOT_ACTIVE');
      expect(await codes(`v=x&team=${active}`)).toBe(missing);
      expect(await codes('')).toBe(missing);
      expect(await codes(`team=${active}&team=${shown}`)).toBe('TEAM_NOT_ACTIVE');
      expect(await codes('team=demo')).toBe('TEAM_NOT_ACTIVE');
      const headers = { cookie, [TEAM_HEADER]: shown };
      expect(codeOf(await portal.ask({ url: `${path}?team=${active}`, headers }))).toBe('TEAM_NOT_ACTIVE');
      expect(codeOf(await portal.ask({ url: `${path}?team=${shown}` }))).toBe('AUTH_REQUIRED');
    },
  );

  test.each([
    ['a Team of others', 'demo'],
    ['no code', 'x'],
    ['nothing', ''],
  ])('%s', async (_, team) => {
    for (const endpoint of judged) expect(codeOf(await ask(endpoint, team))).toBe('TEAM_NOT_ACTIVE');
  });
});

describe('is not refused', () => {
  test('a page that shows the active Team, and a client that shows none', { tags: 'slow' }, async () => {
    // Another Team becomes active, or the session ends.
    const others = ['create-team', 'accept-invitation', 'end-all-sessions'];
    for (const endpoint of judged.filter(({ name }) => !others.includes(name))) {
      const [named, unnamed] = [await ask(endpoint, active), await ask(endpoint, undefined)];
      expect([endpoint.name, codeOf(named)]).not.toContain('TEAM_NOT_ACTIVE');
      expect([endpoint.name, codeOf(unnamed)]).not.toContain('TEAM_NOT_ACTIVE');
    }
  });

  test('who asks which Team is active, and who switches back', { tags: 'slow' }, async () => {
    for (const endpoint of declared.filter((one) => !namesTeam(one))) {
      expect([endpoint.name, codeOf(await ask(endpoint, shown))]).not.toContain('TEAM_NOT_ACTIVE');
    }
    const url = `/api/teams/${shown}/activate`;
    const headers = { cookie, [TEAM_HEADER]: shown, 'x-csrf-token': token, 'content-type': 'application/json' };
    expect(codeOf(await portal.ask({ method: 'POST', url, headers, payload: '{}' }))).toBe('succeeded');
    expect(codeOf(await portal.ask({ url: '/api/apps', headers }))).toBe('succeeded');
  });

  test('nobody: whose session has ended is told so', async () => {
    cookie = '';
    for (const endpoint of judged) expect(codeOf(await ask(endpoint, shown))).toBe('AUTH_REQUIRED');
  });

  test('while the provider is away, sessions are still looked after', async () => {
    portal.identity.mood = 'away';
    const answer = await portal.ask({ url: '/api/sessions', headers: { cookie, [TEAM_HEADER]: shown } });
    expect(answer.statusCode).toBe(200);
  });
});
