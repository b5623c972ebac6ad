import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gatewayEndpoints, type OperationAnswer, type OperationName, readEndpoints } from '@openhouse/contract';
import type { LightMyRequestResponse as Response } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { memoryLimiter } from '../../kernel/limiter/memory.ts';
import { writeBundle } from '../../testing/bundle.ts';
import { roomInWindow } from '../../testing/counted-window.ts';
import { testDashboard, testGatewayClient } from '../../testing/dashboard.ts';
import { type DashboardPerson, dataOf, outcomeOf } from '../../testing/dashboard-people.ts';
import { type DashboardTeam, dashboardTeam } from '../../testing/dashboard-team.ts';
import { useStore } from '../../testing/database.ts';
import { createTeamWithApp, startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { importTours } from '../../tours/import/import-tours.ts';
import { demoTeam } from '../demo/facts.ts';

const store = useStore();
let gateway: TestGateway;
let portal: InjectedPortal;
let suite: DashboardTeam;
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'openhouse-console-'));
  gateway = await startTestGateway(store.database);
  portal = injectedPortal(store.database, {
    dashboard: testDashboard(store.database, {
      gateway: testGatewayClient(gateway.baseUrl),
      demo: { limiter: memoryLimiter() },
      onAppsChanged: gateway.changes.refresh,
    }),
  });
  suite = await dashboardTeam(portal);
  await gateway.changes.refresh();
});
afterEach(async () => {
  await portal.app.close();
  await gateway.stop();
  await rm(directory, { recursive: true, force: true });
});

async function idOfTeam(code: string): Promise<string> {
  const { rows } = await store.database.pool.query<{ id: string }>('select id from team where code = $1', [code]);
  return rows[0]?.id ?? '';
}

/** Imports a tour of the contract's examples: every operation has data. */
async function importTour(teamId: string, code: string): Promise<void> {
  const bundle = await writeBundle(directory, { code, active: false, files: { 'private/warranty.txt': 'x' } });
  const { refused } = await importTours(store.database, gateway.assets, teamId, [bundle]);
  expect(refused).toEqual([]);
  await gateway.changes.refresh();
}

const run = (person: DashboardPerson, operation: OperationName, parameters = {}, appKey = suite.app.appKey) =>
  person.post('/api/console/calls', { app_key: appKey, operation, parameters });
const answerOf = (response: Response) => dataOf<OperationAnswer>(response);
const envelopeOf = (response: Response) => JSON.parse(answerOf(response).envelope);

/** Parameters of the contract's example, about a given tour. */
function exampleOf(operation: OperationName, code: string): Record<string, string> {
  const endpoint = gatewayEndpoints.find(({ name }) => name === operation);
  const { query = {}, body = {} } = endpoint?.example ?? {};
  if (operation === 'access-token') return {};
  const given = Object.fromEntries(Object.entries({ ...query, ...body }).map(([name, value]) => [name, String(value)]));
  for (const name of ['resource_code', 'vr_code']) if (name in given) given[name] = code;
  return given;
}

