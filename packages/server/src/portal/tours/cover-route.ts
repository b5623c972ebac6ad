import { ResourceCode, TOUR_COVER_PATH } from '@openhouse/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import Type from 'typebox';
import type { AssetStore } from '../../kernel/assets/asset-store.ts';
import { hasVersion } from '../../kernel/http/conditional.ts';
import { PortalError } from '../http/portal-error.ts';
import { checkedParams } from '../http/route.ts';
import type { Membership } from '../session/store.ts';
import { coverVersion } from './rules.ts';
import { coverOf } from './store.ts';

export interface CoverRouteDeps {
  readonly pool: Pool;
  readonly assets: AssetStore;
  readonly teamOf: (request: FastifyRequest) => Promise<Membership | undefined>;
}

const Params = Type.Object({ resource_code: ResourceCode });

/** Forbids everything to a picture of a bundle that is opened by itself, except SVG's inline styles. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
/** An address with the version of the picture never changes its content. */
const VERSIONED = 'private, max-age=31536000, immutable';
const UNVERSIONED = 'private, no-cache';

/** Serves the cover pictures of the active Team's tours. They need the session, not the identity provider. */
export function coverRoute(app: FastifyInstance, { pool, assets, teamOf }: CoverRouteDeps): void {
  app.get(TOUR_COVER_PATH.replace('{resource_code}', ':resource_code'), async (request, reply) => {
    const { resource_code } = checkedParams(Params, request.params);
    const team = await teamOf(request);
    if (team === undefined) throw new PortalError('AUTH_REQUIRED');
    const cover = await coverOf(pool, team.teamId, resource_code);
    if (cover === undefined) throw new PortalError('TOUR_NOT_FOUND');
    const version = coverVersion(cover.sha256);
    const asked = (request.query as Readonly<Record<string, unknown>>).v;
    const headers = {
      'content-type': cover.mediaType,
      'cache-control': asked === version ? VERSIONED : UNVERSIONED,
      'content-security-policy': PICTURE_POLICY,
      etag: `"${version}"`,
    };
    if (hasVersion(request.headers['if-none-match'], `"${version}"`)) return reply.headers(headers).code(304).send();
    const picture = await assets.open(cover.sha256);
    if (picture === undefined) throw new PortalError('TOUR_NOT_FOUND');
    return reply.headers({ ...headers, 'content-length': picture.size }).send(picture.body);
  });
}
