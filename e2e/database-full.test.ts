import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  type PostgresServer,
  postgresPrograms,
  startPostgres,
} from '../packages/server/src/testing/postgres-server.ts';
import { servicesRequired } from '../packages/server/src/testing/processes.ts';
import { mayMount, type SmallDisk, smallDisk } from '../packages/server/src/testing/small-disk.ts';
import { startTriedService, type TriedService } from '../packages/server/src/testing/tried-service.ts';
import { inheritedEnv, openhouse } from './service.ts';

const MEBIBYTE = 1024 * 1024;
const PATIENCE = { timeout: 30_000 };
const missing = !mayMount() || (inject('postgresUrl') === null && !servicesRequired);

function programs(): string {
  const found = postgresPrograms();
  if (found === undefined) throw new Error('PostgreSQL was not found, and OPENHOUSE_REQUIRE_SERVICES is set.');
  return found;
}

describe.skipIf(missing)('the disk of PostgreSQL is full (a tablespace on a mounted tmpfs)', { tags: ['slow'] }, () => {
  let disk: SmallDisk;
  let server: PostgresServer;
  let directory = '';
  let tried: TriedService;
  const settings: Record<string, string> = {};

  beforeAll(async () => {
    disk = smallDisk(64);
    server = await startPostgres(programs());
    const client = new pg.Client({ connectionString: `${server.url}/postgres` });
    await client.connect();
    await client.query("create role openhouse login password 'word'");
    await client.query(`create tablespace small owner openhouse location '${disk.path}'`);
    await client.query('create database openhouse owner openhouse tablespace small');
    await client.end();
    directory = mkdtempSync(join(tmpdir(), 'openhouse-database-full-'));
    settings.DATA_DIR = directory;
    settings.DATABASE_URL = `postgres://openhouse:word@127.0.0.1:${new URL(server.url).port}/openhouse`;
    tried = await startTriedService(directory, settings);
  });
  afterAll(async () => {
    await tried?.service.stop();
    await server?.stop();
    disk?.unmount();
    rmSync(directory, { recursive: true, force: true });
  });

  /** `openhouse import` of a work, beside the service. */
  const imported = async (code: string) => {
    const file = join(directory, `${code}.json`);
    writeFileSync(file, JSON.stringify({ resource_code: code, name: randomBytes(MEBIBYTE).toString('hex') }));
    const args = [openhouse, 'import', file, '--team', 'Studio'];
    return new Promise<readonly [code: unknown, out: string, err: string]>((resolve) => {
      execFile(process.execPath, args, { env: { ...inheritedEnv, ...settings } }, (error, out, err) =>
        resolve([error?.code ?? 0, out, err]),
      );
    });
  };

  test('uploads and imports are refused and leave nothing, everything else goes on, and it mends itself', async () => {
    const { upload, uploaded, read, coldRead, portalCall, signIn, readiness, warnings, metric } = tried;
    expect(await upload('before', MEBIBYTE)).toBe('200');
    expect(await warnings()).toEqual([]);
    disk.fill(0);
    try {
      for (let turn = 0; turn < 5; turn += 1) {
        expect(await upload('later', MEBIBYTE)).toBe('503 retry');
        expect([await read(), await coldRead(), await portalCall(), await signIn()]).toEqual([
          '200',
          '404',
          '200',
          '302',
        ]);
        expect([await readiness(), await warnings()]).toEqual([
          [200, []],
          ['the database refused a change within the last 5 minutes: its disk has no room'],
        ]);
      }
      expect(await metric('openhouse_database_refuses_changes')).toBe(1);
      const [code, out, err] = await imported('by-command');
      expect([code, out]).toEqual([4, '']);
      expect(err).toMatch(
        /^openhouse: PostgreSQL refuses: .*No space left on device \(SQLSTATE 53100\)\. Give its disk room, then repeat this: .*\.\n$/,
      );
      expect(await uploaded()).toEqual(['before']);
    } finally {
      disk.empty();
    }
    expect(await upload('later', MEBIBYTE)).toBe('200');
    expect(await imported('by-command')).toMatchObject([0, expect.stringContaining('1 created'), '']);
    expect(await uploaded()).toEqual(['before', 'by-command', 'later']);
    expect(tried.lines.filter((line) => line.includes('"broken"'))).toEqual([]);
  });
});

describe.skipIf(missing)(
  'the disk of the log of PostgreSQL is full (pg_wal on a mounted tmpfs)',
  { tags: ['slow'] },
  () => {
    let disk: SmallDisk;
    let server: PostgresServer;
    let directory = '';
    let tried: TriedService;

    beforeAll(async () => {
      disk = smallDisk(40);
      const small = ['max_wal_size=4MB', 'min_wal_size=2MB'];
      server = await startPostgres(programs(), small, ['--wal-segsize=1', '-X', join(disk.path, 'wal')]);
      const client = new pg.Client({ connectionString: `${server.url}/postgres` });
      await client.connect();
      await client.query("create role openhouse login password 'word'");
      await client.query('create database openhouse owner openhouse');
      await client.end();
      directory = mkdtempSync(join(tmpdir(), 'openhouse-log-full-'));
      const DATABASE_URL = `postgres://openhouse:word@127.0.0.1:${new URL(server.url).port}/openhouse`;
      tried = await startTriedService(directory, { DATABASE_URL, STANDING_STALE_MAX_S: '60' });
    });
    afterAll(async () => {
      await tried?.service.stop();
      await server?.stop();
      disk?.unmount();
      rmSync(directory, { recursive: true, force: true });
    });

    test('PostgreSQL ends itself: 503 with Retry-After but for what is in memory, and all is there once it has room and is started', async () => {
      const { upload, uploaded, read, coldRead, change, portalCall, readiness } = tried;
      expect(await upload('before', MEBIBYTE)).toBe('200');
      expect(await read()).toBe('200');
      disk.fill(0);
      // What is left of its files takes some more.
      await expect.poll(() => upload('later', MEBIBYTE), PATIENCE).toBe('503 retry');
      await expect.poll(readiness, PATIENCE).toEqual([503, ['the database is away']]);
      for (let turn = 0; turn < 5; turn += 1) {
        expect([await read(), await coldRead(), await change(), await portalCall()]).toEqual([
          '200',
          '503 retry',
          '503 retry',
          '503 retry',
        ]);
      }
      disk.empty();
      // It found no room to recover in either, and stays down until somebody starts it.
      await server.restart();
      await expect.poll(readiness, PATIENCE).toEqual([200, []]);
      expect(await upload('later', MEBIBYTE)).toBe('200');
      expect([await uploaded(), await change(), await coldRead()]).toEqual([['before', 'later'], '200', '404']);
      expect(tried.lines.filter((line) => line.includes('"broken"'))).toEqual([]);
    });
  },
);
