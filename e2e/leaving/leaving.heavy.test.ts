import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { createEmptyDatabase } from '../../packages/server/src/testing/postgres-template.ts';
import { newDataDirectory, startService } from '../service.ts';
import { LEAVING, leaveUnderPosts, startUnread } from './clients.ts';

const serverUrl = inject('postgresUrl');
const DEADLINE_MS = 60_000;

test.skipIf(serverUrl === null)('at SIGTERM workers lose no POST either', async () => {
  const directory = await newDataDirectory();
  const DATABASE_URL = await createEmptyDatabase(serverUrl ?? '');
  await leaveUnderPosts(await startService(directory.path, { ...LEAVING, WORKERS: '2', DATABASE_URL }));
  await directory.remove();
});

test('a second signal ends the process at once, though nobody reads its log', async () => {
  const { service, remove } = await startUnread();
  const ended = once(service.process, 'exit', { signal: AbortSignal.timeout(DEADLINE_MS) });
  service.process.kill('SIGTERM');
  await sleep(300);
  service.process.kill('SIGTERM');
  expect(await ended).toEqual([null, 'SIGTERM']);
  await remove();
});
