import { type DeclaredOperatorEndpoint, operatorEndpoints } from '@openhouse/contract';
import type { LightMyRequestResponse as Response } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callsWith, signInCommandLine } from '../../testing/command-line.ts';
import { testDashboard } from '../../testing/dashboard.ts';
import { type DashboardPerson, enter, outcomeOf } from '../../testing/dashboard-people.ts';
import { type DashboardTeam, dashboardTeam } from '../../testing/dashboard-team.ts';
import { useStore } from '../../testing/database.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';

const MAX_SIGN_IN_AGE_S = 3600;

const store = useStore();
let portal: InjectedPortal;
let team: DashboardTeam;
let operator: DashboardPerson;
beforeEach(async () => {
  const operators = { addresses: new Set(['olga@example.com']), maxSignInAgeS: MAX_SIGN_IN_AGE_S };
  portal = injectedPortal(store.database, { dashboard: testDashboard(store.database, { operators }) });
  team = await dashboardTeam(portal);
  operator = await enter(portal, 'olga');
});
afterEach(() => portal.app.close());

/** Lets the sign-ins of a person lie further back. */
const age = (userCode: string) =>
  store.database.pool.query(
    `update session set signed_in_at = now() - make_interval(secs => $2)
      where person_id = (select id from person where code = $1)`,
    [userCode, MAX_SIGN_IN_AGE_S + 1],
  );

/** What the calls are about: things of the first Team. */
function pathOf({ path }: DeclaredOperatorEndpoint): string {
  const params: Record<string, string> = {
    id: team.team,
    app_key: team.app.appKey,
    user_code: team.spare.userCode,
    plan: 'growth',
  };
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
}

type Caller = Pick<DashboardPerson, 'get' | 'post'>;
async function call(endpoint: DeclaredOperatorEndpoint, who: Caller): Promise<Response> {
  // One of the calls removes it.
  await store.database.pool.query("insert into plan (name) values ('growth') on conflict do nothing");
  const query = 'query' in endpoint.example ? `?${new URLSearchParams(endpoint.example.query)}` : '';
  if (endpoint.method === 'GET') return who.get(`${pathOf(endpoint)}${query}`);
  return who.post(pathOf(endpoint), 'body' in endpoint.example ? endpoint.example.body : {});
}

describe.each(operatorEndpoints.map((endpoint, at) => [endpoint.name, endpoint, at] as const))(
  '%s',
  (_, endpoint, at) => {
    test('answers operators who signed in lately, in a browser or for the command line, and nobody else', {
      tags: at % 6 === 0 ? [] : ['slow'],
    }, async () => {
      const line = await signInCommandLine(portal, operator);
      const outcomes: Record<string, string> = {};
      outcomes.nobody = outcomeOf(await portal.ask({ method: endpoint.method, url: pathOf(endpoint) }));
      for (const who of ['owner', 'member', 'viewer', 'outsider'] as const) {
        outcomes[who] = outcomeOf(await call(endpoint, team[who]));
      }
      await age(operator.userCode);
      outcomes['stale operator'] = outcomeOf(await call(endpoint, operator));
      outcomes['stale command line'] = outcomeOf(await call(endpoint, callsWith(portal, line.token)));
      const fresh = await enter(portal, 'olga');
      const freshLine = await signInCommandLine(portal, fresh);
      outcomes['command line'] = outcomeOf(await call(endpoint, callsWith(portal, freshLine.token)));
      outcomes.operator = outcomeOf(await call(endpoint, fresh));
      const refused = 'OPERATOR_REQUIRED';
      expect(outcomes).toEqual({
        nobody: 'AUTH_REQUIRED',
        owner: refused,
        member: refused,
        viewer: refused,
        outsider: refused,
        'stale operator': 'SIGN_IN_TOO_OLD',
        'stale command line': 'SIGN_IN_TOO_OLD',
        'command line': 'succeeded',
        operator: 'succeeded',
      });
    });
  },
);

test('a session of the command line is as old as the sign-in behind it: it cannot make itself a fresh one', async () => {
  await age(operator.userCode);
  const line = await signInCommandLine(portal, operator);
  expect(outcomeOf(await callsWith(portal, line.token).get('/api/operator/audit'))).toBe('SIGN_IN_TOO_OLD');
});

test('the account says who is an operator, and of nobody else that they are none', async () => {
  expect((await operator.get('/api/me')).json().data).toMatchObject({ isOperator: true });
  expect((await team.owner.get('/api/me')).json().data).not.toHaveProperty('isOperator');
});

test('an address that the provider does not vouch for makes nobody an operator; the claim does', async () => {
  const told = portal.identity.profile;
  portal.identity.profile = async (...asked) => {
    const profile = await told(...asked);
    return profile === 'ended' ? profile : { ...profile, isEmailVouched: false };
  };
  expect(outcomeOf(await operator.get('/api/operator/audit'))).toBe('OPERATOR_REQUIRED');
  portal.identity.profile = async (...asked) => {
    const profile = await told(...asked);
    return profile === 'ended' ? profile : { ...profile, hasOperatorClaim: profile.subject === 'ada' };
  };
  expect(outcomeOf(await team.owner.get('/api/operator/audit'))).toBe('succeeded');
  expect(outcomeOf(await team.member.get('/api/operator/audit'))).toBe('OPERATOR_REQUIRED');
});

test('an operator is in no Team by that: the Team has its own people alone', async () => {
  expect(outcomeOf(await operator.get('/api/apps'))).toBe('TEAM_REQUIRED');
  expect(outcomeOf(await operator.post(`/api/teams/${team.team}/rename`, { name: 'Mine' }))).toBe('TEAM_NOT_FOUND');
});
