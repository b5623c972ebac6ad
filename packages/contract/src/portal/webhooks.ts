import Type, { type Static, type TSchema } from 'typebox';
import { secret } from '../secret.ts';
import { OVERLAP_MAX_HOURS } from './limits.ts';
import { definePortalEndpoint } from './portal-endpoint.ts';
import { ROW_ID_PATTERN } from './row-id.ts';
import {
  DELIVERIES_KEEP_DAYS,
  DELIVERIES_LISTED_MAX,
  deliveryProblems,
  WEBHOOK_TEST,
  WEBHOOK_URL_MAX,
  WEBHOOKS_MAX,
  webhookEvents,
} from './webhook-events.ts';

// Webhooks of a Team: where it wants to be told what happens, as Standard Webhooks describes it (decision 0180).

const id = Type.String({ pattern: ROW_ID_PATTERN });
const orNull = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const instant = 'ISO 8601, UTC.';

/** Some of the events, or all. */
export const WebhookEvents = Type.Array(Type.Enum([...webhookEvents]), {
  maxItems: webhookEvents.length,
  uniqueItems: true,
  description: 'The events that are sent; empty for all, including those added later.',
});
const Url = Type.String({
  minLength: 1,
  maxLength: WEBHOOK_URL_MAX,
  description: 'Where events are sent by POST: an address of the internet, with https in production.',
});

/** An endpoint; its secret is not in it. */
export const Webhook = Type.Object({
  id,
  url: Url,
  events: WebhookEvents,
  createdAt: Type.String({ description: instant }),
  previousSecretEndsAt: orNull(Type.String(), 'Until then the secret before the last rotation signs as well.'),
  stopped: orNull(
    Type.Enum(['by-owner', 'by-receiver']),
    'null while it is told. by-receiver: it answered 410, which says that it wants no more.',
  ),
  waiting: Type.Integer({ minimum: 0, description: 'Events that are still to be delivered.' }),
});
export type Webhook = Static<typeof Webhook>;

