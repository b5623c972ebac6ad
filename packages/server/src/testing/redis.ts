import type { ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Limiter } from '../kernel/limiter/limiter.ts';
import { connects, freePort, redisProgram, servicesRequired, startProgram, stopProgram } from './processes.ts';

/** A throwaway Redis (or Valkey) server of one suite, empty at its start. */
export interface RedisServer {
  readonly url: string;
  /** Ends it as a crash would; what it held is gone. */
  stop(): Promise<void>;
  /** Stops its process where it is, and lets it go on: it takes connections and answers nothing. */
  freeze(isFrozen: boolean): void;
  /** Starts it on the same port, with what `SAVE` kept. @param settings Options of the program. */
  start(...settings: string[]): Promise<void>;
}

const START_WAIT_MS = 10_000;
const POLL_MS = 20;

/** A suite with a Redis of its own; skipped without one (said by the run's set-up), failed when services are required. */
export function withRedis(name: string, suite: (redis: RedisServer) => void): void {
  const program = redisProgram();
  const title = `${name} (Redis)`;
  if (program === undefined && !servicesRequired) {
    describe.skip(title, () => suite(notRunning()));
    return;
  }
  describe(title, () => {
    let running: (RedisServer & { delete(): Promise<void> }) | undefined;
    const server = () => running ?? notRunning();
    beforeAll(async () => {
      if (program === undefined) throw new Error('redis-server was not found, and OPENHOUSE_REQUIRE_SERVICES is set.');
      running = await startRedis(program);
    });
    afterAll(() => running?.delete());
    suite({
      get url() {
        return server().url;
      },
      stop: () => server().stop(),
      freeze: (isFrozen) => server().freeze(isFrozen),
      start: (...settings) => server().start(...settings),
    });
  });
}

function notRunning(): RedisServer {
  const fail = (): never => {
    throw new Error('The suite has no Redis yet: use it inside a test or a hook.');
  };
  return {
    get url(): string {
      return fail();
    },
    stop: fail,
    freeze: fail,
    start: fail,
  };
}

/** Waits until the limiters count in one place: one that is not connected yet counts alone, and refuses a second call as well. */
export async function countTogether(limiters: readonly Limiter[]): Promise<void> {
  await expect
    .poll(async () => {
      const key = `probe-${randomUUID()}`;
      const left = [];
      for (const limiter of limiters) left.push((await limiter.take(key, limiters.length)).remaining);
      return left.at(-1);
    })
    .toBe(0);
}

/** Starts one by itself; `delete` ends it. */
export async function startRedis(program: string): Promise<RedisServer & { delete(): Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'openhouse-redis-'));
  const password = randomBytes(16).toString('hex');
  const port = await freePort();
  const network = ['--port', String(port), '--bind', '127.0.0.1', '--requirepass', password];
  let child: ChildProcess;
  const start = async (...settings: string[]) => {
    const args = [...network, '--save', '', '--appendonly', 'no', '--dir', home, ...settings];
    child = startProgram(program, args, { cwd: home });
    await listening(child, port);
  };
  await start();
  const stop = () => stopProgram(child, 'SIGKILL');
  return {
    url: `redis://:${password}@127.0.0.1:${port}`,
    start,
    stop,
    freeze: (isFrozen) => void child.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT'),
    delete: async () => {
      await stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function listening(child: ChildProcess, port: number): Promise<void> {
  const deadline = Date.now() + START_WAIT_MS;
  while (!(await connects(port))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('redis-server did not start.');
    await sleep(POLL_MS);
  }
}
