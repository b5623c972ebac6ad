import { expect, test } from 'vitest';
import { useStore } from '../../testing/database.ts';
import { LIST_START, type ListPlace, teamsByName } from './find-store.ts';

const store = useStore();

const NAMES = [
  'Zebra',
  'zebra 2',
  'ZEBRA',
  'Zed',
  'a',
  'ä',
  '公园旁的复式',
  '公园',
  '𝒜 house',
  '𝒜',
  '%',
  'z',
  'zebra',
  'ze',
];

test.each(['', 'z', 'ze', 'zebra', 'ZEBRA', 'zebra 2', 'zebrb', '公园', '𝒜', '%', 'nobody'])(
  'the pages of names that begin with %j are all of them, each once, in order',
  async (begins) => {
    const { pool } = store.database;
    for (const [at, name] of NAMES.entries())
      await pool.query('insert into team (code, name) values ($1, $2)', [`team-${at}`, name]);
    const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));
    const expected = NAMES.map((name) => name.toLowerCase())
      .filter((name) => name.startsWith(begins.toLowerCase()))
      .toSorted(byBytes);
    for (const size of [1, 2, 5, 100]) {
      const found: string[] = [];
      const codes = new Set<string>();
      let place: ListPlace = LIST_START;
      for (;;) {
        const rows = await teamsByName(pool, begins, place, size);
        const last = rows.at(-1);
        if (last === undefined) break;
        for (const { foundBy, code } of rows) {
          found.push(foundBy);
          codes.add(code);
        }
        place = { name: last.foundBy, id: last.id };
      }
      expect(found).toEqual(expected);
      expect(codes.size).toBe(expected.length);
    }
  },
);
