import { beforeEach, expect, test } from 'vitest';
import { localAssetStore } from '../../kernel/assets/local-asset-store.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { createTeam, eachStore } from '../../testing/database.ts';
import { type ImportOptions, importTours } from './import-tours.ts';
import { roomOf } from './store.ts';
import { basics, useDirectory } from './testing/bundle.ts';

eachStore('room in a plan', (store) => {
  const directory = useDirectory();
  let teamId: string;
  beforeEach(async () => {
    ({ id: teamId } = await createTeam(store.database, { name: 'Owners' }));
  });

  const setDefault = (limits: string) => store.database.pool.query(`update plan set ${limits} where name = 'default'`);
  const used = async () => (await roomOf(store.database.pool, teamId))?.used;
  /** A directory with one work for each code. */
  const works = (...codes: string[]) =>
    directory.write(Object.fromEntries(codes.map((code) => [`${code}/work.json`, basics(code)])));
  async function run(path: string, options: ImportOptions = {}) {
    const assets = localAssetStore(await directory.write({}, 'assets'));
    const { imported, refused } = await importTours(store.database, assets, teamId, [path], options);
    return { created: imported.filter(({ outcome }) => outcome === 'created').length, refused: refused.length };
  }

  test('is not taken twice by imports at once', { tags: 'slow' }, async () => {
    await setDefault('tours = 7');
    const estates = await Promise.all([0, 1, 2, 3].map((n) => works(`a-${n}`, `b-${n}`, `c-${n}`)));
    const outcomes = await Promise.all(estates.map((path) => run(path, { toursPerTransaction: 1 })));
    const sum = (of: 'created' | 'refused') => outcomes.reduce((all, outcome) => all + outcome[of], 0);
    expect([sum('created'), sum('refused')]).toEqual([7, 5]);
    expect((await used())?.tours).toBe(7);
  });

  /** A directory with one bundle of so many files for each code. */
  const bundles = (files: number, ...codes: string[]) =>
    directory.write(
      Object.fromEntries(
        codes.flatMap((code) => [
          [`${code}/vr-info.json`, basics(code)],
          ...Array.from({ length: files }, (_, n) => [`${code}/assets/${n}.jpg`, `${code} ${n}`]),
        ]),
      ),
    );

  test.each<[string, (bytesOfTour: number) => string]>([
    ['files', () => 'files = 9'],
    ['bytes', (bytesOfTour) => `stored_bytes = ${4 * bytesOfTour + 1}`],
  ])('of %s is not taken twice either', async (_, limit) => {
    await run(await bundles(2, 'a-9'));
    await setDefault(limit((await used())?.bytes ?? 0));
    const estates = await Promise.all([0, 1, 2, 3].map((n) => bundles(2, `a-${n}`, `b-${n}`)));
    const outcomes = await Promise.all(estates.map((path) => run(path, { toursPerTransaction: 1 })));
    const sum = (of: 'created' | 'refused') => outcomes.reduce((all, outcome) => all + outcome[of], 0);
    expect([sum('created'), sum('refused')]).toEqual([3, 5]);
    expect(await used()).toMatchObject({ tours: 4, files: 8 });
  });

  test('is taken by as many tours of a batch as fit, and by tours that are replaced with no more files', async () => {
    await setDefault('files = 5');
    expect(await run(await bundles(2, 'a', 'b', 'c'))).toEqual({ created: 2, refused: 1 });
    await setDefault('files = 1');
    expect(await run(await bundles(1, 'a'))).toEqual({ created: 0, refused: 0 });
    expect((await used())?.files).toBe(3);
    expect(await run(await bundles(3, 'a'))).toEqual({ created: 0, refused: 1 });
    expect(await run(await bundles(3, 'a'), { dryRun: true })).toEqual({ created: 0, refused: 1 });
  });

  test('is as much for a dry run as for the import, which stores nothing', async () => {
    await setDefault('tours = 2');
    const estate = await works('a', 'b', 'c');
    expect(await run(estate, { dryRun: true })).toEqual({ created: 2, refused: 1 });
    expect(await used()).toEqual({ tours: 0, bytes: 0, files: 0 });
    expect(await run(estate)).toEqual({ created: 2, refused: 1 });
  });

  test('is counted as the tours are, after any change', async () => {
    await run(await bundles(3, 'a', 'b', 'c', 'd'));
    await run(await bundles(1, 'a'));
    const change = (text: string) =>
      inTransaction(store.database, (transaction) => transaction.query(text), { team: teamId });
    await change("update tour set size_bytes = size_bytes + 10 where code in ('a', 'b')");
    await change("update tour set size_bytes = 5, name = 'Smaller' where code = 'c'");
    await change("delete from tour where code = 'd'");
    const { rows } = await store.database.pool.query<{ tours: number; bytes: number; files: number }>(
      `select count(*)::int as tours, sum(size_bytes)::int as bytes, (select count(*)::int from asset) as files from tour
        where (select set_config('app.team', $1, true)) is not null`,
      [teamId],
    );
    expect(await used()).toEqual(rows[0]);
    expect(rows[0]).toMatchObject({ tours: 3, files: 7 });
  });
});
