import { type AuditAction, OPERATOR_CODE } from '@openhouse/contract';
import type { Pool } from 'pg';
import type { Transaction } from '../../kernel/database/database.ts';
import { type Statement, send } from '../../kernel/database/statement.ts';
import { atCommit } from '../../kernel/database/transaction.ts';
import { AT_THE_STORE, type NewEntry, type NewOperatorEntry } from './entry.ts';

/** 16 random bytes: without them a hash cannot be matched against guessed names (decision 0138). */
const SALT = 'uuid_send(gen_random_uuid())';

/**
 * What an entry says once its actor has been deleted: their code, and no name, address or device, as the deletion leaves the
 * entries from before (decision 0138). A call that was under way meanwhile knows them still.
 */
const SAID_OF_ACTOR = (code: string, name: string, subject: string, ipAddress: string, action: string) => `
  case when is_gone then ${code} else ${name} end as name,
  case when not is_gone then ${subject} when ${action} like 'session.%' then ''
       else without_names(${subject}, name_pattern(array[${name}]), ${code}) end as subject,
  case when is_gone then '' else ${ipAddress} end as ip_address`;
const IS_GONE = (code: string) =>
  `(select exists (select from person where code = ${code} and deleted_at is not null) as is_gone) actor`;

/**
 * Appends an entry to its Team's chain: the head row is advanced, and the entry is hashed with the previous head and
 * inserted. The head's row lock is held to the end of the transaction, so chains never fork. What an operator does is
 * recorded in the installation's chain as well.
 */
export async function appendEntry(transaction: Transaction, entry: NewEntry): Promise<void> {
  await appendToTeam(transaction, entry);
  const { teamId, action, actor, subject, outcome } = entry;
  const { operator, ipAddress } = actor;
  if (operator === undefined) return;
  const team = { sql: '(select code from team where id = $1)', value: teamId };
  appendToOperatorChain(transaction, team, { action, operator, ipAddress, subject, outcome });
}

/** Appends to the Team's chain alone: for an operator's action that is recorded in the installation's chain once. */
export async function appendToTeam(transaction: Transaction, entry: NewEntry): Promise<void> {
  const { teamId, action, actor, subject, outcome } = entry;
  const { userCode, name, ipAddress, reason } = shownActor(actor);
  // Sent together: the second is not kept waiting for the answer to the first.
  await Promise.all([
    // The head is held by a statement of its own. The next one sees what was committed until then: a deletion of the actor that
    // held the head. Waiting for the head itself, it would see what there was before the wait, and write the name again.
    send(transaction, {
      name: 'hold-audit-head',
      text: `with held as (select from audit_head where team_id = $1 for update)
             insert into audit_head as h (team_id, number, hash)
             select $1, 0, decode(repeat('00', 32), 'hex') where not exists (select from held)
             on conflict (team_id) do update set number = h.number`,
      values: [teamId],
    }),
    send(transaction, {
      name: 'append-audit-entry',
      text: `with said as (
                    select clock_timestamp() as at, ${SALT} as salt, ${SAID_OF_ACTOR('$3::text', '$4::text', '$5::text', '$6::text', '$2')}
                      from ${IS_GONE('$3')}),
                  head as (
                    update audit_head h set number = h.number + 1,
                           hash = sha256(h.hash || audit_bytes($1, h.number + 1, said.at, $2, $3, said.name, said.subject,
                                                               said.ip_address, $7, $8, said.salt))
                      from said where h.team_id = $1 returning h.number, h.hash)
             insert into audit_entry
               (team_id, number, at, action, actor_code, actor_name, subject, ip_address, outcome, reason, salt, hash)
             select $1, head.number, said.at, $2, $3, said.name, said.subject, said.ip_address, $7, $8, said.salt, head.hash
               from head, said`,
      values: [teamId, action, userCode, name, subject, ipAddress, outcome, reason],
    }),
  ]);
}

/** What a Team's audit shows of the actor: of an operator only that it was one, and why; not who and from where. */
function shownActor({ userCode, name, ipAddress, operator }: NewEntry['actor']): {
  readonly userCode: string;
  readonly name: string;
  readonly ipAddress: string;
  readonly reason: string | null;
} {
  if (operator === undefined) return { userCode, name, ipAddress, reason: null };
  const { shownAs, reason } = operator;
  return { userCode: OPERATOR_CODE, name: shownAs, ipAddress: AT_THE_STORE, reason };
}

