import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { postgresUrl, useStore } from '../../testing/database.ts';
import { type PostgresServer, postgresPrograms, startPostgres } from '../../testing/postgres-server.ts';
import { createEmptyDatabase } from '../../testing/postgres-template.ts';
import { freePort, servicesRequired } from '../../testing/processes.ts';
import { StoreError } from './database.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { refuseOldVersion } from './postgres-store.ts';

const withoutPostgres = inject('postgresUrl') === null && !servicesRequired;
const POOL = { maxConnections: 3, statementTimeoutMs: 200 };

describe('which PostgreSQL', () => {
  test('an older one than 15 is refused with the remedy', () => {
    const refuse = () => refuseOldVersion({ num: 140_012, name: '14.12' }, 'db.example/openhouse');
    expect(refuse).toThrow(
      'PostgreSQL at db.example/openhouse has version 14.12; Openhouse needs 15 or later. Upgrade it',
    );
    refuseOldVersion({ num: 150_000, name: '15.0' }, 'db.example/openhouse');
  });

  test('one that cannot be reached is named without its password', async () => {
    const port = await freePort();
    const opening = openDatabase({ url: `postgres://somebody:hidden-word@127.0.0.1:${port}/tours`, ...POOL });
    const error = await opening.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StoreError);
    expect(String(error)).toContain(`127.0.0.1:${port}/tours cannot be used`);
    expect(String(error)).toContain('DATABASE_URL');
    expect(String(error)).not.toContain('hidden-word');
  });

  test('an address that cannot be read is refused in a sentence, without its password', async () => {
    const opening = openDatabase({ url: 'postgres://somebody:hidden/word@db/tours', ...POOL });
    const error = await opening.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StoreError);
    expect(String(error)).toContain('%2F for /');
    expect(String(error)).not.toContain('hidden');
  });

  test.each(['postgres://somebody@/tours?host=', 'postgres:///tours?user=somebody&host='])(
    'a socket that is not there is named: %s',
    async (address) => {
      const error = await openDatabase({ url: `${address}/no/such/folder`, ...POOL }).catch(
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(StoreError);
      expect(String(error)).toContain('/no/such/folder');
    },
  );
});

describe.skipIf(withoutPostgres)('a connection (PostgreSQL)', () => {
  const store = useStore('postgres');

  test('works as the service role from its first statement, whatever options the address has', {
    tags: 'slow',
  }, async () => {
    const url = `${await createEmptyDatabase(postgresUrl())}?options=-c%20role%3Dpostgres%20-c%20work_mem%3D1MB`;
    const database = await openDatabase({ url, ...POOL });
    await migrate(database);
    const { rows } = await database.pool.query(
      "select current_user as role, current_setting('work_mem') as memory, current_setting('application_name') as name",
    );
    await database.close();
    expect(rows).toEqual([{ role: 'openhouse_service', memory: '1MB', name: 'openhouse' }]);
  });

  test('ends a statement that takes too long, and is good for the next', { tags: 'slow' }, async () => {
    const database = await openDatabase({ url: await createEmptyDatabase(postgresUrl()), ...POOL });
    await migrate(database);
    await expect(database.pool.query('select pg_sleep(10)')).rejects.toMatchObject({ code: '57014' });
    expect((await database.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
    await database.close();
  });

  test('limits how long a transaction may wait for its program', async () => {
    const { rows } = await store.database.pool.query(
      "select current_setting('idle_in_transaction_session_timeout') as t",
    );
    expect(rows).toEqual([{ t: '10s' }]);
  });
});

describe.skipIf(withoutPostgres)('a restart of the server (PostgreSQL)', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    const programs = postgresPrograms();
    if (programs === undefined) throw new Error('PostgreSQL was not found, and OPENHOUSE_REQUIRE_SERVICES is set.');
    server = await startPostgres(programs);
  });
  afterAll(() => server.stop());

  test('ends neither the process nor the pool: idle and busy connections are lost, told, and made anew', {
    tags: 'slow',
  }, async () => {
    const lost: Error[] = [];
    const database = await openDatabase({
      url: `${server.url}/postgres`,
      maxConnections: 3,
      statementTimeoutMs: 10_000,
      onConnectionLost: (error) => lost.push(error),
    });
    await migrate(database);
    const [idle, checkedOut, busy] = await Promise.all([1, 2, 3].map(() => database.pool.connect()));
    idle?.release();
    const running = busy?.query('select pg_sleep(8)').catch((error: unknown) => error);
    await server.restart();
    expect(await running).toBeInstanceOf(Error);
    checkedOut?.release(true);
    busy?.release(true);
    expect((await database.pool.query('select current_user as role')).rows).toEqual([{ role: 'openhouse_service' }]);
    expect(lost.length).toBeGreaterThanOrEqual(2);
    await database.close();
  });
});
