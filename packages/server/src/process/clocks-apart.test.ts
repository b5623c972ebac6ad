import { join } from 'node:path';
import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import { parseConfig } from '../config/config.ts';
import { loadSecrets } from '../config/secrets.ts';
import { createLog } from '../observe/log.ts';
import { metricList } from '../observe/metric-list.ts';
import { postgresUrl } from '../testing/database.ts';
import { DEMO_BUNDLES } from '../testing/demo-bundles.ts';
import { useFolder } from '../testing/folder.ts';
import { createEmptyDatabase, openMigratedPostgres } from '../testing/postgres-template.ts';
import { freePort, servicesRequired } from '../testing/processes.ts';
import { openLocalPortal } from './local-portal.ts';
import { serveAlone } from './serve-alone.ts';
import type { Service } from './service.ts';

const HOUR_S = 3600;
const LIFETIME_S = 600;

describe.skipIf(inject('postgresUrl') === null && !servicesRequired)("a clock that is not the database's", () => {
  const folder = useFolder();
  let service: Service | undefined;
  afterEach(async () => {
    vi.restoreAllMocks();
    await service?.stop();
  });

  test.each([
    ['ahead of', HOUR_S],
    ['behind', -HOUR_S],
  ])(
    'an hour %s: said by /readyz, log and metric; tokens end by the database',
    { tags: 'slow' },
    async (word, offS) => {
      const url = await createEmptyDatabase(postgresUrl());
      const [portal, gateway, signIn, operator] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
      const config = parseConfig({
        DATABASE_URL: url,
        DATA_DIR: join(folder, word),
        PORTAL_PORT: `${portal}`,
        GATEWAY_PORT: `${gateway}`,
        SIGN_IN_PORT: `${signIn}`,
        OPERATOR_PORT: `${operator}`,
        LISTEN_HOST: '127.0.0.1',
        ACCESS_TOKEN_LIFETIME_S: `${LIFETIME_S}`,
      });
      const lines: string[] = [];
      const log = createLog('info', { write: (line) => lines.push(String(line)) });
      const realNow = Date.now;
      vi.spyOn(Date, 'now').mockImplementation(() => realNow() + offS * 1000);
      service = await serveAlone(config, { demoBundles: DEMO_BUNDLES, pages: join(folder, 'no-pages'), log });
      const { app_key, app_secret } = service.demo ?? { app_key: '', app_secret: '' };
      const exchanged = await fetch(`${service.addresses.gateway}/auth/access_token`, {
        method: 'POST',
        body: new URLSearchParams({ app_key, app_secret }),
      });
      const { data } = (await exchanged.json()) as { data: { access_token: string; expire_at: number } };
      expect(Math.abs(data.expire_at - realNow() / 1000 - LIFETIME_S)).toBeLessThan(60);
      const readiness = (await (await fetch(`http://127.0.0.1:${operator}/readyz`)).json()) as object;
      expect(readiness).toEqual({
        ready: true,
        reasons: [],
        warnings: [
          expect.stringMatching(new RegExp(`^the clock of this machine is \\d+\\.\\d s ${word} the database's`)),
        ],
      });
      const metrics = await (await fetch(`http://127.0.0.1:${operator}/metrics`)).text();
      // What a scrape of the service shows is what is declared.
      const shown = [...metrics.matchAll(/^# TYPE (openhouse_\w+) /gm)].map(([, name]) => name);
      const declared = Object.entries(metricList).filter(([, metric]) => !('ofWorkers' in metric));
      // No limits are shared here.
      const expected = declared.map(([name]) => name).filter((name) => name !== 'openhouse_limiter_shared');
      expect(shown.sort()).toEqual(expected.sort());
      expect(metrics).toMatch(/^openhouse_database_connections_max\{pool="reads"\} 5$/m);
      expect(metrics).toMatch(/^openhouse_audit_entries \d+$/m);
      const ahead = Number(/^openhouse_database_clock_ahead_seconds (\S+)/m.exec(metrics)?.[1]);
      expect(Math.abs(ahead + offS)).toBeLessThan(60);
      expect(lines.filter((line) => line.includes('the clock of this machine is'))).toHaveLength(1);

      // The clock is put right: the token holds at once, and nothing is said any more.
      vi.restoreAllMocks();
      const address = `${service.addresses.gateway}/open/v3/vr/info?resource_code=demo-garden`;
      expect((await fetch(address, { headers: { authorization: data.access_token } })).status).toBe(200);
      await expect
        .poll(async () => (await fetch(`http://127.0.0.1:${operator}/readyz`)).json(), { timeout: 20_000 })
        .toEqual({ ready: true, reasons: [] });
    },
  );

  test.each([HOUR_S, -HOUR_S])('a command at the store, %d s off, acts by the database', async (offS) => {
    const database = await openMigratedPostgres(postgresUrl());
    const config = parseConfig({ DATA_DIR: join(folder, `store${offS}`) });
    const parts = { config, secrets: await loadSecrets(config), database, demoBundles: DEMO_BUNDLES };
    const realNow = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => realNow() + offS * 1000);
    const portal = await openLocalPortal(parts, { reason: '' });
    expect(Math.abs(portal.nowMs() - realNow())).toBeLessThan(60_000);
    await portal.close();
    await database.close();
  });
});
