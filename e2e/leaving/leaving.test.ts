import { once } from 'node:events';
import { expect, test } from 'vitest';
import { demoDataDirectory } from '../demo-data-directory.ts';
import { startService } from '../service.ts';
import { LEAVING, leaveUnderPosts, startUnread } from './clients.ts';

const DEADLINE_MS = 60_000;

test('at SIGTERM /readyz turns first, connections are still taken, and no POST is lost', async () => {
  const directory = await demoDataDirectory();
  await leaveUnderPosts(await startService(directory.path, LEAVING));
  await directory.remove();
});

test('a process whose log nobody reads ends, too', async () => {
  const { service, remove } = await startUnread();
  const ended = once(service.process, 'exit', { signal: AbortSignal.timeout(DEADLINE_MS) });
  service.process.kill('SIGTERM');
  // It hung, or it would have ended by itself.
  expect(await ended).toEqual([null, 'SIGKILL']);
  await remove();
});