/**
 * Appends an entry to the installation's chain, at the commit: its head is the last row that a transaction locks, so
 * that two transactions that hold Teams never wait for each other here.
 */
export function appendOperatorEntry(transaction: Transaction, { team, ...entry }: NewOperatorEntry): void {
  appendToOperatorChain(transaction, { sql: '$1::text', value: team }, entry);
}

function appendToOperatorChain(
  transaction: Transaction,
  team: { readonly sql: string; readonly value: string },
  entry: Omit<NewOperatorEntry, 'team'>,
): void {
  // For the same reason as the head of a Team's chain.
  atCommit(transaction, { text: 'select from operator_head for update', values: [] });
  atCommit(transaction, operatorEntry(team, entry));
}

function operatorEntry(
  team: { readonly sql: string; readonly value: string },
  { action, operator, ipAddress, subject, outcome }: Omit<NewOperatorEntry, 'team'>,
): Statement {
  return {
    text: `with said as (
                  select clock_timestamp() as at, ${SALT} as salt, ${team.sql} as team, ${SAID_OF_ACTOR('$3::text', '$4::text', '$5::text', '$7::text', '$2')},
                         case when is_gone then without_names($6::text, name_pattern(array[$4::text]), $3::text) else $6::text end as reason
                    from ${IS_GONE('$3')}),
                head as (
                  update operator_head h set number = h.number + 1,
                    hash = sha256(h.hash ||
                      operator_bytes(h.number + 1, said.at, $2, $3, said.name, said.team, said.subject, said.reason,
                                     said.ip_address, $8, said.salt))
                    from said returning h.number, h.hash)
           insert into operator_entry
             (number, at, action, actor_code, actor_name, team, subject, reason, ip_address, outcome, salt, hash)
           select head.number, said.at, $2, $3, said.name, said.team, said.subject, said.reason, said.ip_address, $8,
                  said.salt, head.hash from head, said`,
    values: [team.value, action, operator.userCode, operator.name, subject, operator.reason, ipAddress, outcome],
  };
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
  /** Why an operator did it; null for everybody else. */
  readonly reason: string | null;
  /** Hexadecimal. */
  readonly hash: string;
}

/** Which entries are selected; null leaves a filter out. */
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

const COLUMNS = `number, at, action, actor_code, actor_name, subject, ip_address, outcome, reason,
  encode(hash, 'hex') as hash`;
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

/** The result of verifying a Team's chain. */
export interface ChainState {
  readonly team: string;
  /** Number of entries. */
  readonly entries: string;
  /** Number of the head, and of the last entry. */
  readonly head: string;
  /** First number at which the chain is broken; null when it is intact. */
  readonly broken: string | null;
  /** Hash of the head in hexadecimal, to be kept elsewhere. */
  readonly hash: string | null;
}

/** What an entry says of the last one that its chain, with the head `h`, has forgotten. */
const FORGOTTEN = "h.forgotten || ' ' || encode(h.forgotten_hash, 'hex')";

/**
 * Whether an erased entry `e` says what the entry `by` of its chain says that it does: its hash over the one erased before it
 * is what the next erased one goes on from, and the last of them is named by that entry.
 */
const isAttested = (bytes: string, erasedTogether: string) => `
  encode(sha256(e.erased_before || e.hash || ${bytes}), 'hex')
    = coalesce(encode(lead(e.erased_before) over (partition by ${erasedTogether} order by e.number), 'hex'), right(by.subject, 64))`;
/** The entry that says who, or which Team, was deleted. */
const ATTESTING =
  "by.number = e.erased_by and by.action in ('person.delete', 'team.gone') and by.outcome = 'succeeded'";

/**
 * Recomputes every chain in the database. An edited entry fails its own hash; a deleted, inserted or moved one breaks
 * the sequence; a deleted tail misses the head's number or hash. A chain that begins later than with its first entry must
 * say so itself, in an entry that names the last one that went and its hash (decision 0137); of an entry whose names were
 * erased, a later one must say what it says now (decision 0138).
 * @param team Public code of one Team, or null for all.
 */
