import { randomUUID } from 'node:crypto';
import {
  type DeclaredDashboardEndpoint,
  type DeclaredOperatorEndpoint,
  type DeclaredPortalEndpoint,
  dashboardEndpoints,
  IDEMPOTENCY_HEADER,
  type PortalEndpoint,
  portalEndpoints,
} from '@openhouse/contract';
import type { LightMyRequestResponse as Response } from 'fastify';
import { agentRequest } from '../../packages/server/src/testing/agents.ts';
import { decide, startSignIn } from '../../packages/server/src/testing/command-line.ts';
import { dataOf, newKey, passedBotCheck } from '../../packages/server/src/testing/dashboard-people.ts';
import { invite } from '../../packages/server/src/testing/dashboard-team.ts';
import { basics } from '../../packages/server/src/tours/import/testing/bundle.ts';
import type { FaultedPortal } from './faulted-portal.ts';

type Mutation<Declared> = Extract<Declared, { readonly method: 'POST' }>;
type OperatorName = Mutation<DeclaredOperatorEndpoint>['name'];
type Name = Exclude<Mutation<DeclaredDashboardEndpoint | DeclaredPortalEndpoint>['name'], OperatorName>;

/** What a call sends, and what was done before it so that it has something to change. */
interface Given {
  readonly body?: object;
  readonly params?: Readonly<Record<string, string>>;
}
type Make = (at: FaultedPortal) => Promise<Given> | Given;

const reason = 'As agreed by telephone.';

const given: Readonly<Record<Name, Make | null>> = {
  'create-team': () => ({ body: { name: 'New name' } }),
  'activate-team': () => ({}),
  'rename-team': () => ({ body: { name: 'New name' } }),
  'delete-team': () => ({ body: { confirm: 'Studio' } }),
  'keep-team': async ({ team: { owner, team } }) => {
    await owner.post(`/api/teams/${team}/delete`, { confirm: 'Studio' });
    return {};
  },
  'invite-member': () => ({ body: { role: 'viewer' } }),
  'revoke-invitation': async ({ team: { owner, team } }) => ({
    params: { invitation: (await invite(owner, team, 'viewer')).invitation.id },
  }),
  'accept-invitation': async ({ team: { outsider, otherTeam } }) => ({
    body: { token: (await invite(outsider, otherTeam, 'viewer')).token },
  }),
  'change-role': () => ({ body: { role: 'viewer' } }),
  'remove-member': () => ({}),
  'create-app': () => ({ body: { name: 'Another', idempotencyKey: newKey() } }),
  'rename-app': () => ({ body: { name: 'New name' } }),
  'change-app-settings': () => ({ body: { mayActivate: false } }),
  'disable-app': () => ({}),
  'enable-app': async ({ team: { owner, app } }) => {
    await owner.post(`/api/apps/${app.appKey}/disable`);
    return {};
  },
  'delete-app': () => ({ body: { confirm: 'Viewing room' } }),
  'reveal-secret': async ({ team: { owner } }) => ({
    params: { version: '2' },
    body: { botCheck: await passedBotCheck(owner) },
  }),
  'rotate-secret': async ({ team: { owner, app } }) => {
    await owner.post(`/api/apps/${app.appKey}/secrets/1/retire`);
    return { body: { overlapHours: 0 } };
  },
  'retire-secret': () => ({ params: { version: '1' } }),
  'create-credential': () => ({ body: { name: 'nightly', scopes: ['tours:read'] } }),
  'revoke-credential': ({ credential }) => ({ params: { id: credential } }),
  'find-agent-request': null,
  'decide-agent-request': async ({ portal }) => ({ body: { ...(await agentRequest(portal)), decision: 'allow' } }),
  'import-tours': () => ({}),
  'add-sample-tour': () => ({}),
  'activate-tour': () => ({}),
  'remove-tour': () => ({ body: { confirm: 'loft' } }),
  'change-embed': () => ({ body: { on: true } }),
  'call-operation': null,
  'dismiss-warning': ({ warning }) => ({ params: { id: warning } }),
  'set-warning-mail': () => ({ body: { wanted: false } }),
  'create-webhook': () => ({ body: { url: 'https://integrator.example/other', events: [] } }),
  'change-webhook': ({ webhook }) => ({ params: { id: webhook.id }, body: { stopped: true } }),
  'delete-webhook': ({ webhook }) => ({ params: { id: webhook.id } }),
  'rotate-webhook-secret': ({ webhook }) => ({ params: { id: webhook.id }, body: { overlapHours: 24 } }),
  'test-webhook': ({ webhook }) => ({ params: { id: webhook.id } }),
  'resend-delivery': ({ webhook, delivery }) => ({ params: { id: webhook.id, delivery } }),
  'listen-for-events': null,
  'send-feedback': null,
  'find-command-line-sign-in': null,
  'decide-command-line-sign-in': async ({ portal }) => ({
    body: { userCode: (await startSignIn(portal)).userCode, decision: 'allow' },
  }),
  'end-session': async ({ portal, team: { owner } }) => {
    await portal.startSession(owner.subject);
    const { sessions } = dataOf<{ sessions: { id: string; isCurrent: boolean }[] }>(await owner.get('/api/sessions'));
    return { params: { id: sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '' } };
  },
  'end-all-sessions': async ({ portal, team: { owner } }) => {
    await portal.startSession(owner.subject);
    return { body: { keepCurrent: true } };
  },
  'start-command-line-sign-in': () => ({ body: { machine: 'laptop' } }),
  'collect-command-line-session': async ({ portal, team: { owner } }) => {
    const { deviceCode, userCode } = await startSignIn(portal);
    dataOf(await decide(owner, userCode, 'allow'));
    return { body: { deviceCode } };
  },
};

