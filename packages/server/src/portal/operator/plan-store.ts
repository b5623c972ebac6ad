import { DEFAULT_PLAN, type ExceptionLimits, type PlanLimits } from '@openhouse/contract';
import type { Pool } from 'pg';
import type { Transaction } from '../../kernel/database/database.ts';
import { atCommit } from '../../kernel/database/transaction.ts';
import { LIMITS, limitColumns, limitNames } from '../plans/store.ts';

export interface PlanRow extends PlanLimits {
  readonly name: string;
  readonly teams: number;
  readonly changedAt: Date;
}

/**
 * Plans by name.
 * @param name One of them; null for all.
 * @param counted Teams of a plan that are counted at most.
 */
export async function plansNamed(client: Pool | Transaction, name: string | null, counted: number): Promise<PlanRow[]> {
  const { rows } = await client.query<PlanRow>(
    `select p.name, ${LIMITS}, p.changed_at as "changedAt",
            (select count(*)::int from (select from team t where t.plan = p.name limit $2) counted) as teams
       from plan p where $1::text is null or p.name = $1 order by p.name`,
    [name, counted],
  );
  return rows;
}

/** Lets plans change one after another: their number has a limit. */
export async function lockPlans(transaction: Transaction): Promise<void> {
  await transaction.query('select from plan where name = $1 for no key update', [DEFAULT_PLAN]);
}

export async function countPlans(transaction: Transaction): Promise<number> {
  return (await transaction.query<{ n: number }>('select count(*)::int as n from plan')).rows[0]?.n ?? 0;
}

/** Writes a plan, new or not. Every node hears of it at the commit: it reads all plans when the counter has moved. */
export async function putPlan(transaction: Transaction, name: string, limits: PlanLimits): Promise<void> {
  await transaction.query(
    `insert into plan (name, ${limitColumns.join(', ')}) values ($1, ${limitColumns.map((_, index) => `$${index + 2}`).join(', ')})
     on conflict (name) do update
        set changed_at = now(), ${limitColumns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    [name, ...limitNames.map((limit) => limits[limit])],
  );
  stampPlans(transaction);
}

/** Waits for whoever gives the plan to a Team. @returns False when there is no such plan. */
export async function lockPlan(transaction: Transaction, name: string): Promise<boolean> {
  return (await transaction.query('select from plan where name = $1 for update', [name])).rowCount === 1;
}

/** @returns False when a Team has it, or it is the default. */
export async function deletePlan(transaction: Transaction, name: string): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'delete from plan where name = $1 and name <> $2 and not exists (select from team where plan = $1)',
    [name, DEFAULT_PLAN],
  );
  stampPlans(transaction);
  return rowCount === 1;
}

function stampPlans(transaction: Transaction): void {
  atCommit(transaction, { text: "update epoch set n = n + 1 where name = 'standing'", values: [] });
}

/** Keeps a plan until the transaction ends. @returns False when there is none of this name. */
export async function holdPlan(transaction: Transaction, name: string): Promise<boolean> {
  return (await transaction.query('select from plan where name = $1 for key share', [name])).rowCount === 1;
}

/** @returns False when the Team has it already. */
export async function setPlanOfTeam(transaction: Transaction, teamId: string, plan: string): Promise<boolean> {
  const { rowCount } = await transaction.query('update team set plan = $2 where id = $1 and plan <> $2', [
    teamId,
    plan,
  ]);
  return rowCount === 1;
}

/** Gives an app other limits for a while, in place of what it was given before. */
export async function putException(
  transaction: Transaction,
  appId: string,
  { callsPerMinute, exchangesPerMinute }: ExceptionLimits,
  endsAt: Date,
  reason: string,
): Promise<void> {
  await transaction.query(
    `update app set exception_ends_at = $2, exception_calls_per_minute = $3, exception_exchanges_per_minute = $4,
            exception_reason = $5 where id = $1`,
    [appId, endsAt, callsPerMinute, exchangesPerMinute, reason],
  );
}

/** @returns False when the app had none that still held. */
export async function dropException(transaction: Transaction, appId: string): Promise<boolean> {
  const { rows } = await transaction.query<{ held: boolean }>(
    `update app a set exception_ends_at = null, exception_calls_per_minute = null,
            exception_exchanges_per_minute = null, exception_reason = null
       from app before where a.id = $1 and before.id = a.id and before.exception_ends_at is not null
      returning before.exception_ends_at > now() as held`,
    [appId],
  );
  return rows[0]?.held ?? false;
}