describe('the console', () => {
  beforeEach(async () => importTour(await idOfTeam(suite.team), 'own-tour'));

  test('every operation runs for an app of the Team', { tags: 'slow' }, async () => {
    for (const { name: operation } of gatewayEndpoints) {
      const answer = answerOf(await run(suite.owner, operation, exampleOf(operation, 'own-tour')));
      const envelope = JSON.parse(answer.envelope);
      expect([answer.httpStatus, envelope], operation).toMatchObject([200, { code: 0, status: 'success' }]);
      expect(answer.requestId).toBe(envelope.request_id);
      expect(answer.headers.map(({ name }) => name)).toContain('content-type');
      expect(gateway.answered.at(-1)).toMatchObject({ operation, appKey: suite.app.appKey, secretVersion: 0 });
    }
  });

  test('no answer holds a token or the secret', { tags: 'slow' }, async () => {
    const response = await run(suite.owner, 'access-token');
    expect(envelopeOf(response).data).toEqual({ access_token: 'oht_<hidden>', expire_at: expect.any(Number) });
    expect(response.body).not.toMatch(/oh[cts]_[A-Za-z0-9_-]{8}/);
  });

  test('REQUEST_INVALID: an exchange with credentials of the caller', async () => {
    const given = { app_key: suite.app.appKey, app_secret: 'x' };
    expect(outcomeOf(await run(suite.owner, 'access-token', given))).toBe('REQUEST_INVALID');
    expect(gateway.answered).toEqual([]);
  });

  test('what the gateway refuses is an answer', async () => {
    const cases: [OperationName, object, number, string][] = [
      ['vr-info', {}, 200, 'err_parse_resource_code_failed'],
      ['vr-info', { resource_code: 'no-such' }, 404, 'err_resource_not_found'],
      ['hot-list', { resource_code: 'own-tour', order_by: 'name' }, 400, 'err_parameter_invalid'],
      ['vr-submit', { resource_code: 'own-tour', action_num: 'x' }, 400, 'err_parameter_invalid'],
    ];
    for (const [operation, parameters, httpStatus, status] of cases) {
      const response = await run(suite.owner, operation, parameters);
      expect([answerOf(response).httpStatus, envelopeOf(response).status]).toEqual([httpStatus, status]);
    }
  });

  test('the envelope is handed on byte for byte', async () => {
    const response = await run(suite.owner, 'hot-detail', exampleOf('hot-detail', 'own-tour'));
    const sent = answerOf(response).envelope;
    expect(Buffer.byteLength(sent)).toBe(answerOf(response).bytes);
  });

  test('an activation: owners and members, each with an entry in the log; viewers are refused', async () => {
    const activation = { resource_code: 'own-tour', action_num: '1' };
    expect(outcomeOf(await run(suite.viewer, 'vr-submit', activation))).toBe('ROLE_INSUFFICIENT');
    expect(gateway.answered).toEqual([]);
    expect(envelopeOf(await run(suite.member, 'vr-submit', activation)).status).toBe('success');
    await run(suite.owner, 'vr-submit', { ...activation, resource_code: 'no-such' });
    await run(suite.owner, 'vr-submit', { ...activation, resource_code: 'not a code \0' });
    const { entries } = dataOf<{ entries: { action: string; subject: string; outcome: string }[] }>(
      await suite.owner.get('/api/audit?action=tour.activate'),
    );
    expect(entries.map(({ subject, outcome }) => [subject, outcome])).toEqual([
      ['', 'err_parse_resource_code_failed'],
      ['no-such', 'err_resource_not_found'],
      ['own-tour', 'succeeded'],
      ['own-tour', 'ROLE_INSUFFICIENT'],
    ]);
    const info = envelopeOf(await run(suite.viewer, 'vr-info', { resource_code: 'own-tour' }));
    expect(info.data.is_active).toBe(true);
  });

  test('reads leave no entry in the log', async () => {
    await run(suite.owner, 'vr-info', { resource_code: 'own-tour' });
    const { entries } = dataOf<{ entries: { action: string }[] }>(await suite.owner.get('/api/audit'));
    expect(entries.map(({ action }) => action)).not.toContain('tour.activate');
  });

  test("another Team's app answers with the bytes of a missing one, another Team's tour as a missing one", async () => {
    const stripped = (response: Response) => response.body.replace(/"request_id":"[^"]+"/, '');
    const theirs = await run(suite.outsider, 'vr-info', { resource_code: 'own-tour' });
    const missing = await run(suite.outsider, 'vr-info', { resource_code: 'own-tour' }, `ohk_${'A'.repeat(22)}`);
    expect(theirs.statusCode).toBe(404);
    expect(stripped(theirs)).toBe(stripped(missing));
    const tour = await run(suite.outsider, 'vr-info', { resource_code: 'own-tour' }, suite.otherApp.appKey);
    expect(envelopeOf(tour).status).toBe('err_resource_not_found');
  });

  test('err_app_disabled: a disabled app, as its integrator would see', async () => {
    await suite.owner.post(`/api/apps/${suite.app.appKey}/disable`);
    for (const operation of ['vr-info', 'access-token'] as const) {
      const response = await run(suite.owner, operation, exampleOf(operation, 'own-tour'));
      expect([answerOf(response).httpStatus, envelopeOf(response).status]).toEqual([403, 'err_app_disabled']);
    }
  });

  test('GATEWAY_UNAVAILABLE: the gateway is away', { tags: 'slow' }, async () => {
    await gateway.stop();
    const response = await run(suite.owner, 'vr-info', { resource_code: 'own-tour' });
    expect([response.statusCode, outcomeOf(response)]).toEqual([503, 'GATEWAY_UNAVAILABLE']);
    expect(response.headers['retry-after']).toBe('2');
  });

  test('RATE_LIMITED: more calls of a person than ten minutes allow', async () => {
    await roomInWindow();
    await store.database.pool.query(
      `insert into reveal_attempts (counted, window_at, n)
       select 'console:' || id, to_timestamp(floor(extract(epoch from now()) / 600) * 600), 300 from person
        where code = $1`,
      [suite.owner.userCode],
    );
    expect(outcomeOf(await run(suite.owner, 'vr-info'))).toBe('RATE_LIMITED');
    expect(outcomeOf(await run(suite.member, 'vr-info'))).toBe('succeeded');
  });
});

