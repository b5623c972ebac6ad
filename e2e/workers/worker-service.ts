import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { createEmptyDatabase } from '../../packages/server/src/testing/postgres-template.ts';
import { newDataDirectory, type RunningService, startService } from '../service.ts';

export const WORKERS = 2;
/** Requests of an address in a minute; callers say their address, as behind a proxy. */
export const IP_LIMIT = 30;

/** What a client saw of one request. */
export interface Outcome {
  /** HTTP status, or the code of the error. */
  readonly result: number | string;
  readonly requestId: string | undefined;
  /** Whether an answer had come on the same connection before. */
  readonly reused: boolean;
}

/** A line of the log. */
export interface LogLine {
  readonly [name: string]: unknown;
  readonly msg: string;
}

/** The service with its workers, as clients and operators see it. */
export interface WorkerService extends RunningService {
  readonly databaseUrl: string;
  readonly token: string;
  /** Lines of the log so far. */
  lines(): LogLine[];
  /** Process ids of the workers that serve, by number. */
  workers(): Map<number, number>;
  /** Reads a tour once, from an address of its own unless one is given. */
  read(agent: Agent, address?: string): Promise<Outcome>;
  /** Reads until `isOver`, one after another. */
  readUntil(isOver: () => boolean, agent: () => Agent, onOutcome?: (outcome: Outcome) => void): Promise<Outcome[]>;
  /** A connection to each worker, which stays with it. */
  connections(): Promise<Map<number, Agent>>;
  /** Calls of the gateway that the operator's page counts, once every worker has told. */
  callsCounted(): Promise<number>;
  metrics(): Promise<string>;
}

/** Keeps one connection, and so one worker. */
export const keptAlive = () => new Agent({ keepAlive: true, maxSockets: 1 });

/** How long a client waits for an answer, in milliseconds: longer than anything but a hang. */
const HANG_MS = 60_000;

/** Between two looks at a sum that should have stopped growing, in milliseconds. */
const SETTLE_MS = 250;

/**
 * @param settings Beside those that every test of workers has.
 * @param descriptors Most files and connections that each process may have open.
 */
export async function startWorkers(
  serverUrl: string,
  settings: Readonly<Record<string, string>> = {},
  descriptors?: number,
): Promise<WorkerService> {
  const directory = await newDataDirectory();
  const databaseUrl = await createEmptyDatabase(serverUrl);
  const env = {
    DATABASE_URL: databaseUrl,
    WORKERS: String(WORKERS),
    APP_LIMIT_PER_MINUTE: '0',
    IP_LIMIT_PER_MINUTE: String(IP_LIMIT),
    TRUST_PROXY_HOPS: '1',
    ...settings,
  };
  const service = await startService(directory.path, env, descriptors);
  // From here on standard output alone: what is said on the other stream could stand in the middle of a line.
  let text = service.said();
  service.process.stdout?.on('data', (chunk) => {
    text += chunk;
  });
  const closed = once(service.process, 'close');
  const { demo, operatorUrl } = service;
  const token = await tokenOf(service);
  const target = `${demo.base_url}/open/v3/vr/info?resource_code=${demo.resource_codes.at(-1)}`;
  let reads = 0;

  const lines = () =>
    text
      .split('\n')
      .flatMap((line) => (line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line) as LogLine] : []));

  const read = (agent: Agent, address?: string): Promise<Outcome> => {
    reads += 1;
    const ownAddress = `10.${(reads >> 16) & 255}.${(reads >> 8) & 255}.${reads & 255}`;
    const headers = { authorization: token, 'x-forwarded-for': address ?? ownAddress };
    return new Promise((resolve) => {
      const request = get(target, { agent, headers, timeout: HANG_MS }, (response) => {
        const requestId = String(response.headers['x-request-id']);
        const settle = (result: Outcome['result']) => resolve({ result, requestId, reused: request.reusedSocket });
        response.resume().on('end', () => settle(response.statusCode ?? 0));
        response.on('error', (error: NodeJS.ErrnoException) => settle(error.code ?? error.message));
      });
      request.on('timeout', () => request.destroy(new Error('no answer')));
      request.on('error', ({ code, message }: NodeJS.ErrnoException) =>
        resolve({ result: code ?? message, requestId: undefined, reused: request.reusedSocket }),
      );
    });
  };

  const workers = () => {
    const served = lines().filter(({ msg }) => msg === 'worker serves');
    return new Map(served.map(({ worker, pid }) => [Number(worker), Number(pid)]));
  };
  // Lines wait a moment before they are written.
  while (workers().size < WORKERS) await setImmediate();

  async function workerOf(requestId: string | undefined): Promise<number> {
    let line: LogLine | undefined;
    const find = () => {
      line = lines().find((one) => one.msg === 'call' && one.request_id === requestId);
      return line;
    };
    await expect.poll(find).toBeDefined();
    return Number(line?.worker);
  }

  async function metrics(): Promise<string> {
    return (await fetch(`${operatorUrl}/metrics`)).text();
  }

  async function callsShown(): Promise<number> {
    const counted = (await metrics()).split('\n').filter((line) => line.startsWith('openhouse_gateway_calls_total'));
    return counted.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }

  return {
    ...service,
    databaseUrl,
    token,
    lines,
    workers,
    read,
    async readUntil(isOver, agent, onOutcome) {
      const seen: Outcome[] = [];
      while (!isOver()) {
        const outcome = await read(agent());
        seen.push(outcome);
        onOutcome?.(outcome);
      }
      return seen;
    },
    async connections() {
      const byWorker = new Map<number, Agent>();
      for (let tries = 0; byWorker.size < WORKERS && tries < 20; tries += 1) {
        const agent = keptAlive();
        const { requestId } = await read(agent);
        const worker = await workerOf(requestId);
        if (byWorker.has(worker)) agent.destroy();
        else byWorker.set(worker, agent);
      }
      return byWorker;
    },
    async callsCounted() {
      // The page does not wait for a busy worker: of that one it shows what it told last.
      let [before, counted] = [Number.NaN, await callsShown()];
      while (before !== counted) {
        await sleep(SETTLE_MS);
        [before, counted] = [counted, await callsShown()];
      }
      return counted;
    },
    metrics,
    async stop() {
      const code = await service.stop();
      await closed;
      await directory.remove();
      return code;
    },
  };
}

async function tokenOf({ demo }: RunningService): Promise<string> {
  const body = new URLSearchParams({ app_key: demo.app_key, app_secret: demo.app_secret });
  const answer = await fetch(`${demo.base_url}/auth/access_token`, { method: 'POST', body });
  return ((await answer.json()) as { data: { access_token: string } }).data.access_token;
}
