import { explainCall, getUsage, listCalls } from '@openhouse/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { appOfTeam } from '../apps/change-app.ts';
import { PortalError } from '../http/portal-error.ts';
import { servePortalEndpoint } from '../http/route.ts';
import { type AskingOf, inActiveTeam } from '../session/asking.ts';
import { readCalls, readExplanation, readUsage, type UsedApp } from './read-usage.ts';
import { stepsAsked } from './rules.ts';

export interface UsageRouteDeps {
  readonly pool: Pool;
  readonly askingOf: AskingOf;
  /** Calls that an app may make in a minute; 0 without a limit. */
  readonly appLimitPerMinute: number;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
}

/** Calls about the use of apps, for everybody in the Team: what is wrong with a call is no secret among them. */
export function usageRoutes(app: FastifyInstance, deps: UsageRouteDeps): void {
  const { pool } = deps;
  const usedApp = async (request: FastifyRequest, appKey: string): Promise<UsedApp> => {
    const asking = inActiveTeam(await deps.askingOf(request));
    const { id } = await appOfTeam(pool, asking, appKey);
    return { teamId: asking.team.teamId, appId: id };
  };

  servePortalEndpoint(app, getUsage, async ({ request, params, query }) => {
    const used = await usedApp(request, params.app_key);
    return { usage: await readUsage(pool, used, stepsAsked(query, deps.nowMs()), deps.appLimitPerMinute) };
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
