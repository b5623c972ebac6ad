import type { Transaction } from '../../kernel/database/database.ts';

/** Whole days: a Team that does something every day gains one entry a day, not one at each look. */
const IS_DUE = "at < date_trunc('day', now(), 'UTC') - make_interval(days => $1)";

/** An entry that is kept no more. */
interface DueEntry {
  /** Its chain says already that it is forgotten. */
  readonly isForgotten: boolean;
}

/** The last entry of those that are kept no more. */
export interface LastEntry {
  readonly number: string;
  /** Hexadecimal. */
  readonly hash: string;
}

/** The oldest of all Teams' entries, if it is due. An index knows it; what says that entries are forgotten never is. */
export async function dueEntry(
  transaction: Transaction,
  days: number,
): Promise<(DueEntry & { readonly teamId: string }) | undefined> {
  const { rows } = await transaction.query<DueEntry & { readonly teamId: string }>(
    `select e.team_id as "teamId", e.number <= h.forgotten as "isForgotten"
       from (select team_id, number from audit_entry where action <> 'audit.forget' and ${IS_DUE} order by at limit 1) e
       join audit_head h on h.team_id = e.team_id`,
    [days],
  );
  return rows[0];
}

/** The last entry of a chain that is due: it goes with everything before it. */
export async function lastDueEntry(transaction: Transaction, teamId: string, days: number): Promise<LastEntry> {
  const { rows } = await transaction.query<LastEntry>(
    `select number, encode(hash, 'hex') as hash from audit_entry
      where team_id = $2 and ${IS_DUE} order by number desc limit 1`,
    [days, teamId],
  );
  return theRow(rows);
}

/** From here on the chain begins behind an entry; an entry at its head has said so. */
export async function beginChainAfter(transaction: Transaction, teamId: string, last: LastEntry): Promise<void> {
  await transaction.query(
    "update audit_head set forgotten = $2, forgotten_hash = decode($3, 'hex') where team_id = $1",
    [teamId, last.number, last.hash],
  );
}

/** Removes what a chain has forgotten, lowest numbers first. */
export async function removeForgotten(transaction: Transaction, teamId: string, limit: number): Promise<number> {
  const { rows } = await transaction.query<{ removed: number }>('select remove_forgotten_entries($1, $2) as removed', [
    teamId,
    limit,
  ]);
  return theRow(rows).removed;
}

/** The oldest entry of the installation's chain, if it is due. */
export async function dueOperatorEntry(transaction: Transaction, days: number): Promise<DueEntry | undefined> {
  const { rows } = await transaction.query<DueEntry>(
    `select e.number <= h.forgotten as "isForgotten"
       from (select number from operator_entry where action <> 'audit.forget' and ${IS_DUE} order by at limit 1) e
      cross join operator_head h`,
    [days],
  );
  return rows[0];
}

/** `lastDueEntry` of the installation's chain. */
export async function lastDueOperatorEntry(transaction: Transaction, days: number): Promise<LastEntry> {
  const { rows } = await transaction.query<LastEntry>(
    `select number, encode(hash, 'hex') as hash from operator_entry where ${IS_DUE} order by number desc limit 1`,
    [days],
  );
  return theRow(rows);
}

/** `beginChainAfter` of the installation's chain. */
export async function beginOperatorChainAfter(transaction: Transaction, last: LastEntry): Promise<void> {
  await transaction.query("update operator_head set forgotten = $1, forgotten_hash = decode($2, 'hex')", [
    last.number,
    last.hash,
  ]);
}

/** `removeForgotten` of the installation's chain. */
export async function removeForgottenOperator(transaction: Transaction, limit: number): Promise<number> {
  const { rows } = await transaction.query<{ removed: number }>(
    'select remove_forgotten_operator_entries($1) as removed',
    [limit],
  );
  return theRow(rows).removed;
}

function theRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('the statement returned no row');
  return row;
}
