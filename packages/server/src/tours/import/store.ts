import type { Transaction } from '../../database/database.ts';
import type { Frame } from '../frame.ts';
import type { TourAsset } from './check-tour.ts';
import type { PayloadRecord } from './payload.ts';
import type { TourSummary } from './summary.ts';

/** A tour as the store knows it. */
export interface StoredTour {
  readonly id: string;
  readonly code: string;
  readonly active: boolean;
  /** SHA-256 over what was imported. */
  readonly hash: Buffer;
}

/** A payload ready to be stored. */
export interface PackedPayload {
  readonly op: number;
  readonly frame: Frame;
  /** Encoded slices. */
  readonly slices: Buffer | undefined;
  readonly records: readonly PayloadRecord[];
}

/** A tour ready to be stored. */
export interface PackedTour {
  readonly code: string;
  readonly name: string;
  readonly active: boolean;
  readonly hash: Buffer;
  readonly payloads: readonly PackedPayload[];
  readonly assets: readonly TourAsset[];
  readonly summary: TourSummary;
}

/** A tour that has its row. */
export type PlacedTour = PackedTour & { readonly id: string };

/** Lets an import take as long as its size needs, whatever the limit of other statements is. */
const IMPORT_STATEMENT_TIMEOUT_MS = 600_000;

/**
 * Takes the Team for an import: another import of it waits until this transaction ends, reads and activations do not.
 * Without it two imports of one new tour could each write half of what the other replaces.
 * @returns false when there is no such Team.
 */
export async function lockTeam(transaction: Transaction, teamId: string): Promise<boolean> {
  await transaction.query(`set local statement_timeout = ${IMPORT_STATEMENT_TIMEOUT_MS}`);
  const { rowCount } = await transaction.query('select id from team where id = $1 for no key update', [teamId]);
  return rowCount === 1;
}

export async function storedTours(transaction: Transaction, teamId: string, codes: readonly string[]) {
  return toursFrom(transaction, FIND, teamId, codes);
}

/** Holds off activations of the tours until the transaction ends. In the order of codes: nobody can wait in a circle. */
export async function lockTours(transaction: Transaction, teamId: string, codes: readonly string[]) {
  return toursFrom(transaction, `${FIND} for update`, teamId, codes);
}

const FIND = `select id, code, active, import_hash as hash from tour
   where team_id = $1 and code = any ($2::text[]) order by code collate "C"`;

async function toursFrom(
  transaction: Transaction,
  text: string,
  teamId: string,
  codes: readonly string[],
): Promise<Map<string, StoredTour>> {
  const { rows } = await transaction.query<StoredTour>(text, [teamId, codes]);
  return new Map(rows.map((row) => [row.code, row]));
}

/** Makes rows for tours that have none. @returns Code → id. */
export async function insertTours(
  transaction: Transaction,
  teamId: string,
  tours: readonly PackedTour[],
): Promise<Map<string, string>> {
  const { rows } = await transaction.query<{ id: string; code: string }>(
    `insert into tour (team_id, code, name, active, import_hash)
     select $1, code, name, active, decode(hash, 'hex')
       from unnest($2::text[], $3::text[], $4::boolean[], $5::text[]) as new (code, name, active, hash)
     returning id, code`,
    [
      teamId,
      tours.map(({ code }) => code),
      tours.map(({ name }) => name),
      tours.map(({ active }) => active),
      tours.map(({ hash }) => hash.toString('hex')),
    ],
  );
  return new Map(rows.map(({ id, code }) => [code, id]));
}

/** Takes away everything a tour consists of but its row. */
export async function clearTours(transaction: Transaction, teamId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const table of ['frame', 'record', 'asset']) {
    await transaction.query(`delete from ${table} where team_id = $1 and tour_id = any ($2::bigint[])`, [teamId, ids]);
  }
}

/**
 * Stores all frames in one statement. Their bytes travel as one value that is cut up again: arrays of bytea would be
 * sent as text, four times slower.
 */
