import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../testing/fault-proxy.ts';
import { type PostgresServer, postgresPrograms, startPostgres } from '../testing/postgres-server.ts';
import { servicesRequired } from '../testing/processes.ts';
import { startTriedService, type TriedService } from '../testing/tried-service.ts';

const PATIENCE = { timeout: 20_000 };

// A service in this process over a server of its own, whose user may do no more than an owner may.
describe.skipIf(inject('postgresUrl') === null && !servicesRequired)(
  'while the database is away (PostgreSQL)',
  { tags: 'slow' },
  () => {
    let server: PostgresServer;
    let proxy: FaultProxy;
    let directory = '';
    let tried: TriedService;

    const superuser = async (...statements: string[]) => {
      const client = new pg.Client({ connectionString: `${server.url}/postgres` });
      await client.connect();
      for (const sql of statements) await client.query(sql);
      await client.end();
    };
    const coldRead = () => tried.coldRead();
    const change = () => tried.change();
    const portalCall = () => tried.portalCall();
    const readiness = () => tried.readiness();
    /** Many at once, without an answer of before. */
    const calls = async () =>
      new Set(await Promise.all([...Array.from({ length: 16 }, coldRead), ...Array.from({ length: 4 }, portalCall)]));
    const isWell = async () => {
      await expect.poll(readiness, PATIENCE).toEqual([200, []]);
      await expect.poll(async () => [...(await calls())].sort(), PATIENCE).toEqual(['200', '404']);
    };
    const isAway = async (reason: string) => {
      expect([...(await calls())]).toEqual(['503 retry']);
      await expect.poll(readiness, PATIENCE).toEqual([503, [reason]]);
    };

    beforeAll(async () => {
      const programs = postgresPrograms();
      if (programs === undefined) throw new Error('PostgreSQL was not found, and OPENHOUSE_REQUIRE_SERVICES is set.');
      server = await startPostgres(programs);
      await superuser("create role openhouse login password 'word'", 'create database openhouse owner openhouse');
      proxy = await startFaultProxy(Number(new URL(server.url).port));
      directory = await mkdtemp(join(tmpdir(), 'openhouse-away-'));
      const DATABASE_URL = `postgres://openhouse:word@127.0.0.1:${proxy.port}/openhouse`;
      tried = await startTriedService(directory, { DATABASE_URL });
    });
    afterAll(async () => {
      await tried?.service.stop();
      await proxy?.close();
      await server?.stop();
      await rm(directory, { recursive: true, force: true });
    });

    test('its processes ended: no call is a 500', { tags: 'slow' }, async () => {
      await isWell();
      await superuser("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'openhouse'");
      expect([...(await calls())].filter((answer) => !['200', '404', '503 retry'].includes(answer))).toEqual([]);
      await isWell();
    });

    test('stopped: 503 from the first call on, on both surfaces, and again served once it is back', {
      tags: ['slow', 'long'],
    }, async () => {
      await isWell();
      await server.halt();
      await isAway('the database is away');
      await server.start();
      await isWell();
    });

    test('without a connection left', { tags: ['slow', 'long'] }, async () => {
      await isWell();
      await superuser(
        'alter role openhouse connection limit 0',
        "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'openhouse'",
      );
      await isAway('the database is away');
      await superuser('alter role openhouse connection limit -1');
      await isWell();
    });

    test('read-only: reads go on, changes are 503, and it is not ready', { tags: 'slow' }, async () => {
      await isWell();
      await superuser('alter system set default_transaction_read_only = on', 'select pg_reload_conf()');
      await expect.poll(readiness, PATIENCE).toEqual([503, ['the database takes no changes: it was made read-only']]);
      expect(await tried.metric('openhouse_database_refuses_changes')).toBe(1);
      expect(await coldRead()).toBe('404');
      expect(await change()).toBe('503 retry');
      expect(await tried.send('/api/teams', JSON.stringify({ name: 'Studio' }))).toBe('503 retry');
      await superuser('alter system reset default_transaction_read_only', 'select pg_reload_conf()');
      await isWell();
      expect(await change()).toBe('200');
    });

    test('silent: calls end with 503, and new connections serve', { tags: ['slow', 'long'] }, async () => {
      await isWell();
      proxy.silence();
      expect([...(await calls())].filter((answer) => !['200', '404', '503 retry'].includes(answer))).toEqual([]);
      await isWell();
    });

    test('silent, new connections too: 503 on both surfaces, and not ready', { tags: ['slow', 'long'] }, async () => {
      await isWell();
      proxy.silence();
      proxy.hold(true);
      await isAway('the database is away');
      proxy.hold(false);
      await isWell();
    });

    /** Every statement of `send` waits for `lock`: reads are answered, and the node stays ready. */
    const servesBesideLock = async (lock: string, send: () => Promise<string>) => {
      await isWell();
      // One holds the lock; in its transaction it would see the same statistics again and again.
      const connectionString = `${server.url}/openhouse`;
      const [holder, watcher] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })];
      await Promise.all([holder.connect(), watcher.connect()]);
      await holder.query('begin');
      await holder.query(lock);
      try {
        const waiting = Array.from({ length: 24 }, send);
        const count = `select count(*)::int as n from pg_stat_activity where usename = 'openhouse' and wait_event_type = 'Lock'`;
        // As many as there are connections for them.
        await expect.poll(async () => (await watcher.query<{ n: number }>(count)).rows[0]?.n, PATIENCE).toBe(5);
        expect(new Set(await Promise.all(Array.from({ length: 16 }, coldRead)))).toEqual(new Set(['404']));
        // Those that found no connection free give up: by then it would have been out of rotation.
        expect(await waiting.at(-1)).toBe('503 retry');
        expect([await readiness(), await coldRead()]).toEqual([[200, []], '404']);
        await holder.query('rollback');
        await Promise.all(waiting);
      } finally {
        await Promise.all([holder.end(), watcher.end()]);
      }
      await isWell();
    };

    test(
      "every statement of the portal's calls waits for a lock: reads are answered, and it stays ready",
      { tags: ['slow', 'long'] },
      () => servesBesideLock('lock table session in access exclusive mode', portalCall),
    );

    test('so does every statement of activations', { tags: ['slow', 'long'] }, () =>
      servesBesideLock("select from tour where code = 'demo-garden' for update", change),
    );

    test('the log says why, and nothing of it is an error or names a password', () => {
      const saying = (message: string) =>
        tried.lines.filter((line) => line.includes(`"${message}"`)).map((line): object => JSON.parse(line));
      const ids = { request_id: expect.any(String), trace_id: expect.stringMatching(/^[0-9a-f]{32}$/) };
      expect(saying('database away')[0]).toMatchObject({ ...ids, address: '127.0.0.1' });
      expect(saying('the portal broke')[0]).toMatchObject({ ...ids, route: expect.any(String) });
      expect(tried.lines.filter((line) => line.includes('"broken"'))).toEqual([]);
      expect(tried.lines.join('')).not.toContain('openhouse:word');
    });
  },
);
