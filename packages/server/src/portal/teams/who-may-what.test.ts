import { randomUUID } from 'node:crypto';
import {
  type DeclaredDashboardEndpoint,
  type DeclaredOperatorEndpoint,
  dashboardEndpoints as endpointsOfAll,
  operatorEndpoints,
  startCommandLineSignIn,
  type Warning,
  type Webhook,
  type WebhookDelivery,
} from '@openhouse/contract';
import type { LightMyRequestResponse as Response } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useAccounting } from '../../gateway/accounting/accounting.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { agentRequest } from '../../testing/agents.ts';
import { testDashboard, testGatewayClient } from '../../testing/dashboard.ts';
import { type DashboardPerson, dataOf, newKey, outcomeOf, passedBotCheck } from '../../testing/dashboard-people.ts';
import { type DashboardTeam, dashboardTeam, invite } from '../../testing/dashboard-team.ts';
import { useStore } from '../../testing/database.ts';
import { useFolder } from '../../testing/folder.ts';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';
import { basics } from '../../tours/import/testing/bundle.ts';
import { lookForWarnings } from '../warnings/look.ts';

/** Calls of operators have a table of their own (`operator/operator.test.ts`). */
type Endpoint = Exclude<DeclaredDashboardEndpoint, DeclaredOperatorEndpoint>;
type Name = Endpoint['name'];

const ofOperators: readonly unknown[] = operatorEndpoints;
const dashboardEndpoints = endpointsOfAll.filter((one): one is Endpoint => !ofOperators.includes(one));

/** What each person of the Team, and somebody of another Team, gets from a call that names the first Team's things. */
interface Expected {
  readonly owner: string;
  readonly member: string;
  readonly viewer: string;
  readonly outsider: string;
}

const everybody: Expected = { owner: 'succeeded', member: 'succeeded', viewer: 'succeeded', outsider: 'succeeded' };
const nobody: Expected = {
  owner: 'CREDENTIAL_NOT_FOUND',
  member: 'CREDENTIAL_NOT_FOUND',
  viewer: 'CREDENTIAL_NOT_FOUND',
  outsider: 'CREDENTIAL_NOT_FOUND',
};
const inTeam: Expected = { ...everybody, outsider: 'TEAM_NOT_FOUND' };
const withApp: Expected = { ...everybody, outsider: 'APP_NOT_FOUND' };
const members = (outsider: string): Expected => ({ ...everybody, viewer: 'ROLE_INSUFFICIENT', outsider });
const owners = (outsider: string): Expected => ({
  owner: 'succeeded',
  member: 'ROLE_INSUFFICIENT',
  viewer: 'ROLE_INSUFFICIENT',
  outsider,
});

const work = (code: string) => JSON.stringify(basics(code));

