import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { parseConfig } from '../config/config.ts';
import { loadSecrets } from '../config/secrets.ts';
import { inTransaction } from '../kernel/database/transaction.ts';
import { createLog } from '../observe/log.ts';
import { gatewayAnswers } from '../portal/status/measures.ts';
import { somebodyWaits } from '../testing/beside.ts';
import { useStore } from '../testing/database.ts';
import { DEMO_BUNDLES } from '../testing/demo-bundles.ts';
import { freePort, servicesRequired } from '../testing/processes.ts';
import { createSurfaces } from './surfaces.ts';

// The embedded store has one connection: nothing is written there while a transaction is open.
describe.skipIf(inject('postgresUrl') === null && !servicesRequired)('surfaces that close', () => {
  const store = useStore('postgres');

  test('write their usage although a job is still at work', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'openhouse-surfaces-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const config = parseConfig({ DATA_DIR: directory, ASSET_KEEP_S: '1' });
    const { database } = store;
    // Usage is written at an interval as well: not here.
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const surfaces = await createSurfaces({
      config,
      secrets: await loadSecrets(config),
      database,
      log: createLog('silent'),
      folders: { demoBundles: DEMO_BUNDLES, pages: join(directory, 'no-pages') },
    });
    vi.useRealTimers();
    await database.pool.query(
      "insert into asset_dropped (sha256, dropped_at) values (sha256(''), now() - interval '1 day')",
    );
    const port = await freePort();
    const gateway = surfaces.servers.gateway;
    await new Promise<void>((listening) => gateway?.listen(port, '127.0.0.1', listening));
    const { closing } = await inTransaction(database, async (transaction) => {
      await transaction.query("select pg_advisory_xact_lock(hashtext('openhouse asset removal'))");
      surfaces.startWork();
      await somebodyWaits(store);
      await fetch(`http://127.0.0.1:${port}/open/v1/entity/vr/list`);
      const closing = surfaces.close();
      await expect.poll(async () => (await database.pool.query('select from unknown_call')).rowCount).toBe(1);
      // It is still at work: no limit of a statement's time ended it.
      await somebodyWaits(store);
      return { closing };
    });
    await closing;
    await new Promise((closed) => gateway?.close(closed));
  });
});

describe('a gateway', () => {
  const store = useStore();

  test('neither logs nor counts what the portal asks for its status page', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'openhouse-surfaces-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const config = parseConfig({ DATA_DIR: directory });
    let said = '';
    const surfaces = await createSurfaces({
      config,
      secrets: await loadSecrets(config),
      database: store.database,
      log: createLog('info', { write: (lines) => (said += String(lines)) }),
      folders: { demoBundles: DEMO_BUNDLES, pages: join(directory, 'no-pages') },
    });
    const port = await freePort();
    const { gateway } = surfaces.servers;
    await new Promise<void>((listening) => gateway?.listen(port, '127.0.0.1', listening));
    const address = `http://127.0.0.1:${port}`;
    expect(await gatewayAnswers(address)).toBe(true);
    await fetch(`${address}/files/demo/tour/cover.jpg`, { method: 'OPTIONS', headers: { connection: 'close' } });
    const counted = await surfaces.metrics.registry.metrics();
    expect(counted).toMatch(/^openhouse_gateway_calls_total\{operation="file",status="success"\} 1$/m);
    await new Promise((closed) => gateway?.close(closed));
    await surfaces.close();
    expect(said.match(/"msg":"call"/g)).toHaveLength(1);
  });
});
