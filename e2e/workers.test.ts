import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { testBrowser } from '../packages/server/src/testing/browser.ts';
import { createEmptyDatabase } from '../packages/server/src/testing/postgres-template.ts';
import { freePorts, inheritedEnv, newDataDirectory, openhouse } from './service.ts';
import { IP_LIMIT, keptAlive, startWorkers, WORKERS, type WorkerService } from './workers/worker-service.ts';

const serverUrl = inject('postgresUrl');
const run = promisify(execFile);

/** Starts the service, which must refuse. @returns How it ended. */
async function refusedStart(args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<unknown> {
  const directory = await newDataDirectory();
  const [portal, gateway, operator] = (await freePorts(3)).map(String);
  const ports = { PORTAL_PORT: portal, GATEWAY_PORT: gateway, OPERATOR_PORT: operator };
  const env = { ...inheritedEnv, ...ports, DATA_DIR: directory.path, ...more };
  try {
    return await run(process.execPath, [openhouse, 'serve', ...args], { env }).catch((error: unknown) => error);
  } finally {
    await directory.remove();
  }
}

test('several workers on the embedded store are refused with a way out', { tags: ['slow', 'long'] }, async () => {
  expect(await refusedStart(['--workers', '2'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('the embedded store belongs to one process: name a PostgreSQL in DATABASE_URL'),
  });
});

describe.skipIf(serverUrl === null)('two workers over one PostgreSQL', { tags: ['slow', 'long'] }, () => {
  let service: WorkerService;
  beforeAll(async () => {
    service = await startWorkers(serverUrl ?? '');
  });
  afterAll(async () => {
    if (service?.process.exitCode === null) await service.stop();
  });

  test('one port, a process for each worker, and every line of a call names its worker', async () => {
    const pids = [...service.workers().values()];
    expect(new Set(pids).size).toBe(WORKERS);
    expect(pids).not.toContain(service.process.pid);
    const byWorker = await service.connections();
    expect([...byWorker.keys()].sort()).toEqual([1, 2]);
    for (const agent of byWorker.values()) agent.destroy();
    expect((await fetch(`${service.demo.portal_url}/`)).status).toBe(200);
    expect(await (await fetch(`${service.operatorUrl}/readyz`)).json()).toEqual({ ready: true, reasons: [] });
  });

  // The system shows what a process was started with: the first one's stays, those that it starts inherit nothing.
  test.skipIf(process.platform !== 'linux')('a worker inherits no secret of the environment', async () => {
    const environmentOf = (pid: number | undefined) => readFile(`/proc/${pid}/environ`, 'utf8');
    expect(await environmentOf(service.process.pid)).toMatch(/(^|\0)DATABASE_URL=postgres/);
    for (const pid of service.workers().values()) {
      const environment = await environmentOf(pid);
      expect(environment).toMatch(/(^|\0)DATA_DIR=/);
      expect(environment).not.toMatch(/DATABASE_URL|postgres:\/\//);
    }
  });

  test("the operator's page counts the calls of all workers, each once", async () => {
    const byWorker = await service.connections();
    const before = await service.callsCounted();
    for (const agent of byWorker.values()) {
      for (let call = 0; call < 3; call += 1) await service.read(agent);
      agent.destroy();
    }
    expect((await service.callsCounted()) - before).toBe(3 * WORKERS);
    expect(await service.metrics()).toContain(`openhouse_workers ${WORKERS}\n`);
  });

  // A migration locks one for as long as it takes, and so does the `vacuum full` of the guide.
  test('a table that is locked takes no worker out of service', async () => {
    const holder = new Client({ connectionString: service.databaseUrl });
    await holder.connect();
    try {
      await holder.query('begin; lock table app_use in access exclusive mode');
      const readiness = async () => (await fetch(`${service.operatorUrl}/readyz`)).json();
      await expect.poll(readiness, { timeout: 8000 }).toEqual({ ready: true, reasons: [] });
    } finally {
      await holder.end();
    }
  });

  test('one limit for all workers: it admits as many as it says, and no more', async () => {
    const byWorker = await service.connections();
    const agents = [...byWorker.values()];
    const asked = Array.from({ length: 2 * IP_LIMIT }, (_, index) =>
      service.read(agents[index % agents.length] ?? keptAlive(), '192.0.2.1'),
    );
    const results = (await Promise.all(asked)).map(({ result }) => result);
    expect(results.filter((result) => result === 200)).toHaveLength(IP_LIMIT);
    expect(results.filter((result) => result === 429)).toHaveLength(IP_LIMIT);
    for (const agent of agents) agent.destroy();
  });

  test('a disabled app is refused by every worker at its very next call, and let in again as soon as it is enabled', async () => {
    const byWorker = await service.connections();
    const { portal_url, app_key, accounts } = service.demo;
    const owner = testBrowser();
    const page = new URL((await owner.go(`${portal_url}/auth/sign-in`)).headers.get('location') ?? '');
    const form = new URLSearchParams([...page.searchParams, ['email', accounts[0]?.email ?? '']]);
    const chosen = await owner.go(`${page.origin}/`, { method: 'POST', body: form });
    await owner.go(chosen.headers.get('location') ?? '');
    await owner.go(`${portal_url}/api/me`);
    const set = async (state: 'disable' | 'enable') => {
      const headers = { 'content-type': 'application/json', 'x-csrf-token': owner.cookie(portal_url, 'csrf') ?? '' };
      const address = `${portal_url}/api/apps/${app_key}/${state}`;
      expect((await owner.go(address, { method: 'POST', headers, body: '{}' })).status).toBe(200);
    };
    const next = async () => {
      const outcomes = await Promise.all([...byWorker.values()].map((agent) => service.read(agent)));
      return outcomes.map(({ result }) => result);
    };
    for (let round = 0; round < 5; round += 1) {
      await set('disable');
      expect(await next()).toEqual([403, 403]);
      await set('enable');
      expect(await next()).toEqual([200, 200]);
    }
    for (const agent of byWorker.values()) agent.destroy();
  });

  const callsOfApp = () =>
    service.lines().filter((line) => line.msg === 'call' && line.app_key === service.demo.app_key);

  // Lost under load, again and again, all at once: workers/lost-workers.test.ts.
  test('a worker that is killed is replaced, and the other goes on answering', async () => {
    const pid = service.workers().get(1);
    if (pid === undefined) throw new Error('there is no first worker');
    const byWorker = await service.connections();
    const other = byWorker.get(2);
    if (other === undefined) throw new Error('the second worker has no connection');
    // What a killed process had not written yet is lost; here that is nothing.
    await expect.poll(() => usesWritten(service.databaseUrl)).toBe(callsOfApp().length);
    process.kill(pid, 'SIGKILL');
    expect(await service.read(other)).toMatchObject({ result: 200 });
    await expect.poll(() => service.workers().get(1)).not.toBe(pid);
    const again = await service.connections();
    expect(again.size).toBe(WORKERS);
    for (const agent of [...byWorker.values(), ...again.values()]) agent.destroy();
  });

  test('SIGTERM under load: what was asked is answered, logged and counted; every process is gone, with exit code 0', async () => {
    const pids = [...service.workers().values()];
    let answered = 0;
    let refused = false;
    const load = Array.from({ length: 6 }, async () => {
      const agent = keptAlive();
      const seen = await service.readUntil(
        () => refused,
        () => agent,
        ({ result }) => {
          if (result === 200) answered += 1;
          if (result === 'ECONNREFUSED') refused = true;
        },
      );
      agent.destroy();
      return seen;
    });
    await expect.poll(() => answered).toBeGreaterThan(60);
    expect(await service.stop()).toBe(0);
    const seen = (await Promise.all(load)).flat();
    const lost = seen.filter(({ result }) => result !== 200 && result !== 'ECONNREFUSED');
    // A connection that was still in the system's queue when the port closed was never ours.
    expect(lost.filter(({ reused, result }) => reused || result !== 'ECONNRESET')).toEqual([]);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow();

    const calls = service.lines().filter(({ msg }) => msg === 'call');
    const logged = new Set(calls.map(({ request_id }) => request_id));
    expect(seen.filter(({ result, requestId }) => result === 200 && !logged.has(requestId))).toEqual([]);
    expect(await usesWritten(service.databaseUrl)).toBe(callsOfApp().length);
  });
});

/** Calls of apps in the store. */
async function usesWritten(databaseUrl: string): Promise<number> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ n: string }>('select coalesce(sum(n), 0) as n from app_use');
  await database.end();
  return Number(rows[0]?.n);
}

test.skipIf(serverUrl === null)(
  'what workers cannot start with is said in its own words, with exit code 2',
  { tags: ['slow', 'long'] },
  async () => {
    const DATABASE_URL = await createEmptyDatabase(serverUrl ?? '');
    const ports = { DATABASE_URL, LOAD_DEMO: 'no', WORKERS: '2', SVC_AUTH_COOKIE_DOMAIN: 'elsewhere.example' };
    expect(await refusedStart([], ports)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('SVC_AUTH_COOKIE_DOMAIN'),
    });
  },
);
