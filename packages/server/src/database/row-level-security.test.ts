import { beforeEach, expect, test } from 'vitest';
import { createTeam, eachStore } from '../testing/database.ts';
import type { Transaction } from './database.ts';
import { inTransaction } from './transaction.ts';

// Enough that an index is cheaper than reading the whole table.
const TOURS = 2000;
const addTours = `insert into tour (team_id, code, name, active, import_hash)
  select $1, 'tour-' || i, 'Tour', true, sha256(i::text::bytea) from generate_series(1, ${TOURS}) i`;
const addFrames = `insert into frame (team_id, tour_id, op, raw_len, crc, body)
  select team_id, id, 1, 4, 0, 'body' from tour where team_id = $1`;

const TABLES = ['app', 'app_secret', 'tour', 'frame', 'record', 'asset'];

eachStore('row-level security', (store) => {
  let [ours, theirs] = ['', ''];

  beforeEach(async () => {
    ours = (await createTeam(store.database, { name: 'Ours' })).id;
    theirs = (await createTeam(store.database, { name: 'Theirs' })).id;
    for (const team of [ours, theirs]) {
      await as(team, async (transaction) => {
        await transaction.query(addTours, [team]);
        await transaction.query(addFrames, [team]);
      });
    }
  });

  const as = <T>(team: string | undefined, run: (transaction: Transaction) => Promise<T>) =>
    inTransaction(store.database, run, team === undefined ? {} : { team });
  const count = (team: string | undefined, table = 'tour') =>
    as(team, async (transaction) => {
      const { rows } = await transaction.query<{ n: number }>(`select count(*)::int as n from ${table}`);
      return rows[0]?.n;
    });

  test('the service works as a role that owns nothing and cannot pass row-level security by', async () => {
    const { rows } = await store.database.pool.query(
      `select rolname, rolsuper, rolbypassrls, rolcanlogin,
         (select count(*)::int from pg_class where relowner = r.oid) as owned from pg_roles r where rolname = current_user`,
    );
    expect(rows).toEqual([
      { rolname: 'openhouse_service', rolsuper: false, rolbypassrls: false, rolcanlogin: false, owned: 0 },
    ]);
  });

  test.each(TABLES)('%s is bound, its owner too', async (table) => {
    const { rows } = await store.database.pool.query(
      'select relrowsecurity, relforcerowsecurity from pg_class where oid = $1::regclass',
      [table],
    );
    expect(rows).toEqual([{ relrowsecurity: true, relforcerowsecurity: true }]);
  });

  test("a Team's rows are seen with its id and with *, and by nobody else", async () => {
    expect(await count(ours)).toBe(TOURS);
    expect(await count('*')).toBe(2 * TOURS);
    expect(await count('999999')).toBe(0);
    expect(await count(undefined)).toBe(0);
    expect(await count(undefined, 'frame')).toBe(0);
    const { rows } = await store.database.pool.query('select from tour');
    expect(rows).toEqual([]);
  });

  test("another Team's rows are neither found by their key nor changed", async () => {
    await as(ours, async (transaction) => {
      expect((await transaction.query('select from tour where team_id = $1', [theirs])).rowCount).toBe(0);
      expect((await transaction.query('update tour set active = false')).rowCount).toBe(TOURS);
      expect((await transaction.query('delete from frame where team_id = $1', [theirs])).rowCount).toBe(0);
    });
    expect(await count(theirs, 'frame')).toBe(TOURS);
  });

  test('a row cannot be put into, or moved to, another Team', async () => {
    const put = as(ours, (transaction) => transaction.query(addTours, [theirs]));
    await expect(put).rejects.toMatchObject({ code: '42501' });
    const move = as(ours, (transaction) =>
      transaction.query("update tour set team_id = $1 where code = 'tour-1'", [theirs]),
    );
    await expect(move).rejects.toMatchObject({ code: '42501' });
  });

  test("a tour's frame is found through both indexes, with the policy on", async () => {
    const owner = await store.database.connectAsOwner();
    await owner.query('analyze tour, frame');
    await owner.end();
    const plan = await as(ours, (transaction) =>
      transaction.query<{ 'QUERY PLAN': string }>({
        text: `explain select f.raw_len, f.crc, f.body from tour t
          left join frame f on f.team_id = t.team_id and f.tour_id = t.id and f.op = 1
          where t.team_id = $1 and t.code = $2 and (select set_config('app.team', $1::text, true)) is not null`,
        values: [ours, 'tour-7'],
      }),
    );
    const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('using tour_code');
    expect(text).toContain('using frame_pkey');
    expect(text).not.toContain('Seq Scan');
  });
});
