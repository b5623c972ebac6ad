import * as contract from '@openhouse/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../../kernel/database/database.ts';
import { PortalError } from '../http/portal-error.ts';
import { servePortalEndpoint } from '../http/route.ts';
import { type AskingOf, inActiveTeam } from '../session/asking.ts';
import { changeEmbed } from './change-embed.ts';
import type { EmbedRow } from './rules.ts';
import { embedsOf, findEmbed } from './store.ts';

export interface EmbedRouteDeps {
  readonly database: Database;
  readonly askingOf: AskingOf;
  /** Public address of the portal, without a trailing slash. */
  readonly portalUrl: string;
}

/** Which tours of the active Team are public: everybody in it sees that, owners and members change it. */
export function embedRoutes(app: FastifyInstance, { database, askingOf, portalUrl }: EmbedRouteDeps): void {
  const asking = async (request: FastifyRequest) => inActiveTeam(await askingOf(request));
  const shown = ({ code, id, hosts, state, version }: EmbedRow): contract.TourEmbed => ({
    resourceCode: code,
    state,
    address: id === null || state !== 'on' ? null : `${portalUrl}${contract.embedPaths.page.replace('{id}', id)}`,
    hosts: [...hosts],
    version,
  });

  servePortalEndpoint(app, contract.listEmbeds, async ({ request }) => {
    const { team } = await asking(request);
    return { embeds: (await embedsOf(database.pool, team.teamId)).map(shown) };
  });
  servePortalEndpoint(app, contract.getEmbed, async ({ request, params }) => {
    const { team } = await asking(request);
    const embed = await findEmbed(database.pool, team.teamId, params.resource_code);
    if (embed === undefined) throw new PortalError('TOUR_NOT_FOUND');
    return { embed: shown(embed) };
  });
  servePortalEndpoint(app, contract.changeEmbed, async ({ request, params, body }) => ({
    embed: shown(await changeEmbed(database, await asking(request), params.resource_code, body)),
  }));
}