/** An event for an endpoint, and the state of its delivery. */
export const WebhookDelivery = Type.Object({
  id,
  eventId: Type.String({ description: 'The `webhook-id`: the same whenever this event is sent again.' }),
  type: Type.String({ description: 'One of the events, or webhook.test.' }),
  at: Type.String({ description: `When it happened: ${instant}` }),
  state: Type.Enum(['waiting', 'delivered', 'given-up']),
  attempts: Type.Integer({ minimum: 0 }),
  triedAt: orNull(Type.String(), `When it was last tried: ${instant}`),
  nextTryAt: orNull(
    Type.String(),
    `When it is tried next, or later where an earlier event of its tour waits: ${instant}`,
  ),
  status: orNull(Type.Integer(), 'HTTP status of the last answer.'),
  problem: orNull(Type.Enum([...deliveryProblems]), 'Why the last attempt did not count.'),
  body: Type.String({ description: 'What is sent, byte for byte.' }),
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

const example: Webhook = {
  id: '4',
  url: 'https://integrator.example/openhouse',
  events: ['tour.imported', 'tour.replaced', 'tour.removed'],
  createdAt: '2026-11-26T09:30:00.000Z',
  previousSecretEndsAt: null,
  stopped: null,
  waiting: 0,
};
const exampleDelivery: WebhookDelivery = {
  id: '17',
  eventId: 'msg_0b9f6a5e1d9c4f0c8f3f0d8ad3a3c1de',
  type: 'tour.imported',
  at: '2026-11-26T10:00:00.000Z',
  state: 'waiting',
  attempts: 1,
  triedAt: '2026-11-26T10:00:01.000Z',
  nextTryAt: '2026-11-26T10:00:06.000Z',
  status: 500,
  problem: 'status',
  body: '{"type":"tour.imported","timestamp":"2026-11-26T10:00:00.000Z","data":{"name":"Loft","is_active":false,"resource_code":"loft"}}',
};
const ofWebhook = Type.Object({ id });
const exampleParams = { id: example.id };
const nothing = Type.Object({}, { additionalProperties: false });
const Secret = secret(Type.String({ description: 'Signs what is sent; shown this once.' }));
const exampleSecret = 'whsec_<the secret of the endpoint>';

export const listWebhooks = definePortalEndpoint({
  name: 'list-webhooks',
  method: 'GET',
  path: '/api/webhooks',
  summary: 'Webhooks of the active Team',
  description: 'Where the Team wants to be told what happens, oldest first. No secret.',
  access: 'signed-in',
  params: Type.Object({}),
  body: undefined,
  data: Type.Object({ webhooks: Type.Array(Webhook, { maxItems: WEBHOOKS_MAX }) }),
  failures: ['TEAM_REQUIRED'],
  example: { data: { webhooks: [example] } },
});

export const createWebhook = definePortalEndpoint({
  name: 'create-webhook',
  method: 'POST',
  path: '/api/webhooks',
  summary: 'Add a webhook',
  description:
    `A Team may have ${WEBHOOKS_MAX}. The answer holds the secret, which is shown this once. What happens from then on is sent; ` +
    'an address that leads inside the network of the installation is refused. Owners only.',
  access: 'signed-in',
  params: Type.Object({}),
  body: Type.Object({ url: Url, events: WebhookEvents }, { additionalProperties: false }),
  data: Type.Object({ webhook: Webhook, secret: Secret }),
  failures: ['TEAM_REQUIRED', 'ROLE_INSUFFICIENT', 'WEBHOOK_LIMIT', 'WEBHOOK_ADDRESS_REFUSED'],
  example: { body: { url: example.url, events: example.events }, data: { webhook: example, secret: exampleSecret } },
});

export const changeWebhook = definePortalEndpoint({
  name: 'change-webhook',
  method: 'POST',
  path: '/api/webhooks/{id}',
  summary: 'Change a webhook',
  description:
    'What is left out stays. While it is stopped nothing is kept for it; what was waiting goes on once it is started. ' +
    'Owners only.',
  access: 'signed-in',
  params: ofWebhook,
  body: Type.Object(
    {
      url: Type.Optional(Url),
      events: Type.Optional(WebhookEvents),
      stopped: Type.Optional(Type.Boolean({ description: 'true stops it, false starts it again.' })),
    },
    { additionalProperties: false },
  ),
  data: Type.Object({ webhook: Webhook }),
  failures: ['TEAM_REQUIRED', 'ROLE_INSUFFICIENT', 'WEBHOOK_NOT_FOUND', 'WEBHOOK_ADDRESS_REFUSED'],
  example: {
    params: exampleParams,
    body: { stopped: true },
    data: { webhook: { ...example, stopped: 'by-owner' } },
  },
});

export const deleteWebhook = definePortalEndpoint({
  name: 'delete-webhook',
  method: 'POST',
  path: '/api/webhooks/{id}/delete',
  summary: 'Delete a webhook',
  description: 'With its log, and what is still waiting for it. Owners only.',
  access: 'signed-in',
  params: ofWebhook,
  body: nothing,
  data: Type.Object({ deleted: Type.Literal(1) }),
  failures: ['TEAM_REQUIRED', 'ROLE_INSUFFICIENT', 'WEBHOOK_NOT_FOUND'],
  example: { params: exampleParams, body: {}, data: { deleted: 1 } },
});

export const rotateWebhookSecret = definePortalEndpoint({
  name: 'rotate-webhook-secret',
  method: 'POST',
  path: '/api/webhooks/{id}/secret/rotate',
  summary: 'Rotate the secret of a webhook',
  description:
    'For the chosen overlap what is sent carries a signature of either secret; 0 ends the old one at once. The answer holds ' +
    'the new one, which is shown this once. Owners only.',
  access: 'signed-in',
  params: ofWebhook,
  body: Type.Object(
    { overlapHours: Type.Integer({ minimum: 0, maximum: OVERLAP_MAX_HOURS, description: 'Whole hours.' }) },
    { additionalProperties: false },
  ),
  data: Type.Object({ webhook: Webhook, secret: Secret }),
  failures: ['TEAM_REQUIRED', 'ROLE_INSUFFICIENT', 'WEBHOOK_NOT_FOUND'],
  example: {
    params: exampleParams,
    body: { overlapHours: 24 },
    data: { webhook: { ...example, previousSecretEndsAt: '2026-11-27T09:30:00.000Z' }, secret: exampleSecret },
  },
});

export const testWebhook = definePortalEndpoint({
  name: 'test-webhook',
  method: 'POST',
  path: '/api/webhooks/{id}/test',
  summary: 'Send a test',
  description: `Sends an event ${WEBHOOK_TEST} within seconds; the log says what became of it. Owners only.`,
  access: 'signed-in',
  params: ofWebhook,
  body: nothing,
  data: Type.Object({ delivery: WebhookDelivery }),
  failures: ['TEAM_REQUIRED', 'ROLE_INSUFFICIENT', 'WEBHOOK_NOT_FOUND', 'WEBHOOK_STOPPED'],
  example: { params: exampleParams, body: {}, data: { delivery: { ...exampleDelivery, type: WEBHOOK_TEST } } },
});

export const listDeliveries = definePortalEndpoint({
  name: 'list-deliveries',
  method: 'GET',
  path: '/api/webhooks/{id}/deliveries',
  summary: 'Deliveries of a webhook',
  description: `What was sent and is to be sent, newest first; kept for ${DELIVERIES_KEEP_DAYS} days.`,
  access: 'signed-in',
  params: ofWebhook,
  query: Type.Object(
    {
      state: Type.Optional(Type.Enum(['waiting', 'delivered', 'given-up'], { description: 'Those only.' })),
      before: Type.Optional(
        Type.String({ pattern: ROW_ID_PATTERN, description: 'Id of a delivery: those before it.' }),
      ),
    },
    { additionalProperties: false },
  ),
  body: undefined,
  data: Type.Object({
    deliveries: Type.Array(WebhookDelivery, { maxItems: DELIVERIES_LISTED_MAX }),
    hasMore: Type.Boolean(),
  }),
  failures: ['TEAM_REQUIRED', 'WEBHOOK_NOT_FOUND'],
  example: {
    params: exampleParams,
    query: { state: 'waiting' },
    data: { deliveries: [exampleDelivery], hasMore: false },
  },
});

export const resendDelivery = definePortalEndpoint({
  name: 'resend-delivery',
  method: 'POST',
  path: '/api/webhooks/{id}/deliveries/{delivery}/resend',
  summary: 'Send an event again',
  description:
    'As a further delivery of the same event, behind what is waiting of the same tour. Receivers know it by its `webhook-id`. ' +
    'Owners only.',
  access: 'signed-in',
  params: Type.Object({ id, delivery: id }),
  body: nothing,
  data: Type.Object({ delivery: WebhookDelivery }),
  failures: ['TEAM_REQUIRED', 'ROLE_INSUFFICIENT', 'WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND', 'WEBHOOK_STOPPED'],
  example: {
    params: { ...exampleParams, delivery: exampleDelivery.id },
    body: {},
    data: { delivery: { ...exampleDelivery, id: '18' } },
  },
});

/** Calls about webhooks. */
export const webhookEndpoints = [
  listWebhooks,
  createWebhook,
  changeWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listDeliveries,
  resendDelivery,
] as const;
