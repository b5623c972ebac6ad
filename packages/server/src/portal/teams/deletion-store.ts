import type { Transaction } from '../../kernel/database/database.ts';

/** Who asks for the deletion of a Team, and when it is due. */
export interface DeletionAsked {
  /** Days until then. */
  readonly days: number;
  /** Id of the owner; null for an operator. */
  readonly personId: string | null;
  /** In the operator's words; null for an owner. */
  readonly reason: string | null;
}

/** A deletion that was asked for. */
export interface AskedDeletion {
  readonly askedAt: Date;
  readonly dueAt: Date;
}

/**
 * From here on the Team is closed. What an owner asked for becomes the operator's when one asks too: it is due no later than it was,
 * and the owner calls it off no more. @returns undefined where nothing changed.
 */
export async function askDeletion(
  transaction: Transaction,
  teamId: string,
  { days, personId, reason }: DeletionAsked,
): Promise<AskedDeletion | undefined> {
  const { rows } = await transaction.query<AskedDeletion>(
    `update team set deletion_due_at = least(deletion_due_at, now() + make_interval(days => $2)),
            deletion_asked_by = $3, deletion_reason = $4
      where id = $1
        and (deletion_due_at is null
             or ($3::bigint is null and deletion_asked_by is not null and deletion_begun_at is null))
     returning deletion_asked_at as "askedAt", deletion_due_at as "dueAt"`,
    [teamId, days, personId, reason],
  );
  return rows[0];
}

/** Who asked for the deletion of a Team that is held; undefined where nobody has. */
export async function askerOf(
  transaction: Transaction,
  teamId: string,
): Promise<{ readonly byOperator: boolean; readonly isBegun: boolean } | undefined> {
  const { rows } = await transaction.query<{ byOperator: boolean; isBegun: boolean }>(
    `select deletion_asked_by is null as "byOperator", deletion_begun_at is not null as "isBegun"
       from team where id = $1 and deletion_due_at is not null`,
    [teamId],
  );
  return rows[0];
}

/** The Team is open again. */
export async function callDeletionOff(transaction: Transaction, teamId: string): Promise<void> {
  await transaction.query(
    `update team set deletion_due_at = null, deletion_asked_by = null, deletion_reason = null
      where id = $1 and deletion_begun_at is null`,
    [teamId],
  );
}
