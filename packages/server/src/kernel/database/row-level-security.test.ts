import { beforeEach, expect, test } from 'vitest';
import { createTeam, eachStore } from '../../testing/database.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import type { Transaction } from './database.ts';
import { inTransaction } from './transaction.ts';

// Enough that an index is cheaper than reading the whole table.
const TOURS = 2000;
const addTours = `insert into tour (team_id, code, name, active, import_hash)
  select $1, 'tour-' || i, 'Tour', true, sha256(i::text::bytea) from generate_series(1, ${TOURS}) i`;
const addFrames = `insert into frame (team_id, tour_id, op, raw_len, crc, body)
  select team_id, id, 1, 4, 0, 'body' from tour where team_id = $1`;

const TABLES = ['app', 'app_secret', 'tour', 'tour_block', 'tour_count', 'frame', 'record', 'asset'];

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

  test('the service works as a role that owns nothing and cannot pass row-level security by', {
    tags: 'slow',
  }, async () => {
    const { rows } = await store.database.pool.query(
      `select rolname, rolsuper, rolbypassrls, rolcanlogin,
         (select count(*)::int from pg_class where relowner = r.oid) as owned from pg_roles r where rolname = current_user`,
    );
    expect(rows).toEqual([
      { rolname: 'openhouse_service', rolsuper: false, rolbypassrls: false, rolcanlogin: false, owned: 0 },
    ]);
  });

  slowAfter(2, TABLES)('%s is bound, its owner too', async (table) => {
    const { rows } = await store.database.pool.query(
      'select relrowsecurity, relforcerowsecurity from pg_class where oid = $1::regclass',
      [table],
    );
    expect(rows).toEqual([{ relrowsecurity: true, relforcerowsecurity: true }]);
  });

  test("a Team's rows are seen with its id and with *, and by nobody else", { tags: 'slow' }, async () => {
    expect(await count(ours)).toBe(TOURS);
    expect(await count('*')).toBe(2 * TOURS);
    expect(await count('999999')).toBe(0);
    expect(await count(undefined)).toBe(0);
    expect(await count(undefined, 'frame')).toBe(0);
    const { rows } = await store.database.pool.query('select from tour');
    expect(rows).toEqual([]);
  });

  test("another Team's rows are neither found by their key nor changed", { tags: 'slow' }, async () => {
    await as(ours, async (transaction) => {
      expect((await transaction.query('select from tour where team_id = $1', [theirs])).rowCount).toBe(0);
      expect((await transaction.query('update tour set active = false')).rowCount).toBe(TOURS);
      expect((await transaction.query('delete from frame where team_id = $1', [theirs])).rowCount).toBe(0);
    });
    expect(await count(theirs, 'frame')).toBe(TOURS);
  });

  test('a row cannot be put into, or moved to, another Team', { tags: 'slow' }, async () => {
    const put = as(ours, (transaction) => transaction.query(addTours, [theirs]));
    await expect(put).rejects.toMatchObject({ code: '42501' });
    const move = as(ours, (transaction) =>
      transaction.query("update tour set team_id = $1 where code = 'tour-1'", [theirs]),
    );
    await expect(move).rejects.toMatchObject({ code: '42501' });
  });

  test.each(['frame', 'record', 'asset'])(
    'a %s of a tour that is not there at the commit is refused',
    async (table) => {
      const rows = {
        frame: "insert into frame (team_id, tour_id, op, raw_len, crc, body) values ($1, $2, 1, 4, 0, 'body')",
        record: "insert into record (team_id, op, key, tour_id, off, len) values ($1, 1, 'key', $2, 0, 1)",
        asset: `insert into asset (team_id, tour_id, path, media_type, size, sha256)
        values ($1, $2, 'a.png', 'image/png', 1, sha256('a'))`,
      };
      const [foreign] = await as(theirs, async (transaction) => {
        return (await transaction.query<{ id: string }>('select id from tour limit 1')).rows;
      });
      const text = rows[table as keyof typeof rows];
      for (const tourId of [foreign?.id, '999999999']) {
        const put = as(ours, (transaction) => transaction.query(text, [ours, tourId]));
        await expect(put).rejects.toMatchObject({ code: '23503' });
      }
    },
  );
});
