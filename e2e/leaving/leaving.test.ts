import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { createEmptyDatabase } from '../../packages/server/src/testing/postgres-template.ts';
import { demoDataDirectory } from '../demo-data-directory.ts';
import { newDataDirectory, type RunningService, startService } from '../service.ts';
import { startWorkers } from '../workers/worker-service.ts';
import { LEAVING, leaveUnderPosts, startUnread } from './clients.ts';

const serverUrl = inject('postgresUrl');
const DEADLINE_MS = 60_000;

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('at SIGTERM /readyz turns first, connections are still taken, and no POST is lost', {
  tags: ['slow', 'long'],
}, async () => {
  const directory = await demoDataDirectory();
  await leaveUnderPosts(await startService(directory.path, LEAVING));
  await directory.remove();
});

/** Ports that a browser or a load balancer has a connection to, before it has anything to ask. */
async function leaveUnderUnused(service: RunningService): Promise<void> {
  const { portal_url, base_url, login_url } = service.demo;
  const ports = [portal_url, base_url, login_url, service.operatorUrl].map((url) => Number(new URL(url).port));
  const unused = ports.map((port) => connect(port, '127.0.0.1'));
  await Promise.all(unused.map((connection) => once(connection, 'connect')));
  const ended = once(service.process, 'exit', { signal: AbortSignal.timeout(DEADLINE_MS) });
  service.process.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
}

/** Ten minutes for what is under way: only what is waited for takes long. */
const PATIENT = { SHUTDOWN_GRACE_S: '600' };

test('at SIGTERM connections that have never brought anything are not waited for', {
  tags: ['slow', 'long'],
}, async () => {
  const directory = await demoDataDirectory();
  await leaveUnderUnused(await startService(directory.path, PATIENT));
  await directory.remove();
});

test.skipIf(serverUrl === null)('nor are they by workers', { tags: ['slow', 'long'] }, async () => {
  const directory = await newDataDirectory();
  const DATABASE_URL = await createEmptyDatabase(serverUrl ?? '');
  await leaveUnderUnused(await startService(directory.path, { ...PATIENT, WORKERS: '2', DATABASE_URL }));
  await directory.remove();
});

test('a process whose log nobody reads ends, too', { tags: ['slow', 'long'] }, async () => {
  const { service, remove } = await startUnread();
  const ended = once(service.process, 'exit', { signal: AbortSignal.timeout(DEADLINE_MS) });
  service.process.kill('SIGTERM');
  // It waits for the reader a moment only.
  expect(await ended).toEqual([0, null]);
  await remove();
});

test.skipIf(serverUrl === null)('at SIGTERM workers lose no POST either', { tags: ['slow', 'long'] }, async () => {
  const directory = await newDataDirectory();
  const DATABASE_URL = await createEmptyDatabase(serverUrl ?? '');
  await leaveUnderPosts(await startService(directory.path, { ...LEAVING, WORKERS: '2', DATABASE_URL }));
  await directory.remove();
});

test.skipIf(serverUrl === null)(
  'a second signal ends the workers at once, too',
  { tags: ['slow', 'long'] },
  async () => {
    const service = await startWorkers(serverUrl ?? '', { SHUTDOWN_DELAY_S: '600', SHUTDOWN_GRACE_S: '600' });
    const workers = [...service.workers().values()];
    const ended = once(service.process, 'exit', { signal: AbortSignal.timeout(DEADLINE_MS) });
    service.process.kill('SIGTERM');
    await expect.poll(async () => (await fetch(`${service.operatorUrl}/readyz`)).status).toBe(503);
    service.process.kill('SIGTERM');
    expect(await ended).toEqual([null, 'SIGTERM']);
    // They would have ten minutes, or twenty.
    await expect.poll(() => workers.filter(runs), { timeout: DEADLINE_MS }).toEqual([]);
    await service.stop();
  },
);

test('a second signal ends the process at once, though nobody reads its log', { tags: ['slow', 'long'] }, async () => {
  const { service, remove } = await startUnread();
  const ended = once(service.process, 'exit', { signal: AbortSignal.timeout(DEADLINE_MS) });
  service.process.kill('SIGTERM');
  await sleep(300);
  service.process.kill('SIGTERM');
  expect(await ended).toEqual([null, 'SIGTERM']);
  await remove();
});
