import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { type Database, StoreError } from './database.ts';
import { forRoles, grantAgain, prepareWorkingRoles } from './working-roles.ts';

/** Folder of the migrations, beside `src` and `dist` alike. */
const MIGRATIONS = new URL('../../../migrations/', import.meta.url);

/** An arbitrary number, the same in every version of the program: one migration at a time in a database. */
const MIGRATION_LOCK = 6_736_843;

/**
 * Milliseconds that a statement of a migration waits for a lock. Everything that arrives later, reads too, queues
 * behind it: so it gives up soon, and the migrations are retried.
 */
const LOCK_TIMEOUT_MS = 2000;
/** Delays between retries, in milliseconds. */
const PAUSES_MS = [500, 1000, 2000, 4000, 8000, 8000, 8000];
const LOCK_NOT_AVAILABLE = '55P03';

export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file in hex. */
  readonly sha256: string;
  /** The last migration of the oldest program that can live with this one; null when the program must have this one. */
  readonly livesWith: string | null;
}

interface Applied {
  readonly name: string;
  readonly sha256: string;
  readonly livesWith: string | null;
}

/** First line of a migration that older programs can live with (decision 0127). */
const LIVES_WITH = /^-- Lives with (\d{4}-[a-z0-9-]+\.sql)\b/;

export interface MigrateOptions {
  readonly directory?: URL;
  /** Name of the last file to apply, for rows of an older version that are put into a new database; all by default. */
  readonly upTo?: string;
  /** Called for each attempt that found a table locked, with how long it waits for the next. */
  readonly onLocked?: (sentence: string) => void;
  /** Milliseconds, for tests: as `PAUSES_MS`. */
  readonly pausesMs?: readonly number[];
}

/**
 * Brings the schema up to this program, as its owner: applies every file of the folder that is not applied yet, by
 * name, all in one transaction. Safe to call from many processes at once, and again. It waits only briefly for a locked
 * table, then retries.
 * @returns Names of the files applied now; none also where the database is newer and this program can live with it.
 * @throws {StoreError} When an applied file has changed, the database is too new for the program, or a table stays
 *   locked.
 */
export async function migrate(
  database: Database,
  { directory = MIGRATIONS, upTo, onLocked = () => {}, pausesMs = PAUSES_MS }: MigrateOptions = {},
): Promise<string[]> {
  const all = await readMigrations(directory);
  const known = upTo === undefined ? all : all.filter(({ name }) => name <= upTo);
  for (const pauseMs of pausesMs) {
    try {
      return await migrateOnce(database, known, directory);
    } catch (error) {
      if (!(error instanceof Locked)) throw error;
      onLocked(`${error.message} It is tried again in ${pauseMs / 1000} s.`);
      await sleep(pauseMs);
    }
  }
  return migrateOnce(database, known, directory);
}

/** A migration that found a table locked. */
class Locked extends StoreError {}

async function migrateOnce(database: Database, known: readonly Migration[], directory: URL): Promise<string[]> {
  const client = await database.connectAsOwner();
  try {
    // Behind a pooler the user's own settings count: another migration must be seen once its lock is free, and a large table takes
    // longer than a statement of the service may.
    await client.query(
      `begin isolation level read committed; set local statement_timeout = 0; set local lock_timeout = 0;
       set local idle_in_transaction_session_timeout = 0`,
    );
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await refuseOtherSchema(client);
    await refuseOthersTables(client);
    await refuseWithoutCreate(client);
    await client.query(`create table if not exists migration (
      name text collate "C" primary key, sha256 text not null, applied_at timestamptz not null default now())`);
    const applied = await readApplied(client);
    const pending = pendingOf(known, applied);
    const roles = await prepareWorkingRoles(client, database);
    if (pending.length > 0)
      await client.query('alter table migration add column if not exists lives_with text collate "C"');
    for (const { name, sql, sha256, livesWith } of pending) {
      // The row goes in first: a program that does not take the lock fails here and not half-way.
      const row = 'insert into migration (name, sha256, lives_with) values ($1, $2, $3)';
      await client.query(row, [name, sha256, livesWith]);
      await client.query(forRoles(sql, roles)).catch(async (error: unknown) => {
        if (Reflect.get(Object(error), 'code') === LOCK_NOT_AVAILABLE)
          throw new Locked(await lockedSentence(client, name));
        const reason = error instanceof Error ? error.message : String(error);
        throw new StoreError(`The migration ${name} failed, and nothing was changed: ${reason}`, { cause: error });
      });
    }
    if (pending.length > 0) await client.query('grant select on migration to public');
    if (directory === MIGRATIONS) {
      await grantAgain(
        client,
        roles,
        known.map(({ sql }) => sql),
      );
    }
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new StoreError('The migrations were not committed, and nothing was changed.');
    return pending.map(({ name }) => name);
  } finally {
    // Ending the connection rolls back an open transaction.
    await client.end();
  }
}

