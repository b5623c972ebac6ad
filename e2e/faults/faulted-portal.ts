import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Webhook } from '@openhouse/contract';
import type { Client } from 'pg';
import type { Database } from '../../packages/server/src/kernel/database/database.ts';
import { onceMore } from '../../packages/server/src/kernel/database/once-more.ts';
import { openDatabase } from '../../packages/server/src/kernel/database/open-database.ts';
import { inTransaction } from '../../packages/server/src/kernel/database/transaction.ts';
import { verifyAuditChains } from '../../packages/server/src/portal/audit/verify-chains.ts';
import { lookForWarnings } from '../../packages/server/src/portal/warnings/look.ts';
import { testDashboard, testGatewayClient } from '../../packages/server/src/testing/dashboard.ts';
import { type DashboardPerson, dataOf, enter } from '../../packages/server/src/testing/dashboard-people.ts';
import { type DashboardTeam, dashboardTeam } from '../../packages/server/src/testing/dashboard-team.ts';
import { databaseRows } from '../../packages/server/src/testing/database-rows.ts';
import { startTestGateway } from '../../packages/server/src/testing/gateway.ts';
import { type InjectedPortal, injectedPortal } from '../../packages/server/src/testing/injected-portal.ts';
import { openMigratedPostgres } from '../../packages/server/src/testing/postgres-template.ts';
import { startWireProxy, type WireProxy } from '../../packages/server/src/testing/wire-proxy.ts';
import { basics } from '../../packages/server/src/tours/import/testing/bundle.ts';
import { type Content, rowChanges } from './row-changes.ts';

