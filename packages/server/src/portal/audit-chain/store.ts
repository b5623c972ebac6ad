import type { AuditAction } from '@openhouse/contract';
import type { Pool } from 'pg';
import type { Transaction } from '../../kernel/database/database.ts';
import type { NewEntry } from './entry.ts';

/**
 * Appends an entry to its Team's chain: the head row is moved on, the entry hashed with the head before it, and
 * inserted, in one statement. The head's row lock is held to the end of the transaction, so chains never fork.
 */
export async function appendEntry(transaction: Transaction, entry: NewEntry): Promise<void> {
  const { teamId, action, actor, subject, outcome } = entry;
  await transaction.query({
    name: 'append-audit-entry',
    text: `with said as (select clock_timestamp() as at),
                head as (
                  insert into audit_head as h (team_id, number, hash)
                  select $1, 1, sha256(decode(repeat('00', 32), 'hex') ||
                                       audit_bytes($1, 1, said.at, $2, $3, $4, $5, $6, $7)) from said
                  on conflict (team_id) do update set number = h.number + 1,
                    hash = sha256(h.hash || audit_bytes($1, h.number + 1, (select at from said), $2, $3, $4, $5, $6, $7))
                  returning number, hash)
           insert into audit_entry (team_id, number, at, action, actor_code, actor_name, subject, ip_address, outcome, hash)
           select $1, head.number, said.at, $2, $3, $4, $5, $6, $7, head.hash from head, said`,
    values: [teamId, action, actor.userCode, actor.name, subject, actor.ipAddress, outcome],
  });
}

/** An entry as it is stored. */
export interface StoredEntry {
  readonly number: string;
  readonly at: Date;
  readonly action: AuditAction;
  readonly actor_code: string;
  readonly actor_name: string;
  readonly subject: string;
  readonly ip_address: string;
  readonly outcome: string;
  /** Hexadecimal. */
  readonly hash: string;
}

/** Which entries are meant; null leaves a filter out. */
export interface EntryFilter {
  readonly action: string | null;
  /** Public code of the person. */
  readonly actor: string | null;
  readonly outcome: 'succeeded' | 'refused' | null;
  /** At or after. */
  readonly since: Date | null;
  /** Before. */
  readonly until: Date | null;
}

const COLUMNS = `number, at, action, actor_code, actor_name, subject, ip_address, outcome, encode(hash, 'hex') as hash`;
const FILTERED = `team_id = $1 and (select set_config('app.team', $1::text, true)) is not null
  and ($2::text is null or action = $2) and ($3::text is null or actor_code = $3)
  and ($4::text is null or (outcome = 'succeeded') = ($4 = 'succeeded'))
  and ($5::timestamptz is null or at >= $5) and ($6::timestamptz is null or at < $6)`;

const valuesOf = (teamId: string, { action, actor, outcome, since, until }: EntryFilter) => [
  teamId,
  action,
  actor,
  outcome,
  since,
  until,
];

/** The newest entries of a Team with a number below `before`, newest first. */
export async function entriesBefore(
  pool: Pool,
  teamId: string,
  filter: EntryFilter,
  before: string | null,
  limit: number,
): Promise<StoredEntry[]> {
  const { rows } = await pool.query<StoredEntry>(
    `select ${COLUMNS} from audit_entry
      where ${FILTERED} and ($7::bigint is null or number < $7) order by number desc limit $8`,
    [...valuesOf(teamId, filter), before, limit],
  );
  return rows;
}

/** The oldest entries of a Team with a number above `after`, oldest first. */
export async function entriesAfter(
  pool: Pool,
  teamId: string,
  filter: EntryFilter,
  after: string,
  limit: number,
): Promise<StoredEntry[]> {
  const { rows } = await pool.query<StoredEntry>(
    `select ${COLUMNS} from audit_entry where ${FILTERED} and number > $7 order by number limit $8`,
    [...valuesOf(teamId, filter), after, limit],
  );
  return rows;
}

/** How a Team's chain looks to the verification. */
export interface ChainState {
  readonly team: string;
  /** Entries there are. */
  readonly entries: string;
  /** Number of the head, and of the last entry. */
  readonly head: string;
  /** First number at which the chain does not hold; null when it does. */
  readonly broken: string | null;
  /** Hash of the head in hexadecimal, to be kept elsewhere. */
  readonly hash: string | null;
}

/**
 * Recomputes every chain in the database. An edited entry fails its own hash; a deleted, inserted or moved one breaks
 * the sequence; a deleted tail misses the head's number or hash.
 * @param team Public code of one Team, or null for all.
 */
export async function chainStates(pool: Pool, team: string | null): Promise<ChainState[]> {
  const { rows } = await pool.query<ChainState>(
    `with linked as (
       select e.team_id, e.number, e.hash, row_number() over chain as expected,
              sha256(coalesce(lag(e.hash) over chain, decode(repeat('00', 32), 'hex')) ||
                     audit_bytes(e.team_id, e.number, e.at, e.action, e.actor_code, e.actor_name, e.subject,
                                 e.ip_address, e.outcome)) as computed
         from audit_entry e
        where (select set_config('app.team', '*', true)) is not null
       window chain as (partition by e.team_id order by e.number)),
     judged as (
       select team_id, count(*) as entries, max(number) as last,
              min(expected) filter (where number <> expected or hash <> computed) as broken
         from linked group by team_id)
     select t.code as team, coalesce(j.entries, 0) as entries, coalesce(h.number, 0) as head,
            encode(h.hash, 'hex') as hash,
            case when j.broken is not null then j.broken
                 when coalesce(h.number, 0) <> coalesce(j.last, 0) then least(coalesce(h.number, 0), coalesce(j.last, 0)) + 1
                 when h.hash is distinct from (select e.hash from audit_entry e where e.team_id = t.id and e.number = h.number)
                 then h.number
            end as broken
       from team t
       left join judged j on j.team_id = t.id
       left join audit_head h on h.team_id = t.id
      where ($1::text is null or t.code = $1) and (j.team_id is not null or h.team_id is not null)
      order by t.code`,
    [team],
  );
  return rows;
}
