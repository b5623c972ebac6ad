import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { UNPINNED } from '../bench/measure/cores.ts';
import { type Openhouse, type OpenhouseOptions, startOpenhouse } from '../bench/servers/openhouse.ts';
import { stampApp } from '../packages/server/src/apps/app-store.ts';
import { localAssetStore } from '../packages/server/src/kernel/assets/local-asset-store.ts';
import type { Database } from '../packages/server/src/kernel/database/database.ts';
import { openDatabase } from '../packages/server/src/kernel/database/open-database.ts';
import { inTransaction } from '../packages/server/src/kernel/database/transaction.ts';
import { writeBundle } from '../packages/server/src/testing/bundle.ts';
import { call, exchange } from '../packages/server/src/testing/envelope.ts';
import { createTeamWithApp, testPepper } from '../packages/server/src/testing/gateway.ts';
import { createEmptyDatabase } from '../packages/server/src/testing/postgres-template.ts';
import { importTours } from '../packages/server/src/tours/import/import-tours.ts';

const serverUrl = inject('postgresUrl');

/** Low enough to be used up; the height of the limit is all that differs from what `npm run bench` measures. */
const APP_LIMIT = 40;

const INFO = '/open/v3/vr/info?resource_code=';

describe.skipIf(serverUrl === null)('the service as `npm run bench` measures it', { tags: 'slow' }, () => {
  let folder = '';
  let service: Openhouse;
  let database: Database;
  /** A tour of the app's own Team. */
  let ownTour = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openhouse-bench-test-'));
    const databaseUrl = await createEmptyDatabase(serverUrl ?? '');
    const options: OpenhouseOptions = {
      cores: UNPINNED,
      dataDirectory: join(folder, '.openhouse'),
      databaseUrl,
      cacheMebibytes: 64,
      otherwise: {
        APP_LIMIT_PER_MINUTE: String(APP_LIMIT),
        APP_SECRET_PEPPER: testPepper.toString('base64url'),
      },
    };
    await mkdir(options.dataDirectory, { mode: 0o700 });
    service = await startOpenhouse(options);
    database = await openDatabase({ url: databaseUrl, maxConnections: 2, statementTimeoutMs: 60_000 });
    const demo = JSON.parse(await readFile(join(options.dataDirectory, 'demo.json'), 'utf8'));
    ownTour = demo.resource_codes[0];
  });
  afterAll(async () => {
    await service?.stop();
    await database?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const read = (code: string, token = service.token) => call(service.origin, `${INFO}${code}`, { token });

  test('a tour of another Team is refused, though its payload is in memory', async () => {
    const other = await createTeamWithApp(database, { name: 'Other' });
    const bundle = await writeBundle(folder, { code: 'other-tour' });
    await importTours(database, localAssetStore(join(service.dataDirectory, 'assets')), other.teamId, [bundle]);
    // The service hears of the new app at its next look.
    await expect
      .poll(() => exchange(service.origin, other).catch(() => undefined), { timeout: 60_000 })
      .toMatch(/^oht_/);
    const token = await exchange(service.origin, other);
    for (const time of [1, 2])
      expect((await read('other-tour', token)).envelope.status, `read ${time}`).toBe('success');

    const [foreign, unknown] = [await read('other-tour'), await read('no-such-tour')];
    expect(foreign.http).toBe(unknown.http);
    expect(foreign.envelope.status).toBe(unknown.envelope.status);
    expect(foreign.envelope.status).not.toBe('success');
    expect(foreign.envelope.data).toBeNull();
  });

  test('an exhausted limit is refused, in the middle of reads from memory', async () => {
    const statuses: string[] = [];
    // A minute may end on the way; within two of them more than two limits cannot be let through.
    while (statuses.at(-1) !== 'err_rate_limited' && statuses.length <= 2 * APP_LIMIT) {
      const { http, headers, envelope, text } = await read(ownTour);
      statuses.push(envelope.status);
      expect(headers.get('ratelimit')).toMatch(/^"app";r=\d+;t=\d+, "ip";/);
      if (envelope.status === 'success') continue;
      expect(http).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(text).toContain(`its ${APP_LIMIT} requests`);
    }
    expect(statuses.at(-1)).toBe('err_rate_limited');
    expect(statuses.length).toBeGreaterThan(1);
  });

  test('an app that is disabled is refused, with the token that was admitted before', async () => {
    await inTransaction(
      database,
      async (transaction) => {
        const { rows } = await transaction.query<{ id: string }>(
          'update app set disabled_at = now() where app_key = $1 returning id',
          [service.credentials.appKey],
        );
        stampApp(transaction, rows[0]?.id ?? '');
      },
      { team: '*' },
    );
    await expect.poll(async () => (await read(ownTour)).envelope.status, { timeout: 60_000 }).toBe('err_app_disabled');
    const { envelope } = await read(ownTour);
    expect(envelope).toMatchObject({ status: 'err_app_disabled', data: null });
  });

  test('every one of these calls stands in the request log', async () => {
    const { envelope } = await read(ownTour);
    await expect
      .poll(() => readFile(join(folder, 'openhouse.log'), 'utf8'), { timeout: 60_000 })
      .toContain(envelope.request_id);
    const log = await readFile(join(folder, 'openhouse.log'), 'utf8');
    const lines = log.split('\n').filter((line) => line.includes('"msg":"call"'));
    const statuses = new Set(lines.map((line) => (JSON.parse(line) as { status: string }).status));
    expect([...statuses]).toEqual(expect.arrayContaining(['success', 'err_rate_limited', 'err_app_disabled']));
    expect(log).not.toContain(service.token);
  });
});
