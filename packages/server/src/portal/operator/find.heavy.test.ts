import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { postgresUrl } from '../../testing/database.ts';
import { openMigratedPostgres } from '../../testing/postgres-template.ts';
import * as store from './find-store.ts';

// 100,000 Teams with two people, three apps and three tours each: what a search reads does not grow with them.

const TEAMS = 100_000;
/** Blocks of 8 KiB that one search may touch: the depth of its indexes and the rows it shows, never a table. */
const BLOCKS_MAX = 1200;

let database: Database;
beforeAll(async () => {
  database = await openMigratedPostgres(postgresUrl());
  // The owner's connection: a minute of generation is longer than a statement of the service may take, or be silent for.
  const owner = await database.connectAsOwner();
  await owner.query("set app.team = '*'");
  await owner.query(
    `insert into team (code, name) select 'team-' || n, 'Team ' || md5(n::text) from generate_series(1, ${TEAMS}) n`,
  );
  await owner.query(
    `insert into person (code, name, email)
      select 'ohu_' || n, 'Person ' || md5(n::text), md5(n::text) || '@example.com'
      from generate_series(1, ${2 * TEAMS}) n`,
  );
  await owner.query(
    `insert into app (team_id, slot, app_key, xid, name, category, trial_ends_at)
      select t.id, s, 'ohk_' || t.id || '_' || s, 'xid_' || t.id || '_' || s, 'App ' || md5((t.id * s)::text), 'open',
      now() + make_interval(days => (t.id % 400)::int)
      from team t, generate_series(1, 3) s`,
  );
  await owner.query(
    `insert into tour (team_id, code, name, active, import_hash)
      select t.id, 'tour-' || s || '-' || md5(t.id::text), 'Tour ' || md5(t.id::text), true, sha256('')
      from team t, generate_series(1, 3) s`,
  );
  await owner.query('analyze');
  await owner.end();
  return () => database.close();
}, 600_000);

/** What a search touched, as PostgreSQL counted it. */
async function blocksOf(text: string, values: readonly unknown[]): Promise<{ blocks: number; plan: string }> {
  return inTransaction(
    database,
    async (transaction) => {
      const { rows } = await transaction.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
        `explain (analyze, buffers, format json) ${text}`,
        [...values],
      );
      const [{ Plan }] = rows[0]?.['QUERY PLAN'] ?? [{ Plan: {} }];
      const blocks = (Plan['Shared Hit Blocks'] ?? 0) + (Plan['Shared Read Blocks'] ?? 0);
      return { blocks, plan: JSON.stringify(Plan) };
    },
    { team: '*' },
  );
}

/** Runs a search with a pool that explains what it is asked. */
async function explained(search: (pool: Database['pool']) => Promise<unknown>) {
  const seen: { blocks: number; plan: string }[] = [];
  const pool = {
    query: async (text: string, values: unknown[]) => {
      seen.push(await blocksOf(text, values));
      return database.pool.query(text, values);
    },
  } as unknown as Database['pool'];
  await search(pool);
  return seen;
}

const page = { name: 'team 8', id: '0' };
type Search = (pool: Database['pool']) => Promise<unknown>;
test.each<[string, Search, blocksMax?: number]>([
  ['the first page of all Teams', (pool) => store.teamsByName(pool, '', store.LIST_START, 51)],
  ['a page in the middle', (pool) => store.teamsByName(pool, '', page, 51)],
  ['Teams by the beginning of a name', (pool) => store.teamsByName(pool, 'Team abc', store.LIST_START, 21)],
  ['a name that no Team has', (pool) => store.teamsByName(pool, 'Zebra', store.LIST_START, 21)],
  ['a Team by its code', (pool) => store.teamsByCode(pool, 'team-70000')],
  ['people by name', (pool) => store.peopleByName(pool, 'person ff', store.LIST_START, 51)],
  ['people by address', (pool) => store.peopleByEmail(pool, 'ABC', 20)],
  ['apps by name', (pool) => store.appsByName(pool, 'app a', store.LIST_START, 51)],
  ['a name that no app has', (pool) => store.appsByName(pool, 'zebra', store.LIST_START, 51)],
  ['an app by its key or XID', (pool) => store.appsByCode(pool, 'xid_70000_2')],
  ['what expires', (pool) => store.expiringApps(pool, 14, 20)],
  ['tours by a name that all have', (pool) => store.toursByName(pool, 'tour', 20)],
  // 1,200 tours match. PostgreSQL takes row-level security for a rare condition, so up to about as many it reads and sorts.
  ['tours by name', (pool) => store.toursByName(pool, 'tour ab', 20), 6000],
  ['tours by code', (pool) => store.toursByCode(pool, 'tour-1-nothing', 20)],
  ['what is suspended', (pool) => store.suspendedApps(pool, 20)],
  ['what is to be deleted', (pool) => store.goingTeams(pool, 20)],
])('%s is read from its index alone', async (_, search, blocksMax = BLOCKS_MAX) => {
  for (const { blocks, plan } of await explained(search)) {
    expect(blocks, plan).toBeLessThan(blocksMax);
    expect(plan).not.toMatch(/Seq Scan","[^}]*"Relation Name":"(team|person|app|tour)"/);
  }
});
