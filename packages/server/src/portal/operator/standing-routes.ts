import * as contract from '@openhouse/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../kernel/database/database.ts';
import type { UpstreamAppService } from '../apps/upstream/upstream-app-service.ts';
import { givenEnd } from '../http/given-end.ts';
import { servePortalEndpoint } from '../http/route.ts';
import type { OperatorOf } from './acting.ts';
import { suspendApp, suspendPerson, suspendTeam } from './change-standing.ts';
import { askUpstream, setTrial } from './change-trial.ts';
import { deciding } from './decision.ts';
import { deleteAnyTeam, keepAnyTeam } from './delete-team.ts';
import { showStandings } from './show-standing.ts';

export interface StandingRouteDeps {
  readonly database: Database;
  readonly operator: OperatorOf;
  readonly upstream: UpstreamAppService;
  readonly onUpstreamUnavailable: (reason: string) => void;
  /** Notifies this node's gateway of a change before the answer is sent. */
  readonly onChanged: () => Promise<void>;
  /** Days from the request to delete a Team until it is deleted. */
  readonly teamDeletionDays: number;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
}

/** Decisions of operators about apps, Teams and people (decision 0134). */
export function standingRoutes(app: FastifyInstance, deps: StandingRouteDeps): void {
  const { database, operator, nowMs, onChanged } = deps;
  const decide = deciding(operator);
  const shown = showStandings(database, nowMs);

  servePortalEndpoint(app, contract.getOperatorApp, async ({ request, params }) => {
    await operator(request);
    return { app: await shown.app(params.app_key) };
  });
  for (const [endpoint, on] of [
    [contract.suspendApp, true],
    [contract.resumeApp, false],
  ] as const) {
    servePortalEndpoint(app, endpoint, async ({ request, params, body }) => {
      await suspendApp(database, await decide(request, body), params.app_key, on);
      await onChanged();
      return { app: await shown.app(params.app_key) };
    });
  }
  servePortalEndpoint(app, contract.setTrial, async ({ request, params, body }) => {
    await setTrial(database, await decide(request, body), params.app_key, givenEnd(body));
    await onChanged();
    return { app: await shown.app(params.app_key) };
  });
  servePortalEndpoint(app, contract.askUpstream, async ({ request, params, body }) => {
    const asked = { database, upstream: deps.upstream, onUnavailable: deps.onUpstreamUnavailable };
    const answer = await askUpstream(asked, await decide(request, body), params.app_key);
    if (answer === 'changed') await onChanged();
    return { app: await shown.app(params.app_key), answer };
  });

  servePortalEndpoint(app, contract.getOperatorTeam, async ({ request, params }) => {
    await operator(request);
    return { team: await shown.team(params.id) };
  });
  for (const [endpoint, on] of [
    [contract.suspendTeam, true],
    [contract.resumeTeam, false],
  ] as const) {
    servePortalEndpoint(app, endpoint, async ({ request, params, body }) => {
      await suspendTeam(database, await decide(request, body), params.id, on);
      await onChanged();
      return { team: await shown.team(params.id) };
    });
  }

  servePortalEndpoint(app, contract.deleteAnyTeam, async ({ request, params, body }) => {
    await deleteAnyTeam(database, await decide(request, body), params.id, deps.teamDeletionDays);
    await onChanged();
    return { team: await shown.team(params.id) };
  });
  servePortalEndpoint(app, contract.keepAnyTeam, async ({ request, params, body }) => {
    await keepAnyTeam(database, await decide(request, body), params.id);
    await onChanged();
    return { team: await shown.team(params.id) };
  });

  servePortalEndpoint(app, contract.getOperatorPerson, async ({ request, params }) => {
    await operator(request);
    return { person: await shown.person(params.user_code) };
  });
  for (const [endpoint, on] of [
    [contract.suspendPerson, true],
    [contract.resumePerson, false],
  ] as const) {
    servePortalEndpoint(app, endpoint, async ({ request, params, body }) => {
      await suspendPerson(database, await decide(request, body), params.user_code, on);
      return { person: await shown.person(params.user_code) };
    });
  }
}
