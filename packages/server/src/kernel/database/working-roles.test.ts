import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { type PostgresServer, postgresPrograms, startPostgres } from '../../testing/postgres-server.ts';
import { servicesRequired } from '../../testing/processes.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import type { Database } from './database.ts';
import { migrate, readMigrations, requireMigrated } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { inTransaction } from './transaction.ts';
import { gatewayRoleProblem, lackedRights, othersOfServiceRole } from './working-roles.ts';

const POOL = { maxConnections: 3, maxReadConnections: 2, statementTimeoutMs: 10_000 };

// A cluster of its own: roles belong to the whole cluster, and elsewhere openhouse_service is made.
describe.skipIf(inject('postgresUrl') === null && !servicesRequired)('who the service works as (PostgreSQL)', () => {
  let server: PostgresServer;
  let owner = '';
  let name = '';
  const opened: Database[] = [];
  const as = (user: string, database = name) => {
    const url = new URL(`${server.url}/${database}`);
    url.username = user;
    url.password = 'word';
    return url.toString();
  };
  const superuser = async (sql: string, database = 'postgres') => {
    const client = new Client({ connectionString: `${server.url}/${database}` });
    await client.connect();
    try {
      return await client.query(sql);
    } finally {
      await client.end();
    }
  };
  const open = async (serviceUrl?: string, gatewayUrl?: string) => {
    const given = { ...(serviceUrl && { serviceUrl }), ...(gatewayUrl && { gatewayUrl }) };
    const database = await openDatabase({ url: as(owner), ...given, ...POOL });
    opened.push(database);
    return database;
  };
  const working = async ({ pool }: Database) => (await pool.query('select current_user as role')).rows[0].role;
  /** A Team writes and reads; no other sees it. */
  const isBound = async (database: Database) => {
    const { rows } = await database.pool.query("insert into team (code, name) values ('one', 'One') returning id");
    const team = String(rows[0].id);
    const put = `insert into tour (team_id, code, name, active, import_hash) values ($1, 'a', 'A', true, sha256('a'))`;
    await inTransaction(database, (transaction) => transaction.query(put, [team]), { team });
    const seen = async (scope: string) =>
      (await inTransaction(database, (transaction) => transaction.query('select from tour'), { team: scope })).rowCount;
    expect([await seen(team), await seen('999'), (await database.pool.query('select from tour')).rowCount]).toEqual([
      1, 0, 0,
    ]);
  };

  const dropRoles = async () => {
    for (const role of ['openhouse_service', 'openhouse_gateway']) {
      await superuser(`drop owned by ${role}`, name);
      await superuser(`drop role ${role}`);
    }
  };

  beforeAll(async () => {
    const programs = postgresPrograms();
    if (programs === undefined) throw new Error('PostgreSQL was not found, and OPENHOUSE_REQUIRE_SERVICES is set.');
    server = await startPostgres(programs);
  });
  afterAll(() => server?.stop());
  // As the guide says: a user, and a database that it owns.
  beforeEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()));
    const code = randomBytes(4).toString('hex');
    owner = `owner_${code}`;
    name = `tours_${code}`;
    await superuser(`create role ${owner} login password 'word'`);
    await superuser(`create database ${name} owner ${owner}`);
    return async () => {
      await Promise.all(opened.splice(0).map((database) => database.close()));
      await superuser(`drop database ${name} with (force)`);
    };
  });

  test('an owner who may make no role migrates, serves as itself, and is bound by row-level security', {
    tags: 'slow',
  }, async () => {
    const database = await open();
    expect((await migrate(database))[0]).toBe('0001-teams-and-apps.sql');
    await requireMigrated(database);
    expect(await working(database)).toBe(owner);
    const { rows } = await superuser("select rolname from pg_roles where rolname = 'openhouse_service'");
    expect(rows).toEqual([]);
    await isBound(database);
    expect(await migrate(database)).toEqual([]);
  });

  test('a user that the DBA gives is granted what it needs, also after the migrations, and owns nothing', {
    tags: ['slow', 'long'],
  }, async () => {
    await superuser(`create role server_${owner} login password 'word'`);
    const plain = await open();
    await migrate(plain);
    const database = await open(as(`server_${owner}`));
    await expect(requireMigrated(database)).rejects.toThrow(
      `The service works as server_${owner}, which may not read its tables. Run \`openhouse migrate\`.`,
    );
    expect(await migrate(database)).toEqual([]);
    await requireMigrated(database);
    expect(await working(database)).toBe(`server_${owner}`);
    await isBound(database);
    for (const sql of ['create table mine (id int)', 'delete from audit_entry', 'delete from migration']) {
      await expect(database.pool.query(sql)).rejects.toMatchObject({ code: '42501' });
    }
  });

  slowAfter(1, ['DATABASE_SERVICE_URL', 'DATABASE_GATEWAY_URL'])(
    '%s that leads to another database of the server is refused by name, and nothing is changed',
    async (variable) => {
      await superuser(`create role other_${owner} login password 'word'`);
      await superuser(`create database other_${name} owner other_${owner}`);
      const elsewhere = as(`other_${owner}`, `other_${name}`);
      const migrated = async () =>
        migrate(await (variable === 'DATABASE_SERVICE_URL' ? open(elsewhere) : open(undefined, elsewhere)));
      await expect(migrated()).rejects.toThrow(
        new RegExp(
          `^${variable} leads to another database \\(127\\.0\\.0\\.1:\\d+/other_${name}\\) and DATABASE_URL to .*/${name}: .*` +
            `Write host, port and database of DATABASE_URL into ${variable}\\.$`,
        ),
      );
      const { rows } = await superuser("select to_regclass('migration') is null as untouched", name);
      expect(rows).toEqual([{ untouched: true }]);
      await Promise.all(opened.splice(0).map((database) => database.close()));
      await superuser(`drop database other_${name} with (force)`);
    },
  );

  test('a password of the service user that PostgreSQL refuses names its variable at once', async () => {
    await superuser(`create role server_${owner} login password 'another'`);
    await expect(open(as(`server_${owner}`))).rejects.toThrow(
      /password authentication failed .*Check DATABASE_SERVICE_URL\.$/,
    );
  });

  test('one that is given before the first migration is granted the same', { tags: ['slow', 'long'] }, async () => {
    await superuser(`create role server_${owner} login password 'word'`);
    const database = await open(as(`server_${owner}`));
    await migrate(database);
    await requireMigrated(database);
    await isBound(database);
    const grants = (role: string) =>
      superuser(
        `select table_name, privilege_type from information_schema.role_table_grants where grantee = '${role}' order by 1, 2`,
        name,
      );
    const given = (await grants(`server_${owner}`)).rows;
    await superuser(`create role later_${owner} login password 'word'`);
    await migrate(await open(as(`later_${owner}`)));
    expect((await grants(`later_${owner}`)).rows).toEqual(given);
  });

  test('an owner who may make roles makes openhouse_service, which another database then finds there', {
    tags: ['slow', 'long'],
  }, async () => {
    await superuser(`alter role ${owner} createrole`);
    const database = await open();
    await migrate(database);
    await requireMigrated(database);
    expect(await working(database)).toBe('openhouse_service');
    await isBound(database);
    await superuser(`create role other_${owner} login createrole password 'word'`);
    await superuser(`create database other_${name} owner other_${owner}`);
    const other = await openDatabase({ url: as(`other_${owner}`, `other_${name}`), ...POOL });
    try {
      await migrate(other);
      await requireMigrated(other);
      // The role is there, and who shares it would read the secrets of the first installation.
      expect(await working(other)).toBe(`other_${owner}`);
      expect(await othersOfServiceRole(database)).toEqual([]);
      await superuser(`grant openhouse_service to other_${owner}`);
      expect(await othersOfServiceRole(database)).toEqual([`other_${owner}`]);
      await superuser(`revoke connect on database ${name} from public`);
      expect(await othersOfServiceRole(database)).toEqual([]);
    } finally {
      await other.close();
      await superuser(`drop database other_${name} with (force)`);
      await database.close();
      await dropRoles();
    }
  });

  /** What the gateway's user may do: everything that it needs, and to see no secret that could be opened. */
  const seesNoSecret = async ({ pool }: Pick<Database, 'pool'>) => {
    for (const sql of [
      'select sealed from app_secret',
      'select finder from app_secret',
      'select * from app_secret',
      'table session',
      'table person',
    ]) {
      await expect(pool.query(sql), sql).rejects.toMatchObject({ code: '42501' });
    }
    for (const sql of [
      'table keyed_action',
      'table invitation',
      'table team_credential',
      'update app_secret set sealed = null',
      'table audit_entry',
    ]) {
      await expect(pool.query(sql), sql).rejects.toMatchObject({ code: '42501' });
    }
    for (const sql of ['select app_id, verifier from app_secret', 'table tour', 'table frame', 'table epoch']) {
      await expect(pool.query(sql), sql).resolves.toMatchObject({ rows: expect.any(Array) });
    }
  };

  test('a user that the DBA gives for the gateway is granted what it needs, before or after the migrations', {
    tags: ['slow', 'long'],
  }, async () => {
    await superuser(`create role gateway_${owner} login password 'word'`);
    await superuser(`create role later_gateway_${owner} login password 'word'`);
    await migrate(await open(undefined, as(`gateway_${owner}`)));
    await migrate(await open(undefined, as(`later_gateway_${owner}`)));
    for (const user of [`gateway_${owner}`, `later_gateway_${owner}`]) {
      const gateway = await openDatabase({ url: as(user), serves: 'gateway', ...POOL });
      opened.push(gateway);
      await requireMigrated(gateway);
      expect(await gatewayRoleProblem(gateway)).toBeUndefined();
      await seesNoSecret(gateway);
    }
  });

  test('a user that reads sealed secrets is refused to a gateway, by name', { tags: ['slow', 'long'] }, async () => {
    await migrate(await open());
    const database = await openDatabase({ url: as(owner), serves: 'gateway', ...POOL });
    opened.push(database);
    expect(await gatewayRoleProblem(database)).toContain(`The gateway would work as ${owner}, which may read sealed`);
  });

  test('an owner who may make roles makes one for the gateway, as which its reads run', {
    tags: ['slow', 'long'],
  }, async () => {
    await superuser(`alter role ${owner} createrole`);
    await migrate(await open());
    const database = await open();
    const { rows } = (await database.readPool?.query('select current_user as role')) ?? { rows: [] };
    expect(rows).toEqual([{ role: 'openhouse_gateway' }]);
    expect(await working(database)).toBe('openhouse_service');
    await seesNoSecret({ pool: database.readPool ?? database.pool });
    await Promise.all(opened.splice(0).map((one) => one.close()));
    await dropRoles();
  });

  test('two installations make their roles at the same moment: a superuser works as them, an owner as itself', {
    tags: ['slow', 'long'],
  }, async () => {
    await superuser(`alter role ${owner} createrole`);
    const other = new Client({ connectionString: `${server.url}/postgres` });
    await other.connect();
    for (const url of [`${server.url}/${name}`, as(owner, `${name}_owned`)]) {
      await superuser(`create database ${name}_owned owner ${owner}`).catch(() => undefined);
      await other.query('begin; create role openhouse_service; create role openhouse_gateway');
      const database = await openDatabase({ url, ...POOL });
      opened.push(database);
      const migrating = migrate(database);
      await expect
        .poll(async () => (await superuser("select from pg_stat_activity where wait_event_type = 'Lock'")).rowCount)
        .toBe(1);
      await other.query('commit');
      await migrating;
      await requireMigrated(database);
      expect(await working(database)).toBe(url.includes(owner) ? owner : 'openhouse_service');
      await dropRoles();
    }
    await other.end();
    await Promise.all(opened.splice(0).map((database) => database.close()));
    await superuser(`drop database ${name}_owned with (force)`);
  });

  test('a superuser to serve as is refused', { tags: ['slow', 'long'] }, async () => {
    await superuser(`alter role ${owner} bypassrls`);
    const database = await open();
    await migrate(database);
    await expect(requireMigrated(database)).rejects.toThrow(
      `The service would work as ${owner}, which row-level security does not bind.`,
    );
  });

  test('a database that a restore brought without its role is granted again', { tags: ['slow', 'long'] }, async () => {
    await superuser(`create role server_${owner} login password 'word'`);
    const database = await open(as(`server_${owner}`));
    await migrate(database);
    await superuser(`drop owned by server_${owner}`, name);
    // What a function is without its privileges: everybody's.
    const erases = 'erase_in_team(bigint, text, text[])';
    await superuser(`grant execute on function ${erases} to public`, name);
    await expect(requireMigrated(database)).rejects.toThrow('may not read its tables');
    await migrate(database);
    await isBound(database);
    const { rows } = await database.pool.query(
      "select has_function_privilege('public', $1, 'execute') as everybody, has_function_privilege($1, 'execute') as service",
      [erases],
    );
    expect(rows).toEqual([{ everybody: false, service: true }]);
  });

  describe('a restore without privileges, as the guide has it where the users have other names', {
    tags: ['slow'],
  }, () => {
    const erases = 'erase_in_team(bigint, text, text[])';
    const everybodyErases = async () =>
      (await superuser(`select has_function_privilege('public', '${erases}', 'execute') as may`, name)).rows[0].may;

    test('is granted all again, so that parts start with the address of their own user alone', async () => {
      for (const user of ['server', 'gateway']) await superuser(`create role ${user}_${owner} login password 'word'`);
      await migrate(await open(as(`server_${owner}`), as(`gateway_${owner}`)));
      for (const user of [`server_${owner}`, `gateway_${owner}`, 'public'])
        await superuser(`revoke all on all tables in schema public from ${user}`, name);
      await migrate(await open(as(`server_${owner}`), as(`gateway_${owner}`)));
      const portal = await openDatabase({ url: as(`server_${owner}`), ...POOL });
      const gateway = await openDatabase({ url: as(`gateway_${owner}`), serves: 'gateway', ...POOL });
      opened.push(portal, gateway);
      await requireMigrated(portal);
      await requireMigrated(gateway);
      await seesNoSecret(gateway);
    });

    test('leaves functions that erase to nobody but the service, also where that is the owner', async () => {
      const database = await open();
      await migrate(database);
      await superuser(`grant execute on function ${erases} to public`, name);
      expect(await everybodyErases()).toBe(true);
      expect(await migrate(database)).toEqual([]);
      expect(await everybodyErases()).toBe(false);
    });
  });

  test.each(['select on plan', 'update on tour_count', 'usage on sequence tour_id_seq', 'insert on app_call_head'])(
    'a single right that somebody took, %s, is granted again',
    { tags: ['slow'] },
    async (right) => {
      await superuser(`create role server_${owner} login password 'word'`);
      const database = await open(as(`server_${owner}`));
      await migrate(database);
      await superuser(`revoke ${right} from server_${owner}`, name);
      const migrations = (await readMigrations()).map(({ sql }) => sql);
      const lacked = () => lackedRights(database.pool, `server_${owner}`, 'openhouse_service', migrations);
      expect(await lacked()).toEqual([right]);
      expect(await migrate(database)).toEqual([]);
      expect(await lacked()).toEqual([]);
    },
  );

  test('an owner who may make no tables in public is told what the owner of that schema is to run', {
    tags: 'slow',
  }, async () => {
    await superuser('alter schema public owner to postgres', name);
    const migrating = migrate(await open());
    await expect(migrating).rejects.toThrow(
      `may not make tables in the schema public, which belongs to postgres. As that user, run "grant usage, create on schema public to ${owner}".`,
    );
    await superuser(`grant usage, create on schema public to ${owner}`, name);
    expect(await migrate(await open())).not.toEqual([]);
  });

  test('in a database of somebody else, its owner is named: pg_database_owner, whom the schema belongs to, is nobody', {
    tags: 'slow',
  }, async () => {
    await superuser(`alter database ${name} owner to postgres`);
    await expect(migrate(await open())).rejects.toThrow('which belongs to postgres. As that user, run');
  });
});
