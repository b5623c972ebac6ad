import { type ExceptionLimits, PLANS_MAX, type Plan, type PlanLimits, TEAMS_COUNTED_MAX } from '@openhouse/contract';
import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { appendOperatorEntry } from '../audit-chain/store.ts';
import { PortalError } from '../http/portal-error.ts';
import { limitNames } from '../plans/store.ts';
import { actorOf } from './acting.ts';
import { changeAppAsOperator, changeTeamAsOperator, operatorAppOf, operatorTeamOf } from './change-standing.ts';
import type { Decision } from './decision.ts';
import * as store from './plan-store.ts';

/** The limits of a plan that says nothing. */
const NO_LIMITS = Object.fromEntries(limitNames.map((limit) => [limit, null])) as PlanLimits;

/** @returns Every plan, by name. */
export async function allPlans({ pool }: Pick<Database, 'pool'>): Promise<Plan[]> {
  return (await store.plansNamed(pool, null, TEAMS_COUNTED_MAX)).map(shownPlan);
}

/**
 * Makes a plan or changes it; what changes nothing leaves no entry. It stands in the installation's chain alone: a plan may
 * have a hundred thousand Teams.
 * @param limits Those that are left out stay.
 * @throws {PortalError} PLAN_LIMIT
 */
export async function setPlan(
  database: Database,
  { asking, reason }: Decision,
  name: string,
  limits: Partial<PlanLimits>,
): Promise<Plan> {
  return inTransaction(database, async (transaction) => {
    await store.lockPlans(transaction);
    const [before] = await store.plansNamed(transaction, name, TEAMS_COUNTED_MAX);
    if (before === undefined && (await store.countPlans(transaction)) >= PLANS_MAX) throw new PortalError('PLAN_LIMIT');
    const changed = limitNames.filter((limit) => limits[limit] !== undefined && limits[limit] !== before?.[limit]);
    if (before !== undefined && changed.length === 0) return shownPlan(before);
    await store.putPlan(transaction, name, { ...(before ?? NO_LIMITS), ...limits });
    appendOperatorEntry(transaction, {
      action: 'plan.set',
      operator: actorOf(asking, reason),
      ipAddress: asking.ipAddress,
      team: '',
      subject: [`${name}:`, ...changed.map((limit) => `${limit} ${limits[limit] ?? 'as usual'}`)].join(' '),
      outcome: 'succeeded',
    });
    const [after] = await store.plansNamed(transaction, name, TEAMS_COUNTED_MAX);
    if (after === undefined) throw new Error(`the plan ${name} was written and is not there`);
    return shownPlan(after);
  });
}

/** Removes a plan that no Team has. @throws {PortalError} PLAN_NOT_FOUND, PLAN_IN_USE */
export async function removePlan(database: Database, { asking, reason }: Decision, name: string): Promise<void> {
  await inTransaction(database, async (transaction) => {
    if (!(await store.lockPlan(transaction, name))) throw new PortalError('PLAN_NOT_FOUND');
    if (!(await store.deletePlan(transaction, name))) throw new PortalError('PLAN_IN_USE');
    const { ipAddress } = asking;
    const operator = actorOf(asking, reason);
    const entry = { action: 'plan.remove', operator, ipAddress, team: '', subject: name } as const;
    appendOperatorEntry(transaction, { ...entry, outcome: 'succeeded' });
  });
}

/** Gives a Team a plan. Every node knows within a second. @throws {PortalError} TEAM_NOT_FOUND, PLAN_NOT_FOUND */
export async function setTeamPlan(database: Database, decision: Decision, code: string, plan: string): Promise<void> {
  const team = await operatorTeamOf(database, code);
  await changeTeamAsOperator(database, decision, team, 'team.plan', async (transaction) => {
    if (!(await store.holdPlan(transaction, plan))) throw new PortalError('PLAN_NOT_FOUND');
    return (await store.setPlanOfTeam(transaction, team.id, plan)) ? `: ${plan}` : false;
  });
}

/**
 * Allows an app other limits until a time, or ends that with a time that has passed.
 * @throws {PortalError} APP_NOT_FOUND, REQUEST_INVALID for an exception from nothing
 */
export async function setException(
  database: Database,
  decision: Decision,
  appKey: string,
  {
    limits,
    endsAt,
    nowMs,
  }: { readonly limits: Partial<ExceptionLimits>; readonly endsAt: Date; readonly nowMs: number },
): Promise<void> {
  const app = await operatorAppOf(database, appKey);
  const { callsPerMinute = null, exchangesPerMinute = null } = limits;
  const lasts = endsAt.getTime() > nowMs;
  if (lasts && callsPerMinute === null && exchangesPerMinute === null) {
    throw new PortalError('REQUEST_INVALID', '/limits sets no limit: there is nothing to except the app from.');
  }
  await changeAppAsOperator(database, decision, app, 'app.exception', async (transaction) => {
    if (!lasts) return (await store.dropException(transaction, app.id)) ? ': ended' : false;
    await store.putException(transaction, app.id, { callsPerMinute, exchangesPerMinute }, endsAt, decision.reason);
    const said = Object.entries({ callsPerMinute, exchangesPerMinute }).filter(([, value]) => value !== null);
    return `: ${said.map(([limit, value]) => `${limit} ${value}`).join(' ')} until ${endsAt.toISOString()}`;
  });
}

function shownPlan({ name, teams, changedAt, ...limits }: store.PlanRow): Plan {
  return { name, limits, teams, changedAt: changedAt.toISOString() };
}
