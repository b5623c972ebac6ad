import { getLimits } from '@openhouse/contract';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { servePortalEndpoint } from '../http/route.ts';
import { type AskingOf, inActiveTeam } from '../session/asking.ts';
import { limitsInForce } from './rules.ts';
import { planOfTeam } from './store.ts';

export interface PlanOfTeamRouteDeps {
  readonly pool: Pool;
  readonly askingOf: AskingOf;
  /** Calls of an app whose plan says nothing of them; 0 without a limit. */
  readonly appLimitPerMinute: number;
  /** Days that usage is kept if the plan does not set them. */
  readonly usageKeepDays: number;
  readonly teamDeletionDays: number;
}

/** What a Team's plan allows, for everybody in the Team. */
export function planOfTeamRoutes(
  app: FastifyInstance,
  { pool, askingOf, appLimitPerMinute, usageKeepDays, teamDeletionDays }: PlanOfTeamRouteDeps,
): void {
  servePortalEndpoint(app, getLimits, async ({ request }) => {
    const { team } = inActiveTeam(await askingOf(request));
    const usual = { callsPerMinute: appLimitPerMinute, usageDays: usageKeepDays };
    const limits = limitsInForce(await planOfTeam(pool, team.teamId), usual);
    return { limits: { ...limits, deletionDays: teamDeletionDays } };
  });
}
