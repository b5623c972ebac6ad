import type { Client } from 'pg';
import { PROTOTYPES } from './tours.ts';

/** Tours of one statement: its transaction stays small, and progress shows. */
const TOURS_A_STATEMENT = 10_000;

/** Resource code of a tour: those below PROTOTYPES were imported, the others are copied inside the server. */
export const codeOf = (tour: number): string => (tour < PROTOTYPES ? `p${tour}` : `g${tour}`);

/**
 * Copies prototypes inside the server until there are so many tours. Every copy has rows and bytes of its own; what it
 * says of its resource code is the prototype's. The import's own speed is measured apart (`import-rate.ts`).
 * @param from How many tours there are.
 */
export async function growTo(owner: Client, from: number, to: number): Promise<void> {
  await owner.query("set app.team = '*'");
  await owner.query('set synchronous_commit = off');
  for (let first = from; first < to; first += TOURS_A_STATEMENT) {
    const last = Math.min(to, first + TOURS_A_STATEMENT) - 1;
    await owner.query(
      `with prototype as (select *, substring(code from 2)::int as number from tour where code like 'p%'),
            made as (
              insert into tour (team_id, code, name, active, import_hash)
              select p.team_id, 'g' || n, p.name, true, p.import_hash
                from generate_series($1::int, $2::int) n join prototype p on p.number = n % $3
              returning team_id, id, substring(code from 2)::int % $3 as number)
       insert into frame (team_id, tour_id, op, raw_len, crc, body, slices)
       select made.team_id, made.id, f.op, f.raw_len, f.crc, f.body, f.slices
         from made join prototype p using (number) join frame f on f.team_id = p.team_id and f.tour_id = p.id`,
      [first, last, PROTOTYPES],
    );
  }
  // What autovacuum does by itself in a store that grows slowly.
  await owner.query('vacuum (analyze) tour');
  await owner.query('vacuum (analyze) frame');
}

export interface Sizes {
  readonly tours: number;
  readonly frames: number;
  /** Bytes of the frames' bodies and slices. */
  readonly payloadBytes: number;
  /** Relation or index → bytes on the disk, the out-of-line part of a table with it. */
  readonly bytes: Readonly<Record<string, number>>;
}

export async function sizesOf(owner: Client): Promise<Sizes> {
  const { rows } = await owner.query<{ name: string; bytes: string }>(
    `select relname as name, case relkind when 'r' then pg_table_size(oid) else pg_relation_size(oid) end as bytes
       from pg_class
      where relnamespace = 'public'::regnamespace
        and (relname in ('tour', 'frame') or oid in
              (select indexrelid from pg_index where indrelid in ('tour'::regclass, 'frame'::regclass)))
      order by relname`,
  );
  const { rows: counted } = await owner.query<{ tours: string; frames: string; payload: string }>(
    `select (select count(*) from tour) as tours, count(*) as frames,
            coalesce(sum(octet_length(body) + coalesce(octet_length(slices), 0)), 0) as payload from frame`,
  );
  return {
    tours: Number(counted[0]?.tours),
    frames: Number(counted[0]?.frames),
    payloadBytes: Number(counted[0]?.payload),
    bytes: Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)])),
  };
}
