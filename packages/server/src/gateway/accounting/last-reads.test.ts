import { describe, expect, test } from 'vitest';
import type { Database } from '../../kernel/database/database.ts';
import { createTeam, useStore } from '../../testing/database.ts';
import { lastReads } from './last-reads.ts';

describe('last reads of tours', () => {
  const store = useStore();
  const minute = (text: string) => Date.parse(`2026-11-21T${text}Z`);
  let now = minute('10:00:30');
  const reads = (database: Database = store.database) =>
    lastReads(
      database,
      (error) => {
        throw error;
      },
      () => now,
    );

  async function withTour(code: string) {
    const team = await createTeam(store.database, { name: 'Owners' });
    const owner = await store.database.connectAsOwner();
    await owner.query("set app.team = '*'");
    await owner.query(
      "insert into tour (team_id, code, name, active, import_hash) values ($1, $2, 'A tour', true, sha256(''))",
      [team.id, code],
    );
    await owner.end();
    return team.id;
  }
  const lastRead = async (teamId: string) => {
    const { rows } = await store.database.pool.query<{ minute: Date }>(
      "select minute from tour_read where team_id = $1 and (select set_config('app.team', '*', true)) is not null",
      [teamId],
    );
    return rows.map(({ minute: at }) => at.toISOString());
  };

  test('are noted to the minute, once, for the Team whose tour it is', { tags: 'slow' }, async () => {
    const [mine, theirs] = [await withTour('t'), await withTour('t')];
    now = minute('10:00:30');
    const node = reads();
    for (let read = 0; read < 5; read += 1) node.note(mine, 't');
    node.note(mine, 'no-such-tour');
    await node.flush();
    expect([await lastRead(mine), await lastRead(theirs)]).toEqual([['2026-11-21T10:00:00.000Z'], []]);
  });

  test('never go back, whichever node writes last', async () => {
    const team = await withTour('t');
    const [early, late] = [reads(), reads()];
    now = minute('10:05:00');
    late.note(team, 't');
    await late.flush();
    now = minute('10:01:00');
    early.note(team, 't');
    await early.stop();
    expect(await lastRead(team)).toEqual(['2026-11-21T10:05:00.000Z']);
  });

  test('wait for a store that is away, with the minute they have', async () => {
    const team = await withTour('t');
    let isAway = true;
    const pool = new Proxy(store.database.pool, {
      get(target, property) {
        if (property === 'connect' && isAway) return () => Promise.reject(new Error('away'));
        const value: unknown = Reflect.get(target, property);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const node = reads({ ...store.database, pool });
    now = minute('10:00:59');
    node.note(team, 't');
    await expect(node.flush()).rejects.toThrow('away');
    now = minute('11:00:00');
    isAway = false;
    await node.flush();
    expect(await lastRead(team)).toEqual(['2026-11-21T10:00:00.000Z']);
    // What was read after a failed flush is written at the stop as well.
    isAway = true;
    node.note(team, 't');
    await expect(node.flush()).rejects.toThrow('away');
    now = minute('12:00:00');
    node.note(team, 't');
    isAway = false;
    await node.stop();
    expect(await lastRead(team)).toEqual(['2026-11-21T12:00:00.000Z']);
  });

  test('of a flood of reads a bounded number is noted, in which a tour that is read again takes no more', {
    tags: 'slow',
  }, async () => {
    const team = await withTour('t');
    const many = reads();
    for (let index = 0; index < 100_000; index += 1) many.note(team, `no-such-${index}`);
    many.note(team, 't');
    await many.flush();
    expect(await lastRead(team)).toEqual([]);
    for (let index = 0; index < 200_000; index += 1) many.note(team, 'no-such-tour');
    many.note(team, 't');
    await many.flush();
    expect(await lastRead(team)).toHaveLength(1);
  });
});
