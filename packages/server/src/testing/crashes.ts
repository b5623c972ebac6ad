import { randomBytes } from 'node:crypto';
import type { Database } from '../kernel/database/database.ts';
import { migrate } from '../kernel/database/migrate.ts';
import { openDatabase } from '../kernel/database/open-database.ts';
import { inTransaction } from '../kernel/database/transaction.ts';
import { httpAppService } from '../portal/apps/upstream/http.ts';
import { verifyAuditChains } from '../portal/audit/verify-chains.ts';
import { altchaCheck } from '../portal/bot-check/altcha.ts';
import { testDashboard } from './dashboard.ts';
import { createApp, createTeam, type DashboardPerson, enter, newKey, passedBotCheck } from './dashboard-people.ts';
import { type InjectedPortal, injectedPortal, PORTAL_URL } from './injected-portal.ts';
import type { KillPoint } from './portal-process.main.ts';
import { startPortalProcess } from './portal-process.ts';
import { createEmptyDatabase } from './postgres-template.ts';
import { startUpstream, type UpstreamServer } from './upstream-server.ts';

/** An installation of two nodes: this process, which survives, and one that is killed. */
export interface CrashingInstall {
  readonly survivor: InjectedPortal;
  readonly upstream: UpstreamServer;
  readonly database: Database;
  /** Starts the other node, lets `act` call it, and kills it where the point says, or when `act` is done. */
  crash(point: KillPoint, act: (url: string) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** Seconds of a lease here: shorter than in service, so that what was left is taken over soon. */
const LEASE_S = 1;

/** @param serverUrl Address of a PostgreSQL server; the installation gets a database of its own. */
export async function crashingInstall(serverUrl: string): Promise<CrashingInstall> {
  const databaseUrl = await createEmptyDatabase(serverUrl);
  const database = await openDatabase({ url: databaseUrl, maxConnections: 8, statementTimeoutMs: 20_000 });
  await migrate(database);
  const key = randomBytes(32).toString('hex');
  const keys = [{ id: 1, key: Buffer.from(key, 'hex') }];
  const upstream = await startUpstream();
  const dashboard = testDashboard(database, {
    pepper: Buffer.from(key, 'hex'),
    sealingKeys: keys,
    leaseS: LEASE_S,
    botCheck: altchaCheck({ pool: database.pool, keys, maxNumber: 50, nowMs: Date.now }),
    upstream: httpAppService({ url: upstream.url, token: 'token', timeoutMs: 10_000, defaultXid: null }),
  });
  const survivor = injectedPortal(database, { dashboard, cookieSecrets: keys, sessionSealingKeys: keys });
  dashboard.worker.start();
  return {
    survivor,
    upstream,
    database,
    async crash(point, act) {
      const order = { databaseUrl, key, upstreamUrl: upstream.url, portalUrl: PORTAL_URL, leaseS: LEASE_S };
      const victim = await startPortalProcess(order);
      await victim.arm(point);
      await act(victim.url);
      await victim.kill();
    },
    async stop() {
      await dashboard.worker.stop();
      await survivor.app.close();
      upstream.close();
      await database.close();
    },
  };
}

/** The points of a run: the first statements of a request, before and after each, again and again. */
export function killPoints(count: number, statements: number): KillPoint[] {
  return Array.from({ length: count }, (_, index) => ({
    statement: 1 + (Math.floor(index / 2) % statements),
    side: index % 2 === 0 ? 'before' : 'after',
  }));
}

/**
 * Asks a node that is killed for three apps at once, and the survivor for the same afterwards, as people do who got no
 * answer.
 * @returns What there is in the end, and how long the last took, in milliseconds.
 */
export async function creationSurvives(
  install: CrashingInstall,
  point: KillPoint,
): Promise<{ readonly apps: number; readonly made: number; readonly open: number; readonly slowestMs: number }> {
  const person = await enter(install.survivor, `person-${newKey()}`);
  await createTeam(person, 'Team');
  const dialogs = [1, 2, 3].map((number) => ({ name: `App ${number}`, idempotencyKey: newKey() }));
  const madeBefore = install.upstream.made.size;
  await install.crash(point, async (url) => {
    const calls = dialogs.map((dialog) => person.elsewhere(url, '/api/apps', dialog));
    await Promise.allSettled(calls);
    // Creation goes on behind the answers.
    await new Promise((resolve) => setTimeout(resolve, 150));
  });
  const startedMs = performance.now();
  for (const dialog of dialogs) await person.post('/api/apps', dialog);
  const open = await openAfter(person, 30_000);
  const { apps } = (await person.get('/api/apps')).json().data as { apps: unknown[] };
  return {
    apps: apps.length,
    made: install.upstream.made.size - madeBefore,
    open,
    slowestMs: performance.now() - startedMs,
  };
}

async function openAfter(person: DashboardPerson, waitMs: number): Promise<number> {
  const until = performance.now() + waitMs;
  for (;;) {
    const { requests } = (await person.get('/api/apps')).json().data as { requests: unknown[] };
    if (requests.length === 0 || performance.now() > until) return requests.length;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A person with an app, for `revealSurvives`. */
async function revealer(install: CrashingInstall): Promise<{ person: DashboardPerson; appKey: string }> {
  const person = await enter(install.survivor, `person-${newKey()}`);
  await createTeam(person, 'Team');
  return { person, appKey: (await createApp(person, 'App')).appKey };
}

/** Reveals on a node that is killed. @returns Secrets that were seen, and entries of successful reveals. */
export async function revealSurvives(
  install: CrashingInstall,
  point: KillPoint,
): Promise<{ readonly seen: number; readonly entries: number }> {
  const { person, appKey } = await revealer(install);
  let seen = 0;
  await install.crash(point, async (url) => {
    const answers = [await passedBotCheck(person), await passedBotCheck(person)].map(async (botCheck) => {
      const status = await person.elsewhere(url, `/api/apps/${appKey}/secrets/1/reveal`, { botCheck });
      if (status === 200) seen += 1;
    });
    await Promise.allSettled(answers);
  });
  const entries = await inTransaction(
    install.database,
    async (transaction) => {
      const { rows } = await transaction.query<{ n: number }>(
        `select count(*)::int as n from audit_entry where actor_code = $1 and action = 'secret.reveal'
            and outcome = 'succeeded'`,
        [person.userCode],
      );
      return rows[0]?.n ?? 0;
    },
    { team: '*' },
  );
  return { seen, entries };
}

/** @returns The Teams whose audit chain does not hold. */
export async function brokenChains({ database }: CrashingInstall): Promise<readonly string[]> {
  const verdicts = await verifyAuditChains(database);
  return verdicts.filter(({ brokenAt }) => brokenAt !== null).map(({ team }) => team);
}
