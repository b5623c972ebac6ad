import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import type { Frame } from '../../tours/frame.ts';

/** A tour, by the names that people know. */
export interface TourName {
  /** Public code of the Team. */
  readonly team: string;
  readonly tour: string;
}

/** How many there are of each, in all Teams. */
export type Counts = Readonly<Record<'Teams' | 'members' | 'apps' | 'tours' | 'auditLogs', number>>;

export function countsOf(database: Database): Promise<Counts> {
  return inTransaction(
    database,
    async (transaction) => {
      const { rows } = await transaction.query<Counts>(
        `select (select count(*) from team)::int as "Teams", (select count(*) from team_member)::int as members,
                (select count(*) from app)::int as apps, (select count(*) from tour)::int as tours,
                (select count(*) from audit_head)::int as "auditLogs"`,
      );
      return rows[0] as Counts;
    },
    { team: '*' },
  );
}

/** Public codes of the first Teams. */
export async function teamCodes({ pool }: Database, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ code: string }>('select code from team order by id limit $1', [limit]);
  return rows.map(({ code }) => code);
}

export interface StoredFrame extends FrameCursor {
  /** Public code of the Team; null where the Team, or the tour, is not there. */
  readonly team: string | null;
  readonly tour: string | null;
  readonly frame: Frame;
}

/** The last frame that was checked. */
export interface FrameCursor {
  readonly teamId: string;
  readonly tourId: string;
  readonly op: number;
}

/** A batch of frames after `after`, in the order of their key. */
export function framesAfter(database: Database, after: FrameCursor, limit: number): Promise<StoredFrame[]> {
  return inTransaction(
    database,
    async (transaction) => {
      const { rows } = await transaction.query<{
        teamId: string;
        tourId: string;
        op: number;
        team: string | null;
        tour: string | null;
        raw_len: number;
        crc: string;
        body: Buffer;
      }>(
        `select f.team_id as "teamId", f.tour_id as "tourId", f.op, m.code as team, t.code as tour, f.raw_len, f.crc, f.body
           from frame f
           left join tour t on t.team_id = f.team_id and t.id = f.tour_id
           left join team m on m.id = f.team_id
          where (f.team_id, f.tour_id, f.op) > ($1, $2, $3)
          order by f.team_id, f.tour_id, f.op limit $4`,
        [after.teamId, after.tourId, after.op, limit],
      );
      return rows.map(({ raw_len, crc, body, ...row }) => ({
        ...row,
        frame: { rawLength: raw_len, crc: Number(crc), body },
      }));
    },
    { team: '*' },
  );
}

/** A file's content that rows name, and one of these rows. */
export interface NamedFile extends TourName {
  readonly sha256: Buffer;
  /** In bytes. */
  readonly size: number;
  readonly path: string;
}

/** A batch of files after `after`, each content once, in the order of their hashes. */
export function filesAfter(database: Database, after: Buffer, limit: number): Promise<NamedFile[]> {
  return inTransaction(
    database,
    async (transaction) => {
      const { rows } = await transaction.query<Omit<NamedFile, 'size'> & { size: string }>(
        `select distinct on (a.sha256) a.sha256, a.size, m.code as team, t.code as tour, a.path
           from asset a
           join tour t on t.team_id = a.team_id and t.id = a.tour_id
           join team m on m.id = a.team_id
          where a.sha256 > $1
          order by a.sha256 limit $2`,
        [after, limit],
      );
      return rows.map((row) => ({ ...row, size: Number(row.size) }));
    },
    { team: '*' },
  );
}
