import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../kernel/database/database.ts';
import { migrate } from '../../kernel/database/migrate.ts';
import { openDatabase } from '../../kernel/database/open-database.ts';
import { type PostgresServer, startPostgres } from '../../testing/postgres-server.ts';
import { folderWith, servicesRequired } from '../../testing/processes.ts';
import { type StreamingReplica, startReplica } from '../../testing/replica.ts';
import { examineStandbys } from './standbys.ts';

const PROGRAMS = folderWith('initdb', 'postgres', 'pg_basebackup');
/** Longer than a busy machine takes to reload a server, or to see a change wait. */
const PATIENCE = { timeout: 15_000 };

describe.skipIf(PROGRAMS === undefined && !servicesRequired)(
  'synchronous replication (PostgreSQL)',
  { tags: ['slow'] },
  () => {
    let server: PostgresServer;
    let replica: StreamingReplica | undefined;
    let database: Database;
    let superuser: Client;
    beforeAll(async () => {
      server = await startPostgres(PROGRAMS ?? '');
      superuser = new Client({ connectionString: `${server.url}/postgres` });
      await superuser.connect();
      // It may create roles, so that the service works as another one.
      await superuser.query("create role openhouse login createrole password 'word'");
      await superuser.query('create database openhouse owner openhouse');
      const url = Object.assign(new URL(`${server.url}/openhouse`), { username: 'openhouse', password: 'word' }).href;
      database = await openDatabase({ url, maxConnections: 3, statementTimeoutMs: 30_000 });
      await migrate(database);
    });
    afterAll(async () => {
      await database?.close();
      await superuser?.end();
      await replica?.stop();
      await server?.stop();
    });

    const waitsFor = async (names: string) => {
      await superuser.query(`alter system set synchronous_standby_names = '${names}'`);
      await superuser.query('select pg_reload_conf()');
      const now = async () =>
        (await superuser.query("select current_setting('synchronous_standby_names') as names")).rows[0].names;
      await expect.poll(now, PATIENCE).toBe(names);
    };
    const found = async () => (await examineStandbys(database)).map(({ verdict, says }) => [verdict, says]);
    const GONE = [['broken', expect.stringContaining("synchronous_standby_names is 'gone'")]];

    test('without a standby to wait for nothing is said; with one that is not there it is named', async () => {
      expect(await found()).toEqual([]);
      await waitsFor('gone');
      expect(await found()).toEqual(GONE);
      await waitsFor('');
      expect(await found()).toEqual([]);
    });

    test('where another standby follows, a change that waits tells', async () => {
      replica = await startReplica(server, PROGRAMS ?? '');
      await waitsFor('gone');
      // It takes connections before it follows.
      await expect.poll(found, PATIENCE).toEqual([]);
      const change = database.pool.query("update epoch set n = n + 1 where name = 'tours'");
      await expect.poll(found, PATIENCE).toEqual(GONE);
      await waitsFor('');
      await change;
      expect(await found()).toEqual([]);
    });
  },
);