export async function insertFrames(
  transaction: Transaction,
  teamId: string,
  tours: readonly PlacedTour[],
): Promise<void> {
  const frames = tours.flatMap(({ id, payloads }) => payloads.map((payload) => ({ tourId: id, ...payload })));
  const pieces: Buffer[] = [];
  let size = 0;
  /** @returns Where the piece begins, counted from 1 as in SQL. */
  const place = (piece: Buffer): number => {
    pieces.push(piece);
    size += piece.length;
    return size - piece.length + 1;
  };
  const bodyOffsets = frames.map(({ frame }) => place(frame.body));
  const sliceOffsets = frames.map(({ slices }) => (slices === undefined ? null : place(slices)));
  await transaction.query(
    `insert into frame (team_id, tour_id, op, raw_len, crc, body, slices)
     select $1, tour_id, op, raw_len, crc, substring($2::bytea from body_off for body_len),
            substring($2::bytea from slices_off for slices_len)
       from unnest($3::bigint[], $4::smallint[], $5::integer[], $6::bigint[], $7::integer[], $8::integer[],
                   $9::integer[], $10::integer[])
         as new (tour_id, op, raw_len, crc, body_off, body_len, slices_off, slices_len)`,
    [
      teamId,
      Buffer.concat(pieces),
      frames.map(({ tourId }) => tourId),
      frames.map(({ op }) => op),
      frames.map(({ frame }) => frame.rawLength),
      frames.map(({ frame }) => frame.crc),
      bodyOffsets,
      frames.map(({ frame }) => frame.body.length),
      sliceOffsets,
      frames.map(({ slices }) => slices?.length ?? null),
    ],
  );
}

export async function insertRecords(
  transaction: Transaction,
  teamId: string,
  tours: readonly PlacedTour[],
): Promise<void> {
  const records = tours.flatMap(({ id, payloads }) =>
    payloads.flatMap(({ op, records: found }) => found.map((record) => ({ tourId: id, op, ...record }))),
  );
  if (records.length === 0) return;
  await transaction.query(
    `insert into record (team_id, op, key, tour_id, off, len)
     select $1, * from unnest($2::smallint[], $3::text[], $4::bigint[], $5::integer[], $6::integer[])`,
    [
      teamId,
      records.map(({ op }) => op),
      records.map(({ key }) => key),
      records.map(({ tourId }) => tourId),
      records.map(({ offset }) => offset),
      records.map(({ length }) => length),
    ],
  );
}

export async function insertAssets(
  transaction: Transaction,
  teamId: string,
  tours: readonly PlacedTour[],
): Promise<void> {
  const assets = tours.flatMap(({ id, assets: files }) => files.map((file) => ({ tourId: id, ...file })));
  if (assets.length === 0) return;
  await transaction.query(
    `insert into asset (team_id, tour_id, path, media_type, size, sha256)
     select $1, tour_id, path, media_type, size, decode(sha256, 'hex')
       from unnest($2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::text[])
         as new (tour_id, path, media_type, size, sha256)`,
    [
      teamId,
      assets.map(({ tourId }) => tourId),
      assets.map(({ path }) => path),
      assets.map(({ mediaType }) => mediaType),
      assets.map(({ size }) => size),
      assets.map(({ sha256 }) => sha256.toString('hex')),
    ],
  );
}

/**
 * Says what the tours now are and tells every node that they changed. The last statement of its transaction: from here
 * to the commit it holds the counter that every change needs.
 */
export async function stampTours(
  transaction: Transaction,
  teamId: string,
  tours: readonly PlacedTour[],
): Promise<void> {
  await transaction.query(
    `with bumped as (update epoch set n = n + 1 where name = 'tours' returning n)
     update tour set name = new.name, import_hash = decode(new.hash, 'hex'), changed_at = now(), imported_at = now(),
            size_bytes = new.size_bytes, observers = new.observers, cover = new.cover, epoch = bumped.n
       from bumped, unnest($2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::int[], $7::text[])
              as new (id, name, hash, size_bytes, observers, cover)
      where tour.team_id = $1 and tour.id = new.id`,
    [
      teamId,
      tours.map(({ id }) => id),
      tours.map(({ name }) => name),
      tours.map(({ hash }) => hash.toString('hex')),
      tours.map(({ summary }) => summary.sizeBytes),
      tours.map(({ summary }) => summary.observers),
      tours.map(({ summary }) => summary.cover),
    ],
  );
}