/** Leaving a call out does not compile. `succeeded` for outsiders means: with what is theirs. */
const expected: Readonly<Record<Name, Expected>> = {
  'create-team': everybody,
  'activate-team': inTeam,
  'rename-team': owners('TEAM_NOT_FOUND'),
  'delete-team': owners('TEAM_NOT_FOUND'),
  'keep-team': owners('TEAM_NOT_FOUND'),
  'list-members': inTeam,
  'invite-member': owners('TEAM_NOT_FOUND'),
  'revoke-invitation': owners('TEAM_NOT_FOUND'),
  'accept-invitation': everybody,
  'change-role': owners('TEAM_NOT_FOUND'),
  'remove-member': owners('TEAM_NOT_FOUND'),
  'list-apps': everybody,
  'create-app': owners('succeeded'),
  'get-app': withApp,
  'rename-app': owners('APP_NOT_FOUND'),
  'change-app-settings': owners('APP_NOT_FOUND'),
  'disable-app': owners('APP_NOT_FOUND'),
  'enable-app': owners('APP_NOT_FOUND'),
  'delete-app': owners('APP_NOT_FOUND'),
  'list-secrets': withApp,
  'bot-check-challenge': everybody,
  'reveal-secret': owners('APP_NOT_FOUND'),
  'rotate-secret': owners('APP_NOT_FOUND'),
  'retire-secret': owners('APP_NOT_FOUND'),
  'list-audit': owners('succeeded'),
  'list-credentials': owners('succeeded'),
  'create-credential': owners('succeeded'),
  'revoke-credential': owners('CREDENTIAL_NOT_FOUND'),
  'get-credential': nobody,
  'find-agent-request': everybody,
  'decide-agent-request': owners('succeeded'),
  'list-tours': everybody,
  'import-tours': members('succeeded'),
  'add-sample-tour': members('succeeded'),
  'activate-tour': members('TOUR_NOT_FOUND'),
  'remove-tour': owners('TOUR_NOT_FOUND'),
  'list-embeds': everybody,
  'get-embed': { ...everybody, outsider: 'TOUR_NOT_FOUND' },
  'change-embed': members('TOUR_NOT_FOUND'),
  'call-operation': withApp,
  'get-usage': withApp,
  'list-calls': withApp,
  'explain-call': { ...everybody, outsider: 'CALL_NOT_FOUND' },
  'get-limits': everybody,
  'list-warnings': everybody,
  'set-warning-mail': everybody,
  'dismiss-warning': { ...everybody, outsider: 'WARNING_NOT_FOUND' },
  'list-webhooks': everybody,
  'create-webhook': owners('succeeded'),
  'change-webhook': owners('WEBHOOK_NOT_FOUND'),
  'delete-webhook': owners('WEBHOOK_NOT_FOUND'),
  'rotate-webhook-secret': owners('WEBHOOK_NOT_FOUND'),
  'test-webhook': owners('WEBHOOK_NOT_FOUND'),
  'list-deliveries': { ...everybody, outsider: 'WEBHOOK_NOT_FOUND' },
  'resend-delivery': owners('WEBHOOK_NOT_FOUND'),
  'listen-for-events': everybody,
  'send-feedback': everybody,
  'find-command-line-sign-in': everybody,
  'decide-command-line-sign-in': everybody,
};