/** What the owner may see of transactions that have been open for longer than a statement waits. */
async function lockedSentence(client: Client, name: string): Promise<string> {
  await client.query('rollback');
  const { rows } = await client.query<{ pid: number; role: string; seconds: number }>(
    `select pid, usename as role, round(extract(epoch from now() - xact_start))::int as seconds
       from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start < now() - $1 * interval '1 ms'
      order by xact_start limit 3`,
    [LOCK_TIMEOUT_MS],
  );
  const holders = rows.map(({ pid, role, seconds }) => `process ${pid} of ${role} for ${seconds} s`).join(', ');
  const who = holders === '' ? 'somebody' : holders;
  return `The migration ${name} found a table locked, and nothing was changed: ${who} is in a transaction. End it (pg_terminate_backend), or run \`openhouse migrate\` later.`;
}

/**
 * Refuses a database whose schema is neither this program's nor a newer one that it can live with, and a connection
 * with more rights than the service's role. For start-up in production, where nothing migrates automatically.
 * @returns Names of newer migrations that this program can live with (decision 0127).
 */
export async function requireMigrated(database: Database, directory: URL = MIGRATIONS): Promise<string[]> {
  const known = await readMigrations(directory);
  const client = await database.connectAsOwner();
  let newer: string[];
  try {
    const applied = await readAppliedIfMade(client);
    const pending = pendingOf(known, applied);
    if (pending.length > 0) {
      throw new StoreError(`The database lacks ${lackedNames(pending)}. Run \`openhouse migrate\`.`);
    }
    const files = new Set(known.map(({ name }) => name));
    newer = applied.flatMap(({ name }) => (files.has(name) ? [] : [name]));
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
  return newer;
}

/** Most names that a sentence holds: a new database lacks all. */
const MOST_NAMES = 3;

function lackedNames(pending: readonly Migration[]): string {
  const names = pending.map(({ name }) => name);
  if (names.length <= MOST_NAMES) return names.join(', ');
  return `${names[0]} and ${names.length - 1} migrations after it`;
}

/**
 * What a database has of the program's migrations, and what it lacks. Reads alone.
 * @throws {StoreError} As `migrate`, for a database that it would refuse.
 */
export async function pendingMigrations(
  database: Database,
  directory: URL = MIGRATIONS,
): Promise<{ readonly applied: readonly Migration[]; readonly pending: readonly Migration[] }> {
  const known = await readMigrations(directory);
  const client = await database.connectAsOwner();
  try {
    const pending = pendingOf(known, await readAppliedIfMade(client));
    return { applied: known.filter((migration) => !pending.includes(migration)), pending };
  } finally {
    await client.end();
  }
}

/** @returns The files of the folder in the order of their names. */
export async function readMigrations(directory: URL = MIGRATIONS): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  const migrations: Migration[] = [];
  // One after the other: a process may open few files.
  for (const name of names) {
    const sql = await readFile(new URL(name, directory), 'utf8');
    const sha256 = createHash('sha256').update(sql).digest('hex');
    migrations.push({ name, sql, sha256, livesWith: LIVES_WITH.exec(sql)?.[1] ?? null });
  }
  return migrations;
}

