import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, inject } from 'vitest';
import type { Database } from '../kernel/database/database.ts';
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
 * half is slow: its engine takes three times the processor's time.
 */
export function eachStore(name: string, suite: (store: TestStore) => void): void {
  describe(`${name} (embedded)`, { tags: tagsOf('embedded') }, () => suite(useStore('embedded')));
  const missing = inject('postgresUrl') === null && !servicesRequired;
  describe.skipIf(missing)(`${name} (PostgreSQL)`, () => suite(useStore('postgres')));
}

/** @returns `slow` for the embedded half of a suite that PostgreSQL runs as well (decision 0086). */
export const tagsOf = (kind: Database['kind']): 'slow'[] =>
  kind === 'embedded' && inject('postgresUrl') !== null ? ['slow'] : [];

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
  let emptying: Emptying | undefined;
  beforeAll(async () => {
    database = await (kind === 'embedded' ? openMigratedInMemory() : openMigratedPostgres(postgresUrl()));
    owner = await database.connectAsOwner();
    emptying = await readEmptying(owner);
  });
  beforeEach(async () => {
    if (owner !== undefined && emptying !== undefined) await empty(owner, emptying);
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

/** What makes the store new again. */
interface Emptying {
  /** Statements that leave no row and start the sequences again. */
  readonly statements: string;
  /** Tables and, in JSON, the rows that the migrations themselves put there. */
  readonly seeds: readonly { readonly table: string; readonly rows: string }[];
}

async function readEmptying(owner: Client): Promise<Emptying> {
  const { rows: tables } = await owner.query<{ table: string }>(
    `select format('%I', relname) as table from pg_class
     where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace and relname <> 'migration'`,
  );
  const { rows: sequences } = await owner.query<{ restart: string }>(
    `select format('select setval(%L, %s, false);', quote_ident(sequencename), start_value) as restart
       from pg_sequences where schemaname = 'public'`,
  );
  const seeds: { table: string; rows: string }[] = [];
  for (const { table } of tables) {
    const { rows } = await owner.query<{ rows: string }>(
      `select coalesce(json_agg(t), '[]')::text as rows from ${table} t`,
    );
    if (rows[0] !== undefined && rows[0].rows !== '[]') seeds.push({ table, rows: rows[0].rows });
  }
  // Waits for whoever still writes, as a truncation would.
  const lock = `lock table ${tables.map(({ table }) => table).join(', ')} in share row exclusive mode;`;
  const deletions = tables.map(({ table }) => `delete from ${table};`);
  return { statements: [lock, ...deletions, ...sequences.map(({ restart }) => restart)].join('\n'), seeds };
}

/** Deletes rather than truncates: most tables hold no row, and a truncation makes new files for each. */
async function empty(owner: Client, { statements, seeds }: Emptying): Promise<void> {
  // As a replica, so that neither foreign keys nor what keeps the audit log whole stand in the way.
  await owner.query(`begin; set local session_replication_role = replica; ${statements}`);
  for (const { table, rows } of seeds) {
    await owner.query(
      `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`,
      [rows],
    );
  }
  await owner.query('commit');
}
