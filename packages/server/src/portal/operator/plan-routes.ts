import * as contract from '@openhouse/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../kernel/database/database.ts';
import { givenEnd } from '../http/given-end.ts';
import { servePortalEndpoint } from '../http/route.ts';
import type { OperatorOf } from './acting.ts';
import { allPlans, removePlan, setException, setPlan, setTeamPlan } from './change-plan.ts';
import { deciding } from './decision.ts';
import { showStandings } from './show-standing.ts';

export interface PlanRouteDeps {
  readonly database: Database;
  readonly operator: OperatorOf;
  /** Lets this node's gateway know of a change before the answer leaves. */
  readonly onChanged: () => Promise<void>;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
}

/** What operators decide of plans, and of single apps beside them (decision 0136). */
export function planRoutes(app: FastifyInstance, { database, operator, onChanged, nowMs }: PlanRouteDeps): void {
  const decide = deciding(operator);
  const shown = showStandings(database, nowMs);

  servePortalEndpoint(app, contract.listPlans, async ({ request }) => {
    await operator(request);
    return { plans: await allPlans(database) };
  });
  servePortalEndpoint(app, contract.setPlan, async ({ request, params, body }) => {
    const plan = await setPlan(database, await decide(request, body), params.plan, body.limits);
    await onChanged();
    return { plan };
  });
  servePortalEndpoint(app, contract.removePlan, async ({ request, params, body }) => {
    await removePlan(database, await decide(request, body), params.plan);
    return { removed: 1 as const };
  });
  servePortalEndpoint(app, contract.setTeamPlan, async ({ request, params, body }) => {
    await setTeamPlan(database, await decide(request, body), params.id, body.plan);
    await onChanged();
    return { team: await shown.team(params.id) };
  });
  servePortalEndpoint(app, contract.setException, async ({ request, params, body }) => {
    const asked = { limits: body.limits, endsAt: givenEnd(body), nowMs: nowMs() };
    await setException(database, await decide(request, body), params.app_key, asked);
    await onChanged();
    return { app: await shown.app(params.app_key) };
  });
}
