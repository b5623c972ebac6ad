import type { Database } from './database.ts';
import { pendingMigrations } from './migrate.ts';
import { type RehearsedStatement, rehearseMigrations, type TouchedTable } from './rehearse-migrations.ts';

/** What a statement of a migration does to a table that is there, and how large that is. */
export interface PlannedTable extends TouchedTable {
  /** As of the last ANALYZE or VACUUM; 0 for a table that was never looked at. */
  readonly rows: number;
  /** Of the table, without its indexes. */
  readonly bytes: number;
  /** What others have to wait for until the migrations are done: nothing, changes, or reads too. */
  readonly waits: 'nothing' | 'changes' | 'everything';
}

export interface PlannedStatement extends Omit<RehearsedStatement, 'tables'> {
  readonly tables: readonly PlannedTable[];
  /** Roughly, from the sizes of the tables. */
  readonly estimateS: number;
}

/**
 * What `migrate` would do to this database: every statement that is pending, the locks that it takes and about how long it
 * takes (decision 0140). Changes nothing, and locks nothing.
 */
export async function planMigrations(database: Database, directory?: URL): Promise<PlannedStatement[]> {
  const { applied, pending } = await pendingMigrations(database, directory);
  if (pending.length === 0) return [];
  const rehearsed = await rehearseMigrations(applied, pending, (condition) => holdsIn(database, condition));
  const sizes = await sizesOf(database);
  return rehearsed.map((statement) => {
    const tables = statement.tables.map((touched) => ({
      ...touched,
      ...(sizes.get(touched.table) ?? { rows: 0, bytes: 0 }),
      waits: waitsFor(touched.lock),
    }));
    return { ...statement, tables, estimateS: tables.reduce((sum, table) => sum + secondsOf(table), 0) };
  });
}

/** Whether a migration's condition holds in the database, such as one about its locale. */
async function holdsIn(database: Database, condition: string): Promise<boolean> {
  const client = await database.connectAsOwner();
  try {
    await client.query('begin read only');
    const { rows } = await client.query<{ holds: boolean }>(`select (${condition}) is true as holds`);
    return rows[0]?.holds === true;
  } catch (error) {
    // It asks for what an earlier one of the pending migrations makes. A plan rather shows too much.
    if (/^42/.test(String(Reflect.get(Object(error), 'code')))) return true;
    throw error;
  } finally {
    // Ending the connection ends the transaction.
    await client.end();
  }
}

/** What conflicts with a lock: reads take AccessShareLock, changes RowExclusiveLock. */
function waitsFor(lock: string): PlannedTable['waits'] {
  if (lock === 'AccessExclusiveLock') return 'everything';
  return /^(Share|ShareRowExclusive|Exclusive)Lock$/.test(lock) ? 'changes' : 'nothing';
}

/**
 * Measured with PostgreSQL 15 on two busy cores and a million rows of 85 bytes (decision 0140). A slow disk takes several times as
 * long: a plan tells milliseconds from minutes, not seconds from each other.
 */
const READ_BYTES_A_SECOND = 300e6;
const REWRITTEN_BYTES_A_SECOND = 15e6;
const INDEXED_ROWS_A_SECOND = 400e3;
const CHANGED_ROWS_A_SECOND = 20e3;

function secondsOf({ rows, bytes, reads, rewrites, builds, changesRows }: PlannedTable): number {
  // Without statistics of the table, rows of a hundred bytes are assumed.
  const many = rows > 0 ? rows : bytes / 100;
  if (changesRows) return many / CHANGED_ROWS_A_SECOND;
  if (rewrites) return bytes / REWRITTEN_BYTES_A_SECOND;
  if (builds > 0) return builds * (many / INDEXED_ROWS_A_SECOND);
  return reads ? bytes / READ_BYTES_A_SECOND : 0;
}

async function sizesOf(database: Database): Promise<Map<string, { rows: number; bytes: number }>> {
  const client = await database.connectAsOwner();
  try {
    const { rows } = await client.query<{ name: string; rows: number; bytes: number }>(
      `select relname as name, greatest(reltuples, 0)::float8 as rows, pg_table_size(oid)::float8 as bytes
         from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
    );
    return new Map(rows.map(({ name, ...size }) => [name, size]));
  } finally {
    await client.end();
  }
}
