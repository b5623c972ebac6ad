import type { TeamDeletion } from '@openhouse/contract';

/** Columns of a Team `t` that say whether it is to be deleted, as `DeletionRow`. */
export const DELETION_COLUMNS = `t.deletion_asked_at as "deletionAskedAt", t.deletion_due_at as "deletionDueAt",
  t.deletion_reason as "deletionReason",
  (select asker.name from person asker where asker.id = t.deletion_asked_by) as "deletionAskedBy"`;

/** Whether a Team is to be deleted; all null while it is not. */
export interface DeletionRow {
  readonly deletionAskedAt: Date | null;
  readonly deletionDueAt: Date | null;
  readonly deletionReason: string | null;
  /** Name of the owner; null also where an operator asked. */
  readonly deletionAskedBy: string | null;
}

export const NO_DELETION: DeletionRow = {
  deletionAskedAt: null,
  deletionDueAt: null,
  deletionReason: null,
  deletionAskedBy: null,
};

/** In the form of the API: nothing while nobody has asked for it. */
export function shownDeletion(row: DeletionRow): { readonly deletion?: TeamDeletion } {
  const { deletionAskedAt: askedAt, deletionDueAt: dueAt, deletionReason: reason, deletionAskedBy: askedBy } = row;
  if (askedAt === null || dueAt === null) return {};
  const asked = { askedAt: askedAt.toISOString(), dueAt: dueAt.toISOString(), askedBy };
  return { deletion: reason === null ? asked : { ...asked, reason } };
}
