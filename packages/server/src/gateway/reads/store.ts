import type { Pool } from 'pg';
import { gatheredReads } from '../../kernel/database/gathered-reads.ts';
import type { Replica } from '../../kernel/database/replica.ts';
import type { Frame } from '../../tours/frame.ts';

/** A payload that is requested of a tour. */
export interface AskedFrame {
  readonly code: string;
  /** Number of the operation: `op` of `dataSources` in tours/operations.ts. */
  readonly op: number;
  /** Whether the slices of its list are needed. */
  readonly withSlices: boolean;
}

/** A stored payload and the slices of its list, as the database keeps them. */
export interface SlicedFrame extends Frame {
  /** null where the payload has no list, and where they were not requested. */
  readonly slices: Buffer | null;
}

/** A stored payload that holds a record. */
export interface RecordFrame extends Frame {
  /** Byte range of the record in the payload. */
  readonly offset: number;
  readonly length: number;
}

/** Columns of a frame; all null where the tour has no such frame. */
interface FrameColumns {
  readonly raw_len: number | null;
  readonly crc: string | null;
  readonly body: Buffer | null;
}

// The Team stands in the statements and, through app.team, in the row-level policies: two locks (decision 0009).

// The tour and its frame are found by index for each key, whatever the planner's statistics: `offset 0` keeps the two
// lookups apart, and a selected array hides its length, so that one plan serves every length. Slices are left out where
// they are not needed: they would be a quarter of the answer.
/** Values: Team; codes, numbers of operations and whether slices are needed, as arrays of one length. */
export const FRAMES_OF_TOURS = `
  select k.place, f.raw_len, f.crc, f.body, f.slices
    from unnest((select $2::text[]), (select $3::smallint[]), (select $4::boolean[])) with ordinality
           as k (code, op, with_slices, place)
   cross join lateral (
           select t.id from tour t where t.team_id = $1 and t.code = k.code offset 0
         ) t
    left join lateral (
           select f.raw_len, f.crc, f.body, case when k.with_slices then f.slices end as slices
             from frame f
            where f.team_id = $1 and f.tour_id = t.id and f.op = k.op
            offset 0
         ) f on true
   where (select set_config('app.team', $1::text, true)) is not null`;

// Two tours of a Team may have the same record; the one imported last answers.
const FRAME_OF_RECORD = `
  select f.raw_len, f.crc, f.body, r.off, r.len
    from record r
    join frame f on f.team_id = r.team_id and f.tour_id = r.tour_id and f.op = r.op
   where r.team_id = $1 and r.op = $3 and r.key = $2 and (select set_config('app.team', $1::text, true)) is not null
   order by r.tour_id desc
   limit 1`;

const CHANGED_TOURS = `
  select e.n, t.team_id, t.code
    from epoch e left join (
      select team_id, code, epoch from tour union all select team_id, code, epoch from tour_removal
    ) t on t.epoch > $1
   where e.name = 'tours' and (select set_config('app.team', '*', true)) is not null
   limit $2`;

/** What the gateway reads of tours. */
export interface TourStore {
  /** @returns The frame; null when the tour has no data of the operation; undefined without such a tour. */
  frameOfTour(teamId: string, asked: AskedFrame): Promise<SlicedFrame | null | undefined>;
  /** @returns The Team's public code; undefined without such a Team. */
  codeOfTeam(teamId: string): Promise<string | undefined>;
  /** @returns The frame that holds the record, and where; undefined without such a record. */
  frameOfRecord(teamId: string, key: string, op: number): Promise<RecordFrame | undefined>;
  /** Tours that changed, or were removed, after epoch `since`; `tours` is undefined when they are too many to name. */
  changedTours(since: bigint): Promise<{ n: bigint; tours: readonly ChangedTour[] | undefined }>;
}

export interface ChangedTour {
  readonly teamId: string;
  readonly code: string;
}

/** Above this many changed tours, flushing the cache is cheaper than naming each. */
const MAX_NAMED_CHANGES = 10_000;

/**
 * @param replica Asked for payloads before the database is; what it does not have, the database is asked for, so that nothing is
 *   missing for being new.
 */
export function tourStore(pool: Pool, replica?: Pick<Replica, 'rows'>): TourStore {
  /** Number of the newest change that this process knows. */
  let newest: bigint | undefined;
  async function rowsOf<Result extends object>(name: string, text: string, values: unknown[]): Promise<Result[]> {
    return (await pool.query<Result>({ name, text, values })).rows;
  }
  /** @param least Rows that an answer has where nothing is missing. */
  async function payloadsOf<Result extends object>(name: string, text: string, values: unknown[], least: number) {
    const replicated = await replica?.rows<Result>({ name, text, values, least }, () => newest);
    return replicated ?? rowsOf<Result>(name, text, values);
  }
  const frameOfTour = gatheredReads<AskedFrame, SlicedFrame | null | undefined>(async (teamId, asked) => {
    type Row = FrameColumns & { readonly place: string; readonly slices: Buffer | null };
    const values = [
      teamId,
      asked.map(({ code }) => code),
      asked.map(({ op }) => op),
      asked.map(({ withSlices }) => withSlices),
    ];
    const rows = await payloadsOf<Row>('frames-of-tours', FRAMES_OF_TOURS, values, asked.length);
    const frames = asked.map((): SlicedFrame | null | undefined => undefined);
    for (const row of rows) {
      const frame = frameOfRow(row);
      frames[Number(row.place) - 1] = frame && { ...frame, slices: row.slices };
    }
    return frames;
  });
  return {
    frameOfTour,
    async frameOfRecord(teamId, key, op) {
      type Row = FrameColumns & { readonly off: number; readonly len: number };
      const [row] = await payloadsOf<Row>('frame-of-record', FRAME_OF_RECORD, [teamId, key, op], 1);
      if (row === undefined) return undefined;
      const frame = frameOfRow(row);
      // Joined, not left-joined: a record always has its frame.
      return frame ? { ...frame, offset: row.off, length: row.len } : undefined;
    },
    async codeOfTeam(teamId) {
      return (await rowsOf<{ code: string }>('code-of-team', 'select code from team where id = $1', [teamId]))[0]?.code;
    },
    async changedTours(since) {
      type ChangeRow = { n: string; team_id: string | null; code: string };
      const values = [since.toString(), MAX_NAMED_CHANGES + 1];
      const rows = await rowsOf<ChangeRow>('changed-tours', CHANGED_TOURS, values);
      const [first] = rows;
      if (first === undefined) throw new Error('the epoch row of tours is missing');
      newest = BigInt(first.n);
      const tours = rows.flatMap(({ team_id, code }) => (team_id === null ? [] : [{ teamId: team_id, code }]));
      return { n: newest, tours: rows.length > MAX_NAMED_CHANGES ? undefined : tours };
    },
  };
}

function frameOfRow({ raw_len: rawLength, crc, body }: FrameColumns): Frame | null {
  return rawLength === null || crc === null || body === null ? null : { rawLength, crc: Number(crc), body };
}
