import * as contract from '@openhouse/contract';
import type { FastifyInstance } from 'fastify';
import { PortalError } from '../http/portal-error.ts';
import { servePortalEndpoint } from '../http/route.ts';
import { type AskingOf, inActiveTeam } from '../session/asking.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  resendDelivery,
  rotateWebhookSecret,
  testWebhook,
  type WebhookDeps,
  type WithSecret,
} from './change-webhooks.ts';
import { listen } from './listen.ts';
import { shownDelivery, shownWebhook } from './rules.ts';
import { deliveriesOf, endpointsOf, findEndpoint } from './store.ts';

export interface WebhookRouteDeps extends WebhookDeps {
  readonly askingOf: AskingOf;
}

/** Webhooks of the active Team: everybody in it sees them and may listen, owners change them. */
export function webhookRoutes(app: FastifyInstance, deps: WebhookRouteDeps): void {
  const { database, askingOf } = deps;
  const asking = async (request: Parameters<AskingOf>[0]) => inActiveTeam(await askingOf(request));
  const withSecret = ({ endpoint, secret }: WithSecret) => ({ webhook: shownWebhook(endpoint), secret });

  servePortalEndpoint(app, contract.listWebhooks, async ({ request }) => {
    const { team } = await asking(request);
    return { webhooks: (await endpointsOf(database.pool, team.teamId)).map(shownWebhook) };
  });
  servePortalEndpoint(app, contract.createWebhook, async ({ request, body }) =>
    withSecret(await createWebhook(deps, await asking(request), body)),
  );
  servePortalEndpoint(app, contract.changeWebhook, async ({ request, params, body }) => ({
    webhook: shownWebhook(await changeWebhook(deps, await asking(request), params.id, body)),
  }));
  servePortalEndpoint(app, contract.deleteWebhook, async ({ request, params }) => {
    await deleteWebhook(deps, await asking(request), params.id);
    return { deleted: 1 as const };
  });
  servePortalEndpoint(app, contract.rotateWebhookSecret, async ({ request, params, body }) =>
    withSecret(await rotateWebhookSecret(deps, await asking(request), params.id, body.overlapHours)),
  );
  servePortalEndpoint(app, contract.testWebhook, async ({ request, params }) => ({
    delivery: shownDelivery(await testWebhook(deps, await asking(request), params.id)),
  }));
  servePortalEndpoint(app, contract.listDeliveries, async ({ request, params, query }) => {
    const { team } = await asking(request);
    if ((await findEndpoint(database.pool, team.teamId, params.id)) === undefined)
      throw new PortalError('WEBHOOK_NOT_FOUND');
    const most = contract.DELIVERIES_LISTED_MAX;
    const rows = await deliveriesOf(database.pool, team.teamId, params.id, query, most + 1);
    return { deliveries: rows.slice(0, most).map(shownDelivery), hasMore: rows.length > most };
  });
  servePortalEndpoint(app, contract.listenForEvents, async ({ request, params, body }) =>
    listen(database, await asking(request), params.listener, body),
  );
  servePortalEndpoint(app, contract.resendDelivery, async ({ request, params }) => ({
    delivery: shownDelivery(await resendDelivery(deps, await asking(request), params.id, params.delivery)),
  }));
}
