import { beforeEach, expect, test } from 'vitest';
import type { Transaction } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { createTeam, eachStore } from '../../testing/database.ts';
import { PAGE, PAGE_OF_CHANGED, TOTAL_OF_CHANGED, tourListStore } from './store.ts';

/** Several blocks of migration 0029, each of up to 2,000 tours. */
const TOURS = 6000;

eachStore('far pages of the list', (store) => {
  let team = '';
  let other = '';
  beforeEach(async () => {
    team = (await createTeam(store.database, { name: 'Large' })).id;
    other = (await createTeam(store.database, { name: 'Other' })).id;
  });

  const act = <T>(run: (transaction: Transaction) => Promise<T>, of = team) =>
    inTransaction(store.database, run, { team: of });
  const ask = async <Row extends object>(text: string, values: unknown[] = [], of = team) =>
    (await act((transaction) => transaction.query<Row>(text, values), of)).rows;

  /** As an import writes: the epoch, then rows that are new or not; times lie in groups, so that ids must tell them apart. */
  const write = (from: number, to: number, of = team) =>
    ask(
      `with bumped as (update epoch set n = n + 1 where name = 'tours' returning n)
       insert into tour (team_id, code, name, active, import_hash, made_at, changed_at, epoch)
       select $1, 'tour-' || i, 'Tour', true, sha256(i::text::bytea), to_timestamp(1000000000 + i * 7919 % 97),
              to_timestamp(1500000000 + i / 100), (select n from bumped)
         from generate_series($2::bigint, $3::bigint) i
       on conflict (team_id, code) do update set changed_at = to_timestamp(1600000000 + excluded.epoch), epoch = excluded.epoch,
              made_at = tour.made_at + interval '1 second' * (tour.id % 3)`,
      [of, from, to],
      of,
    );
  const bumpAnd = (text: string) =>
    act(async (transaction) => {
      await transaction.query("update epoch set n = n + 1 where name = 'tours'");
      await transaction.query(text);
    });

  const MIDDLE = '1500000040';
  /** Every page against the whole order, and each total. */
  async function seeEveryPage(): Promise<void> {
    const listed = tourListStore(store.database.pool);
    for (const [column, since] of [
      ['made_at', undefined],
      ['changed_at', '0'],
      ['changed_at', MIDDLE],
    ] as const) {
      const rows = await ask<{ code: string }>(
        `select code from tour where team_id = $1 and changed_at >= to_timestamp($2) order by ${column} desc, id desc`,
        [team, since ?? 0],
      );
      const codes = rows.map(({ code }) => code);
      expect([column, since, await listed.total(team, since)]).toEqual([column, since, codes.length]);
      for (let offset = 0; offset < codes.length + 1000; offset += 1013) {
        const page = await listed.page(team, { limit: 20, offset, since });
        expect([offset, ...page.map(({ code }) => code)]).toEqual([offset, ...codes.slice(offset, offset + 20)]);
      }
    }
    const blocks = await ask<{ by: string; n: number }>(
      'select sorted_by as by, n from tour_block where team_id = $1',
      [team],
    );
    for (const by of ['made_at', 'changed_at']) {
      const sizes = blocks.filter((block) => block.by === by).map(({ n }) => n);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(2000);
      const held = sizes.reduce((sum, n) => sum + n, 0);
      expect(sizes.length).toBeLessThanOrEqual(held / 250 + 1);
    }
  }

  test('every page is exact after imports, repeated imports, activations and removals', async () => {
    await write(1, TOURS);
    await seeEveryPage();
    for (let at = 1; at <= 300; at += 100) await write(TOURS - 500 + at, TOURS + at);
    await bumpAnd('update tour set active = true, changed_at = now() where id % 11 = 0');
    await bumpAnd('delete from tour where id % 3 = 0');
    await seeEveryPage();
    // Whole stretches of both orders go, and one transaction both removes and adds.
    await bumpAnd('delete from tour where made_at < to_timestamp(1000000050)');
    await act(async (transaction) => {
      await transaction.query('delete from tour where id % 4 = 0');
      await transaction.query(
        `insert into tour (team_id, code, name, active, import_hash)
         select $1, 'more-' || i, 'Tour', true, sha256(i::text::bytea) from generate_series(1, 2500) i`,
        [team],
      );
    });
    await write(TOURS + 1000, TOURS + 3500);
    await seeEveryPage();
    await bumpAnd('delete from tour');
    await seeEveryPage();
    await write(1, 30);
    await seeEveryPage();
  });

  test('every page is exact after changes from all sides at once', async () => {
    await write(1, 9000);
    // Rows first, then the epoch, as a removal takes them: of tours that nobody else changes here.
    const changes = Array.from({ length: 12 }, (_, index) => async () => {
      const from = 3000 + index * 500;
      await write(from, from + 700);
      await bumpAnd(
        `update tour set changed_at = now() where id % 13 = ${index} and made_at > to_timestamp(1000000050)`,
      );
      await write(from, from + 50, other);
      for (let place = 0; place < 10; place += 1) {
        await act(async (transaction) => {
          const gone = `select id from tour where made_at < to_timestamp(1000000050) and substring(code from 6)::int < 3000
             and id % 12 = ${index} order by id offset ${place * 7} limit 20`;
          await transaction.query(`delete from tour where id in (${gone})`);
          await transaction.query("update epoch set n = n + 1 where name = 'tours'");
        });
      }
    });
    // What waits for another in a circle is ended by PostgreSQL with an error, which fails here.
    await Promise.all(changes.map((change) => change()));
    await seeEveryPage();
  });

  test('a page far behind reads no more of the store than one among a thousand', async () => {
    await write(1, 1000, other);
    await write(1, 3 * TOURS);
    // Planned without the values, as a connection that asks often does: less is known then.
    const pagesRead = (of: string, text: string, values: unknown[]) =>
      act(async (transaction) => {
        await transaction.query('set local plan_cache_mode = force_generic_plan');
        const explained = await transaction.query<Record<string, [{ Plan: Record<string, number> }]>>(
          `explain (analyze, buffers, format json) ${text}`,
          values,
        );
        const [{ Plan }] = explained.rows[0]?.['QUERY PLAN'] ?? [{ Plan: {} }];
        return (Plan['Shared Hit Blocks'] ?? 0) + (Plan['Shared Read Blocks'] ?? 0);
      }, of);
    for (const [text, valuesOf] of [
      [PAGE, (of: string, offset: number) => [of, 20, offset]],
      [PAGE_OF_CHANGED, (of: string, offset: number) => [of, 20, offset, '0']],
      [TOTAL_OF_CHANGED, (of: string) => [of, '0']],
    ] as const) {
      const near = await pagesRead(other, text, valuesOf(other, 500));
      const far = await pagesRead(team, text, valuesOf(team, 3 * TOURS - 100));
      expect(near).toBeGreaterThan(0);
      expect(far).toBeLessThan(4 * near);
    }
  });
});
