import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Transaction } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { createTeam, eachStore } from '../../testing/database.ts';
import { PAGE, PAGE_OF_CHANGED, TOTAL_OF_CHANGED, tourListStore } from './store.ts';

/** Sizes of blocks by which so few tours are many blocks and several stretches. */
const [BLOCK, STRETCH] = [20, 160];
const TOURS = 1200;
/** Several blocks of the size they have. */
const LARGE = 18_000;

eachStore('far pages of the list', (store) => {
  let team = '';
  let other = '';
  beforeEach(async () => {
    team = (await createTeam(store.database, { name: 'Large' })).id;
    other = (await createTeam(store.database, { name: 'Other' })).id;
  });

  const asOwner = async (text: string) => {
    const owner = await store.database.connectAsOwner();
    try {
      return await owner.query<{ definition: string }>(text);
    } finally {
      await owner.end();
    }
  };

  /** As migration 0064 has it, with other numbers, for one test. */
  async function makeBlocksSmall(): Promise<void> {
    const before = await asOwner(
      `select 'drop trigger block_grown on tour_block; ' || pg_get_triggerdef(oid) || ';' ||
              pg_get_functiondef('block_size'::regproc) as definition from pg_trigger where tgname = 'block_grown'`,
    );
    onTestFinished(() => asOwner(before.rows[0]?.definition ?? '').then(() => undefined));
    await asOwner(`
      create or replace function block_size(level integer) returns integer language sql immutable
        return case level when 1 then ${BLOCK} else ${STRETCH} end;
      drop trigger block_grown on tour_block;
      create constraint trigger block_grown after insert or update on tour_block
        deferrable initially deferred for each row
        when (new.n > case new.level when 1 then ${2 * BLOCK} else ${2 * STRETCH} end) execute function cut_grown_block()`);
  }

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
              to_timestamp(1500000000 + i / 20), (select n from bumped)
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

  const MIDDLE = '1500000037';
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
      for (let offset = 0; offset < codes.length + 100; offset += 23) {
        const page = await listed.page(team, { limit: 20, offset, since });
        expect([offset, ...page.map(({ code }) => code)]).toEqual([offset, ...codes.slice(offset, offset + 20)]);
      }
    }
    const blocks = await ask<{ by: string; level: number; n: number; begins: boolean }>(
      `select sorted_by as by, level, n, level = 1 and exists (
                select from tour_block s where (s.team_id, s.sorted_by, s.level, s.at, s.id) = (b.team_id, b.sorted_by, 2, b.at, b.id)
              ) as begins
         from tour_block b where team_id = $1`,
      [team],
    );
    const [{ n: held = 0 } = {}] = await ask<{ n: number }>('select count(*)::int as n from tour');
    for (const by of ['made_at', 'changed_at']) {
      for (const [level, size] of [
        [1, BLOCK],
        [2, STRETCH],
      ] as const) {
        const found = blocks.filter((block) => block.by === by && block.level === level);
        expect([by, level, found.reduce((sum, { n }) => sum + n, 0)]).toEqual([by, level, held]);
        expect(Math.max(...found.map(({ n }) => n))).toBeLessThanOrEqual(2 * size);
        // One that a stretch begins with stays, however few it holds.
        const beginning = found.filter(({ begins }) => begins).length;
        expect(found.length).toBeLessThanOrEqual(held / (size / 4) + 1 + beginning);
      }
    }
  }

  test('every page is exact after imports, repeated imports, activations and removals', { tags: 'slow' }, async () => {
    await makeBlocksSmall();
    await write(1, TOURS);
    await seeEveryPage();
    for (let at = 1; at <= 60; at += 20) await write(TOURS - 100 + at, TOURS + at);
    await bumpAnd('update tour set active = true, changed_at = now() where id % 11 = 0');
    await bumpAnd('delete from tour where id % 3 = 0');
    await seeEveryPage();
    // Whole stretches of both orders go, and one transaction both removes and adds.
    await bumpAnd('delete from tour where made_at < to_timestamp(1000000050)');
    await act(async (transaction) => {
      await transaction.query('delete from tour where id % 4 = 0');
      await transaction.query(
        `insert into tour (team_id, code, name, active, import_hash)
         select $1, 'more-' || i, 'Tour', true, sha256(i::text::bytea) from generate_series(1, 500) i`,
        [team],
      );
    });
    await write(TOURS + 200, TOURS + 700);
    await seeEveryPage();
    await bumpAnd('delete from tour');
    await seeEveryPage();
    await write(1, 30);
    await seeEveryPage();
  });

  test('every page is exact after changes from all sides at once', { tags: ['slow', 'long'] }, async () => {
    await makeBlocksSmall();
    await write(1, 1800);
    // Rows first, then the epoch, as a removal takes them: of tours that nobody else changes here.
    const changes = Array.from({ length: 12 }, (_, index) => async () => {
      const from = 600 + index * 100;
      await write(from, from + 140);
      await bumpAnd(
        `update tour set changed_at = now() where id % 13 = ${index} and made_at > to_timestamp(1000000050)`,
      );
      await write(from, from + 10, other);
      for (let place = 0; place < 10; place += 1) {
        await act(async (transaction) => {
          const gone = `select id from tour where made_at < to_timestamp(1000000050) and substring(code from 6)::int < 600
             and id % 12 = ${index} order by id offset ${place * 2} limit 4`;
          await transaction.query(`delete from tour where id in (${gone})`);
          await transaction.query("update epoch set n = n + 1 where name = 'tours'");
        });
      }
    });
    // What waits for another in a circle is ended by PostgreSQL with an error, which fails here.
    await Promise.all(changes.map((change) => change()));
    await seeEveryPage();
  });

  test('blocks are cut at twice their size, of either level', async () => {
    const [trigger] = await ask<{ definition: string; sizes: number[] }>(
      `select pg_get_triggerdef(oid) as definition, array[block_size(1), block_size(2)] as sizes
         from pg_trigger where tgname = 'block_grown'`,
    );
    const doubles = [...(trigger?.definition ?? '').matchAll(/\b(\d{3,})\b/g)].map(([, number]) => Number(number));
    expect(doubles).toEqual(trigger?.sizes.map((size) => 2 * size));
  });

  test('a page far behind reads no more of the store than one among a thousand', {
    tags: ['slow', 'long'],
  }, async () => {
    await write(1, 1000, other);
    await write(1, LARGE);
    // What these writes left behind goes now, and not while the pages are compared.
    await asOwner('vacuum analyze tour, tour_block');
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
      expect(near).toBeGreaterThan(0);
      for (const place of [LARGE / 2, LARGE - 100]) {
        const far = await pagesRead(team, text, valuesOf(team, place));
        expect(far).toBeLessThan(2 * near);
      }
    }
  });
});
