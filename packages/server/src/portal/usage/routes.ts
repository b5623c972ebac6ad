import { explainCall, getUsage, listCalls } from '@openhouse/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { appOfTeam } from '../apps/change-app.ts';
import { PortalError } from '../http/portal-error.ts';
import { servePortalEndpoint } from '../http/route.ts';
import { type AskingOf, inActiveTeam } from '../session/asking.ts';
import { readCalls, readExplanation, readUsage, type UsedApp } from './read-usage.ts';
import { stepsAsked } from './rules.ts';
import { callLimitOf, keptDaysOf } from './store.ts';

export interface UsageRouteDeps {
  readonly pool: Pool;
  readonly askingOf: AskingOf;
  /** Calls of an app whose plan says nothing of them; 0 without a limit. */
  readonly appLimitPerMinute: number;
  /** Days that usage is kept where a plan says nothing of it. */
  readonly usageKeepDays: number;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
}

/** Calls about the use of apps, for everybody in the Team: failed calls are no secret among them. */
export function usageRoutes(app: FastifyInstance, deps: UsageRouteDeps): void {
  const { pool } = deps;
  const usedApp = async (request: FastifyRequest, appKey: string): Promise<UsedApp> => {
    const asking = inActiveTeam(await deps.askingOf(request));
    const { id } = await appOfTeam(pool, asking, appKey);
    return { teamId: asking.team.teamId, appId: id };
  };

  servePortalEndpoint(app, getUsage, async ({ request, params, query }) => {
    const used = await usedApp(request, params.app_key);
    const nowMs = deps.nowMs();
    const keptDays = await keptDaysOf(pool, used.teamId, deps.usageKeepDays);
    const asked = stepsAsked(query, { nowMs, keepDays: keptDays });
    const limit = await callLimitOf(pool, used, deps.appLimitPerMinute, nowMs);
    return { usage: await readUsage(pool, used, asked, limit), keptDays };
  });

  servePortalEndpoint(app, listCalls, async ({ request, params, query }) => {
    const used = await usedApp(request, params.app_key);
    return { calls: await readCalls(pool, used, query.result ?? null) };
  });

  servePortalEndpoint(app, explainCall, async ({ request, params }) => {
    const { team } = inActiveTeam(await deps.askingOf(request));
    const explained = await readExplanation(pool, team.teamId, params.request_id);
    if (explained === undefined) throw new PortalError('CALL_NOT_FOUND');
    return explained;
  });
}
