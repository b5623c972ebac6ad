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

describe.skipIf(!mayMount() || (inject('postgresUrl') === null && !servicesRequired))(
  'the disk of PostgreSQL is full (a tablespace on a mounted tmpfs)',
  { tags: ['slow'] },
  () => {
    let disk: SmallDisk;
    let server: PostgresServer;
    let directory = '';
    let tried: TriedService;
    const settings: Record<string, string> = {};

    beforeAll(async () => {
      disk = smallDisk(64);
      const programs = postgresPrograms();
      if (programs === undefined) throw new Error('PostgreSQL was not found, and OPENHOUSE_REQUIRE_SERVICES is set.');
      server = await startPostgres(programs);
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
        expect([code, out]).toEqual([2, '']);
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
  },
);
