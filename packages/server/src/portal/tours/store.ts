import type { Pool } from 'pg';
import type { Transaction } from '../../kernel/database/database.ts';
import { atCommit } from '../../kernel/database/transaction.ts';
import type { ListPlace, TeamTourRow } from './team-tour.ts';

const TOUR = `select t.code, t.name, t.active, t.size_bytes as "sizeBytes", t.observers, t.imported_at as "importedAt",
    (extract(epoch from t.imported_at) * 1000000)::bigint as "importedAtUs", r.minute as "lastReadAt", c.sha256 as cover
  from tour t
  left join tour_read r on r.team_id = t.team_id and r.tour_id = t.id
  left join asset c on c.team_id = t.team_id and c.tour_id = t.id and c.path = t.cover
 where t.team_id = $1 and (select set_config('app.team', $1::text, true)) is not null`;

export interface TourListQuery {
  /** A pattern of `like`; null for every tour. */
  readonly pattern: string | null;
  /** Continues after this position; null for the first page. */
  readonly after: ListPlace | null;
  readonly limit: number;
}

/** Tours of a Team, last imported first; those of one import by code. */
export async function toursAfter(
  pool: Pool,
  teamId: string,
  { pattern, after, limit }: TourListQuery,
): Promise<TeamTourRow[]> {
  const { rows } = await pool.query<TeamTourRow>(
    `${TOUR} and ($2::text is null or search_form(t.name) like search_form($2) or t.code ilike $2)
        and ($3::bigint is null or (
          t.imported_at <= timestamptz 'epoch' + $3::bigint * interval '1 microsecond'
          and (t.imported_at, $4::text collate "C") <
              (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', t.code)))
      order by t.imported_at desc, t.code limit $5`,
    [teamId, pattern, after?.importedAtUs ?? null, after?.code ?? null, limit],
  );
  return rows;
}

export async function findTour(
  pool: Pool | Transaction,
  teamId: string,
  code: string,
): Promise<TeamTourRow | undefined> {
  const { rows } = await pool.query<TeamTourRow>(`${TOUR} and t.code = $2`, [teamId, code]);
  return rows[0];
}

/** The file that is a tour's cover. */
export async function coverOf(
  pool: Pool,
  teamId: string,
  code: string,
): Promise<{ readonly mediaType: string; readonly sha256: Buffer } | undefined> {
  const { rows } = await pool.query<{ mediaType: string; sha256: Buffer }>({
    name: 'cover-of-tour',
    text: `select a.media_type as "mediaType", a.sha256
             from tour t join asset a on a.team_id = t.team_id and a.tour_id = t.id and a.path = t.cover
            where t.team_id = $1 and t.code = $2 and (select set_config('app.team', $3, true)) is not null`,
    values: [teamId, code, teamId],
  });
  return rows[0];
}

/**
 * Deletes a tour with everything it consists of. Its files stay in the asset store, which other tours may share.
 * @returns False when there is no such tour.
 */
export async function deleteTour(transaction: Transaction, teamId: string, code: string): Promise<boolean> {
  const { rows } = await transaction.query(
    `with gone as (delete from tour where team_id = $1 and code = $2 returning id),
          unread as (delete from tour_read r using gone where r.team_id = $1 and r.tour_id = gone.id)
     select id from gone`,
    [teamId, code],
  );
  return rows.length === 1;
}

/** Notifies every node, at the commit, that a tour is gone. */
export function stampRemoval(transaction: Transaction, teamId: string, code: string): void {
  atCommit(transaction, {
    text: `with bumped as (update epoch set n = n + 1 where name = 'tours' returning n)
           insert into tour_removal as r (team_id, code, epoch) select $1, $2, n from bumped
           on conflict (team_id, code) do update set epoch = excluded.epoch, removed_at = now()`,
    values: [teamId, code],
  });
}
