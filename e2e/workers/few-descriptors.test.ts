import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startWorkers, type WorkerService } from './worker-service.ts';

const serverUrl = inject('postgresUrl');
const DESCRIPTORS = 128;
const CALLERS = 600;

describe.skipIf(serverUrl === null)('workers that may open 128 files each', { tags: ['slow', 'long'] }, () => {
  const sockets: Socket[] = [];
  let service: WorkerService;
  beforeAll(async () => {
    service = await startWorkers(serverUrl ?? '', {}, DESCRIPTORS);
  });
  afterAll(async () => {
    goAway();
    await service?.stop();
  });

  async function call(): Promise<void> {
    const { hostname, port } = new URL(service.demo.base_url);
    for (let caller = 0; caller < CALLERS; caller += 1) {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      sockets.push(socket);
      await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
    }
  }
  const open = () => sockets.filter(({ destroyed, readyState }) => !destroyed && readyState === 'open').length;
  function goAway(): void {
    for (const socket of sockets.splice(0)) socket.destroy();
  }
  async function readiness(): Promise<[number, string]> {
    const answer = await fetch(`${service.operatorUrl}/readyz`, { headers: { connection: 'close' } });
    return [answer.status, await answer.text()];
  }
  const read = async () => (await service.read(new Agent({ keepAlive: false }))).result;

  test('refuse callers before health checks, count and log them, and serve again when they are gone', async () => {
    await call();
    await expect.poll(open).toBeLessThan(2 * DESCRIPTORS);
    for (let turn = 0; turn < 10; turn += 1) expect(await readiness()).toEqual([200, '{"ready":true,"reasons":[]}\n']);
    const refused = async () =>
      Number(/^openhouse_connections_refused_total\{surface="gateway"\} (\d+)/m.exec(await service.metrics())?.[1]);
    await expect.poll(refused).toBeGreaterThan(CALLERS / 2);
    expect(service.lines().map(({ msg }) => msg)).toContain('connections refused: raise the limit of file descriptors');
    goAway();
    await expect.poll(read).toBe(200);
    expect(service.lines().filter(({ msg }) => msg === 'worker serves')).toHaveLength(2);
  });

  test('that answer nothing: callers wait up to a bound, and health checks are answered', async () => {
    const pids = [...service.workers().values()];
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    try {
      await call();
      await expect.poll(open).toBeLessThan(DESCRIPTORS);
      for (let turn = 0; turn < 10; turn += 1) expect((await readiness())[1]).toMatch(/^\{"ready":/);
      const told = service.lines().filter(({ msg }) => msg === 'connections were cut: too many wait for a worker');
      expect(told.length).toBeGreaterThan(0);
      expect(told.length).toBeLessThan(CALLERS / 10);
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    }
    goAway();
    await expect.poll(read).toBe(200);
  });
});
