import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { createEmptyDatabase } from '../../packages/server/src/testing/postgres-template.ts';
import { demoDataDirectory } from '../demo-data-directory.ts';
import { newDataDirectory, startService } from '../service.ts';
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

test('a process whose log nobody reads ends, too', { tags: ['slow', 'long'] }, async () => {
  const { service, remove } = await startUnread();
  const ended = once(service.process, 'exit', { signal: AbortSignal.timeout(DEADLINE_MS) });
  service.process.kill('SIGTERM');
  // It hung, or it would have ended by itself.
  expect(await ended).toEqual([null, 'SIGKILL']);
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
