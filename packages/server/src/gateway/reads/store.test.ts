import { beforeEach, expect } from 'vitest';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { createTeam, eachStore } from '../../testing/database.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { FRAMES_OF_TOURS } from './store.ts';

// Enough that an index is cheaper than reading the whole table.
const TOURS = 2000;
/** From about as many rows on a server looks by itself. */
const OTHER_TEAMS = 60;

eachStore('the statement of a cold read', (store) => {
  let teamId = '';
  let others: readonly string[] = [];

  async function addTours(from: number, to: number, team = teamId): Promise<void> {
    await inTransaction(
      store.database,
      async (transaction) => {
        await transaction.query(
          `insert into tour (team_id, code, name, active, import_hash)
           select $1, 'tour-' || i, 'Tour', true, sha256(i::text::bytea) from generate_series($2::int, $3) i`,
          [team, from, to],
        );
        await transaction.query(
          `insert into frame (team_id, tour_id, op, raw_len, crc, body)
           select team_id, id, op, 4, 0, 'body' from tour, generate_series(1, 2) op
            where code = any (select 'tour-' || i from generate_series($1::int, $2) i)`,
          [from, to],
        );
      },
      { team },
    );
  }

  async function analyze(): Promise<void> {
    const owner = await store.database.connectAsOwner();
    await owner.query('analyze tour, frame');
    await owner.end();
  }

  beforeEach(async () => {
    teamId = (await createTeam(store.database, { name: 'Ours' })).id;
    others = [];
    for (let team = 0; team < OTHER_TEAMS; team += 1) {
      others = [...others, (await createTeam(store.database, { name: 'Theirs' })).id];
    }
  });

  const states: Record<string, () => Promise<void>> = {
    'that the planner knows nothing of': () => addTours(1, TOURS),
    'in which each Team had one tour when the planner looked': async () => {
      for (const [index, team] of others.entries()) await addTours(index, index, team);
      await analyze();
      await addTours(1, TOURS);
    },
    'that the planner knows': async () => {
      await addTours(1, TOURS);
      await analyze();
    },
  };
  slowAfter(2, Object.keys(states))('goes through both indexes in a store %s, with the policy on', async (state) => {
    await states[state]?.();
    for (const mode of ['force_generic_plan', 'force_custom_plan']) {
      const plan = await inTransaction(
        store.database,
        async (transaction) => {
          await transaction.query(`set local plan_cache_mode = ${mode}`);
          return transaction.query<{ 'QUERY PLAN': string }>({
            text: `explain ${FRAMES_OF_TOURS}`,
            values: [teamId, ['tour-7', 'tour-8'], [1, 2], [false, true]],
          });
        },
        { team: teamId },
      );
      const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(text).toContain('using tour_code');
      expect(text).toContain('using frame_pkey');
      expect(text).toMatch(/Index Cond: \(\(team_id = .*\) AND \(tour_id = t\.id\) AND \(op = k\.op\)\)/);
      expect(text).not.toContain('Seq Scan');
    }
  });
});