/** Operators' calls send the body of their example; null for what only reads. */
const operators: Readonly<Record<OperatorName, Make | null>> = {
  'suspend-app': () => ({}),
  'resume-app': async ({ operator, team: { app } }) => {
    await operator.post(`/api/operator/apps/${app.appKey}/suspend`, { reason });
    return {};
  },
  'set-trial': () => ({}),
  // The built-in upstream knows nothing new.
  'ask-upstream': null,
  'suspend-team': () => ({}),
  'resume-team': async ({ operator, team: { team } }) => {
    await operator.post(`/api/operator/teams/${team}/suspend`, { reason });
    return {};
  },
  'suspend-person': () => ({}),
  'resume-person': async ({ operator, team: { spare } }) => {
    await operator.post(`/api/operator/people/${spare.userCode}/suspend`, { reason });
    return {};
  },
  'delete-any-team': () => ({}),
  'keep-any-team': async ({ operator, team: { team } }) => {
    await operator.post(`/api/operator/teams/${team}/delete`, { reason });
    return {};
  },
  'export-person': () => ({}),
  'delete-person': () => ({}),
  'set-plan': () => ({}),
  'remove-plan': () => ({}),
  'set-team-plan': () => ({}),
  'set-exception': () => ({}),
  'set-note': () => ({}),
};

/** One way to change something. */
export interface WriteFlow {
  readonly name: string;
  /** @returns What does it; called again it is a retry, as a page makes it. */
  prepare(at: FaultedPortal): Promise<() => Promise<Response>>;
  /** A retry is another call: its puzzle works once, or its answer is never kept. */
  readonly isAnew?: true;
}

const ANEW: ReadonlySet<string> = new Set(['reveal-secret', 'export-person']);

const makes: Readonly<Record<string, Make | null>> = { ...given, ...operators };
const all: readonly PortalEndpoint[] = [...portalEndpoints, ...dashboardEndpoints];

/** Every call that changes something, from the contract. */
export const writeFlows: readonly WriteFlow[] = all.flatMap((endpoint) => {
  const make = makes[endpoint.name];
  return make == null
    ? []
    : [
        {
          name: endpoint.name,
          prepare: (at) => prepare(at, endpoint, make),
          ...(ANEW.has(endpoint.name) && { isAnew: true }),
        },
      ];
});

async function prepare(at: FaultedPortal, endpoint: PortalEndpoint, make: Make): Promise<() => Promise<Response>> {
  const { owner, spare, team, app } = at.team;
  const { params = {}, body } = await make(at);
  const own = { id: team, app_key: app.appKey, user_code: spare.userCode, plan: 'growth', resource_code: 'loft' };
  const named: Readonly<Record<string, string>> = { ...own, ...params };
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => named[name] ?? '');
  const isOperators = endpoint.path.startsWith('/api/operator/');
  const headers = { [IDEMPOTENCY_HEADER]: randomUUID() };
  if (endpoint.name === 'import-tours') {
    const work = JSON.stringify(basics('villa'));
    return () => owner.upload(`${path}?name=work.json`, 'application/json', work, headers);
  }
  const sent = body ?? (isOperators && 'body' in endpoint.example ? (endpoint.example.body as object) : {});
  return () => (isOperators ? at.operator : owner).post(path, sent, headers);
}
