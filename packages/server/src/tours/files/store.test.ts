import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../kernel/database/database.ts';
import { MOST_KEYS, MOST_STATEMENTS } from '../../kernel/database/gathered-reads.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { createTeam, eachStore, useStore } from '../../testing/database.ts';
import { FILES_BY_ADDRESS, type FileAddress, fileStore } from './store.ts';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Adds tours `tour-1`, `tour-2`, …, each with the same paths; what a file holds is its address. */
async function addFiles(database: Database, team: string, tours: number, paths: readonly string[]): Promise<void> {
  await inTransaction(
    database,
    async (transaction) => {
      await transaction.query(
        `insert into tour (team_id, code, name, active, import_hash)
         select $1, 'tour-' || i, 'Tour', true, sha256(i::text::bytea) from generate_series(1, $2::int) i`,
        [team, tours],
      );
      await transaction.query(
        `insert into asset (team_id, tour_id, path, media_type, size, sha256)
         select m.id, t.id, p, 'image/jpeg', length(p), sha256(convert_to(m.code || '/' || t.code || '/' || p, 'UTF8'))
           from team m join tour t on t.team_id = m.id, unnest($2::text[]) p
          where m.id = $1`,
        [team, paths],
      );
    },
    { team },
  );
}

describe('a file by its address', () => {
  const store = useStore();
  let ours = '';
  let theirs = '';
  beforeEach(async () => {
    const teams = [
      await createTeam(store.database, { name: 'Ours' }),
      await createTeam(store.database, { name: '别人' }),
    ];
    for (const { id } of teams)
      await addFiles(store.database, id, 2, ['a.jpg', 'assets/a.jpg', 'b.jpg', '图 "1", {x}.jpg', 'NULL']);
    [ours = '', theirs = ''] = teams.map(({ code }) => code);
  });

  /** What is asked for at once, and the path that answers; undefined where there is no such file. */
  const asked = (): [FileAddress, string | undefined][] => [
    [{ team: ours, tour: 'tour-1', path: 'a.jpg' }, 'a.jpg'],
    [{ team: theirs, tour: 'tour-1', path: 'a.jpg' }, 'a.jpg'],
    [{ team: ours, tour: 'tour-2', path: 'a.jpg' }, 'a.jpg'],
    [{ team: 'nobody', tour: 'tour-1', path: 'a.jpg' }, undefined],
    [{ team: ours, tour: 'tour-3', path: 'a.jpg' }, undefined],
    [{ team: ours, tour: 'tour-1', path: 'c.jpg' }, undefined],
    // Where a tour has both, the address means the path as it is.
    [{ team: ours, tour: 'tour-1', path: 'assets/a.jpg' }, 'assets/a.jpg'],
    [{ team: theirs, tour: 'tour-2', path: 'assets/b.jpg' }, 'b.jpg'],
    [{ team: ours, tour: 'tour-1', path: 'assets/c.jpg' }, undefined],
    [{ team: theirs, tour: 'tour-1', path: '图 "1", {x}.jpg' }, '图 "1", {x}.jpg'],
    [{ team: ours, tour: 'tour-2', path: 'NULL' }, 'NULL'],
    [{ team: ours, tour: 'tour-1', path: 'a.jpg' }, 'a.jpg'],
  ];

  test('is its own, whatever is asked for at the same time', async () => {
    const { fileByAddress } = fileStore(store.database.pool);
    const found = await Promise.all(asked().map(([address]) => fileByAddress(address)));
    for (const [index, [{ team, tour }, path]] of asked().entries()) {
      expect(found[index], `${tour}, ${path}`).toEqual(
        path && { mediaType: 'image/jpeg', size: path.length, sha256: sha256(`${team}/${tour}/${path}`) },
      );
    }
  });

  test('concurrent requests of all Teams share statements', async () => {
    let statements = 0;
    const counting = {
      query: (query: never) => {
        statements += 1;
        return store.database.pool.query(query);
      },
    };
    const { fileByAddress } = fileStore(counting as unknown as Pool);
    const addresses = Array.from({ length: MOST_STATEMENTS * MOST_KEYS }, (_, nth): FileAddress => {
      return { team: nth % 2 === 0 ? ours : theirs, tour: `tour-${1 + (nth % 3)}`, path: 'a.jpg' };
    });
    await Promise.all(addresses.map(fileByAddress));
    expect(statements).toBe(MOST_STATEMENTS);
  });
});

eachStore('the statement that finds files', (store) => {
  // Enough that an index is cheaper than reading the whole table.
  const TOURS = 1000;

  test.each(['that the planner knows nothing of', 'that the planner knows'])(
    'goes through the indexes in a store %s, with the policy on',
    { tags: 'slow' },
    async (state) => {
      const { id, code } = await createTeam(store.database, { name: 'Ours' });
      await addFiles(store.database, id, TOURS, ['a.jpg', 'b.jpg']);
      if (state === 'that the planner knows') {
        const owner = await store.database.connectAsOwner();
        await owner.query('analyze team, tour, asset').finally(() => owner.end());
      }
      for (const mode of ['force_generic_plan', 'force_custom_plan']) {
        const { rows } = await inTransaction(
          store.database,
          async (transaction) => {
            await transaction.query(`set local plan_cache_mode = ${mode}`);
            return transaction.query<{ 'QUERY PLAN': string }>({
              text: `explain ${FILES_BY_ADDRESS}`,
              values: [[code, code], ['tour-7', 'tour-8'], ['a.jpg', 'b.jpg'], '*'],
            });
          },
          { team: '*' },
        );
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        expect(plan).toContain('using tour_code');
        expect(plan).toContain('using asset_pkey');
        expect(plan).not.toMatch(/Seq Scan on (tour|asset)/);
      }
    },
  );
});
