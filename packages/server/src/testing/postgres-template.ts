import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { Database } from '../kernel/database/database.ts';
import { closingAfter } from '../kernel/database/embedded/embedded-store.ts';
import { migrate } from '../kernel/database/migrate.ts';
import { openDatabase } from '../kernel/database/open-database.ts';
import { schemaHash } from './embedded-template.ts';

const TEST_POOL = { maxConnections: 10, maxReadConnections: 10, statementTimeoutMs: 20_000 };
/** Any number: one test file at a time makes the template. */
const TEMPLATE_LOCK = 7_365_209;

/** Opens a new migrated database on the run's server, copied from a template; it is dropped when closed. */
export async function openMigratedPostgres(serverUrl: string): Promise<Database> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = await ensureTemplate(serverUrl);
  // Files are copied as they are: through the write-ahead log it takes twice the processor's time.
  const copied = `create database ${name} template ${template} strategy file_copy`;
  await asSuperuser(serverUrl, (client) => client.query(copied));
  const database = await openDatabase({ url: `${serverUrl}/${name}`, ...TEST_POOL });
  return closingAfter(database, () =>
    asSuperuser(serverUrl, async (client) => {
      await client.query(`drop database ${name} with (force)`);
    }),
  );
}

/** Opens a new empty database on the run's server: no schema, no migrations. */
export async function createEmptyDatabase(serverUrl: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asSuperuser(serverUrl, (client) => client.query(`create database ${name}`));
  return `${serverUrl}/${name}`;
}

async function ensureTemplate(serverUrl: string): Promise<string> {
  const name = `template_${await schemaHash()}`;
  await asSuperuser(serverUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 1) return;
    const unfinished = `${name}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished}`);
    const database = await openDatabase({ url: `${serverUrl}/${unfinished}`, ...TEST_POOL });
    try {
      await migrate(database);
    } finally {
      await database.close();
    }
    await client.query(`alter database ${unfinished} rename to ${name}`);
  });
  return name;
}

async function asSuperuser<T>(serverUrl: string, run: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: `${serverUrl}/postgres` });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}
