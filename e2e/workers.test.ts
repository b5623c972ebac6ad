import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createEmptyDatabase } from '../packages/server/src/testing/postgres-template.ts';
import { inheritedEnv, newDataDirectory, openhouse, type RunningService, startService } from './service.ts';

const serverUrl = inject('postgresUrl');
const WORKERS = 2;

/** What a client saw of one request. */
interface Outcome {
  /** HTTP status, or the code of the error. */
  readonly result: number | string;
  readonly requestId?: string;
  /** Whether an answer had come on the same connection before. */
  readonly reused: boolean;
}

/** Asks once. An agent that keeps one connection alive stays with one worker. */
function ask(agent: Agent, url: string, token: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const request = get(url, { agent, headers: { authorization: token }, timeout: 20_000 }, (response) => {
      response.resume().on('end', () => {
        const requestId = String(response.headers['x-request-id']);
        resolve({ result: response.statusCode ?? 0, requestId, reused: request.reusedSocket });
      });
      response.on('error', (error: NodeJS.ErrnoException) =>
        resolve({ result: error.code ?? error.message, reused: request.reusedSocket }),
      );
    });
    request.on('timeout', () => request.destroy(new Error('no answer')));
    request.on('error', (error: NodeJS.ErrnoException) =>
      resolve({ result: error.code ?? error.message, reused: request.reusedSocket }),
    );
  });
}

const keptAlive = () => new Agent({ keepAlive: true, maxSockets: 1 });

/** Lines of the log, newest last. */
function logOf(service: RunningService): Record<string, unknown>[] {
  return service
    .said()
    .split('\n')
    .flatMap((line) => (line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line)] : []));
}

const workersOf = (service: RunningService) => {
  const lines = logOf(service).filter(({ msg }) => msg === 'worker serves');
  return new Map(lines.map(({ worker, pid }) => [Number(worker), Number(pid)]));
};

async function tokenOf({ demo }: RunningService): Promise<string> {
  const body = new URLSearchParams({ app_key: demo.app_key, app_secret: demo.app_secret });
  const answer = await fetch(`${demo.base_url}/auth/access_token`, { method: 'POST', body });
  return ((await answer.json()) as { data: { access_token: string } }).data.access_token;
}

const readOf = ({ demo }: RunningService) =>
  `${demo.base_url}/open/v3/vr/info?resource_code=${demo.resource_codes.at(-1)}`;

const LIMITS_OFF = { IP_LIMIT_PER_MINUTE: '0', APP_LIMIT_PER_MINUTE: '0' };

test('several workers on the embedded store are refused with a way out', async () => {
  const directory = await newDataDirectory();
  const env = { ...inheritedEnv, DATA_DIR: directory.path };
  const child = spawn(process.execPath, [openhouse, 'serve', '--workers', '2'], { env });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const [code] = await once(child, 'close');
  await directory.remove();
  expect(code).toBe(2);
  expect(said).toContain('the embedded store belongs to one process: name a PostgreSQL in DATABASE_URL');
});

