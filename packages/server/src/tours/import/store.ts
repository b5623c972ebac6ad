import { TEAM_FILES, TEAM_STORED_BYTES } from '@openhouse/contract';
import { DatabaseError, type Pool } from 'pg';
import type { Transaction } from '../../kernel/database/database.ts';
import { atCommit } from '../../kernel/database/transaction.ts';
import type { Frame } from '../frame.ts';
import type { TourAsset } from './check-tour.ts';
import type { PayloadRecord } from './payload.ts';
import type { Room } from './room.ts';
import type { TourSummary } from './summary.ts';

/** A stored tour. */
export interface StoredTour {
  readonly id: string;
  readonly code: string;
  readonly active: boolean;
  /** SHA-256 over what was imported. */
  readonly hash: Buffer;
  /** Of its payloads and files, in bytes. */
  readonly sizeBytes: number;
}

/** An id for a tour that has no row yet. */
export interface NewTour {
  readonly id: string;
  readonly code: string;
  readonly active: null;
  readonly hash: null;
  readonly sizeBytes: null;
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

/** A tour with the id of its row, which may not exist yet. */
export type PlacedTour = PackedTour & { readonly id: string };

/** Lets an import take as long as its size needs, whatever the limit of other statements. In milliseconds. */
const IMPORT_STATEMENT_TIMEOUT = '600000';
/** Hides the values from the planner: it would copy the megabyte of frames several times to look for a better plan. */
const IMPORT_PLANS = 'force_generic_plan';

/**
 * Protects the Team from removal until the transaction ends, and prepares the transaction for an import. The lock is
 * shared: imports of one Team run concurrently (decision 0074).
 * @returns False when there is no such Team.
 */
export async function holdTeam(transaction: Transaction, teamId: string): Promise<boolean> {
  const { rowCount } = await transaction.query({
    name: 'hold-team',
    text: `select set_config('statement_timeout', $2, true), set_config('plan_cache_mode', $3, true)
             from team where id = $1 for key share`,
    values: [teamId, IMPORT_STATEMENT_TIMEOUT, IMPORT_PLANS],
  });
  return rowCount === 1;
}

/** The stored tours with these codes. Code → tour. */
export async function storedTours(
  pool: Pool,
  teamId: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, StoredTour>> {
  const { rows } = await pool.query<StoredRow>({ name: 'stored-tours', text: STORED_TOURS, values: [teamId, codes] });
  return byCode(rows.map(({ sizeBytes, ...row }) => ({ ...row, sizeBytes: Number(sizeBytes) })));
}

/** As the driver reads it. */
type StoredRow = Omit<StoredTour, 'sizeBytes'> & { readonly sizeBytes: string };

/** The files of a stored tour: path below `assets/` → size in bytes and hash. */
export async function storedFiles(
  pool: Pool,
  teamId: string,
  code: string,
): Promise<ReadonlyMap<string, { readonly size: number; readonly sha256: Buffer }>> {
  const { rows } = await pool.query<{ path: string; size: string; sha256: Buffer }>({
    name: 'stored-files',
    text: `select a.path, a.size, a.sha256 from tour t join asset a on a.team_id = t.team_id and a.tour_id = t.id
            where t.team_id = $1 and t.code = $2 and (select set_config('app.team', $1::text, true)) is not null`,
    values: [teamId, code],
  });
  return new Map(rows.map(({ path, size, sha256 }) => [path, { size: Number(size), sha256 }]));
}

const STORED_TOURS = `
  select id, code, active, import_hash as hash, size_bytes as "sizeBytes" from tour
   where team_id = $1 and code = any ($2::text[]) and (select set_config('app.team', $1::text, true)) is not null`;

/**
 * Finds or reserves a row for every code: the stored tour, which is locked against activations until the transaction
 * ends, or an id for a new row. Rows are locked in the order of codes, so that there is no deadlock.
 */
export async function lockTours(
  transaction: Transaction,
  teamId: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, StoredTour | NewTour>> {
  const { rows } = await transaction.query<StoredRow | NewTour>({
    name: 'lock-tours',
    text: `with stored as materialized (${STORED_TOURS} order by code collate "C" for update)
           select coalesce(stored.id, nextval('tour_id_seq')) as id, code, active, hash, "sizeBytes"
             from unnest($2::text[]) as wanted (code) left join stored using (code)`,
    values: [teamId, codes],
  });
  return byCode(rows.map((row) => (row.hash === null ? row : { ...row, sizeBytes: Number(row.sizeBytes) })));
}

/** What a plan sets, and what is used of it. */
const ROOM = `
  select t.plan, p.tours::float8, coalesce(p.stored_bytes, $2)::float8 as bytes, coalesce(p.files, $3)::float8 as files,
         coalesce(c.n, 0)::float8 as "usedTours", coalesce(c.bytes, 0)::float8 as "usedBytes",
         coalesce(f.n, 0)::float8 as "usedFiles"
    from team t join plan p on p.name = t.plan left join tour_count c on c.team_id = t.id
         left join file_count f on f.team_id = t.id
   where t.id = $1 and (select set_config('app.team', $1::text, true)) is not null`;

/** What is left of the plan now; another import may take it in the next moment. @returns undefined for no such Team. */
export async function roomOf(client: Pool | Transaction, teamId: string): Promise<Room | undefined> {
  const { rows } = await client.query<{
    readonly plan: string;
    readonly tours: number | null;
    readonly bytes: number;
    readonly files: number;
    readonly usedTours: number;
    readonly usedBytes: number;
    readonly usedFiles: number;
  }>({ name: 'room-of-team', text: ROOM, values: [teamId, TEAM_STORED_BYTES, TEAM_FILES] });
  return rows.map(({ usedTours, usedBytes, usedFiles, ...room }) => ({
    ...room,
    used: { tours: usedTours, bytes: usedBytes, files: usedFiles },
  }))[0];
}

/** How many files the stored tours with these codes have. Code → files. */
export async function filesOfTours(
  client: Pool | Transaction,
  teamId: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ code: string; files: number }>(
    `select t.code, count(a.path)::float8 as files
       from tour t left join asset a on a.team_id = t.team_id and a.tour_id = t.id
      where t.team_id = $1 and t.code = any ($2::text[]) and (select set_config('app.team', $1::text, true)) is not null
      group by t.code`,
    [teamId, codes],
  );
  return new Map(rows.map(({ code, files }) => [code, files]));
}

// The lock of a Team's room is taken after the rows of the tours, so that nobody can wait in a circle.

/** Imports of a Team beside others: `refuseBeyondPlan` says at the commit whether there was room for all of them. */
export async function shareRoom(transaction: Transaction, teamId: string): Promise<void> {
  await transaction.query("select pg_advisory_xact_lock_shared(hashtext('openhouse room'), hashtext($1))", [teamId]);
}

/** What is left of the plan, kept from all other imports of the Team until the transaction ends. */
export async function holdRoom(transaction: Transaction, teamId: string): Promise<Room | undefined> {
  await transaction.query("select pg_advisory_xact_lock(hashtext('openhouse room'), hashtext($1))", [teamId]);
  return roomOf(transaction, teamId);
}

/** Refuses the transaction at its commit if the tours of the Team no longer fit; `wasBeyondPlan` recognises it. */
export function refuseBeyondPlan(transaction: Transaction, teamId: string): void {
  atCommit(transaction, {
    name: 'refuse-beyond-plan',
    text: 'select refuse_beyond_plan($1, $2, $3)',
    values: [teamId, TEAM_FILES, TEAM_STORED_BYTES],
  });
}

export const wasBeyondPlan = (error: unknown): boolean => error instanceof DatabaseError && error.code === 'OHA02';

const byCode = <T extends { readonly code: string }>(rows: readonly T[]): ReadonlyMap<string, T> =>
  new Map(rows.map((row) => [row.code, row]));

/** Deletes everything that tours consist of except their rows, at the commit. */
export function clearTours(transaction: Transaction, teamId: string, ids: readonly string[]): void {
  if (ids.length === 0) return;
  for (const table of ['frame', 'record', 'asset']) {
    const text = `delete from ${table} where team_id = $1 and tour_id = any ($2::bigint[])`;
    atCommit(transaction, { text, values: [teamId, ids] });
  }
}

/**
 * Stores all frames in one statement at the commit. Their bytes are sent as one value that is cut up again: arrays of
 * bytea would be sent as text, four times slower.
 */
export function putFrames(transaction: Transaction, teamId: string, tours: readonly PlacedTour[]): void {
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
  const values = [
    teamId,
    listOf(frames.map(({ tourId }) => tourId)),
    listOf(frames.map(({ op }) => op)),
    listOf(frames.map(({ frame }) => frame.rawLength)),
    listOf(frames.map(({ frame }) => frame.crc)),
    listOf(bodyOffsets),
    listOf(frames.map(({ frame }) => frame.body.length)),
    listOf(sliceOffsets),
    listOf(frames.map(({ slices }) => slices?.length ?? null)),
  ];
  atCommit(transaction, { name: 'put-frames', text: PUT_FRAMES, values, bytes: pieces });
}

/** Numbers as a PostgreSQL array literal. The driver would treat each as text that may need quotes. */
const listOf = (numbers: readonly (number | string | null)[]): string =>
  `{${numbers.map((number) => number ?? 'NULL').join()}}`;

const PUT_FRAMES = `
  insert into frame (team_id, tour_id, op, raw_len, crc, body, slices)
  select $1, tour_id, op, raw_len, crc, substring($10::bytea from body_off for body_len),
         substring($10::bytea from slices_off for slices_len)
    from unnest($2::bigint[], $3::smallint[], $4::integer[], $5::bigint[], $6::integer[], $7::integer[], $8::integer[],
                $9::integer[])
      as new (tour_id, op, raw_len, crc, body_off, body_len, slices_off, slices_len)`;

/** Stores the positions of the frames' records, at the commit. */
export function putRecords(transaction: Transaction, teamId: string, tours: readonly PlacedTour[]): void {
  const records = tours.flatMap(({ id, payloads }) =>
    payloads.flatMap(({ op, records: found }) => found.map((record) => ({ tourId: id, op, ...record }))),
  );
  if (records.length === 0) return;
  atCommit(transaction, {
    name: 'put-records',
    text: `insert into record (team_id, op, key, tour_id, off, len)
              select $1, * from unnest($2::smallint[], $3::text[], $4::bigint[], $5::integer[], $6::integer[])`,
    values: [
      teamId,
      records.map(({ op }) => op),
      records.map(({ key }) => key),
      records.map(({ tourId }) => tourId),
      records.map(({ offset }) => offset),
      records.map(({ length }) => length),
    ],
  });
}

/** Stores which files the tours have, at the commit. */
export function putAssets(transaction: Transaction, teamId: string, tours: readonly PlacedTour[]): void {
  const assets = tours.flatMap(({ id, assets: files }) => files.map((file) => ({ tourId: id, ...file })));
  if (assets.length === 0) return;
  atCommit(transaction, {
    name: 'put-assets',
    text: `insert into asset (team_id, tour_id, path, media_type, size, sha256)
              select $1, tour_id, path, media_type, size, decode(sha256, 'hex')
                from unnest($2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::text[])
                  as new (tour_id, path, media_type, size, sha256)`,
    values: [
      teamId,
      assets.map(({ tourId }) => tourId),
      assets.map(({ path }) => path),
      assets.map(({ mediaType }) => mediaType),
      assets.map(({ size }) => size),
      assets.map(({ sha256 }) => sha256.toString('hex')),
    ],
  });
}

/**
 * Writes the rows of the tours, new or not, at the commit, stamped with a new epoch, by which every node learns of
 * them. The index of codes refuses a new tour that another transaction has stored meanwhile.
 */
export function putTours(transaction: Transaction, teamId: string, tours: readonly PlacedTour[]): void {
  atCommit(transaction, {
    name: 'put-tours',
    // The time is read once the epoch is held: now() is when the transaction began, and a reader of the list that asks
    // for changes since a time between the two would never see this one (decision 0112).
    text: `with bumped as (update epoch set n = n + 1 where name = 'tours' returning n, clock_timestamp() as at)
              insert into tour (team_id, id, code, name, active, import_hash, size_bytes, observers, cover, create_time,
                                made_at, picture, epoch, changed_at)
              overriding system value
              select $1, new.id, new.code, new.name, new.active, decode(new.hash, 'hex'), new.size_bytes, new.observers, new.cover,
                     new.create_time, coalesce(new.made_at, now()), new.picture, (select n from bumped),
                     (select at from bumped)
                from unnest($2::bigint[], $3::text[], $4::text[], $5::boolean[], $6::text[], $7::bigint[], $8::int[],
                                    $9::text[], $10::text[], $11::timestamptz[], $12::text[])
                       as new (id, code, name, active, hash, size_bytes, observers, cover, create_time, made_at, picture)
              on conflict (id) do update
                 set name = excluded.name, import_hash = excluded.import_hash, changed_at = excluded.changed_at, imported_at = now(),
                     size_bytes = excluded.size_bytes, observers = excluded.observers, cover = excluded.cover,
                     create_time = excluded.create_time, picture = excluded.picture,
                     made_at = case when excluded.create_time is null then tour.created_at else excluded.made_at end,
                     epoch = excluded.epoch`,
    values: [
      teamId,
      tours.map(({ id }) => id),
      tours.map(({ code }) => code),
      tours.map(({ name }) => name),
      tours.map(({ active }) => active),
      tours.map(({ hash }) => hash.toString('hex')),
      tours.map(({ summary }) => summary.sizeBytes),
      tours.map(({ summary }) => summary.observers),
      tours.map(({ summary }) => summary.cover),
      tours.map(({ summary }) => summary.made?.written ?? null),
      tours.map(({ summary }) => summary.made?.at.toISOString() ?? null),
      tours.map(({ summary }) => summary.picture),
    ],
  });
}
