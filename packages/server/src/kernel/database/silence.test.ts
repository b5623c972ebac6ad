import { afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { postgresUrl } from '../../testing/database.ts';
import { type FaultProxy, startFaultProxy } from '../../testing/fault-proxy.ts';
import { createEmptyDatabase } from '../../testing/postgres-template.ts';
import { servicesRequired } from '../../testing/processes.ts';
import { changeFeed } from '../changes/change-feed.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { isStoreAway } from './store-away.ts';

const SELECT = 'select 1 as n';
const ONE = [{ n: 1 }];

describe.skipIf(inject('postgresUrl') === null && !servicesRequired)(
  'connections that die silently (PostgreSQL)',
  () => {
    let url = '';
    let proxy: FaultProxy;
    let database: Database;
    let lost: Error[] = [];
    beforeAll(async () => {
      url = await createEmptyDatabase(postgresUrl());
    });
    beforeEach(async () => {
      proxy = await startFaultProxy(Number(new URL(url).port));
      const through = new URL(url);
      through.port = String(proxy.port);
      lost = [];
      database = await openDatabase({
        url: through.toString(),
        maxConnections: 6,
        statementTimeoutMs: 20_000,
        onConnectionLost: (error) => lost.push(error),
      });
      await migrate(database);
    });
    afterEach(async () => {
      await proxy.close();
      await database.close();
    });

    /** Opens `count` connections and gives them back. */
    const warm = async (count: number) => {
      const clients = await Promise.all(Array.from({ length: count }, () => database.pool.connect()));
      for (const client of clients) client.release();
    };
    const outcome = (pending: Promise<unknown>) => pending.catch((error: unknown) => error);

    test('a statement on one is told that the store is away, and the others are not tried one by one', async () => {
      await warm(4);
      proxy.silence();
      const error = await outcome(database.pool.query(SELECT));
      expect(String(error)).toContain('has not answered for');
      expect(isStoreAway(error)).toBe(true);
      expect((await database.pool.query(SELECT)).rows).toEqual(ONE);
      expect(lost.map(({ message }) => message)).toContain(String(error).replace('Error: ', ''));
      expect(database.pool.totalCount).toBe(1);
    });

    test('all of them at once: each is told, and the pool is whole again', { tags: ['slow', 'long'] }, async () => {
      await warm(6);
      proxy.silence();
      const errors = await Promise.all(Array.from({ length: 12 }, () => outcome(database.pool.query(SELECT))));
      expect(errors.filter(isStoreAway).length).toBeGreaterThanOrEqual(6);
      expect((await database.pool.query(SELECT)).rows).toEqual(ONE);
    });

    test('one that holds a transaction is ended as well; a statement that the server works on is left alone', {
      tags: ['slow', 'long'],
    }, async () => {
      const working = database.pool.query('select pg_sleep(4), 1 as n');
      const client = await database.pool.connect();
      await client.query('begin');
      expect((await working).rows[0].n).toBe(1);
      proxy.silence();
      expect(isStoreAway(await outcome(client.query(SELECT)))).toBe(true);
      client.release(true);
      expect(lost.length).toBeGreaterThan(0);
    });

    test('the change feed does not wait for ever, and what is known becomes fresh again', {
      tags: ['slow', 'long'],
    }, async () => {
      const failures: unknown[] = [];
      const look = async () => {
        await database.pool.query(SELECT);
        return undefined;
      };
      const feed = changeFeed([look], (error) => failures.push(error));
      await feed.refresh();
      feed.start(20);
      proxy.silence();
      await expect.poll(() => failures.length, { timeout: 15_000 }).toBe(1);
      await expect.poll(() => feed.ageMs(), { timeout: 15_000 }).toBeLessThan(200);
      await feed.stop();
    });

    test('while no connection comes through, calls fail instead of waiting, and the store says so', {
      tags: ['slow', 'long'],
    }, async () => {
      await warm(2);
      proxy.silence();
      proxy.hold(true);
      const errors = await Promise.all([1, 2, 3].map(() => outcome(database.pool.query(SELECT))));
      expect(errors.every(isStoreAway)).toBe(true);
      expect(database.refusesConnections?.()).toBe(true);
      proxy.hold(false);
      // Found out by itself: nobody asks for a connection.
      await expect.poll(() => database.refusesConnections?.(), { timeout: 15_000 }).toBe(false);
      expect((await database.pool.query(SELECT)).rows).toEqual(ONE);
    });
  },
);
