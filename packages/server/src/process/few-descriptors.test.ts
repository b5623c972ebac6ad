import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { DEMO_BUNDLES } from '../testing/demo-bundles.ts';
import { useFolder } from '../testing/folder.ts';
import { type LimitedProcess, startLimited } from '../testing/limited-process.ts';
import { freePort } from '../testing/processes.ts';
import type { DemoFacts } from './demo/load-demo.ts';

const CALLERS = 300;

describe('a process that may open 128 files', { tags: ['slow', 'long'] }, () => {
  const folder = useFolder();
  const sockets: Socket[] = [];
  let service: LimitedProcess | undefined;
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await service?.stop();
  });

  test('refuses callers before health checks, counts and logs them, and serves again when they are gone', async () => {
    const [portal, gateway, signIn, operator] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
    service = await startLimited(new URL('../testing/service-process.main.ts', import.meta.url), { descriptors: 128 });
    let said = '';
    service.child.stdout?.on('data', (chunk) => (said += chunk));
    const env = {
      DATA_DIR: join(folder, 'data'),
      PORTAL_PORT: `${portal}`,
      GATEWAY_PORT: `${gateway}`,
      SIGN_IN_PORT: `${signIn}`,
      OPERATOR_PORT: `${operator}`,
      LISTEN_HOST: '127.0.0.1',
    };
    type Started = { readonly demo: DemoFacts };
    const { demo } = await service.ask<Started>({ env, demoBundles: DEMO_BUNDLES, pages: join(folder, 'no-pages') });
    const ask = async (port: number, path: string, init: RequestInit = {}) => {
      const headers = { connection: 'close', ...init.headers };
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers });
      return [answer.status, await answer.text()] as const;
    };
    for (const port of [gateway, portal]) {
      for (let caller = 0; caller < CALLERS; caller += 1) {
        const socket = connect(port, '127.0.0.1').on('error', () => undefined);
        sockets.push(socket);
        await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
      }
    }
    for (let turn = 0; turn < 10; turn += 1) {
      expect(await ask(operator, '/readyz')).toEqual([200, '{"ready":true,"reasons":[]}\n']);
      expect((await ask(operator, '/healthz'))[0]).toBe(200);
    }
    const [, metrics] = await ask(operator, '/metrics');
    for (const surface of ['gateway', 'portal']) {
      const refused = new RegExp(`^openhouse_connections_refused_total\\{surface="${surface}"\\} (\\d+)`, 'm');
      expect(Number(refused.exec(metrics)?.[1])).toBeGreaterThan(CALLERS / 2);
      await expect.poll(() => said).toContain(`"surface":"${surface}"`);
    }
    expect(said).toContain('connections refused: raise the limit of file descriptors');

    for (const socket of sockets) socket.destroy();
    const body = new URLSearchParams({ app_key: demo.app_key, app_secret: demo.app_secret });
    const exchange = () => ask(gateway, '/auth/access_token', { method: 'POST', body }).catch(() => [0, '']);
    await expect.poll(async () => (await exchange())[0]).toBe(200);
    const token = JSON.parse(String((await exchange())[1])).data.access_token;
    const headers = { authorization: token };
    expect((await ask(gateway, '/open/v3/vr/info?resource_code=demo-garden', { headers }))[0]).toBe(200);
    expect((await ask(portal, '/auth/get-user'))[0]).toBe(200);
  });
});
