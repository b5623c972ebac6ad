import { PGlite } from '@electric-sql/pglite';
import { GATEWAY_ROLE, SERVICE_ROLE } from './database.ts';
import { ENGINE_START_PARAMS } from './embedded/engine.ts';
import { conditionalStatements, type SqlStatement, splitStatements } from './split-statements.ts';
import { forRoles } from './working-roles.ts';

/** What a statement does to a table that others use. */
export interface TouchedTable {
  readonly table: string;
  /** The strongest lock that it takes, as PostgreSQL names it: `AccessExclusiveLock`. */
  readonly lock: string;
  /** Whether it reads the whole table. */
  readonly reads: boolean;
  /** Whether it writes the whole table anew, with its indexes. */
  readonly rewrites: boolean;
  /** Indexes that it builds on the table. */
  readonly builds: number;
  /** Whether it may change every row. */
  readonly changesRows: boolean;
}

export interface RehearsedStatement extends SqlStatement {
  readonly migration: string;
  /** Tables that were there before the first of the migrations. */
  readonly tables: readonly TouchedTable[];
}

/** A migration's name and text. */
interface MigrationText {
  readonly name: string;
  readonly sql: string;
}

const ROLES = { service: SERVICE_ROLE, gateway: GATEWAY_ROLE };

/**
 * Applies migrations in an empty PostgreSQL in memory, one statement after the other, and looks which locks each takes and which
 * tables it reads, rewrites or indexes: nothing of it is written down anywhere else, so it cannot be wrong about a statement
 * (decision 0140).
 * @param applied Those that a database has.
 * @param pending Those that it lacks.
 * @param holds Whether a condition holds in that database: here everything is as in a new one, its locale too.
 */
export async function rehearseMigrations(
  applied: readonly MigrationText[],
  pending: readonly MigrationText[],
  holds: (condition: string) => Promise<boolean>,
): Promise<RehearsedStatement[]> {
  const postgres = await PGlite.create({ startParams: ENGINE_START_PARAMS });
  try {
    await postgres.exec(`create role ${SERVICE_ROLE}; create role ${GATEWAY_ROLE};`);
    for (const { sql } of applied) await postgres.exec(forRoles(sql, ROLES));
    const known = new Set((await tablesOf(postgres)).map(({ oid }) => oid));
    const rehearsed: RehearsedStatement[] = [];
    for (const { name: migration, sql } of pending) {
      for (const statement of await statementsFor(forRoles(sql, ROLES), holds)) {
        rehearsed.push({ migration, ...statement, tables: await rehearse(postgres, statement, known) });
      }
    }
    return rehearsed;
  } finally {
    await postgres.close();
  }
}

/** The statements of a migration that run in a database, those of conditional blocks each by itself. */
async function statementsFor(sql: string, holds: (condition: string) => Promise<boolean>): Promise<SqlStatement[]> {
  const run: SqlStatement[] = [];
  for (const statement of await splitStatements(sql)) {
    const block = await conditionalStatements(statement);
    if (block === undefined) run.push(statement);
    else if (await holds(block.condition)) run.push(...block.statements);
  }
  return run;
}

/** From weak to strong (PostgreSQL, "Explicit Locking"). */
const LOCKS = [
  'AccessShareLock',
  'RowShareLock',
  'RowExclusiveLock',
  'ShareUpdateExclusiveLock',
  'ShareLock',
  'ShareRowExclusiveLock',
  'ExclusiveLock',
  'AccessExclusiveLock',
];

/** Statements that change rows of the tables they lock. */
const CHANGES = new Set(['UpdateStmt', 'DeleteStmt', 'InsertStmt']);
const CHANGES_ROWS = 'RowExclusiveLock';
const LOOKED_UP = 'AccessShareLock';

interface TableState {
  readonly oid: number;
  readonly name: string;
  /** Another one after the table was written anew. */
  readonly file: number;
  readonly scans: number;
  readonly indexes: number;
}

async function rehearse(
  postgres: PGlite,
  { sql, kind }: SqlStatement,
  known: ReadonlySet<number>,
): Promise<TouchedTable[]> {
  await postgres.exec('begin');
  const before = await tablesOf(postgres);
  await postgres.exec(sql);
  const { rows: locks } = await postgres.query<{ oid: number; mode: string }>(
    `select relation::int as oid, mode from pg_locks
      where pid = pg_backend_pid() and locktype = 'relation' and granted`,
  );
  const after = new Map((await tablesOf(postgres)).map((table) => [table.oid, table]));
  await postgres.exec('commit');
  return before.flatMap((was) => {
    const held = locks.filter(({ oid }) => oid === was.oid).map(({ mode }) => LOCKS.indexOf(mode));
    if (!known.has(was.oid) || held.length === 0) return [];
    const lock = LOCKS[Math.max(...held)] ?? '';
    // Not there: it was dropped.
    const is = after.get(was.oid) ?? was;
    const touched: TouchedTable = {
      table: was.name,
      lock,
      reads: is.scans > was.scans,
      rewrites: is.file !== was.file,
      builds: Math.max(0, is.indexes - was.indexes),
      changesRows: CHANGES.has(kind) && lock === CHANGES_ROWS,
    };
    // Looked up in the catalogue only.
    return lock === LOOKED_UP && !touched.reads ? [] : [touched];
  });
}

async function tablesOf(postgres: PGlite): Promise<TableState[]> {
  const { rows } = await postgres.query<TableState>(
    `select c.oid::int as oid, c.relname as name, coalesce(pg_relation_filenode(c.oid), 0)::int as file,
            (pg_stat_get_xact_numscans(c.oid))::int as scans,
            (select count(*)::int from pg_index i where i.indrelid = c.oid) as indexes
       from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname`,
  );
  return rows;
}
