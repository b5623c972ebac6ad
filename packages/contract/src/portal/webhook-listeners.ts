import Type, { type Static } from 'typebox';
import { definePortalEndpoint } from './portal-endpoint.ts';
import { ROW_ID_PATTERN } from './row-id.ts';
import { WebhookEvents } from './webhooks.ts';

// A command that forwards the events of a Team to an address on its own machine (decision 0196).

/** Commands that may listen to a Team at once. */
export const LISTENERS_MAX = 20;
/** Minutes without a call after which a listener is forgotten. */
export const LISTENER_KEPT_MINUTES = 15;
/** Days that an event is kept for a listener that keeps polling. */
export const HEARD_KEEP_DAYS = 1;
/** Maximum number of events in one answer. */
export const HEARD_MAX = 100;

/** An event, as a webhook would receive it. */
export const HeardEvent = Type.Object({
  id: Type.String({ description: 'For `taken` of a later call.' }),
  eventId: Type.String({ description: 'The `webhook-id`: that which webhooks of the Team are sent, too.' }),
  type: Type.String({ description: 'One of the events.' }),
  body: Type.String({ description: 'What a webhook would be sent, byte for byte.' }),
});
export type HeardEvent = Static<typeof HeardEvent>;

const listener = 'pZ0hYt3mQ8KfB1xW6sVd2A';

export const listenForEvents = definePortalEndpoint({
  name: 'listen-for-events',
  method: 'POST',
  path: '/api/webhook-listeners/{listener}',
  summary: 'Listen to what happens in a Team',
  description:
    'For programs that no webhook can reach, such as `openhouse listen` on a machine of a developer. The first call with an id of ' +
    'your own begins; what happens from then on is in the answers until it is named as taken. Call it every few seconds: after ' +
    `${LISTENER_KEPT_MINUTES} minutes without a call the listener is forgotten, and the next call begins anew. A Team may have ` +
    `${LISTENERS_MAX} at once. Nothing is sent anywhere. A credential hears of tours with a scope of tours, of the rest with ` +
    'apps:read, and of leaked secrets never.',
  access: 'signed-in',
  scopes: ['tours:read', 'tours:write', 'apps:read'],
  params: Type.Object({
    listener: Type.String({
      pattern: '^[A-Za-z0-9_-]{22}$',
      description: '16 random bytes in base64url, chosen by whoever listens.',
    }),
  }),
  body: Type.Object(
    {
      events: Type.Optional(WebhookEvents),
      taken: Type.Optional(
        Type.Array(Type.String({ pattern: ROW_ID_PATTERN }), {
          maxItems: HEARD_MAX,
          description: 'Ids of events that are not to be answered again.',
        }),
      ),
      end: Type.Optional(Type.Boolean({ description: 'true ends it, with what was not taken.' })),
    },
    { additionalProperties: false },
  ),
  data: Type.Object({
    team: Type.Object({ id: Type.String({ description: 'Public code of the Team.' }), name: Type.String() }),
    since: Type.Union([Type.String(), Type.Null()], {
      description:
        'When it began: ISO 8601, UTC. Another than before says that it was forgotten meanwhile. null once it has ended.',
    }),
    events: Type.Array(HeardEvent, {
      maxItems: HEARD_MAX,
      description: 'What was not taken yet, the oldest first; those of one tour or app in their order.',
    }),
  }),
  failures: ['TEAM_REQUIRED', 'LISTENER_LIMIT'],
  example: {
    params: { listener },
    body: { events: ['tour.imported'], taken: ['16'] },
    data: {
      team: { id: 'acme', name: 'Acme Homes' },
      since: '2026-11-26T09:30:00.000Z',
      events: [
        {
          id: '17',
          eventId: 'msg_0b9f6a5e1d9c4f0c8f3f0d8ad3a3c1de',
          type: 'tour.imported',
          body: '{"type":"tour.imported","timestamp":"2026-11-26T10:00:00.000Z","data":{"name":"Loft","is_active":false,"resource_code":"loft"}}',
        },
      ],
    },
  },
});