/** A portal that reaches its database through a proxy that breaks connections, and a Team whose things are changed. */
export interface FaultedPortal {
  /** Reaches the database without the proxy. */
  readonly database: Database;
  readonly proxy: WireProxy;
  readonly portal: InjectedPortal;
  readonly team: DashboardTeam;
  readonly operator: DashboardPerson;
  /** Of the Team, with a delivery. */
  readonly webhook: Webhook;
  readonly delivery: string;
  readonly credential: string;
  readonly warning: string;
  /** Puts every row back as it was when everything was made. */
  reset(): Promise<void>;
  /** What the store holds, once nobody works in it any more and no App request is left. */
  content(): Promise<Content>;
  changes(before: Content, after: Content): readonly string[];
  /** The Teams whose audit chain does not hold. */
  brokenChains(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** More than the longest flow holds, and few enough that a burst of lost ones is noticed. */
const POOL = { maxConnections: 6, maxReadConnections: 3, statementTimeoutMs: 5000 };
/** Seconds after which another process takes an App request over. */
const LEASE_S = 1;
const LOOK_MS = 15;
/** Between two looks for App requests that a process has left. */
const REQUEST_MS = 200;
/** A fault is over after that: silent connections are ended after some 2 s. */
const QUIET_MAX_MS = 30_000;

const work = (code: string) => JSON.stringify(basics(code));

export async function startFaultedPortal(serverUrl: string): Promise<FaultedPortal> {
  const directory = await mkdtemp(join(tmpdir(), 'openhouse-faults-'));
  const database = await openMigratedPostgres(serverUrl);
  const { rows: named } = await database.pool.query<{ name: string }>('select current_database() as name');
  const url = new URL(`${serverUrl}/${named[0]?.name}`);
  const proxy = await startWireProxy(Number(url.port));
  url.port = String(proxy.port);
  const behind = await openDatabase({ url: url.href, ...POOL });
  const gateway = await startTestGateway(behind);
  const owner = await database.connectAsOwner();

  const portal = injectedPortal(behind, {
    dashboard: testDashboard(behind, {
      gateway: testGatewayClient(gateway.baseUrl),
      uploadDirectory: join(directory, 'uploads'),
      operators: { addresses: new Set(['olga@example.com']), maxSignInAgeS: 24 * 3600 },
      leaseS: LEASE_S,
      onAppsChanged: () => onceMore(gateway.changes.refresh),
      onToursChanged: () => onceMore(gateway.changes.refresh),
    }),
  });
  const team = await dashboardTeam(portal);
  const made = await makeThings(portal, database, team);
  const rows = await databaseRows(owner);
  const names = await tableNames(owner);
  // With nothing that they were before, all tables are put back.
  const putBack = await rows.statementsOfReturn('[]');
  return {
    ...made,
    database,
    proxy,
    portal,
    team,
    reset: async () => {
      await owner.query(putBack);
    },
    content: async () => {
      await quiet(owner);
      while (await hasOpenRequests(owner)) {
        portal.deps.dashboard.worker.wake();
        await sleep(REQUEST_MS);
        await quiet(owner);
      }
      return JSON.parse(await rows.read());
    },
    changes: (before, after) => rowChanges(before, after, names),
    brokenChains: async () =>
      (await verifyAuditChains(database)).filter(({ brokenAt }) => brokenAt !== null).map(({ team: code }) => code),
    close: async () => {
      await portal.app.close();
      await gateway.stop();
      await behind.close();
      await proxy.close();
      await owner.end();
      await database.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** What the calls are about, beside the Team. */
async function makeThings(
  portal: InjectedPortal,
  database: Database,
  { owner, app, spare }: DashboardTeam,
): Promise<Pick<FaultedPortal, 'operator' | 'webhook' | 'delivery' | 'credential' | 'warning'>> {
  const operator = await enter(portal, 'olga');
  dataOf(await owner.upload('/api/tours/imports?name=work.json', 'application/json', work('loft')));
  dataOf(await owner.post(`/api/apps/${app.appKey}/secrets/rotate`, { overlapHours: 1 }));
  const hook = { url: 'https://integrator.example/hook', events: [] };
  const { webhook } = dataOf<{ webhook: Webhook }>(await owner.post('/api/webhooks', hook));
  const sent = dataOf<{ delivery: { id: string } }>(await owner.post(`/api/webhooks/${webhook.id}/test`));
  const ci = { name: 'ci', scopes: ['tours:read'] };
  const { credential } = dataOf<{ credential: { id: string } }>(await owner.post('/api/credentials', ci));
  dataOf(await operator.post('/api/operator/plans/growth', { limits: {}, reason: 'For Teams that grow.' }));
  await inTransaction(
    database,
    (transaction) =>
      transaction.query(
        `update app set created_at = now() - interval '1 year', trial_ends_at = now() + interval '5 days'
          where app_key = $1`,
        [app.appKey],
      ),
    { team: '*' },
  );
  await lookForWarnings(database, { appLimitPerMinute: 0, usageKeepDays: 35 });
  const { warnings } = dataOf<{ warnings: { id: string }[] }>(await spare.get('/api/warnings'));
  const [warning] = warnings;
  if (warning === undefined) throw new Error('there is no warning');
  return { operator, webhook, delivery: sent.delivery.id, credential: credential.id, warning: warning.id };
}

/** In the order in which `databaseRows` reads them. */
async function tableNames(owner: Client): Promise<readonly string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace and relname <> 'migration'`,
  );
  return rows.map(({ name }) => name);
}

/** Whether a process has to go on with what another one left. */
async function hasOpenRequests(owner: Client): Promise<boolean> {
  const { rowCount } = await owner.query('select from app_outbox');
  return rowCount !== 0;
}

/** Resolves when two looks in a row saw nobody work in the database. */
async function quiet(owner: Client): Promise<void> {
  const untilMs = performance.now() + QUIET_MAX_MS;
  for (let calm = 0; calm < 2; ) {
    const { rows } = await owner.query<{ busy: number }>(
      `select count(*)::int as busy from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
          and state is distinct from 'idle'`,
    );
    calm = rows[0]?.busy === 0 ? calm + 1 : 0;
    if (performance.now() > untilMs) throw new Error('somebody still works in the database');
    await sleep(LOOK_MS);
  }
}
