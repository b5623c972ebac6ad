import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { parseConfig } from '../config/config.ts';
import { createLog } from '../observe/log.ts';
import { DEMO_BUNDLES } from '../testing/demo-bundles.ts';
import { connects, freePort } from '../testing/processes.ts';
import { serveAlone } from './serve-alone.ts';

test('it is ready only once every port takes connections', { tags: 'slow' }, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'openhouse-serve-'));
  const [portal = 0, gateway, sign, operator] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const config = parseConfig({
    DATA_DIR: join(directory, 'data'),
    PORTAL_PORT: String(portal),
    GATEWAY_PORT: String(gateway),
    SIGN_IN_PORT: String(sign),
    OPERATOR_PORT: String(operator),
    SHUTDOWN_GRACE_S: '1',
  });
  const readiness = () =>
    fetch(`http://127.0.0.1:${operator}/readyz`).then(
      ({ status }) => status,
      () => undefined,
    );
  const seen: string[] = [];
  let isStarting = true;
  const watch = async () => {
    while (isStarting) {
      const status = await readiness();
      if (status !== undefined) seen.push(`${status}, the portal ${(await connects(portal)) ? 'answers' : 'does not'}`);
      await turn();
    }
  };
  const watching = watch();
  const service = await serveAlone(config, {
    demoBundles: DEMO_BUNDLES,
    pages: join(directory, 'no-pages'),
    log: createLog('silent'),
  });
  isStarting = false;
  await watching;
  expect(await readiness()).toBe(200);
  await service.stop();
  await rm(directory, { recursive: true });
  expect(seen).not.toContain('200, the portal does not');
});
