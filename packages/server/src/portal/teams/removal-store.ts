import type { Transaction } from '../../kernel/database/database.ts';

/** A Team whose time has come, its row held. */
export interface DueTeam {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  /** Nobody can call it off any more. */
  readonly isBegun: boolean;
  /** Public code of the owner who asked; null where an operator did. */
  readonly askedBy: string | null;
}

/**
 * The Team that is due longest. Held against everybody who would still put something into it.
 * @param except Ids of Teams that are left for later.
 */
export async function holdDueTeam(
  transaction: Transaction,
  except: readonly string[] = [],
): Promise<DueTeam | undefined> {
  const { rows } = await transaction.query<DueTeam>(
    `select t.id, t.code, t.name, t.deletion_begun_at is not null as "isBegun", p.code as "askedBy"
       from team t left join person p on p.id = t.deletion_asked_by
      where t.deletion_due_at <= now() and t.id <> all ($1) order by t.deletion_due_at, t.id limit 1
        for update of t skip locked`,
    [except],
  );
  return rows[0];
}

/** Number and hash (hexadecimal) of the last entry of a Team's chain; undefined where it has none. */
export async function headOf(
  transaction: Transaction,
  teamId: string,
): Promise<{ readonly number: string; readonly hash: string } | undefined> {
  const { rows } = await transaction.query<{ number: string; hash: string }>(
    "select number, encode(hash, 'hex') as hash from audit_head where team_id = $1 and number > 0",
    [teamId],
  );
  return rows[0];
}

/** Takes everybody out of a Team, and lets nobody in any more. */
export async function endTeam(transaction: Transaction, teamId: string): Promise<void> {
  await transaction.query('update team set deletion_begun_at = now() where id = $1', [teamId]);
  await transaction.query('update person set active_team_id = null where active_team_id = $1', [teamId]);
  await transaction.query('delete from team_member where team_id = $1', [teamId]);
  await transaction.query('delete from invitation where team_id = $1', [teamId]);
  // Its tours are removed one by one, without an event for each. An endpoint goes with its deliveries, of which there may be very many,
  // so it is only stopped here: nothing is written for it any more, and nothing sent.
  await transaction.query('update webhook_endpoint set stopped_at = coalesce(stopped_at, now()) where team_id = $1', [
    teamId,
  ]);
  await transaction.query('delete from event_listener where team_id = $1', [teamId]);
}

/** Tables of a Team that may have very many rows, in the order in which they go. */
export const LARGE_TABLES = ['app_use', 'app_cost', 'app_call', 'tour_read', 'tour_removal'] as const;

export async function removeRowsOf(
  transaction: Transaction,
  table: (typeof LARGE_TABLES)[number],
  teamId: string,
  limit: number,
): Promise<number> {
  const { rowCount } = await transaction.query(
    `delete from ${table} where ctid = any (array(select ctid from ${table} where team_id = $1 limit $2))`,
    [teamId, limit],
  );
  return rowCount ?? 0;
}

/** Logs of its webhooks, along the endpoints: no index of deliveries begins with the Team. */
export async function removeDeliveriesOf(transaction: Transaction, teamId: string, limit: number): Promise<number> {
  const { rowCount } = await transaction.query(
    `delete from webhook_delivery where ctid = any (array(
       select d.ctid from webhook_endpoint e cross join lateral (
         select ctid from webhook_delivery where endpoint_id = e.id order by id limit $2) d
        where e.team_id = $1 limit $2))`,
    [teamId, limit],
  );
  return rowCount ?? 0;
}

/** With what they consist of; files that no tour names any more are collected later (decision 0122). */
export async function removeToursOf(transaction: Transaction, teamId: string, limit: number): Promise<number> {
  const { rowCount } = await transaction.query(
    'delete from tour where id = any (array(select id from tour where team_id = $1 order by id limit $2))',
    [teamId, limit],
  );
  return rowCount ?? 0;
}

/** Entries of its chain, which has forgotten them. */
export async function removeEntriesOf(transaction: Transaction, teamId: string, limit: number): Promise<number> {
  const { rows } = await transaction.query<{ removed: number }>('select remove_entries_of_team($1, $2) as removed', [
    teamId,
    limit,
  ]);
  return rows[0]?.removed ?? 0;
}

/** Every name that a Team had, as far as the logs still know. */
export async function namesOfTeam(transaction: Transaction, { id, code, name }: DueTeam): Promise<string[]> {
  const { rows } = await transaction.query<{ name: string }>(
    `select subject as name from audit_entry
      where team_id = $1 and action in ('team.create', 'team.rename') and outcome = 'succeeded'
     union select subject from operator_entry
      where team = $2 and action in ('team.suspend', 'team.resume', 'team.delete', 'team.keep')
     union select $3`,
    [id, code, name],
  );
  return rows.map((row) => row.name).filter((each) => each !== '');
}

/** What is left of a Team, and its row. */
export async function removeTeam(transaction: Transaction, teamId: string): Promise<void> {
  await transaction.query('delete from webhook_endpoint where team_id = $1', [teamId]);
  await transaction.query('select remove_team($1)', [teamId]);
}

/** Erases a Team from the installation's chain. @returns What its next entry must say (`0048-teams-that-go.sql`). */
export async function eraseTeam(transaction: Transaction, code: string, names: readonly string[]): Promise<string> {
  const { rows } = await transaction.query<{ said: string }>('select erase_team_in_operator_chain($1, $2) as said', [
    code,
    names,
  ]);
  return rows[0]?.said ?? '';
}
