import { Agent } from 'node:http';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startWorkers, WORKERS, type WorkerService } from './worker-service.ts';

const serverUrl = inject('postgresUrl');

describe.skipIf(serverUrl === null)('a worker that hangs', () => {
  let service: WorkerService;
  beforeAll(async () => {
    service = await startWorkers(serverUrl ?? '');
  });
  afterAll(async () => {
    await service?.stop();
  });

  test('is killed and replaced: its clients are reset, what it had not begun is answered by another', async () => {
    const byWorker = await service.connections();
    const [ofHung, ofOther] = [byWorker.get(1), byWorker.get(2)];
    const pid = service.workers().get(1);
    if (ofHung === undefined || ofOther === undefined || pid === undefined) throw new Error('a worker is missing');
    // It does nothing any more and is alive, as in a loop without end.
    process.kill(pid, 'SIGSTOP');

    const held = service.read(ofHung);
    const fresh = Array.from({ length: 10 }, () => service.read(new Agent({ keepAlive: false })));
    expect((await service.read(ofOther)).result).toBe(200);
    expect((await held).result).toBe('ECONNRESET');
    expect((await Promise.all(fresh)).map(({ result }) => result)).toEqual(fresh.map(() => 200));

    await expect.poll(() => service.workers().get(1)).not.toBe(pid);
    const lost = service.lines().find(({ msg }) => msg === 'worker lost');
    expect(lost).toMatchObject({ pid, signal: 'SIGKILL', reason: expect.stringContaining('it hung') });
    const again = await service.connections();
    expect(again.size).toBe(WORKERS);
    for (const agent of [ofHung, ofOther, ...again.values()]) agent.destroy();
  });

  test('one that is silent for some seconds only is left alone', async () => {
    const pid = service.workers().get(2);
    if (pid === undefined) throw new Error('a worker is missing');
    process.kill(pid, 'SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, 8000));
    process.kill(pid, 'SIGCONT');
    await new Promise((resolve) => setTimeout(resolve, 15_000));
    expect(service.workers().get(2)).toBe(pid);
  });
});
