import { DatabaseError, type Pool } from 'pg';
import type { Transaction } from '../../kernel/database/database.ts';
import { atCommit } from '../../kernel/database/transaction.ts';

/** Hashes as one value: the driver would treat a list of bytes as text that needs quotes. */
const hexes = (hashes: readonly Buffer[]): string[] => hashes.map((hash) => hash.toString('hex'));

/** Draws the number that separates a check for files from later removals. Draw it before the check. */
export async function drawLook(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ n: string }>("select nextval('asset_removal_n') as n");
  return rows[0]?.n ?? '0';
}

/**
 * Refuses the transaction at its end if one of these files has been removed since the check, or is being removed. Call
 * it before the statement that names them. `wasCollected` recognises the refusal.
 */
export function refuseRemoved(transaction: Transaction, hashes: readonly Buffer[], look: string): void {
  atCommit(transaction, {
    name: 'refuse-removed-assets',
    text: 'select refuse_removed_assets($1::text[], $2)',
    values: [hexes(hashes), look],
  });
}

/** Whether a transaction was refused because a file that it names was removed. */
export const wasCollected = (error: unknown): boolean => error instanceof DatabaseError && error.code === 'OHA01';

/** Those of the files whose removal was started and not finished; of all files without a list. */
export async function openRemovals(pool: Pool, hashes?: readonly Buffer[]): Promise<readonly Buffer[]> {
  const { rows } = await pool.query<{ sha256: Buffer }>(
    `select sha256 from asset_removal
      where not gone and ($1::text[] is null or sha256 in (select decode(h, 'hex') from unnest($1::text[]) as h)) limit 1000`,
    [hashes === undefined ? null : hexes(hashes)],
  );
  return rows.map(({ sha256 }) => sha256);
}

/** A file that no tour names. */
export interface UnnamedAsset {
  readonly sha256: Buffer;
  /** Whether a tour once named it. */
  readonly dropped: boolean;
}

/** Those of the files that no tour of any Team names. */
export async function unnamedOf(transaction: Transaction, hashes: readonly Buffer[]): Promise<readonly UnnamedAsset[]> {
  const { rows } = await transaction.query<UnnamedAsset>(
    `select sha256, exists (select from asset_dropped d where d.sha256 = listed.sha256) as dropped
       from (select decode(h, 'hex') as sha256 from unnest($1::text[]) as h) as listed
      where not exists (select from asset a where a.sha256 = listed.sha256)`,
    [hexes(hashes)],
  );
  return rows;
}

/** Starts to remove those of the files that no tour names. Waits for imports that are naming some. @returns Which. */
export async function beginRemoval(transaction: Transaction, hashes: readonly Buffer[]): Promise<readonly Buffer[]> {
  // An import at its end has either named its files, or will see the removal that is started here.
  await transaction.query("select pg_advisory_xact_lock(hashtext('openhouse asset removal'))");
  const { rows } = await transaction.query<{ sha256: Buffer }>(
    `insert into asset_removal (sha256, n)
     select sha256, nextval('asset_removal_n')
       from (select distinct decode(h, 'hex') as sha256 from unnest($1::text[]) as h) as listed
      where not exists (select from asset a where a.sha256 = listed.sha256)
     on conflict (sha256) do update set n = excluded.n, gone = false, at = now()
     returning sha256`,
    [hexes(hashes)],
  );
  return rows.map(({ sha256 }) => sha256);
}

/** Records that the files are gone. */
export async function endRemoval(pool: Pool, hashes: readonly Buffer[]): Promise<void> {
  await pool.query(
    `update asset_removal set gone = true, n = nextval('asset_removal_n'), at = now()
      where sha256 in (select decode(h, 'hex') from unnest($1::text[]) as h)`,
    [hexes(hashes)],
  );
}

/** Longer than any import takes from its check for a file to the transaction that names it. */
const FORGET_REMOVALS_AFTER = '1 day';

export async function forgetOldRemovals(pool: Pool): Promise<void> {
  await pool.query('delete from asset_removal where gone and at < now() - $1::interval', [FORGET_REMOVALS_AFTER]);
}

/** @returns Whether this holder may remove files for so many seconds; nobody else may meanwhile. */
export async function takeLease(pool: Pool, holder: string, seconds: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update asset_collector set holder = $1, until = now() + make_interval(secs => $2)
      where holder = $1 or until < now()`,
    [holder, seconds],
  );
  return rowCount === 1;
}

export async function endLease(pool: Pool, holder: string): Promise<void> {
  await pool.query("update asset_collector set until = '-infinity' where holder = $1", [holder]);
}

/** Notes that files were taken off a tour. */
export interface DroppedNotes {
  /** Each file once. */
  readonly hashes: readonly Buffer[];
  /** Where the rows are: a later note of the same file is another row. */
  readonly places: readonly string[];
}

/** Files that were taken off a tour at least so many seconds ago. @returns Up to `most` notes, oldest first. */
export async function droppedBefore(pool: Pool, seconds: number, most: number): Promise<DroppedNotes> {
  const { rows } = await pool.query<NoteRow>(
    `select sha256, array_agg(place) as places
       from (select sha256, ctid::text as place from asset_dropped where dropped_at <= now() - make_interval(secs => $1)
              order by dropped_at limit $2) as oldest
      group by sha256`,
    [seconds, most],
  );
  return notesOf(rows);
}

/** All notes of these files. */
export async function droppedOf(pool: Pool, hashes: readonly Buffer[]): Promise<DroppedNotes> {
  const { rows } = await pool.query<NoteRow>(
    `select sha256, array_agg(ctid::text) as places from asset_dropped
      where sha256 in (select decode(h, 'hex') from unnest($1::text[]) as h) group by sha256`,
    [hexes(hashes)],
  );
  return notesOf(rows);
}

interface NoteRow {
  readonly sha256: Buffer;
  readonly places: readonly string[];
}

const notesOf = (rows: readonly NoteRow[]): DroppedNotes => ({
  hashes: rows.map(({ sha256 }) => sha256),
  places: rows.flatMap(({ places }) => places),
});

/**
 * Forgets these notes, which were read before it was looked who names their files. Not by time: a note has the time at which
 * its transaction began, and may come later than others that are newer.
 */
export async function forgetDropped(pool: Pool, { hashes, places }: DroppedNotes): Promise<void> {
  await pool.query(
    `delete from asset_dropped
      where ctid = any ($2::tid[]) and sha256 in (select decode(h, 'hex') from unnest($1::text[]) as h)`,
    [hexes(hashes), places],
  );
}

/** @returns The database's time. */
export async function databaseTime(pool: Pool): Promise<Date> {
  return (await pool.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]?.now ?? new Date(0);
}

/** A file that some tour names. */
export interface NamedAsset {
  readonly sha256: Buffer;
  /** In bytes. */
  readonly size: number;
}

/** Files that tours name, each once, in the order of their hashes. @param after The last hash of the page before. */
export async function namedAfter(
  transaction: Transaction,
  after: Buffer,
  most: number,
): Promise<readonly NamedAsset[]> {
  const { rows } = await transaction.query<{ sha256: Buffer; size: string }>(
    'select sha256, max(size) as size from asset where sha256 > $1 group by sha256 order by sha256 limit $2',
    [after, most],
  );
  return rows.map(({ sha256, size }) => ({ sha256, size: Number(size) }));
}
