import * as contract from '@openhouse/contract';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { servePortalEndpoint } from '../http/route.ts';
import type { OperatorOf } from './acting.ts';
import { findAnything, listPage } from './find.ts';
import * as store from './find-store.ts';
import { shownFoundApp, shownFoundPerson, shownFoundTeam, shownGoingTeam } from './shown-found.ts';

export interface FindRouteDeps {
  readonly pool: Pool;
  readonly operator: OperatorOf;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
}

/** Days ahead in which trials that end are listed. */
const EXPIRING_DAYS = 14;
/** Days back in which refusals are counted. */
const REFUSED_DAYS = 1;

/** Searches across all Teams (decision 0135). */
export function findRoutes(app: FastifyInstance, { pool, operator, nowMs }: FindRouteDeps): void {
  servePortalEndpoint(app, contract.operatorFind, async ({ request, query }) => {
    await operator(request);
    return findAnything(pool, query.q, nowMs());
  });
  servePortalEndpoint(app, contract.listAllTeams, async ({ request, query }) => {
    await operator(request);
    const page = await listPage((...asked) => store.teamsByName(pool, ...asked), query.q, query.after);
    return { teams: page.rows.map(shownFoundTeam), next: page.next };
  });
  servePortalEndpoint(app, contract.listAllPeople, async ({ request, query }) => {
    await operator(request);
    const page = await listPage((...asked) => store.peopleByName(pool, ...asked), query.q, query.after);
    return { people: page.rows.map(shownFoundPerson), next: page.next };
  });
  servePortalEndpoint(app, contract.listAllApps, async ({ request, query }) => {
    await operator(request);
    const page = await listPage((...asked) => store.appsByName(pool, ...asked), query.q, query.after);
    return { apps: page.rows.map((row) => shownFoundApp(row, nowMs())), next: page.next };
  });
  servePortalEndpoint(app, contract.operatorOverview, async ({ request }) => {
    await operator(request);
    const most = contract.FOUND_MAX;
    const [expiring, unfinished, refused, teams, people, apps, going] = await Promise.all([
      store.expiringApps(pool, EXPIRING_DAYS, most),
      store.unfinishedRequests(pool, most),
      store.refusedApps(pool, REFUSED_DAYS, most),
      store.suspendedTeams(pool, most),
      store.suspendedPeople(pool, most),
      store.suspendedApps(pool, most),
      store.goingTeams(pool, most),
    ]);
    const shown = (row: store.FoundAppRow) => shownFoundApp(row, nowMs());
    return {
      expiring: expiring.map(shown),
      unfinished: unfinished.map(({ name, team, teamName, requestedAt, attempts }) => ({
        name,
        team: { id: team, name: teamName },
        requestedAt: requestedAt.toISOString(),
        attempts,
      })),
      refused: refused.map(({ refusals, ...row }) => ({ app: shown(row), refusals })),
      suspendedTeams: teams.map(shownFoundTeam),
      suspendedPeople: people.map(shownFoundPerson),
      suspendedApps: apps.map(shown),
      goingTeams: going.map(shownGoingTeam),
    };
  });
}
