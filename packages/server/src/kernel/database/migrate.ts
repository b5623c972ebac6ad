import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Client } from 'pg';
import { type Database, StoreError } from './database.ts';
import { forServiceRole, grantAgain, prepareServiceRole } from './service-role.ts';

/** Folder of the migrations, beside `src` and `dist` alike. */
const MIGRATIONS = new URL('../../../migrations/', import.meta.url);

/** Any number, the same in every version of the program: one migration at a time in a database. */
const MIGRATION_LOCK = 6_736_843;

interface Migration {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file in hex. */
  readonly sha256: string;
}

interface Applied {
  readonly name: string;
  readonly sha256: string;
}

/**
 * Brings the schema up to this program, as its owner: every file of the folder that is not applied yet, by name, all in
 * one transaction. Safe to call from many processes at once, and again.
 * @returns Names of the files applied now.
 * @throws {StoreError} When an applied file has changed, or the database is newer than the program.
 */
export async function migrate(database: Database, directory: URL = MIGRATIONS): Promise<string[]> {
  const known = await readMigrations(directory);
  const client = await database.connectAsOwner();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await client.query(`create table if not exists migration (
      name text collate "C" primary key, sha256 text not null, applied_at timestamptz not null default now())`);
    const pending = pendingOf(known, await readApplied(client));
    const role = await prepareServiceRole(client, database);
    for (const { name, sql, sha256 } of pending) {
      // The row goes in first: a program that does not take the lock clashes here instead of half-way.
      await client.query('insert into migration (name, sha256) values ($1, $2)', [name, sha256]);
      await client.query(forServiceRole(sql, role)).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        throw new StoreError(`The migration ${name} failed, and nothing was changed: ${reason}`, { cause: error });
      });
    }
    if (pending.length > 0) await client.query('grant select on migration to public');
    if (directory === MIGRATIONS) {
      await grantAgain(
        client,
        role,
        known.map(({ sql }) => sql),
      );
    }
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new StoreError('The migrations were not committed, and nothing was changed.');
    return pending.map(({ name }) => name);
  } finally {
    // Ending the connection rolls back what is open.
    await client.end();
  }
}

/**
 * Refuses a database that is not exactly at this program's schema, or that a connection enters with more rights than
 * the service's role. For start-up in production, where nothing migrates by itself.
 */
export async function requireMigrated(database: Database, directory: URL = MIGRATIONS): Promise<void> {
  const known = await readMigrations(directory);
  const client = await database.connectAsOwner();
  try {
    const { rows } = await client.query("select to_regclass('migration') is not null as made");
    const pending = pendingOf(known, rows[0]?.made === true ? await readApplied(client) : []);
    if (pending.length > 0) {
      const names = pending.map(({ name }) => name).join(', ');
      throw new StoreError(`The database lacks ${names}. Run \`openhouse migrate\`.`);
    }
  } finally {
    await client.end();
  }
  const { rows } = await database.pool.query<{ role: string; free: boolean; granted: boolean }>(
    `select rolname as role, rolsuper or rolbypassrls as free, has_table_privilege('epoch', 'select') as granted
       from pg_roles where rolname = current_user`,
  );
  const [working] = rows;
  if (working?.free !== false) {
    throw new StoreError(
      `The service would work as ${working?.role}, which row-level security does not bind. Run \`openhouse migrate\`, ` +
        'which makes a role that it binds, or let DATABASE_URL name a user that is neither a superuser nor has BYPASSRLS.',
    );
  }
  if (!working.granted) {
    throw new StoreError(
      `The service works as ${working.role}, which may not read its tables. Run \`openhouse migrate\`.`,
    );
  }
}

/** @returns The files of the folder in the order of their names. */
export async function readMigrations(directory: URL = MIGRATIONS): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, directory), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function readApplied(client: Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>('select name, sha256 from migration order by name');
  return rows;
}

function pendingOf(known: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const files = new Map(known.map((migration) => [migration.name, migration]));
  for (const { name, sha256 } of applied) {
    const file = files.get(name);
    if (file === undefined) {
      throw new StoreError(`The database is newer than this program: it has ${name}. Run the newer version.`);
    }
    if (file.sha256 !== sha256) {
      throw new StoreError(
        `${name} has changed since it was applied to this database. Restore the file, and put the change into a new one.`,
      );
    }
  }
  const last = applied.at(-1)?.name ?? '';
  const appliedNames = new Set(applied.map(({ name }) => name));
  const pending = known.filter(({ name }) => !appliedNames.has(name));
  const late = pending.find(({ name }) => name < last);
  if (late !== undefined) {
    throw new StoreError(`${late.name} comes before ${last}, which is applied already. Give it a later number.`);
  }
  return pending;
}