describe('who may call what', () => {
  const store = useStore();
  const uploadDirectory = useFolder();
  let portal: InjectedPortal;
  let suite: DashboardTeam;
  let gateway: TestGateway;
  beforeEach(async () => {
    gateway = await startTestGateway(store.database);
    const dashboard = testDashboard(store.database, { gateway: testGatewayClient(gateway.baseUrl), uploadDirectory });
    portal = injectedPortal(store.database, { dashboard });
    suite = await dashboardTeam(portal);
    await suite.owner.upload('/api/tours/imports?name=work.json', 'application/json', work('loft'));
  });
  afterEach(async () => {
    await portal.app.close();
    await gateway.stop();
  });

  /** The call, about the first Team's Team, app, people and invitations. */
  async function call(endpoint: Endpoint, person: DashboardPerson): Promise<Response> {
    const { owner, spare, team, app } = suite;
    const params: Record<string, string> = {
      id: await idFor(endpoint.name),
      ...(endpoint.path.startsWith('/api/webhooks/') && (await sentTo())),
      app_key: app.appKey,
      user_code: spare.userCode,
      version: endpoint.name === 'reveal-secret' ? '2' : '1',
      request_id: endpoint.name === 'explain-call' ? await keptCall(app.appKey) : '',
      invitation: endpoint.name === 'revoke-invitation' ? (await invite(owner, team, 'viewer')).invitation.id : '',
      resource_code: 'loft',
      listener: 'pZ0hYt3mQ8KfB1xW6sVd2A',
    };
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
    if (endpoint.name === 'import-tours')
      return person.upload(`${path}?name=work.json`, 'application/json', work('new'));
    return endpoint.method === 'GET' ? person.get(path) : person.post(path, await bodyOf(endpoint.name, person));
  }

  /** What `{id}` of a call names. */
  async function idFor(name: Name): Promise<string> {
    if (name === 'dismiss-warning') return warned();
    if (name !== 'revoke-credential') return suite.team;
    const made = await suite.owner.post('/api/credentials', { name: 'ci', scopes: ['tours:read'] });
    return dataOf<{ credential: { id: string } }>(made).credential.id;
  }

  /** A warning of the first Team. @returns Its id. */
  async function warned(): Promise<string> {
    await inTransaction(
      store.database,
      (transaction) =>
        transaction.query(
          `update app set created_at = now() - interval '1 year', trial_ends_at = now() + interval '5 days'
            where app_key = $1`,
          [suite.app.appKey],
        ),
      { team: '*' },
    );
    await lookForWarnings(store.database, { appLimitPerMinute: 0, usageKeepDays: 35 });
    return dataOf<{ warnings: Warning[] }>(await suite.spare.get('/api/warnings')).warnings[0]?.id ?? '';
  }

  /** A webhook of the first Team, and a delivery of it. @returns Their ids. */
  async function sentTo(): Promise<{ id: string; delivery: string }> {
    const body = { url: 'https://integrator.example/hook', events: [] };
    const { webhook } = dataOf<{ webhook: Webhook }>(await suite.owner.post('/api/webhooks', body));
    const sent = await suite.owner.post(`/api/webhooks/${webhook.id}/test`);
    return { id: webhook.id, delivery: dataOf<{ delivery: WebhookDelivery }>(sent).delivery.id };
  }

  /** A call of the first Team's app. @returns Its request id. */
  async function keptCall(appKey: string): Promise<string> {
    const requestId = randomUUID();
    const use = useAccounting(store.database, () => undefined);
    use.count(
      {
        requestId,
        traceId: '0'.repeat(32),
        appKey,
        secretVersion: 1,
        operation: 'vr-info',
        status: 'success',
        address: '192.0.2.1',
        refusal: undefined,
      },
      1,
    );
    await use.flush();
    return requestId;
  }

  async function bodyOf(name: Name, person: DashboardPerson): Promise<object> {
    if (name === 'create-app') return { name: 'Another', idempotencyKey: newKey() };
    if (name === 'accept-invitation') return { token: (await invite(suite.owner, suite.team, 'viewer')).token };
    if (name === 'reveal-secret') return { botCheck: await passedBotCheck(person) };
    if (name === 'call-operation') return { app_key: suite.app.appKey, operation: 'vr-info', parameters: {} };
    if (name === 'send-feedback') return { message: 'Hello', page: '/' };
    if (name.endsWith('command-line-sign-in')) {
      const userCode = await askedCode();
      return name.startsWith('decide') ? { userCode, decision: 'deny' } : { userCode };
    }
    if (name === 'create-credential') return { name: 'ci', scopes: ['tours:read'] };
    if (name === 'find-agent-request') return agentRequest(portal);
    if (name === 'decide-agent-request') return { ...(await agentRequest(portal)), decision: 'allow' };
    if (name === 'create-webhook') return { url: 'https://integrator.example/hook', events: [] };
    if (name === 'rotate-webhook-secret') return { overlapHours: 24 };
    if (name === 'set-warning-mail') return { wanted: true };
    if (name === 'rotate-secret') return { overlapHours: 0 };
    if (name === 'change-app-settings') return { mayActivate: false };
    if (name === 'delete-app') return { confirm: 'Viewing room' };
    if (name === 'delete-team') return { confirm: 'Studio' };
    if (name === 'change-embed') return { on: true };
    if (name === 'remove-tour') return { confirm: 'loft' };
    if (name === 'invite-member' || name === 'change-role') return { role: 'viewer' };
    return ['create-team', 'rename-team', 'rename-app'].includes(name) ? { name: 'New name' } : {};
  }

  /** The code of a machine that waits for consent; a look takes no decision. */
  async function askedCode(): Promise<string> {
    const headers = { 'content-type': 'application/json' };
    const asked = {
      method: 'POST',
      url: startCommandLineSignIn.path,
      headers,
      payload: '{"machine":"laptop"}',
    } as const;
    return dataOf<{ userCode: string }>(await portal.ask(asked)).userCode;
  }

  const people = ['outsider', 'viewer', 'member', 'owner'] as const;

  describe.each(dashboardEndpoints.map((endpoint, at) => [endpoint.name, endpoint, at] as const))(
    '%s',
    (name, endpoint, at) => {
      test('answers exactly those who may', { tags: at % 6 === 0 ? [] : ['slow', 'long'] }, async () => {
        // Two live versions, so that there is one to reveal and one to retire.
        await suite.owner.post(`/api/apps/${suite.app.appKey}/secrets/rotate`, { overlapHours: 1 });
        const outcomes: Record<string, string> = {};
        // Owners last: what they are allowed to do changes what the call is about.
        for (const who of people) outcomes[who] = outcomeOf(await call(endpoint, suite[who]));
        expect(outcomes).toEqual(expected[name]);
      });
    },
  );

  test('AUTH_REQUIRED for anybody who is not signed in, whatever the call', async () => {
    for (const { method, path } of dashboardEndpoints) {
      const answer = await portal.ask({ method, url: path.replaceAll(/\{\w+\}/g, '1') });
      expect([path, answer.statusCode, outcomeOf(answer)]).toEqual([path, 401, 'AUTH_REQUIRED']);
    }
  });

  test("another Team's app answers with the bytes of a missing one", async () => {
    const { outsider, app } = suite;
    const stripped = (response: Response) => response.body.replace(/"request_id":"[^"]+"/, '');
    for (const path of ['', '/secrets', '/usage', '/calls']) {
      const theirs = await outsider.get(`/api/apps/${app.appKey}${path}`);
      const missing = await outsider.get(`/api/apps/ohk_${'A'.repeat(22)}${path}`);
      expect([theirs.statusCode, stripped(theirs)]).toEqual([missing.statusCode, stripped(missing)]);
    }
  });

  test("another Team's tour answers with the bytes of a missing one", async () => {
    const { outsider } = suite;
    const stripped = (response: Response) =>
      response.body.replace(/"request_id":"[^"]+"/, '').replaceAll('loft', 'gone');
    const ask = async (code: string) => [
      await outsider.get(`/api/tours/${code}/cover`),
      await outsider.post(`/api/tours/${code}/activate`),
      await outsider.post(`/api/tours/${code}/remove`, { confirm: code }),
      await outsider.get(`/api/tours/${code}/embed`),
      await outsider.post(`/api/tours/${code}/embed`, { on: true }),
    ];
    const [theirs, missing] = [await ask('loft'), await ask('gone')];
    expect(new Set(theirs.map(outcomeOf))).toEqual(new Set(['TOUR_NOT_FOUND']));
    expect(theirs.map(stripped)).toEqual(missing.map(stripped));
  });

  test("another Team's call answers with the bytes of a missing one", async () => {
    const { outsider, app } = suite;
    const stripped = (response: Response) => response.body.replace(/"request_id":"[^"]+"/, '');
    const theirs = await outsider.get(`/api/calls/${await keptCall(app.appKey)}`);
    const missing = await outsider.get(`/api/calls/${randomUUID()}`);
    expect([theirs.statusCode, stripped(theirs)]).toEqual([404, stripped(missing)]);
  });

  test('lists show what is of the own Team alone', async () => {
    const { outsider, app, otherApp, owner } = suite;
    await outsider.upload('/api/tours/imports?name=w.json', 'application/json', work('villa'));
    const shown: Readonly<Record<string, string>> = { '/api/apps': otherApp.appKey, '/api/tours': 'villa' };
    for (const path of ['/api/apps', '/api/tours', '/api/audit', '/api/audit.csv', '/api/audit.jsonl']) {
      const body = (await outsider.get(path)).body;
      for (const theirs of [app.appKey, 'Viewing room', 'Studio', owner.userCode, 'loft']) {
        expect(body).not.toContain(theirs);
      }
      expect(body).toContain(shown[path] ?? 'Showroom');
    }
  });

  test('somebody who was removed is out at once', async () => {
    const { owner, spare, team, app } = suite;
    expect(outcomeOf(await spare.get(`/api/apps/${app.appKey}`))).toBe('succeeded');
    await owner.post(`/api/teams/${team}/members/${spare.userCode}/remove`);
    expect(outcomeOf(await spare.get(`/api/apps/${app.appKey}`))).toBe('TEAM_REQUIRED');
    expect(outcomeOf(await spare.get(`/api/teams/${team}/members`))).toBe('TEAM_NOT_FOUND');
  });
});
