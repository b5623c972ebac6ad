import type { Client } from 'pg';
import { PROTOTYPES } from './tours.ts';

/** Tours of one statement: its transaction stays small. */
const TOURS_A_STATEMENT = 10_000;

/**
 * Remembers the rows of imported tours for this connection, numbered from 0 in the order of the codes, so that copies
 * are made without searching a table that grows.
 */
export async function keepPrototypes(owner: Client, codes: readonly string[]): Promise<void> {
  await owner.query(
    `create temp table prototype as
       select tour.*, place - 1 as number from unnest($1::text[]) with ordinality as asked (code, place) join tour using (code)`,
    [codes],
  );
  // With the storage of the table it is for: otherwise the bodies would be compressed here, and stay so.
  await owner.query('create temp table prototype_frame (like frame including storage, number bigint)');
  await owner.query(
    `insert into prototype_frame
       select frame.*, number from prototype join frame on frame.team_id = prototype.team_id and tour_id = prototype.id`,
  );
  await owner.query('analyze prototype, prototype_frame');
}

export interface Filling {
  /** Number of the first new tour: as many as there are. */
  readonly from: number;
  readonly to: number;
  /** Of the resource codes; the tour's number follows. */
  readonly prefix: string;
  /** Without them a tour is its row, which is all that a list reads. */
  readonly withPayloads: boolean;
}

/**
 * Copies the prototypes in turn, inside the server. Every copy has rows, index entries and bytes of its own; only what
 * its payload says of its name and code is the prototype's.
 */
export async function fillTo(owner: Client, { from, to, prefix, withPayloads }: Filling): Promise<void> {
  await owner.query('set synchronous_commit = off');
  for (let first = from; first < to; first += TOURS_A_STATEMENT) {
    const last = Math.min(to, first + TOURS_A_STATEMENT) - 1;
    await owner.query(
      `with made as (
         insert into tour (team_id, code, name, active, import_hash, size_bytes, observers, cover)
         select p.team_id, $3::text || n, p.name, p.active, p.import_hash, p.size_bytes, p.observers, p.cover
           from generate_series($1::bigint, $2::bigint) n join prototype p on p.number = n % $4::bigint
          order by n
         returning team_id, id, substring(code from length($3::text) + 1)::bigint % $4::bigint as number)
       insert into frame (team_id, tour_id, op, raw_len, crc, body, slices)
       select made.team_id, made.id, f.op, f.raw_len, f.crc, f.body, f.slices
         from made join prototype_frame f using (number) where $5`,
      [first, last, prefix, PROTOTYPES, withPayloads],
    );
  }
  // What autovacuum does by itself in a store that grows slowly.
  await owner.query('vacuum (analyze) tour, frame');
  // What is not on the disk yet would be written while the store is read.
  await owner.query('checkpoint');
}

/** Gives every copy the files of its prototype: rows of its own, which name the same objects. */
export async function nameFilesOfCopies(owner: Client, prefix: string): Promise<void> {
  await owner.query(
    `insert into asset (team_id, tour_id, path, media_type, size, sha256)
     select tour.team_id, tour.id, asset.path, asset.media_type, asset.size, asset.sha256
       from tour
       join prototype on tour.team_id = prototype.team_id
                     and prototype.number = substring(tour.code from length($1::text) + 1)::bigint % $2::bigint
       join asset on asset.team_id = prototype.team_id and asset.tour_id = prototype.id
      where starts_with(tour.code, $1) and tour.id <> prototype.id`,
    [prefix, PROTOTYPES],
  );
  await owner.query('vacuum (analyze) asset');
  await owner.query('checkpoint');
}
