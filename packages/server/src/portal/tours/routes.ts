import * as contract from '@openhouse/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AssetStore } from '../../kernel/assets/asset-store.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Actions } from '../actions/do-once.ts';
import type { DemoBundles } from '../demo/bundled-tour.ts';
import type { PortalLog } from '../http/log.ts';
import { servePortalEndpoint } from '../http/route.ts';
import { lineOf } from '../http/trace-id.ts';
import { servePortalUpload } from '../http/upload.ts';
import { type AskingOf, inActiveTeam } from '../session/asking.ts';
import type { Membership } from '../session/store.ts';
import { activateTeamTour } from './activate-team-tour.ts';
import { addSampleTour } from './add-sample-tour.ts';
import { coverRoute } from './cover-route.ts';
import { IMPORT_BOUNDS, importPlaces } from './import-places.ts';
import { importUpload } from './import-upload.ts';
import { tourPage } from './list-tours.ts';
import { removeTour } from './remove-tour.ts';
import { shownTour } from './rules.ts';
import { tourLines } from './tour-lines.ts';
import type { UploadCounts } from './upload-counts.ts';

export interface TeamTourRouteDeps {
  readonly database: Database;
  readonly assets: AssetStore;
  readonly askingOf: AskingOf;
  /**
   * The active Team of the caller, without a call to the identity provider; undefined for a stranger and without a
   * Team.
   */
  readonly teamOf: (request: FastifyRequest) => Promise<Membership | undefined>;
  /** Where uploads are kept while they are imported. */
  readonly uploadDirectory: string;
  /** Makes a retry of an upload the same import. */
  readonly importOnce: Actions['importOnce'];
  readonly uploadBounds: UploadBounds;
  readonly counts: UploadCounts;
  readonly bundles: DemoBundles;
  readonly log: PortalLog;
  /** Notifies this node's gateway of a change before the answer is sent. */
  readonly onChanged: () => Promise<void>;
}

/** The limits of uploads that differ between installations and tests. */
export interface UploadBounds {
  /** Concurrent uploads of one address on this node. */
  readonly perAddress: number;
  /** Bits of an IPv6 address that are counted as one. */
  readonly ipv6Bits: number;
  /** Bytes of all uploads on the disk of this node. */
  readonly bytesOfNode: number;
}

/** Calls about a Team's tours. */
export function teamTourRoutes(app: FastifyInstance, deps: TeamTourRouteDeps): void {
  const { database, log, onChanged } = deps;
  const asking = async (request: FastifyRequest) => inActiveTeam(await deps.askingOf(request));
  const { perAddress, ipv6Bits, bytesOfNode } = deps.uploadBounds;
  const places = importPlaces({ ...IMPORT_BOUNDS, arrivingOfAddress: perAddress, bytesOfNode });

  servePortalEndpoint(app, contract.listTours, async ({ request, query: { search, after } }) => {
    const { team } = await asking(request);
    return tourPage(database.pool, team.teamId, search, after);
  });

  servePortalUpload(
    app,
    contract.importTours,
    async ({ request, query: { name, report }, body, tell, hasLeft }) => {
      const length = Number(request.headers['content-length']);
      const upload = {
        name,
        body,
        announcedBytes: Number.isNaN(length) ? undefined : length,
        hasLeft,
      };
      const who = await asking(request);
      const once = <Result>(contentHash: Buffer, act: () => Promise<Result>) =>
        deps.importOnce(request, contentHash, act);
      const uploads = {
        database,
        assets: deps.assets,
        directory: deps.uploadDirectory,
        gateway: deps.bundles.gateway,
        places,
        counts: deps.counts,
        ipv6Bits,
        once,
        onChanged,
      };
      return importUpload(
        uploads,
        who,
        upload,
        ({ done, total }) => tell({ progress: { done, total } }),
        report === 'full' ? tourLines(tell) : undefined,
      );
    },
    (request, error) => log.error({ ...lineOf(request), err: error }, 'an import broke'),
  );

  servePortalEndpoint(app, contract.addSampleTour, async ({ request }) => {
    const { assets, bundles } = deps;
    return {
      tour: shownTour(await addSampleTour({ database, assets, places, bundles, onChanged }, await asking(request))),
    };
  });

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