describe.skipIf(serverUrl === null)('two workers over one PostgreSQL', () => {
  let directory: Awaited<ReturnType<typeof newDataDirectory>>;
  let service: RunningService;
  let token: string;
  let databaseUrl: string;
  beforeAll(async () => {
    directory = await newDataDirectory();
    databaseUrl = await createEmptyDatabase(serverUrl ?? '');
    service = await startService(directory.path, {
      DATABASE_URL: databaseUrl,
      WORKERS: String(WORKERS),
      ...LIMITS_OFF,
    });
    token = await tokenOf(service);
  });
  afterAll(async () => {
    await service?.stop();
    await directory?.remove();
  });

  const workerOf = async (requestId: string | undefined) => {
    let line: Record<string, unknown> | undefined;
    await expect
      .poll(() => {
        line = logOf(service).find((one) => one.msg === 'call' && one.request_id === requestId);
        return line;
      })
      .toBeDefined();
    return Number(line?.worker);
  };

  /** A connection to each worker. */
  async function connections(): Promise<Map<number, Agent>> {
    const byWorker = new Map<number, Agent>();
    for (let tries = 0; byWorker.size < WORKERS && tries < 20; tries += 1) {
      const agent = keptAlive();
      const { requestId } = await ask(agent, readOf(service), token);
      const worker = await workerOf(requestId);
      if (byWorker.has(worker)) agent.destroy();
      else byWorker.set(worker, agent);
    }
    return byWorker;
  }

  const sumOfCalls = async () => {
    const text = await (await fetch(`${service.operatorUrl}/metrics`)).text();
    const lines = text.split('\n').filter((line) => line.startsWith('openhouse_gateway_calls_total'));
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  };

  test('one port, a process for each worker, and every line of the log names its worker', async () => {
    const pids = [...workersOf(service).values()];
    expect(new Set(pids).size).toBe(WORKERS);
    expect(pids).not.toContain(service.process.pid);
    const byWorker = await connections();
    expect([...byWorker.keys()].sort()).toEqual([1, 2]);
    for (const agent of byWorker.values()) agent.destroy();
    expect((await fetch(`${service.demo.portal_url}/`)).status).toBe(200);
    expect(await (await fetch(`${service.operatorUrl}/readyz`)).json()).toEqual({ ready: true, reasons: [] });
  });

  test("metrics are those of all workers together, and the operator's page counts them", async () => {
    const before = await sumOfCalls();
    const byWorker = await connections();
    for (const agent of byWorker.values()) {
      for (let call = 0; call < 3; call += 1) await ask(agent, readOf(service), token);
      agent.destroy();
    }
    expect((await sumOfCalls()) - before).toBeGreaterThanOrEqual(2 * 3 + 2);
    const text = await (await fetch(`${service.operatorUrl}/metrics`)).text();
    expect(text).toContain('openhouse_workers 2');
  });

  test('kill -9 of a worker under load: its own requests see a reset, nobody is refused or left hanging, and it is replaced', async () => {
    const [victim] = workersOf(service);
    const victimPid = victim?.[1] ?? 0;
    const counted = await sumOfCalls();
    const byWorker = await connections();
    let done = false;
    const load = async (agent: () => Agent): Promise<Outcome[]> => {
      const seen: Outcome[] = [];
      while (!done) seen.push(await ask(agent(), readOf(service), token));
      return seen;
    };
    const kept = [...byWorker].map(async ([worker, agent]) => ({ worker, seen: await load(() => agent) }));
    const fresh = Array.from({ length: 4 }, () => load(() => new Agent({ keepAlive: false })));
    await new Promise((resolve) => setTimeout(resolve, 500));
    process.kill(victimPid, 'SIGKILL');
    await expect.poll(() => workersOf(service).get(1), { timeout: 20_000 }).not.toBe(victimPid);
    await new Promise((resolve) => setTimeout(resolve, 500));
    done = true;
    const failed = (seen: readonly Outcome[]) => seen.filter(({ result }) => result !== 200).map(({ result }) => result);
    for (const { worker, seen } of await Promise.all(kept)) {
      expect(failed(seen).length, `worker ${worker}`).toBeLessThanOrEqual(worker === victim?.[0] ? 1 : 0);
    }
    for (const seen of await Promise.all(fresh)) {
      // At most the one that it was answering.
      expect(failed(seen).length).toBeLessThanOrEqual(1);
      expect(failed(seen).filter((result) => !['ECONNRESET', 'EPIPE'].includes(String(result)))).toEqual([]);
      expect(seen.length).toBeGreaterThan(10);
    }
    const again = await connections();
    expect(again.size).toBe(WORKERS);
    for (const agent of [...byWorker.values(), ...again.values()]) agent.destroy();
    // What the lost worker had told is not forgotten: a sum that goes back would look like a restart of everything.
    expect(await sumOfCalls()).toBeGreaterThanOrEqual(counted);
  });

  test('a worker that keeps ending is replaced after longer and longer waits', async () => {
    const pid = workersOf(service).get(1) ?? 0;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => workersOf(service).get(1), { timeout: 20_000 }).not.toBe(pid);
    const waits = logOf(service)
      .filter(({ msg, worker }) => msg === 'worker lost' && worker === 1)
      .map(({ replaced_in_ms: wait }) => Number(wait));
    expect(waits.at(-1)).toBeGreaterThan(waits.at(-2) ?? Number.POSITIVE_INFINITY);
  });

  test('a worker that gets SIGTERM finishes what it has and is replaced: no request is lost', async () => {
    const byWorker = await connections();
    const pid = workersOf(service).get(2) ?? 0;
    let done = false;
    const load = [...byWorker.values()].map(async (agent) => {
      const seen: Outcome[] = [];
      while (!done) seen.push(await ask(agent, readOf(service), token));
      return seen;
    });
    process.kill(pid, 'SIGTERM');
    await expect.poll(() => workersOf(service).get(2), { timeout: 20_000 }).not.toBe(pid);
    done = true;
    const seen = (await Promise.all(load)).flat();
    expect(seen.filter(({ result }) => result !== 200)).toEqual([]);
    for (const agent of byWorker.values()) agent.destroy();
  });

  test('a disabled app is refused by every worker', async () => {
    const byWorker = await connections();
    const database = new Client({ connectionString: databaseUrl });
    await database.connect();
    const disable = async (value: 'now()' | 'null') =>
      database.query(
        `with bumped as (update epoch set n = n + 1 where name = 'standing' returning n)
         update app set disabled_at = ${value}, epoch = bumped.n from bumped where app_key = $1`,
        [service.demo.app_key],
      );
    await disable('now()');
    for (const agent of byWorker.values()) {
      await expect.poll(async () => (await ask(agent, readOf(service), token)).result, { timeout: 5000 }).toBe(403);
    }
    await disable('null');
    for (const agent of byWorker.values()) {
      await expect.poll(async () => (await ask(agent, readOf(service), token)).result, { timeout: 5000 }).toBe(200);
      agent.destroy();
    }
    await database.end();
  });

  test('an orderly stop under load: every request on a connection that worked is answered', async () => {
    const pids = [...workersOf(service).values()];
    let refused = false;
    const load = Array.from({ length: 6 }, async () => {
      const agent = keptAlive();
      const seen: Outcome[] = [];
      while (!refused) {
        const outcome = await ask(agent, readOf(service), token);
        seen.push(outcome);
        if (outcome.result === 'ECONNREFUSED') refused = true;
      }
      agent.destroy();
      return seen;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await service.stop()).toBe(0);
    const seen = (await Promise.all(load)).flat();
    const lost = seen.filter(({ result, reused }) => result !== 200 && (reused || result !== 'ECONNREFUSED'));
    // A connection that was still in the system's queue when the port closed was never ours.
    expect(lost.filter(({ reused, result }) => reused || result !== 'ECONNRESET')).toEqual([]);
    expect(seen.filter(({ result }) => result === 200).length).toBeGreaterThan(6);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow();
  });
});

describe.skipIf(serverUrl === null)('limits', () => {
  test('one limit for all workers', async () => {
    const directory = await newDataDirectory();
    const service = await startService(directory.path, {
      DATABASE_URL: await createEmptyDatabase(serverUrl ?? ''),
      WORKERS: String(WORKERS),
      IP_LIMIT_PER_MINUTE: '0',
      APP_LIMIT_PER_MINUTE: '30',
    });
    try {
      const token = await tokenOf(service);
      const agents = Array.from({ length: 4 }, keptAlive);
      const asked = Array.from({ length: 60 }, (_, index) =>
        ask(agents[index % agents.length] ?? keptAlive(), readOf(service), token),
      );
      const results = (await Promise.all(asked)).map(({ result }) => result);
      expect(results.filter((result) => result === 200)).toHaveLength(30);
      expect(results.filter((result) => result === 429)).toHaveLength(30);
      for (const agent of agents) agent.destroy();
      await expect
        .poll(() => new Set(logOf(service).flatMap(({ msg, worker }) => (msg === 'call' ? [worker] : []))).size)
        .toBe(WORKERS);
    } finally {
      await service.stop();
      await directory.remove();
    }
  });
});
