import { explorerPaths, TOUR_VERSION_HEADER } from '@openhouse/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { AssetStore } from '../../kernel/assets/asset-store.ts';
import { gzipJudge } from '../../kernel/http/accept-encoding.ts';
import { hasVersion } from '../../kernel/http/conditional.ts';
import { fileStore } from '../../tours/files/store.ts';
import type { GatewayClient } from '../gateway-client/gateway-client.ts';
import { PortalError } from '../http/portal-error.ts';
import { type AskingOf, inActiveTeam } from '../session/asking.ts';
import type { Membership } from '../session/store.ts';
import { isExplorerOperation, isFileAddress, isShownFile } from './rules.ts';
import { tourVersion } from './store.ts';

export interface ExplorerRouteDeps {
  readonly pool: Pool;
  readonly askingOf: AskingOf;
  /**
   * The active Team of the caller, without a call to the identity provider; undefined for a stranger and without a
   * Team.
   */
  readonly teamOf: (request: FastifyRequest) => Promise<Membership | undefined>;
  readonly gateway: GatewayClient;
  readonly assets: AssetStore;
}

interface TourParams {
  readonly resource_code: string;
}

/** What the explorer of a tour reads: answers of the gateway, and files of the tour (decisions 0055 and 0056). */
export function explorerRoutes(app: FastifyInstance, deps: ExplorerRouteDeps): void {
  const { pool, gateway, assets } = deps;
  const files = fileStore(pool);
  const acceptsGzip = gzipJudge();

  app.get<{ Params: TourParams & { readonly operation: string } }>(
    pattern(explorerPaths.operation),
    { exposeHeadRoute: true },
    async (request, reply): Promise<FastifyReply> => {
      const { resource_code, operation } = request.params;
      if (!isExplorerOperation(operation)) throw new PortalError('NOT_FOUND');
      const { team } = inActiveTeam(await deps.askingOf(request));
      // Before the tour is read: of one that is replaced in between, the page names a version that is there no more.
      if (operation === 'vr-info' && isFileAddress(resource_code)) {
        const version = await tourVersion(pool, team.teamId, resource_code);
        if (version !== undefined) reply.header(TOUR_VERSION_HEADER, version);
      }
      const encoding = acceptsGzip(request.headers['accept-encoding']) ? 'gzip' : 'identity';
      const answer = await gateway.call({ teamId: team.teamId, operation, parameters: { resource_code }, encoding });
      reply.code(answer.httpStatus).header('vary', 'Accept-Encoding');
      for (const name of ['content-type', 'content-encoding', 'retry-after']) {
        const value = answer.headers[name];
        if (value !== undefined) reply.header(name, value);
      }
      return reply.send(answer.body);
    },
  );

  // Not rate limited, like the files of pages: a browser requests them by the dozen.
  app.get<{ Params: TourParams & { readonly '*': string } }>(
    pattern(explorerPaths.asset),
    { exposeHeadRoute: true, config: { uncounted: true } },
    async (request, reply): Promise<FastifyReply> => {
      const { resource_code, '*': path } = request.params;
      const team = await deps.teamOf(request);
      if (team === undefined) throw new PortalError('AUTH_REQUIRED');
      const isAddress = isFileAddress(resource_code) && isFileAddress(path);
      const file = isAddress ? await files.fileByAddress({ team: team.id, tour: resource_code, path }) : undefined;
      if (file === undefined || !isShownFile(path, file.mediaType)) throw new PortalError('NOT_FOUND');
      const etag = `"${file.sha256.toString('base64url')}"`;
      const headers = { ...fileHeaders, etag };
      if (hasVersion(request.headers['if-none-match'], etag)) return reply.headers(headers).code(304).send();
      const asset = await assets.open(file.sha256);
      if (asset === undefined) throw new Error('the asset store has lost a file');
      const { mediaType: type, size } = file;
      return reply.headers({ ...headers, 'content-type': type, 'content-length': size }).send(asset.body);
    },
  );
}

/** Seconds that a browser may reuse a file before it revalidates it with the ETag. */
const FILE_MAX_AGE_S = 300;

const fileHeaders = {
  'cache-control': `private, max-age=${FILE_MAX_AGE_S}`,
  // Imported files are data on the portal's own origin, never a page or a script of it.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
} as const;

function pattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
