import { expect, test } from 'vitest';
import { useAccounting } from '../../gateway/accounting/accounting.ts';
import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { verifyAuditChains } from '../../portal/audit/verify-chains.ts';
import { useStore } from '../../testing/database.ts';
import { createTeamWithApp } from '../../testing/gateway.ts';
import { fillYear, TIMES_OF_TABLES } from '../../testing/year-of-data.ts';
import { forget } from './forget.ts';
import { type Retention, ROWS_A_BATCH } from './rules.ts';
import { overdueS } from './store.ts';

// A year of ten apps that are called in every quarter of an hour, and of what else is kept; apps go on being called meanwhile.

const store = useStore('postgres');
const APPS = 10;
const CALLS_A_FLUSH = 500;
/** Version of the secret of the calls that are made beside the job: tells them from those of the year. */
const CALLED = 7;
const SETTINGS: Retention = {
  days: { usage: 35, calls: 35, audit: 180, sessions: 0, handshakes: 0, teams: 0 },
  sessionIdleS: 0,
};
const tables = Object.keys(TIMES_OF_TABLES) as (keyof typeof TIMES_OF_TABLES)[];

interface TableState {
  readonly name: string;
  readonly rows: number;
  /** With indexes. */
  readonly kilobytes: number;
}

async function states(database: Database): Promise<TableState[]> {
  const each = tables.map(
    (table) =>
      `select '${table}' as name, count(*)::int as rows, (pg_total_relation_size('${table}') / 1024)::int as kilobytes from ${table}`,
  );
  return inTransaction(
    database,
    async (transaction) => (await transaction.query<TableState>(each.join(' union all '))).rows,
    { team: '*' },
  );
}

test('a year is cut to what the settings say, in batches, while apps are called; the room is used again', async () => {
  const { database } = store;
  const apps: Awaited<ReturnType<typeof createTeamWithApp>>[] = [];
  for (let n = 0; n < APPS; n += 1) apps.push(await createTeamWithApp(database, { name: `Team ${n}` }));
  const { rows: people } = await database.pool.query<{ id: string }>(
    "insert into person (code, name) values ('ohu_year', 'Year') returning id",
  );
  const owner = await database.connectAsOwner();
  await fillYear(owner, people[0]?.id ?? '', { minutesOfUse: 15, rows: 3650, entries: 5000 });
  await owner.query('vacuum analyze');
  const before = await states(database);

  const failures: unknown[] = [];
  const use = useAccounting(database, (error) => failures.push(error));
  const batches: number[] = [];
  let calls = 0;
  await forget(database, SETTINGS, {
    onRemoved: (_, count) => batches.push(count),
    async pause() {
      for (let n = 0; n < CALLS_A_FLUSH; n += 1) {
        const { appKey = '' } = apps[n % APPS] ?? {};
        use.count(
          {
            appKey,
            secretVersion: CALLED,
            operation: 'vr-info',
            status: 'success',
            requestId: `r${calls}`,
            traceId: 't',
            address: '192.0.2.7',
            refusal: undefined,
          },
          1,
        );
        calls += 1;
      }
      // Not awaited: it writes beside the next batch.
      void use.flush().catch((error: unknown) => failures.push(error));
      return true;
    },
  });
  await use.stop();

  expect(failures).toEqual([]);
  expect(Math.max(...batches)).toBeLessThanOrEqual(ROWS_A_BATCH);
  const counted = await inTransaction(
    database,
    async (transaction) =>
      (await transaction.query<{ n: number }>(`select sum(n)::int as n from app_use where version = ${CALLED}`)).rows,
    { team: '*' },
  );
  // Every call that was made beside the job is counted.
  expect(counted[0]?.n).toBe(calls);
  const late = await inTransaction(database, (transaction) => overdueS(transaction, SETTINGS), { team: '*' });
  for (const [kind, seconds] of late) expect([kind, seconds < 86_400]).toEqual([kind, true]);
  expect((await verifyAuditChains(database)).map(({ brokenAt }) => brokenAt)).toEqual(Array(APPS + 1).fill(null));

  await owner.query('vacuum');
  const after = await states(database);
  // Pages of an index that one vacuum empties are used again after the next.
  await owner.query('vacuum');
  // As many rows as were removed come in the year ahead: the table does not grow for them.
  await inTransaction(
    database,
    (transaction) =>
      transaction.query(
        `insert into app_use (team_id, app_id, version, minute, operation, status, n)
         select team_id, id, 1, m, 'vr-info', 'success', 1
           from app, generate_series(now(), now() + interval '330 days', interval '15 minutes') m`,
      ),
    { team: '*' },
  );
  const [again] = (await states(database)).filter(({ name }) => name === 'app_use');
  await owner.end();
  for (const { name, rows, kilobytes } of before) {
    const left = after.find((one) => one.name === name);
    console.info(`${name.padEnd(22)} ${rows} rows, ${kilobytes} KiB -> ${left?.rows} rows, ${left?.kilobytes} KiB`);
  }
  const [first] = before.filter(({ name }) => name === 'app_use');
  expect(again?.kilobytes).toBeLessThanOrEqual((first?.kilobytes ?? 0) * 1.2);
}, 600_000);
