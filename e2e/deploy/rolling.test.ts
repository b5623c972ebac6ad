import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAuthority } from '../../packages/server/src/testing/certificates.ts';
import { nginxProgram, startNginx } from '../../packages/server/src/testing/nginx.ts';
import { servicesRequired } from '../../packages/server/src/testing/processes.ts';
import { freePorts } from '../service.ts';
import { deployedNginx } from './in-front.ts';
import { type Caller, caller } from './send.ts';

/** Shorter than the 10 s for which nginx leaves a machine out untold, and longer than what deploy/nginx says. */
const BACK_MS = 6_000;

/** A machine: its answers name it. */
interface Machine {
  readonly port: number;
  /** Breaks connections instead of answering, as a process that is killed does. */
  breaks: boolean;
  start(): Promise<void>;
  stop(): Promise<unknown>;
}

function machineAt(port: number): Machine {
  let server: Server | undefined;
  const machine: Machine = {
    port,
    breaks: false,
    start: () =>
      new Promise((resolve) => {
        server = createServer((request, response) => {
          if (machine.breaks) request.socket.destroy();
          else response.end(String(port));
        }).listen(port, '127.0.0.1', resolve);
      }),
    stop: async () => {
      server?.closeAllConnections();
      await new Promise((resolve) => server?.close(resolve));
    },
  };
  return machine;
}

const nginx = nginxProgram();

describe.skipIf(nginx === undefined && !servicesRequired)('two machines behind deploy/nginx', { tags: 'slow' }, () => {
  let folder = '';
  let machines: readonly [Machine, Machine];
  let proxy: Awaited<ReturnType<typeof startNginx>>;
  let from: Caller;
  let address = '';
  let ofPortal = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openhouse-rolling-'));
    const [one = 0, two = 0, port = 0, other = 0] = await freePorts(4);
    machines = [machineAt(one), machineAt(two)];
    for (const machine of machines) await machine.start();
    const authority = makeAuthority(folder, 'authority');
    const host = { ...authority.sign('localhost', 'localhost', 1), name: 'localhost' };
    const ports = [one, two];
    const servers = await deployedNginx({ host: { ...host, port }, ports }, { host: { ...host, port: other }, ports });
    proxy = await startNginx(nginx ?? '', servers, port);
    from = caller(await readFile(authority.file));
    address = `https://localhost:${other}/`;
    ofPortal = `https://localhost:${port}/`;
  });
  afterAll(async () => {
    from?.close();
    await proxy?.stop();
    for (const machine of machines ?? []) await machine.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = async (method = 'GET', at = address) => {
    const { status, body } = await from.send(at, { method });
    return status === 200 ? Number(body) : status;
  };

  test('are restarted one after the other without a call that fails', async () => {
    for (const [leaving, staying] of [machines, machines.toReversed()] as [Machine, Machine][]) {
      await leaving.stop();
      for (let calls = 0; calls < 10; calls += 1) expect(await ask()).toBe(staying.port);
      await leaving.start();
      await expect.poll(() => ask(), { timeout: BACK_MS }).toBe(leaving.port);
    }
  });

  test('a POST whose connection breaks is asked of the other one at the gateway, whose are safe to repeat, and not at the portal', async () => {
    const [breaking, other] = machines;
    const answersOf = async (at: string) => {
      const answers = [];
      for (let calls = 0; calls < 4; calls += 1) answers.push(await ask('POST', at));
      return answers;
    };
    breaking.breaks = true;
    expect(await answersOf(address)).toEqual([other.port, other.port, other.port, other.port]);
    expect(await answersOf(ofPortal)).toContain(502);
    breaking.breaks = false;
  });
});
