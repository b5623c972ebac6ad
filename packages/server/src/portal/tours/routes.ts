import * as contract from '@openhouse/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AssetStore } from '../../kernel/assets/asset-store.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { PortalLog } from '../http/log.ts';
import { servePortalEndpoint } from '../http/route.ts';
import { servePortalUpload } from '../http/upload.ts';
import { type AskingOf, inActiveTeam } from '../session/asking.ts';
import type { Membership } from '../session/store.ts';
import { activateTeamTour } from './activate-team-tour.ts';
import { coverRoute } from './cover-route.ts';
import { importPlaces } from './import-places.ts';
import { importUpload } from './import-upload.ts';
import { tourPage } from './list-tours.ts';
import { removeTour } from './remove-tour.ts';
import { shownTour } from './rules.ts';

export interface TeamTourRouteDeps {
  readonly database: Database;
  readonly assets: AssetStore;
  readonly askingOf: AskingOf;
  /** The active Team of whoever asks, without a call to the identity provider; undefined for nobody and no Team. */
  readonly teamOf: (request: FastifyRequest) => Promise<Membership | undefined>;
  /** Where uploads are kept while they are imported. */
  readonly uploadDirectory: string;
  readonly log: PortalLog;
  /** Lets this node's gateway know of a change before the answer leaves. */
  readonly onChanged: () => Promise<void>;
}

/** Calls about a Team's tours. */
export function teamTourRoutes(app: FastifyInstance, deps: TeamTourRouteDeps): void {
  const { database, log, onChanged } = deps;
  const asking = async (request: FastifyRequest) => inActiveTeam(await deps.askingOf(request));
  const places = importPlaces();

  servePortalEndpoint(app, contract.listTours, async ({ request, query: { search, after } }) => {
    const { team } = await asking(request);
    return tourPage(database.pool, team.teamId, search, after);
  });

  servePortalUpload(
    app,
    contract.importTours,
    async ({ request, query: { name }, body, mediaType, tell }) => {
      const length = Number(request.headers['content-length']);
      const upload = {
        name,
        isArchive: mediaType === 'application/zip',
        body,
        announcedBytes: Number.isNaN(length) ? undefined : length,
      };
      const who = await asking(request);
      const uploads = { database, assets: deps.assets, directory: deps.uploadDirectory, places, onChanged };
      return importUpload(uploads, who, upload, ({ done, total }) => tell({ done, total }));
    },
    (request, error) =>
      log.error({ request_id: request.id, route: request.routeOptions.url, err: error }, 'an import broke'),
  );

  servePortalEndpoint(app, contract.activateTour, async ({ request, params }) => {
    const tour = await activateTeamTour(database, await asking(request), params.resource_code);
    await onChanged();
    return { tour: shownTour(tour) };
  });

  servePortalEndpoint(app, contract.removeTour, async ({ request, params, body }) => {
    await removeTour(database, await asking(request), params.resource_code, body.confirm);
    await onChanged();
    return { removed: 1 as const };
  });

  coverRoute(app, { pool: database.pool, assets: deps.assets, teamOf: deps.teamOf });
}
