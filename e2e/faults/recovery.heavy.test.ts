import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../../packages/server/src/testing/fault-proxy.ts';
import {
  type PostgresServer,
  postgresPrograms,
  startPostgres,
} from '../../packages/server/src/testing/postgres-server.ts';
import { folderWith, servicesRequired } from '../../packages/server/src/testing/processes.ts';
import { withRedis } from '../../packages/server/src/testing/redis.ts';
import { type StreamingReplica, startReplica } from '../../packages/server/src/testing/replica.ts';
import { withSwift } from '../../packages/server/src/testing/swift.ts';
import { startTriedService, type TriedService } from '../../packages/server/src/testing/tried-service.ts';

/** Times that each fault comes; FAULTS_ROUNDS sets fewer. */
const ROUNDS = Number(process.env.FAULTS_ROUNDS ?? 5);
/** How long a fault lasts: longer than anything takes to notice it. */
const FAULT_MS = 8_000;
/** From when the fault has passed until everything is answered again (decision 0116). */
const RECOVERED_MS = 5_000;
/** Bound for a service that does not come back. */
const BACK_MS = 30_000;
const POLL_MS = 50;

const missing =
  (inject('postgresUrl') === null || folderWith('pg_basebackup', 'postgres') === undefined) && !servicesRequired;

/** Faults of what stands beside the database, and of a database that fails over; its other faults are under load. */
describe.skipIf(missing)('recovered within 5 s of the end of', () => {
  withRedis('a service', (redis) => {
    withSwift('with its files in a bucket', (swift) => {
      let primary: PostgresServer;
      let replica: StreamingReplica;
      let ways: { readonly redis: FaultProxy; readonly swift: FaultProxy };
      let directory = '';
      let tried: TriedService;

      const superuser = async (url: string, ...statements: string[]) => {
        const client = new pg.Client({ connectionString: `${url}/postgres` });
        await client.connect();
        for (const sql of statements) await client.query(sql);
        await client.end();
      };

      beforeAll(async () => {
        const [programs, copying] = [postgresPrograms(), folderWith('pg_basebackup', 'postgres')];
        if (programs === undefined || copying === undefined)
          throw new Error('PostgreSQL was not found, and OPENHOUSE_REQUIRE_SERVICES is set.');
        primary = await startPostgres(programs);
        const made = ["create role openhouse login password 'word'", 'create database openhouse owner openhouse'];
        await superuser(primary.url, ...made);
        replica = await startReplica(primary, copying);
        const portOf = (url: string) => Number(new URL(url).port);
        ways = {
          redis: await startFaultProxy(portOf(redis.url)),
          swift: await startFaultProxy(portOf(swift.endpoint)),
        };
        directory = await mkdtemp(join(tmpdir(), 'openhouse-recovery-'));
        const hosts = [primary.url, replica.url].map((url) => new URL(url).host).join(',');
        const through = (url: string, { port }: FaultProxy) =>
          Object.assign(new URL(url), { port }).href.replace(/\/$/, '');
        tried = await startTriedService(directory, {
          DATABASE_URL: `postgres://openhouse:word@${hosts}/openhouse`,
          REDIS_URL: through(redis.url, ways.redis),
          APP_LIMIT_PER_MINUTE: '1000000',
          ...swift.settings(await swift.newBucket()),
          S3_ENDPOINT: through(swift.endpoint, ways.swift),
        });
        expect(await seen()).toEqual(WELL);
      });
      afterAll(async () => {
        await tried?.service.stop();
        await ways?.redis.close();
        await ways?.swift.close();
        await replica?.stop();
        await primary?.stop();
        await rm(directory, { recursive: true, force: true });
      });

      let made = 0;
      /** What everybody sees: all of it, each time. */
      const seen = async () => {
        made += 1;
        const [readiness, read, change, upload, file, isShared, isAway] = await Promise.all([
          tried.readiness(),
          tried.coldRead(),
          tried.change(),
          tried.upload(`t${made}`, 2000),
          tried.file(),
          tried.metric('openhouse_limiter_shared'),
          tried.metric('openhouse_asset_store_away'),
        ]);
        return { readiness, read, change, upload, file, isShared: isShared === 1, isAway: isAway === 1 };
      };
      const others = async () => {
        const { upload: _, ...rest } = await seen();
        return rest;
      };
      const WELL = {
        readiness: [200, []],
        read: '404',
        change: '200',
        upload: '200',
        file: '200',
        isShared: true,
        isAway: false,
      };

      /** @returns Milliseconds until all is well. */
      async function backAfter(): Promise<number> {
        const fromMs = performance.now();
        await expect.poll(seen, { timeout: BACK_MS, interval: POLL_MS }).toEqual(WELL);
        return Math.round(performance.now() - fromMs);
      }
      const judge = (what: string, backMs: readonly number[]) => {
        console.info(`${what.padEnd(48)} back after ${backMs.join(', ')} ms`);
        expect(Math.max(...backMs)).toBeLessThanOrEqual(RECOVERED_MS);
      };

      const silence = async (way: FaultProxy) => {
        way.silence();
        way.hold(true);
      };
      const mend = async (way: FaultProxy) => way.hold(false);
      type Act = () => Promise<unknown>;
      const rows: readonly (readonly [string, Partial<typeof WELL>, Act, Act])[] = [
        ['Redis: ended and started', { isShared: false }, () => redis.stop(), () => redis.start()],
        ['Redis: hung', { isShared: false }, async () => redis.freeze(true), async () => redis.freeze(false)],
        ['Redis: silent, new connections too', { isShared: false }, () => silence(ways.redis), () => mend(ways.redis)],
        ['files: ended and started', { isAway: true, file: '503 retry' }, () => swift.stop(), () => swift.start()],
        [
          'files: hung',
          { isAway: true, file: '503 retry' },
          async () => swift.freeze(true),
          async () => swift.freeze(false),
        ],
        [
          'files: silent, new connections too',
          { isAway: true, file: '503 retry' },
          () => silence(ways.swift),
          () => mend(ways.swift),
        ],
      ];
      test.each(rows)('%s', async (what, away, breaks, mends) => {
        const backMs: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          await breaks();
          try {
            // Somebody must ask to find it away.
            await seen();
            await sleep(FAULT_MS);
            const { upload: _, ...well } = WELL;
            // Once would do on a quiet machine; on a busy one Redis may be late for a moment, and is then left alone for a while.
            await expect.poll(others, { timeout: BACK_MS, interval: POLL_MS }).toEqual({ ...well, ...away });
          } finally {
            await mends();
          }
          backMs.push(await backAfter());
        }
        judge(what, backMs);
      });

      test.each(['swift', 'redis'] as const)('%s: connections that died silently', async (name) => {
        const backMs: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          ways[name].silence();
          backMs.push(await backAfter());
        }
        judge(`${name}: connections that died silently`, backMs);
      });

      test('the database: failed over to its replica', async () => {
        await primary.halt();
        await expect.poll(tried.readiness, { timeout: BACK_MS }).not.toEqual([200, []]);
        await superuser(replica.url, 'select pg_promote()');
        judge('the database: failed over', [await backAfter()]);
        expect(tried.lines.join('')).toContain('the database is another copy than before');
      });
    });
  });
});