describe('the demo for anybody', () => {
  beforeEach(async () => {
    const { teamId } = await createTeamWithApp(store.database, { name: 'Demo' });
    await store.database.pool.query('update team set code = $2 where id = $1', [teamId, demoTeam.code]);
    await importTour(teamId, 'demo-loft');
  });
  const ask = (operation: string, parameters: Record<string, string>) =>
    portal.ask({ url: `/api/demo/calls?${new URLSearchParams({ operation, ...parameters })}` });

  test('every read reads a demo tour', { tags: 'slow' }, async () => {
    for (const { name: operation } of readEndpoints) {
      const response = await ask(operation, exampleOf(operation, 'demo-loft'));
      expect(envelopeOf(response).status, operation).toBe('success');
    }
  });

  slowAfter(2, ['access-token', 'vr-submit', 'nothing'])(
    'REQUEST_INVALID: %s is not for strangers',
    async (operation) => {
      expect(outcomeOf(await ask(operation, {}))).toBe('REQUEST_INVALID');
      expect(gateway.answered).toEqual([]);
    },
  );

  test('NOT_FOUND: another tour of the demo Team, and its records', { tags: 'slow' }, async () => {
    const { rows } = await store.database.pool.query<{ id: string }>('select id from team where code = $1', ['demo']);
    await importTour(rows[0]?.id ?? '', 'private-tour');
    for (const operation of ['vr-info', 'hot-detail', 'group-tree', 'vr-list', 'vr-detail'] as const) {
      expect(outcomeOf(await ask(operation, exampleOf(operation, 'private-tour')))).toBe('NOT_FOUND');
    }
    expect(gateway.answered).toEqual([]);
    expect(envelopeOf(await ask('vr-info', { resource_code: 'no-such' })).status).toBe('err_resource_not_found');
  });

  test('RATE_LIMITED: more calls of an address than a minute allows', { tags: 'slow' }, async () => {
    const outcomes = [];
    for (let index = 0; index < 61; index += 1) outcomes.push(outcomeOf(await ask('vr-info', {})));
    expect(outcomes.slice(-2)).toEqual(['succeeded', 'RATE_LIMITED']);
  });

  test('NOT_FOUND where there is no demo, and the operations say so', async () => {
    const without = injectedPortal(store.database);
    const url = '/api/demo/calls?operation=vr-info&resource_code=demo-loft';
    expect(outcomeOf(await without.ask({ url }))).toBe('NOT_FOUND');
    const listed = dataOf<{ demo: object | null }>(await without.ask({ url: '/api/operations' }));
    expect(listed.demo).toBeNull();
    await without.app.close();
  });
});

test('the operations are listed for anybody, as the contract declares them', async () => {
  const listed = dataOf<{ operations: { name: string }[]; failures: { status: string }[]; demo: object }>(
    await portal.ask({ url: '/api/operations' }),
  );
  expect(listed.operations.map(({ name }) => name)).toEqual(gatewayEndpoints.map(({ name }) => name));
  expect(listed.failures).toContainEqual(expect.objectContaining({ status: 'err_app_expired' }));
  expect(listed.demo).toEqual({ resourceCodes: ['demo-loft', 'demo-studio', 'demo-garden'] });
});
