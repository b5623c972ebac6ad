import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { postgresUrl } from '../../packages/server/src/testing/database.ts';
import { createEmptyDatabase } from '../../packages/server/src/testing/postgres-template.ts';
import { servicesRequired } from '../../packages/server/src/testing/processes.ts';
import { newDataDirectory, type RunningService, startService } from '../service.ts';

/** Signals by which people have other servers read their settings or open their log anew. */
const SIGNALS = ['SIGHUP', 'SIGUSR1', 'SIGUSR2'] as const;

describe.skipIf(inject('postgresUrl') === null && !servicesRequired)(
  'a signal that other servers reload at (PostgreSQL)',
  { tags: ['slow'] },
  () => {
    let data: Awaited<ReturnType<typeof newDataDirectory>>;
    let service: RunningService;
    beforeAll(async () => {
      data = await newDataDirectory();
      const databaseUrl = await createEmptyDatabase(postgresUrl());
      service = await startService(data.path, { DATABASE_URL: databaseUrl, WORKERS: '2', LOAD_DEMO: 'yes' });
    });
    afterAll(async () => {
      await service?.stop();
      await data?.remove();
    });

    const workers = async () => {
      const { pid = 0 } = service.process;
      const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
      return children.split(' ').filter(Boolean).map(Number);
    };

    test('ends no process, opens no debugger, and says that nothing is read', async () => {
      const before = await workers();
      expect(before).toHaveLength(2);
      for (const signal of SIGNALS) {
        for (const pid of [service.process.pid ?? 0, ...before]) process.kill(pid, signal);
        await expect
          .poll(service.said)
          .toContain(`openhouse: ${signal} changes nothing: settings are read at the start`);
      }
      expect((await fetch(`${service.operatorUrl}/readyz`)).status).toBe(200);
      expect(await workers()).toEqual(before);
      // Three lines, and none of a worker: a debugger says where it listens.
      expect(service.said()).not.toMatch(/debugger/i);
    });
  },
);
