// What webhooks tell and their figures (decision 0180), without a schema: pages load them.

/** Names of the events. */
export const webhookEvents = [
  'tour.imported',
  'tour.activated',
  'tour.replaced',
  'tour.removed',
  'app.created',
  'app.expiring',
  'secret.rotated',
  'secret.overlap_ending',
  'secret.leaked',
  'quota.reached',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** What a test sends; no endpoint can leave it out. */
export const WEBHOOK_TEST = 'webhook.test';

/** Endpoints that a Team may have. */
export const WEBHOOKS_MAX = 10;
/** Deliveries that one answer lists at most. */
export const DELIVERIES_LISTED_MAX = 50;
/** Longest address of an endpoint, in characters. */
export const WEBHOOK_URL_MAX = 2000;
/** Days that something is tried again before it is given up. */
export const WEBHOOK_TRIED_DAYS = 3;
/** Days that the log of deliveries is kept. */
export const DELIVERIES_KEEP_DAYS = 30;

/** Why an attempt did not count. */
export const deliveryProblems = [
  'inside',
  'name',
  'refused',
  'tls',
  'timeout',
  'reset',
  'redirect',
  'status',
  'gone',
  'secret',
] as const;
export type DeliveryProblem = (typeof deliveryProblems)[number];
