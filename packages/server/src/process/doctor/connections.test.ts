import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Database } from '../../kernel/database/database.ts';
import { openDatabase } from '../../kernel/database/open-database.ts';
import { connectionRoom } from './store.ts';

const serverUrl = inject('postgresUrl');
const name = `doctor_${randomBytes(6).toString('hex')}`;
const opened: Client[] = [];
let database: Database | undefined;

async function connect(user?: string, databaseName = 'postgres'): Promise<Client> {
  const url = new URL(`${serverUrl}/${databaseName}`);
  if (user !== undefined) [url.username, url.password] = [user, 'word'];
  const client = new Client({ connectionString: url.toString(), application_name: 'of another program' });
  await client.connect();
  opened.push(client);
  return client;
}

beforeAll(async () => {
  if (serverUrl === null) return;
  const superuser = await connect();
  await superuser.query(`create role ${name} login password 'word'`);
  await superuser.query(`create role ${name}_other login password 'word'`);
  await superuser.query(`create database ${name} owner ${name}`);
  const url = Object.assign(new URL(`${serverUrl}/${name}`), { username: name, password: 'word' }).toString();
  database = await openDatabase({ url, maxConnections: 1, statementTimeoutMs: 10_000 });
});
afterAll(async () => {
  await database?.close();
  const [superuser, ...others] = opened;
  for (const client of others) await client.end();
  await superuser?.query(`drop database if exists ${name} with (force)`);
  for (const role of [name, `${name}_other`]) await superuser?.query(`drop role if exists ${role}`);
  await superuser?.end();
});

test.skipIf(serverUrl === null)(
  'connections of other users count, of which the service’s user sees little',
  async () => {
    if (database === undefined) throw new Error('There is no database.');
    const before = await connectionRoom(database.pool);
    for (let more = 0; more < 5; more += 1) await connect(`${name}_other`);
    const { others } = await connectionRoom(database.pool);
    // Other tests connect and leave meanwhile; as many as these are there in any case.
    expect(others).toBeGreaterThanOrEqual(5);
    expect(before.others).toBeGreaterThanOrEqual(1);
  },
);

test.skipIf(serverUrl === null)(
  'connections that PostgreSQL 16 reserves for others are none of the service',
  async () => {
    if (database === undefined) throw new Error('There is no database.');
    const { server } = await connectionRoom(database.pool);
    const { rows } = await database.pool.query<{ most: string; least: string }>(
      "select current_setting('max_connections') as most, current_setting('superuser_reserved_connections') as least",
    );
    expect(server).toBe(Number(rows[0]?.most) - Number(rows[0]?.least));
    // The pool has one connection. Its own tables come before the system's.
    await database.pool.query(
      `create temp view pg_settings as select name, setting from pg_catalog.pg_settings where name <> 'reserved_connections'
                               union all select 'reserved_connections', '7'`,
    );
    expect((await connectionRoom(database.pool)).server).toBe(server - 7);
    await database.pool.query('drop view pg_temp.pg_settings');
  },
);
