import type { Transaction } from '../../kernel/database/database.ts';
import { type KeptKind, type KeptTable, keptKinds, keptTables, type Retention } from './rules.ts';

/**
 * Only one job removes at a time: a process that finds the lock taken leaves the rest to its holder. The lock ends with the
 * transaction, so nothing has to release it, and it works behind a pooler.
 */
export async function isAlone(transaction: Transaction): Promise<boolean> {
  const { rows } = await transaction.query<{ taken: boolean }>(
    "select pg_try_advisory_xact_lock(hashtext('openhouse retention')) as taken",
  );
  return rows[0]?.taken === true;
}

/** Removes rows that are not kept any more, oldest first, and steps around those that somebody holds. @returns How many. */
export async function removeRows(
  transaction: Transaction,
  { table, from, days, servesS = 0, where = 'true', byPlan }: KeptTable,
  keepDays: number,
  limit: number,
): Promise<number> {
  const kept = byPlan === true ? LONGEST('$1::int') : '$1::int';
  const { rowCount } = await transaction.query(
    `delete from ${table} where ctid = any (array(
       select ctid from ${table} kept where ${from} < now() - make_interval(days => ${kept}, secs => $2) and ${where}
        order by ${from} limit $3 for update skip locked))`,
    [days ?? keepDays, servesS, limit],
  );
  return rowCount ?? 0;
}

/** Days of whichever Team keeps the most. @param usual Days where a plan says nothing. */
const LONGEST = (usual: string): string => `(select max(coalesce(usage_days, ${usual})) from plan)`;

/**
 * Removes rows of apps whose Team keeps them for less time than another one does: app by app, each by a range of its index, so that
 * nothing that is kept is looked at. @returns How many.
 */
export async function removeRowsByPlan(
  transaction: Transaction,
  { table, from }: KeptTable,
  keepDays: number,
  limit: number,
): Promise<number> {
  const { rowCount } = await transaction.query(
    `delete from ${table} where ctid = any (array(
       select old.place from plan p join team t on t.plan = p.name join app a on a.team_id = t.id
        cross join lateral (
          select kept.ctid as place from ${table} kept
           where kept.team_id = a.team_id and kept.app_id = a.id
             and kept.${from} < now() - make_interval(days => coalesce(p.usage_days, $1::int))
           order by kept.${from} limit $2 for update skip locked) old
        where coalesce(p.usage_days, $1::int) < ${LONGEST('$1::int')} limit $2))`,
    [keepDays, limit],
  );
  return rowCount ?? 0;
}

/** Entries that say what was removed of a chain do not count: a chain at rest keeps its last one. */
const AUDIT_TABLES: readonly KeptTable[] = [
  { table: 'audit_entry', from: 'at', where: "action <> 'audit.forget'" },
  { table: 'operator_entry', from: 'at', where: "action <> 'audit.forget'" },
];

/** Seconds by which the oldest row of each kind is kept longer than it should be; 0 where none is. Scope `*`. */
export async function overdueS(transaction: Transaction, { days }: Retention): Promise<ReadonlyMap<KeptKind, number>> {
  const looked: Readonly<Record<KeptKind, readonly KeptTable[]>> = {
    ...keptTables,
    sessions: [{ table: 'session', from: 'ends_at' }],
    teams: [{ table: 'team', from: 'deletion_due_at' }],
    audit: AUDIT_TABLES,
  };
  const late = new Map<KeptKind, number>();
  for (const kind of keptKinds) {
    const keepDays = days[kind];
    if (keepDays === null) continue;
    // Of some tables a row stays for ever: the oldest one says nothing.
    const ages = looked[kind].filter(({ someStay }) => someStay !== true).map(ageOfOldest(keepDays));
    const { rows } = await transaction.query<{ late: number }>(
      `select greatest(0, ${ages.join(', ')})::float8 as late`,
    );
    late.set(kind, rows[0]?.late ?? 0);
  }
  return late;
}

/** The minimum of an index, or of a small table; null, which `greatest` passes over, where there is no row. */
function ageOfOldest(keepDays: number) {
  return ({ table, from, days = keepDays, servesS = 0, where = 'true', byPlan }: KeptTable): string =>
    `(select extract(epoch from now() - min(${from})) - ${byPlan === true ? LONGEST(String(days)) : days} * 86400.0 - ${servesS} from ${table} where ${where})`;
}