/** Whether the database is one of this service, of whatever version. */
export async function holdsStore(database: Database): Promise<boolean> {
  // The service's own role is made by the first migration.
  const client = await database.connectAsOwner();
  try {
    const { rows } = await client.query<{ held: boolean }>(`select ${HELD} as held`);
    return rows[0]?.held === true;
  } finally {
    await client.end();
  }
}

/** Other programs call tables so too: these two columns every version has had. */
const HELD = `(select count(*) = 2 from pg_attribute
  where attrelid = to_regclass('public.migration') and attname in ('name', 'sha256') and not attisdropped)`;

/**
 * DATABASE_URL is a name that many programs use: in a shell of somebody's own project it names that project's database. Tables of
 * extensions are nobody's.
 */
async function refuseOthersTables(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class t
      where relnamespace = to_regnamespace('public') and relkind in ('r', 'p') and not ${HELD}
        and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = t.oid and deptype = 'e')
      order by relname limit 4`,
  );
  if (rows.length === 0) return;
  const [first, second, third, more] = rows.map(({ name }) => name);
  const names = [first, second, third].filter((name) => name !== undefined).join(', ');
  throw new StoreError(
    `DATABASE_URL names a database of another program: its schema public has tables that are not of this service ` +
      `(${names}${more === undefined ? '' : ', …'}), and nothing was changed. Name a database of the service's own.`,
  );
}

/** None in a database that no migration has reached yet. */
async function readAppliedIfMade(client: Client): Promise<Applied[]> {
  await refuseOtherSchema(client);
  const { rows } = await client.query("select to_regclass('migration') is not null as made");
  return rows[0]?.made === true ? readApplied(client) : [];
}

/** A search_path of the user led earlier versions there, whose own functions look into public alone. */
async function refuseOtherSchema(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(schemaname) as name from pg_tables
      where tablename in ('migration', 'epoch') and schemaname <> 'public' and to_regclass('public.migration') is null
      group by schemaname having count(*) = 2`,
  );
  const [schema] = rows;
  if (schema === undefined) return;
  throw new StoreError(
    `The tables lie in the schema ${schema.name}, and the service looks for them in public. As the owner, run ` +
      `"alter schema public rename to before" and "alter schema ${schema.name} rename to public".`,
  );
}

/** A cluster that was upgraded from PostgreSQL 14 leaves the schema to the superuser; its new databases give it to their owner. */
async function refuseWithoutCreate(client: Client): Promise<void> {
  const { rows } = await client.query<{ who: string; owner: string }>(
    `select quote_ident(current_user) as who,
            pg_get_userbyid(case when nspowner = to_regrole('pg_database_owner') then datdba else nspowner end) as owner
       from pg_namespace n join pg_database on datname = current_database()
      where nspname = 'public' and not (has_schema_privilege(n.oid, 'usage') and has_schema_privilege(n.oid, 'create'))`,
  );
  const [schema] = rows;
  if (schema === undefined) return;
  throw new StoreError(
    `The user of DATABASE_URL may not make tables in the schema public, which belongs to ${schema.owner}. As that user, run ` +
      `"grant usage, create on schema public to ${schema.who}".`,
  );
}

async function readApplied(client: Client): Promise<Applied[]> {
  // A migration added the column; one statement reads with and without it.
  const { rows } = await client.query<Applied>(
    `select name, sha256, to_jsonb(migration) ->> 'lives_with' as "livesWith" from migration order by name`,
  );
  return rows;
}

function pendingOf(known: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const files = new Map(known.map((migration) => [migration.name, migration]));
  const newest = known.at(-1)?.name;
  for (const { name, sha256, livesWith } of applied) {
    const file = files.get(name);
    if (file === undefined) {
      // Applied by a newer program; it says which programs can live with it.
      if (livesWith !== null && newest !== undefined && livesWith <= newest) continue;
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
