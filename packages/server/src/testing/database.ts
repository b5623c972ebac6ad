import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, inject } from 'vitest';
import type { Database } from '../kernel/database/database.ts';
import { type DatabaseRows, databaseRows } from './database-rows.ts';
import { openMigratedInMemory } from './embedded-template.ts';
import { openMigratedPostgres } from './postgres-template.ts';
import { servicesRequired } from './processes.ts';

/** The store of one suite: migrated, and as new at the start of every test. Use it inside tests and hooks. */
export interface TestStore {
  readonly kind: Database['kind'];
  readonly database: Database;
}

/**
 * The same suite on the embedded store and on PostgreSQL: for what the stores might do differently. Without PostgreSQL's
 * programs that half is skipped (the run's set-up says so), or fails when services are required. Beside it the embedded
 * half is slow and long: its engine takes three times the processor's time.
 */
export function eachStore(name: string, suite: (store: TestStore) => void): void {
  describe(`${name} (embedded)`, { tags: tagsOf('embedded') }, () => suite(useStore('embedded')));
  const missing = inject('postgresUrl') === null && !servicesRequired;
  describe.skipIf(missing)(`${name} (PostgreSQL)`, () => suite(useStore('postgres')));
}

/** @returns The tags of the embedded half of a suite that PostgreSQL runs as well (decisions 0086 and 0237). */
export const tagsOf = (kind: Database['kind']): ('slow' | 'long')[] =>
  kind === 'embedded' && inject('postgresUrl') !== null ? ['slow', 'long'] : [];

/** The store of suites whose rules hold on any: PostgreSQL where it is installed, unless OPENHOUSE_TEST_STORE says. */
function anyKind(): Database['kind'] {
  const wanted = process.env.OPENHOUSE_TEST_STORE;
  if (wanted === 'embedded' || wanted === 'postgres') return wanted;
  if (wanted !== undefined) throw new Error(`OPENHOUSE_TEST_STORE is embedded or postgres, not ${wanted}.`);
  return inject('postgresUrl') === null ? 'embedded' : 'postgres';
}

/** Opens a store for the enclosing `describe` or file, of any kind unless one is named, and empties it before each test. */
export function useStore(kind: Database['kind'] = anyKind()): TestStore {
  let database: Database | undefined;
  let owner: Client | undefined;
  let reset: string | undefined;
  beforeAll(async () => {
    database = await (kind === 'embedded' ? openMigratedInMemory() : openMigratedPostgres(postgresUrl()));
    owner = await database.connectAsOwner();
    const rows = await databaseRows(owner);
    // Deletes rather than truncates: most tables hold no row, and a truncation makes new files for each.
    reset = await rows.statementsOfReset();
    files.set(database, { owner, rows, asNew: await rows.read(), first: undefined });
  });
  beforeEach(async () => {
    if (owner !== undefined && reset !== undefined) await resetWith(owner, reset);
  });
  afterAll(async () => {
    await owner?.end();
    await database?.close();
  });
  return {
    kind,
    get database() {
      if (database === undefined) throw new Error('The suite has no store yet: use it inside a test or a hook.');
      return database;
    },
  };
}

const DEADLOCK = '40P01';

/** What the test before left running may hold tables in another order: then it goes first. */
async function resetWith(owner: Client, reset: string): Promise<void> {
  for (;;) {
    try {
      await owner.query(reset);
      return;
    } catch (error) {
      await owner.query('rollback');
      if (Reflect.get(Object(error), 'code') !== DEADLOCK) throw error;
    }
  }
}

/** What a file's tests begin with. */
interface Beginning {
  readonly madeBy: readonly unknown[];
  readonly begun: unknown;
  /** SQL that puts its rows into a store that is as new. */
  readonly statements: string;
}

interface FileStore {
  readonly owner: Client;
  readonly rows: DatabaseRows;
  /** Its rows when it is as new. */
  readonly asNew: string;
  first: Beginning | undefined;
}

const files = new WeakMap<Database, FileStore>();

/**
 * What several tests of a file begin with. The first of them makes it, by calls of the service; the rows that it left are
 * put into the store of each of the others (decision 0086). In a store that is not as new it is made by calls.
 * @param madeBy All that the rows depend on, such as the keys of what they seal; with something else it is made by calls.
 */
export async function beginWith<Begun>(
  database: Database,
  madeBy: readonly unknown[],
  make: () => Promise<Begun>,
): Promise<Begun> {
  const file = files.get(database);
  if (file === undefined || (await file.rows.read()) !== file.asNew) return make();
  const { first } = file;
  if (first === undefined) {
    const begun = await make();
    file.first = { madeBy, begun, statements: await file.rows.statementsOfReturn(file.asNew) };
    return begun;
  }
  if (!madeBy.every((each, at) => each === first.madeBy[at])) return make();
  await file.owner.query(first.statements);
  return first.begun as Begun;
}

/** @returns Address of the run's PostgreSQL server, without a database. */
export function postgresUrl(): string {
  const url = inject('postgresUrl');
  if (url === null) throw new Error('PostgreSQL was not found, and OPENHOUSE_REQUIRE_SERVICES is set.');
  return url;
}

/** Inserts a Team. @returns Its id in digits and its public code. */
export async function createTeam(
  database: Database,
  { name }: { name: string },
): Promise<{ id: string; code: string }> {
  const code = `t${randomBytes(8).toString('hex')}`;
  const { rows } = await database.pool.query<{ id: string }>(
    'insert into team (code, name) values ($1, $2) returning id',
    [code, name],
  );
  return { id: rows[0]?.id ?? '', code };
}
