import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tourStore } from '../../gateway/reads/store.ts';
import { outcomeOf } from '../../testing/dashboard-people.ts';
import { useStore } from '../../testing/database.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { type UploadSuite, uploadSuite } from '../../testing/uploads.ts';
import { basics } from '../../tours/import/testing/bundle.ts';

const work = (code: string, name = `Tour ${code}`) => JSON.stringify(basics(code, { name }));

describe("a Team's tours", () => {
  const store = useStore();
  let suite: UploadSuite;
  beforeEach(async () => {
    suite = await uploadSuite(store.database);
  });
  afterEach(() => suite.close());
  const page = async (query: string) =>
    (await suite.owner.get(`/api/tours${query}`)).json().data as { tours: { resourceCode: string }[]; next: string };

  describe('the list', () => {
    test('goes page by page, last imported first, and shows each tour once', { tags: 'slow' }, async () => {
      const entries = Array.from({ length: 60 }, (_, index) => ({
        name: `${index}/vr-info.json`,
        content: work(`tour-${String(index).padStart(2, '0')}`),
      }));
      await suite.work(work('first'));
      await suite.zip(entries);
      await suite.work(work('last'));
      const first = await page('');
      const second = await page(`?after=${first.next}`);
      expect([first.tours.length, second.tours.length, second.next]).toEqual([48, 14, null]);
      const codes = [...first.tours, ...second.tours].map(({ resourceCode }) => resourceCode);
      expect([codes[0], codes.at(-1), new Set(codes).size]).toEqual(['last', 'first', 62]);
    });

    slowAfter(2, [
      ['code', 'LOFT', ['loft_1']],
      ['name', '公园', ['villa']],
      ['a sign that is a wildcard elsewhere', '%25', ['hundred']],
      ['an underscore', '_', ['loft_1']],
      ['nothing of the Team', 'nowhere', []],
    ])('finds by %s', async (_, search, codes) => {
      for (const [code, name] of [
        ['loft_1', 'One'],
        ['villa', '公园旁的别墅'],
        ['hundred', '100%'],
      ] as const) {
        await suite.work(work(code, name));
      }
      expect((await page(`?search=${search}`)).tours.map(({ resourceCode }) => resourceCode)).toEqual(codes);
    });

    test.each(['?after=x', '?after=1', '?search=', '?search=%00', '?limit=5', '?after=1.a&after=2.b'])(
      'REQUEST_INVALID: %s',
      async (query) => {
        expect(outcomeOf(await suite.owner.get(`/api/tours${query}`))).toBe('REQUEST_INVALID');
      },
    );
  });

  describe('activation', () => {
    test('shows in the list and in what the gateway serves, and is safe to repeat', async () => {
      await suite.work(work('loft'));
      for (let time = 0; time < 2; time += 1) {
        const answer = await suite.owner.post('/api/tours/loft/activate');
        expect(answer.json().data.tour).toMatchObject({ resourceCode: 'loft', isActive: true });
      }
      expect(await suite.tours()).toMatchObject([{ isActive: true }]);
      expect(suite.told.times).toBe(3);
    });

    test('TOUR_NOT_FOUND', async () => {
      expect(outcomeOf(await suite.owner.post('/api/tours/gone/activate'))).toBe('TOUR_NOT_FOUND');
    });
  });

  describe('removal', () => {
    test('takes everything of the tour, tells every node, and leaves the others alone', async () => {
      await suite.work(work('loft'));
      await suite.work(work('villa'));
      const gateway = tourStore(store.database.pool);
      const { n } = await gateway.changedTours(0n);
      expect(outcomeOf(await suite.owner.post('/api/tours/loft/remove', { confirm: 'loft' }))).toBe('succeeded');
      expect((await suite.tours()).map(({ resourceCode }) => resourceCode)).toEqual(['villa']);
      expect((await gateway.changedTours(n)).tours?.map(({ code }) => code)).toEqual(['loft']);
      const { rows } = await store.database.pool.query(
        "select count(*)::int as n from frame where (select set_config('app.team', '*', true)) is not null",
      );
      expect(rows).toEqual([{ n: 1 }]);
    });

    test('the same code can be imported again, and removed again', async () => {
      for (let time = 0; time < 2; time += 1) {
        await suite.work(work('loft'));
        expect(outcomeOf(await suite.owner.post('/api/tours/loft/remove', { confirm: 'loft' }))).toBe('succeeded');
      }
      expect(await suite.tours()).toEqual([]);
    });

    test('REQUEST_INVALID without the code once more: nothing is gone', async () => {
      await suite.work(work('loft'));
      for (const body of [{}, { confirm: 'Loft' }, { confirm: '' }]) {
        expect(outcomeOf(await suite.owner.post('/api/tours/loft/remove', body))).toBe('REQUEST_INVALID');
      }
      expect(await suite.tours()).toHaveLength(1);
    });

    test('TOUR_NOT_FOUND', async () => {
      const answer = await suite.owner.post('/api/tours/gone/remove', { confirm: 'gone' });
      expect(outcomeOf(answer)).toBe('TOUR_NOT_FOUND');
    });
  });
});