export async function chainStates(pool: Pool, team: string | null): Promise<ChainState[]> {
  const bytes = `audit_bytes(e.team_id, e.number, e.at, e.action, e.actor_code, e.actor_name, e.subject, e.ip_address,
                             e.outcome, e.reason, e.salt)`;
  const { rows } = await pool.query<ChainState>(
    `with linked as (
       select e.team_id, e.number, e.hash, coalesce(h.forgotten, 0) + row_number() over chain as expected,
              case when e.erased_by is null
                then e.hash = sha256(coalesce(lag(e.hash) over chain, h.forgotten_hash, decode(repeat('00', 32), 'hex')) || ${bytes})
                else ${isAttested(bytes, 'e.team_id, e.erased_by')} end as holds,
              e.action = 'audit.forget' and e.subject = ${FORGOTTEN} as says_so
         from audit_entry e
         left join audit_head h on h.team_id = e.team_id
         left join audit_entry by on by.team_id = e.team_id and ${ATTESTING}
        where e.number > coalesce(h.forgotten, 0) and (select set_config('app.team', '*', true)) is not null
       window chain as (partition by e.team_id order by e.number)),
     judged as (
       select team_id, count(*) as entries, max(number) as last, bool_or(says_so) as said,
              min(expected) filter (where number <> expected or holds is not true) as broken
         from linked group by team_id)
     select t.code as team, coalesce(j.entries, 0) as entries, coalesce(h.number, 0) as head,
            encode(h.hash, 'hex') as hash,
            case when h.forgotten > 0 and j.said is not true then h.forgotten + 1
                 when j.broken is not null then j.broken
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

/** An entry of the installation's chain as it is stored. */
export interface StoredOperatorEntry extends Omit<StoredEntry, 'reason'> {
  /** Public code of the Team; empty where it was not one. */
  readonly team: string;
  readonly reason: string;
}

const OPERATOR_COLUMNS = `number, at, action, actor_code, actor_name, team, subject, reason, ip_address, outcome,
  encode(hash, 'hex') as hash`;

/** Which entries of the installation's chain are selected; null leaves a filter out. */
export interface OperatorEntryFilter extends EntryFilter {
  /** Public code of a Team. */
  readonly team: string | null;
}

/** The newest entries of the installation's chain with a number below `before`, newest first. */
export async function operatorEntriesBefore(
  pool: Pool,
  { team, action, actor, outcome, since, until }: OperatorEntryFilter,
  before: string | null,
  limit: number,
): Promise<StoredOperatorEntry[]> {
  const { rows } = await pool.query<StoredOperatorEntry>(
    `select ${OPERATOR_COLUMNS} from operator_entry
      where ($1::text is null or team = $1) and ($2::text is null or action = $2)
        and ($3::text is null or actor_code = $3)
        and ($4::text is null or (outcome = 'succeeded') = ($4 = 'succeeded'))
        and ($5::timestamptz is null or at >= $5) and ($6::timestamptz is null or at < $6)
        and ($7::bigint is null or number < $7)
      order by number desc limit $8`,
    [team, action, actor, outcome, since, until, before, limit],
  );
  return rows;
}

/** Recomputes the installation's chain, as `chainStates` does those of the Teams. */
export async function operatorChainState(pool: Pool): Promise<Omit<ChainState, 'team'>> {
  const bytes = `operator_bytes(e.number, e.at, e.action, e.actor_code, e.actor_name, e.team, e.subject, e.reason,
                                e.ip_address, e.outcome, e.salt)`;
  const { rows } = await pool.query<Omit<ChainState, 'team'>>(
    `with linked as (
       select e.number, h.forgotten + row_number() over chain as expected,
              case when e.erased_by is null
                then e.hash = sha256(coalesce(lag(e.hash) over chain, h.forgotten_hash) || ${bytes})
                else ${isAttested(bytes, 'e.erased_by')} end as holds,
              e.action = 'audit.forget' and e.subject = ${FORGOTTEN} as says_so
         from operator_head h
         join operator_entry e on e.number > h.forgotten
         left join operator_entry by on ${ATTESTING}
       window chain as (order by e.number)),
     judged as (
       select count(*) as entries, coalesce(max(number), 0) as last, bool_or(says_so) as said,
              min(expected) filter (where number <> expected or holds is not true) as broken from linked)
     select j.entries, h.number as head, encode(h.hash, 'hex') as hash,
            case when h.forgotten > 0 and j.said is not true then h.forgotten + 1
                 when j.broken is not null then j.broken
                 when h.number <> j.last then least(h.number, j.last) + 1
                 when h.number > 0 and h.hash is distinct from (select hash from operator_entry where number = h.number)
                 then h.number
            end as broken
       from judged j, operator_head h`,
  );
  const [state] = rows;
  // Without its head, the length of the chain is unknown.
  return state ?? { entries: '0', head: '0', broken: '1', hash: null };
}
