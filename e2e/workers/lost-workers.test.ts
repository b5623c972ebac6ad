import { Agent } from 'node:http';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Outcome, startWorkers, WORKERS, type WorkerService } from './worker-service.ts';

const serverUrl = inject('postgresUrl');

/** What a client sees when whoever was answering is gone. */
const RESETS: readonly Outcome['result'][] = ['ECONNRESET', 'EPIPE'];

const failed = (seen: readonly Outcome[]) => seen.filter(({ result }) => result !== 200).map(({ result }) => result);

// A first look: e2e/workers.test.ts.
describe.skipIf(serverUrl === null)('a worker that is lost', { tags: ['slow', 'long'] }, () => {
  let service: WorkerService;
  beforeAll(async () => {
    service = await startWorkers(serverUrl ?? '');
  });
  afterAll(async () => {
    await service?.stop();
  });

  /** Sends a signal to a worker. @returns When another process serves in its place. */
  async function replaced(worker: number, signal: NodeJS.Signals): Promise<void> {
    const pid = service.workers().get(worker);
    if (pid === undefined) throw new Error(`there is no worker ${worker}`);
    process.kill(pid, signal);
    await expect.poll(() => service.workers().get(worker)).not.toBe(pid);
  }

  /** Clients that read until told not to: some keep their connection, some take a new one each time. */
  function load(kept: readonly Agent[], fresh: number) {
    let over = false;
    let reads = 0;
    const begin = (agent: () => Agent) =>
      service.readUntil(
        () => over,
        agent,
        () => {
          reads += 1;
        },
      );
    const keeping = kept.map((agent) => begin(() => agent));
    const changing = Array.from({ length: fresh }, () => begin(() => new Agent({ keepAlive: false })));
    return {
      /** Resolves when so many more reads have ended. */
      goOn: async (more: number) => {
        const from = reads;
        await expect.poll(() => reads - from).toBeGreaterThan(more);
      },
      end: async () => {
        over = true;
        return { keeping: await Promise.all(keeping), changing: await Promise.all(changing) };
      },
    };
  }

  test('kill -9 under load resets what it was answering; nobody else notices, nobody is refused or left hanging', async () => {
    const counted = await service.callsCounted();
    const byWorker = await service.connections();
    const [killed, other] = [byWorker.get(1), byWorker.get(2)];
    if (killed === undefined || other === undefined) throw new Error('a worker has no connection');
    const clients = load([killed, other], 4);
    await clients.goOn(100);
    await replaced(1, 'SIGKILL');
    await clients.goOn(100);
    const { keeping, changing } = await clients.end();

    const [ofKilled = [], ofOther = []] = keeping;
    expect(failed(ofKilled).length).toBeLessThanOrEqual(1);
    expect(failed(ofOther)).toEqual([]);
    for (const seen of [ofKilled, ...changing]) {
      // At most the one that it was answering.
      expect(failed(seen).length).toBeLessThanOrEqual(1);
      expect(failed(seen).filter((result) => !RESETS.includes(result))).toEqual([]);
    }
    // A sum that was shown and goes back would look like a new start of everything.
    expect(await service.callsCounted()).toBeGreaterThanOrEqual(counted);
    const again = await service.connections();
    expect(again.size).toBe(WORKERS);
    for (const agent of [killed, other, ...again.values()]) agent.destroy();
    expect(await service.metrics()).toContain('openhouse_workers_lost_total 1\n');
  });

  test('what it had told stays counted', async () => {
    const counted = await service.callsCounted();
    await replaced(2, 'SIGKILL');
    expect(await service.callsCounted()).toBe(counted);
  });

  test('that keeps dying is replaced after longer and longer waits', async () => {
    for (let times = 0; times < 3; times += 1) await replaced(1, 'SIGKILL');
    const waits = service
      .lines()
      .filter(({ msg, worker }) => msg === 'worker lost' && worker === 1)
      .map((line) => Number(line.replaced_in_ms));
    expect(waits.at(-1)).toBeGreaterThan(waits.at(-2) ?? Number.POSITIVE_INFINITY);
    expect(waits.at(-2)).toBeGreaterThan(waits.at(-3) ?? Number.POSITIVE_INFINITY);
  });

  test('all of them at once: the port goes on listening, and connections wait until one serves', async () => {
    const pids = [...service.workers().values()];
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => service.read(new Agent({ keepAlive: false }))));
    // Until they are seen to be gone they may be given a connection, which they then never had.
    expect(failed(outcomes)).toEqual([]);
    await expect.poll(() => [...service.workers().values()].some((pid) => pids.includes(pid))).toBe(false);
  });

  test('that is asked to end by SIGTERM finishes what it has and is replaced: no request is lost', async () => {
    const byWorker = await service.connections();
    const clients = load([...byWorker.values()], 2);
    await clients.goOn(50);
    await replaced(2, 'SIGTERM');
    await clients.goOn(50);
    const { keeping, changing } = await clients.end();
    expect([...keeping, ...changing].flatMap(failed)).toEqual([]);
    for (const agent of byWorker.values()) agent.destroy();
  });
});
