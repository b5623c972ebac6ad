import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { demoDataDirectory } from '../demo-data-directory.ts';
import { type RunningService, startService } from '../service.ts';

/** Environment of a service that leaves slowly enough to be watched. */
export const LEAVING = {
  SHUTDOWN_DELAY_S: '2',
  IP_LIMIT_PER_MINUTE: '0',
  APP_LIMIT_PER_MINUTE: '0',
  LOG_LEVEL: 'warn',
} as const;

const CLIENTS = 8;
/** How long a proxy takes to notice that a process is not ready, in milliseconds. */
const NOTICED_MS = 300;

/** Posts one exchange. @returns HTTP status, or the code of the error. */
function exchange({ demo }: RunningService, agent: Agent): Promise<number | string> {
  const body = new URLSearchParams({ app_key: demo.app_key, app_secret: demo.app_secret }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length };
  return new Promise((resolve) => {
    request(`${demo.base_url}/auth/access_token`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    })
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      .end(body);
  });
}

async function readiness({ operatorUrl }: RunningService): Promise<number | undefined> {
  return (await fetch(`${operatorUrl}/readyz`).catch(() => undefined))?.status;
}

/** Clients keep their connections and post one exchange after the other, until a proxy has noticed that the service leaves. */
export async function leaveUnderPosts(service: RunningService): Promise<void> {
  let isOut = false;
  const post = async (pauseMs: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const seen = new Set<number | string>();
    while (!isOut) {
      seen.add(await exchange(service, agent));
      await sleep(pauseMs);
    }
    agent.destroy();
    return [...seen];
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, index) => post(index * 8)));
  await sleep(NOTICED_MS);
  expect(await readiness(service)).toBe(200);
  const ended = service.stop();
  await expect.poll(() => readiness(service)).toBe(503);
  // A caller that comes new before the proxy has noticed.
  expect(await exchange(service, new Agent())).toBe(200);
  await sleep(NOTICED_MS);
  isOut = true;
  expect((await clients).flat()).toEqual(Array.from({ length: CLIENTS }, () => 200));
  expect(await ended).toBe(0);
}

/** A service whose two outputs are full: nothing that it writes goes out any more. */
export async function startUnread(): Promise<{ service: RunningService; remove: () => Promise<void> }> {
  const directory = await demoDataDirectory();
  const service = await startService(directory.path, { SHUTDOWN_GRACE_S: '1', IP_LIMIT_PER_MINUTE: '0' });
  service.process.stdout?.pause();
  service.process.stderr?.pause();
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  // More lines than both ends of a pipe hold.
  for (let round = 0; round < 60; round += 1) {
    await Promise.all(Array.from({ length: 50 }, () => exchange(service, agent)));
  }
  agent.destroy();
  return { service, remove: directory.remove };
}
