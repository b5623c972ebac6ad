import type { Pool } from 'pg';

/** A row of a tour. */
export interface ListedTourRow {
  readonly code: string;
  readonly name: string;
  readonly active: boolean;
  /** As the tour says it; null where it does not. */
  readonly createTime: string | null;
  readonly createdAt: Date;
  readonly changedAt: Date;
  /** Absolute address of the cover picture; null where it is a file of the tour, or there is none. */
  readonly picture: string | null;
  /** Path of the file that is the cover picture. */
  readonly cover: string | null;
}

export interface AskedPage {
  readonly limit: number;
  readonly offset: number;
  /** Seconds since the Unix epoch: only tours that changed then or later, last changed first; undefined for all. */
  readonly since: string | undefined;
}

// The Team stands in the statements and, through app.team, in the row-level policies: two locks (decision 0009).
const OF_TEAM = `team_id = $1 and (select set_config('app.team', $1::text, true)) is not null`;

// The functions of migration 0029 find the ids of a page by blocks and index, wherever in the list it is; each row is
// then looked up by its id, whatever the planner's statistics: `offset 0` keeps the two apart.
const pageBy = (ids: string) => `
  select t.code, t.name, t.active, t.create_time as "createTime", t.created_at as "createdAt",
         t.changed_at as "changedAt", t.picture, t.cover
    from ${ids} p
   cross join lateral (select * from tour where team_id = $1 and id = p.id offset 0) t
   where (select set_config('app.team', $1::text, true)) is not null
   order by p.at desc, p.id desc`;
export const PAGE = pageBy('page_of_tours($1, $2, $3)');
export const PAGE_OF_CHANGED = pageBy('page_of_changed_tours($1, $2, $3, $4)');

const TOTAL = `select n as total from tour_count where ${OF_TEAM}`;
export const TOTAL_OF_CHANGED = `
  select count_of_changed_tours($1, $2) as total where (select set_config('app.team', $1::text, true)) is not null`;

/** What the gateway reads for lists of tours. */
export interface TourListStore {
  page(teamId: string, asked: AskedPage): Promise<readonly ListedTourRow[]>;
  /** @param since As in `AskedPage`. */
  total(teamId: string, since: string | undefined): Promise<number>;
}

export function tourListStore(pool: Pool): TourListStore {
  return {
    async page(teamId, { limit, offset, since }) {
      const statement =
        since === undefined
          ? { name: 'page-of-tours', text: PAGE, values: [teamId, limit, offset] }
          : { name: 'page-of-changed-tours', text: PAGE_OF_CHANGED, values: [teamId, limit, offset, since] };
      return (await pool.query<ListedTourRow>(statement)).rows;
    },
    async total(teamId, since) {
      const statement =
        since === undefined
          ? { name: 'total-of-tours', text: TOTAL, values: [teamId] }
          : { name: 'total-of-changed-tours', text: TOTAL_OF_CHANGED, values: [teamId, since] };
      const { rows } = await pool.query<{ total: string }>(statement);
      return Number(rows[0]?.total ?? 0);
    },
  };
}
