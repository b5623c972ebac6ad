import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { residentBytes } from '../../bench/measure/resident.ts';
import { newDataDirectory, type RunningService, startService } from '../service.ts';

/** Connections that say nothing, and such that began a request. */
const IDLE = 2000;
/** Megabytes that they may cost the process together. */
const IDLE_MOST_MB = 150;
/** Calls of others meanwhile. */
const CALLS = 2000;
/** Lines that nobody reads: more than what a pipe and the queue behind it hold. */
const UNREAD_CALLS = 20_000;
/** Megabytes that a log which nobody reads may cost: the queue is bounded. */
const UNREAD_MOST_MB = 120;
const AT_ONCE = 20;

describe('crowds and a log that nobody reads', () => {
  let directory: Awaited<ReturnType<typeof newDataDirectory>>;
  let service: RunningService;
  let token = '';
  const gateway = () => `http://127.0.0.1:${service.env.GATEWAY_PORT}`;

  beforeAll(async () => {
    directory = await newDataDirectory();
    service = await startService(directory.path, { IP_LIMIT_PER_MINUTE: '0', APP_LIMIT_PER_MINUTE: '0' });
    const { app_key, app_secret } = service.demo;
    const body = new URLSearchParams({ app_key, app_secret });
    const exchanged = await fetch(`${gateway()}/auth/access_token`, { method: 'POST', body });
    token = ((await exchanged.json()) as { data: { access_token: string } }).data.access_token;
  });
  afterAll(async () => {
    await service?.stop();
    await directory?.remove();
  });

  const megabytes = () => (residentBytes(service.process.pid ?? 0) ?? 0) / 1e6;
  async function read(): Promise<number> {
    const headers = { authorization: token };
    const answer = await fetch(`${gateway()}/open/v3/vr/info?resource_code=demo-garden`, { headers });
    await answer.arrayBuffer();
    return answer.status;
  }
  /** @returns How often each status came. */
  async function reads(count: number): Promise<Record<string, number>> {
    const statuses: Record<string, number> = {};
    let begun = 0;
    const one = async () => {
      while (begun < count) {
        begun += 1;
        const status = await read().catch((error: unknown) => String(error));
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, one));
    return statuses;
  }

  test(`${IDLE} connections that say nothing or half a request: others are served, each time`, async () => {
    expect(await reads(CALLS)).toEqual({ 200: CALLS });
    const before = megabytes();
    const sockets: Socket[] = [];
    for (let number = 0; number < IDLE; number += 1) {
      const port = Number(number % 2 === 0 ? service.env.GATEWAY_PORT : service.env.PORTAL_PORT);
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      await new Promise((resolve) => socket.once('connect', resolve));
      if (number % 4 > 1) socket.write('GET /open/v3/vr/info HTTP/1.1\r\nHost: loc');
      sockets.push(socket);
    }
    const statuses = await reads(CALLS);
    const grown = megabytes() - before;
    console.log(`${IDLE} idle connections: ${Math.round(grown)} MB more, ${JSON.stringify(statuses)}`);
    for (const socket of sockets) socket.destroy();
    expect(statuses).toEqual({ 200: CALLS });
    expect(grown).toBeLessThan(IDLE_MOST_MB);
    expect((await fetch(`${service.operatorUrl}/readyz`)).status).toBe(200);
  });

  test('a log that nobody reads: calls are answered, memory is bounded, and lines are whole once somebody reads', async () => {
    const { stdout } = service.process;
    await reads(CALLS);
    const before = megabytes();
    stdout?.pause();
    const unread = service.said().length;
    const statuses = await reads(UNREAD_CALLS);
    const grown = megabytes() - before;
    console.log(
      `${UNREAD_CALLS} calls with a log that nobody reads: ${Math.round(grown)} MB more, ${JSON.stringify(statuses)}`,
    );
    expect(statuses).toEqual({ 200: UNREAD_CALLS });
    expect(grown).toBeLessThan(UNREAD_MOST_MB);
    stdout?.resume();
    await expect.poll(() => service.said().length).toBeGreaterThan(unread);
    expect(await read()).toBe(200);
    // The last lines leave within a moment.
    await sleep(500);
    const lines = service.said().split('\n').slice(0, -1);
    const broken = lines.filter((line) => line.startsWith('{') && !isJson(line));
    expect(broken).toEqual([]);
  });
});

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
