import type { Pool } from 'pg';

/** A stored payload as the database keeps it. */
export interface FrameRow {
  readonly tourCode: string;
  readonly rawLength: number;
  readonly crc: number;
  readonly body: Buffer;
  readonly slices: Buffer | null;
  /** Byte range of the record in the payload, when it was addressed by id. */
  readonly record: { readonly offset: number; readonly length: number } | undefined;
}

interface Row {
  readonly code: string;
  readonly raw_len: number | null;
  readonly crc: string | null;
  readonly body: Buffer | null;
  readonly slices: Buffer | null;
  readonly off?: number;
  readonly len?: number;
}

// The Team stands in the statement and, through app.team, in the row-level policies: two locks (decision 0009).
const FRAME_OF_TOUR = `
  select t.code, f.raw_len, f.crc, f.body, f.slices
    from tour t
    left join frame f on f.team_id = t.team_id and f.tour_id = t.id and f.op = $3
   where t.team_id = $1 and t.code = $2 and (select set_config('app.team', $4, true)) is not null`;

// Two tours of a Team may carry the same record; the one imported last answers.
const FRAME_OF_RECORD = `
  select t.code, f.raw_len, f.crc, f.body, f.slices, r.off, r.len
    from record r
    join tour t on t.team_id = r.team_id and t.id = r.tour_id
    join frame f on f.team_id = r.team_id and f.tour_id = r.tour_id and f.op = r.op
   where r.team_id = $1 and r.op = $3 and r.key = $2 and (select set_config('app.team', $4, true)) is not null
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
  frameOfTour(teamId: string, code: string, op: number): Promise<FrameRow | null | undefined>;
  /** @returns The frame that holds the record, and where; undefined without such a record. */
  frameOfRecord(teamId: string, key: string, op: number): Promise<FrameRow | undefined>;
  /** Tours that changed, or were removed, after epoch `since`; `tours` is undefined when they are too many to name. */
  changedTours(since: bigint): Promise<{ n: bigint; tours: readonly ChangedTour[] | undefined }>;
}

export interface ChangedTour {
  readonly teamId: string;
  readonly code: string;
}

/** More changed tours than this at once: forgetting everything is cheaper than naming each. */
const MAX_NAMED_CHANGES = 10_000;

export function tourStore(pool: Pool): TourStore {
  async function rowsOf<Result extends object>(name: string, text: string, values: unknown[]): Promise<Result[]> {
    return (await pool.query<Result>({ name, text, values })).rows;
  }
  return {
    async frameOfTour(teamId, code, op) {
      const [row] = await rowsOf<Row>('frame-of-tour', FRAME_OF_TOUR, [teamId, code, op, teamId]);
      return row === undefined ? undefined : (frameRow(row) ?? null);
    },
    async frameOfRecord(teamId, key, op) {
      const [row] = await rowsOf<Row>('frame-of-record', FRAME_OF_RECORD, [teamId, key, op, teamId]);
      return row === undefined ? undefined : frameRow(row);
    },
    async changedTours(since) {
      type ChangeRow = { n: string; team_id: string | null; code: string };
      const values = [since.toString(), MAX_NAMED_CHANGES + 1];
      const rows = await rowsOf<ChangeRow>('changed-tours', CHANGED_TOURS, values);
      const [first] = rows;
      if (first === undefined) throw new Error('the epoch row of tours is missing');
      const tours = rows.flatMap(({ team_id, code }) => (team_id === null ? [] : [{ teamId: team_id, code }]));
      return { n: BigInt(first.n), tours: rows.length > MAX_NAMED_CHANGES ? undefined : tours };
    },
  };
}

function frameRow(row: Row): FrameRow | undefined {
  if (row.raw_len === null || row.crc === null || row.body === null) return undefined;
  const { code: tourCode, raw_len: rawLength, body, slices, off, len } = row;
  const record = off === undefined || len === undefined ? undefined : { offset: off, length: len };
  return { tourCode, rawLength, crc: Number(row.crc), body, slices, record };
}
