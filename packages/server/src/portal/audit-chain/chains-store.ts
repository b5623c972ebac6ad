import type { Pool } from 'pg';
import type { OperatorEntryFilter, StoredEntry } from './store.ts';

// All chains beside each other: those of the Teams, and the installation's (decision 0157).

/** Names the chain of operators' actions where a Team's code would be; no Team's code has parentheses. */
export const INSTALLATION = '(installation)';

/** Where a chain ends. */
export interface ChainHead {
  /** Public code of the Team, or INSTALLATION. */
  readonly chain: string;
  readonly number: number;
  /** Hexadecimal. */
  readonly hash: string;
  /** Number of the last entry that is not kept any more. */
  readonly forgotten: number;
}

/** The heads of all chains that have entries, by code, the installation's last. */
export async function chainHeads(pool: Pool): Promise<ChainHead[]> {
  const { rows } = await pool.query<ChainHead>(
    `select t.code as chain, h.number::float8 as number, encode(h.hash, 'hex') as hash, h.forgotten::float8 as forgotten
       from audit_head h join team t on t.id = h.team_id
      where h.number > 0 and (select set_config('app.team', '*', true)) is not null
      order by t.code collate "C"`,
  );
  const { rows: own } = await pool.query<ChainHead>(
    `select $1 as chain, number::float8 as number, encode(hash, 'hex') as hash, forgotten::float8 as forgotten
       from operator_head where number > 0`,
    [INSTALLATION],
  );
  return [...rows, ...own];
}

/** An entry of any chain. */
export type ChainEntry = Omit<StoredEntry, 'number'> & {
  readonly number: number;
  /** In the installation's chain, the Team it was done to. */
  readonly team: string | null;
};

const COLUMNS = `number::float8 as number, at, action, actor_code, actor_name, subject, ip_address, outcome, reason,
  encode(hash, 'hex') as hash`;

/** Entries of one chain with numbers above `after` up to `last`, oldest first. */
export async function entriesOfChain(
  pool: Pool,
  chain: string,
  after: number,
  last: number,
  limit: number,
): Promise<ChainEntry[]> {
  if (chain === INSTALLATION) {
    const { rows } = await pool.query<ChainEntry>(
      `select ${COLUMNS}, team from operator_entry where number > $1 and number <= $2 order by number limit $3`,
      [after, last, limit],
    );
    return rows;
  }
  const { rows } = await pool.query<ChainEntry>(
    `select ${COLUMNS}, null as team from audit_entry
      where team_id = (select id from team where code = $1) and number > $2 and number <= $3
        and (select set_config('app.team', '*', true)) is not null
      order by number limit $4`,
    [chain, after, last, limit],
  );
  return rows;
}

/** Hashes of some entries of a chain, by number; those that are not there are left out. */
export async function hashesOf(
  pool: Pool,
  chain: string,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } =
    chain === INSTALLATION
      ? await pool.query<{ number: number; hash: string }>(
          `select number::float8 as number, encode(hash, 'hex') as hash from operator_entry where number = any ($1::bigint[])`,
          [numbers],
        )
      : await pool.query<{ number: number; hash: string }>(
          `select number::float8 as number, encode(hash, 'hex') as hash from audit_entry
            where team_id = (select id from team where code = $1) and number = any ($2::bigint[])
              and (select set_config('app.team', '*', true)) is not null`,
          [chain, numbers],
        );
  return new Map(rows.map(({ number, hash }) => [number, hash]));
}

/** An entry of a Team's log, with its place among those of all Teams. */
export interface TeamsStoredEntry extends StoredEntry {
  /** Public code. */
  readonly team: string;
  /** Microseconds since the Unix epoch: times of entries are finer than a Date. */
  readonly micros: string;
}

/** Where a page of all Teams' entries ended. */
export type TeamsPlace = Pick<TeamsStoredEntry, 'micros' | 'team' | 'number'>;

/** The newest entries of all Teams behind a place, newest first. What logs have forgotten is left out, as the index is. */
export async function entriesOfTeams(
  pool: Pool,
  { team, action, actor, outcome, since, until }: OperatorEntryFilter,
  after: TeamsPlace | null,
  limit: number,
): Promise<TeamsStoredEntry[]> {
  const { rows } = await pool.query<TeamsStoredEntry>(
    `with place as (
       select timestamptz 'epoch' + $7::bigint * interval '1 microsecond' as at, (select id from team where code = $8) as team_id,
              $9::bigint as number)
     select t.code as team, (extract(epoch from e.at) * 1000000)::bigint as micros, e.number, e.at, e.action, e.actor_code,
            e.actor_name, e.subject, e.ip_address, e.outcome, e.reason, encode(e.hash, 'hex') as hash
       from audit_entry e join team t on t.id = e.team_id
      where e.action <> 'audit.forget' and (select set_config('app.team', '*', true)) is not null
        and ($1::text is null or t.code = $1) and ($2::text is null or e.action = $2)
        and ($3::text is null or e.actor_code = $3)
        and ($4::text is null or (e.outcome = 'succeeded') = ($4 = 'succeeded'))
        and ($5::timestamptz is null or e.at >= $5) and ($6::timestamptz is null or e.at < $6)
        and ($7::bigint is null or (e.at <= (select at from place)
             and (e.at, e.team_id, e.number) < (select at, coalesce(team_id, 0), number from place)))
      order by e.at desc, e.team_id desc, e.number desc limit $10`,
    [
      team,
      action,
      actor,
      outcome,
      since,
      until,
      after?.micros ?? null,
      after?.team ?? null,
      after?.number ?? null,
      limit,
    ],
  );
  return rows;
}
