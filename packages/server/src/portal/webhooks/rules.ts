import { createHmac } from 'node:crypto';
import {
  type CredentialScope,
  type DeliveryProblem,
  WEBHOOK_TRIED_DAYS,
  type Webhook,
  type WebhookDelivery,
  type WebhookEvent,
  webhookEvents,
} from '@openhouse/contract';
import { isPortBlocked } from '../../kernel/http/blocked-port.ts';
import { SECRET_PREFIX } from './webhook-secret.ts';

/** An endpoint without its secret. Ids in digits. */
export interface EndpointRow {
  readonly id: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly createdAt: Date;
  /** null where no other secret signs. */
  readonly previousEndsAt: Date | null;
  readonly stoppedAt: Date | null;
  readonly stoppedByReceiver: boolean;
  readonly waiting: number;
}

/** A delivery, as the log has it. */
export interface DeliveryRow {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly madeAt: Date;
  readonly freeAt: Date;
  readonly attempts: number;
  readonly triedAt: Date | null;
  readonly status: number | null;
  readonly problem: DeliveryProblem | null;
  readonly doneAt: Date | null;
  readonly delivered: boolean;
}

/** Seconds between the first two tries, and at most between any two. */
const RETRY_FIRST_S = 5;
const RETRY_LAST_S = 4 * 3600;
/** Seconds since it was first tried after which a delivery that fails is given up. */
export const GIVE_UP_S = WEBHOOK_TRIED_DAYS * 86_400;

/** What is sent, the same at every try: Standard Webhooks' three fields. */
export const bodyOf = ({ type, madeAt, data }: Pick<DeliveryRow, 'type' | 'madeAt' | 'data'>): string =>
  JSON.stringify({ type, timestamp: madeAt.toISOString(), data });

/**
 * Headers of one try, as Standard Webhooks has them: a signature of each secret, the newest first.
 * @param atS Seconds since the Unix epoch.
 */
export function signedHeaders(eventId: string, atS: number, body: string, secrets: readonly string[]) {
  const signatures = secrets.map((value) => {
    const key = Buffer.from(value.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${eventId}.${atS}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(atS),
    'webhook-signature': signatures.join(' '),
  };
}

/** Scopes of which one lets a credential hear of an event: those that show the same when it asks. */
function scopesToHear(type: WebhookEvent): readonly CredentialScope[] {
  // It says where a secret can be found: for people alone.
  if (type === 'secret.leaked') return [];
  return type.startsWith('tour.') ? ['tours:read', 'tours:write'] : ['apps:read'];
}

/**
 * What a listener is told.
 * @param asked Empty for everything.
 * @param scopes Of a credential; undefined for a person, who may hear of everything in the Team.
 * @returns Undefined where something was named that no scope covers.
 */
export function eventsToHear(
  asked: readonly WebhookEvent[],
  scopes: readonly CredentialScope[] | undefined,
): readonly WebhookEvent[] | undefined {
  if (scopes === undefined) return asked;
  const covered = webhookEvents.filter((type) => scopesToHear(type).some((scope) => scopes.includes(scope)));
  if (asked.length === 0) return covered;
  return asked.every((type) => covered.includes(type)) ? asked : undefined;
}

/** Seconds until the next try, doubled from try to try. @param firstS Between the first two. */
export const retryAfterS = (attempts: number, firstS = RETRY_FIRST_S): number =>
  Math.min(firstS * 2 ** Math.max(0, attempts - 1), RETRY_LAST_S);

/**
 * The address of an endpoint, in the form in which it is called.
 * @param requiresTls Whether only https will do.
 * @returns A sentence where it is none that anybody could be told at.
 */
export function givenAddress(text: string, requiresTls: boolean): URL | string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return '/url is not an http or https address. Write it whole, as https://example.com/hook.';
  if (requiresTls && url.protocol !== 'https:') return '/url begins with http. Events are sent with https only.';
  if (url.username !== '' || url.password !== '')
    return '/url holds a name or password. The signature says who sends; leave them out.';
  if (isPortBlocked(url)) return `/url names port ${url.port}, which no client of HTTP calls. Listen at another port.`;
  url.hash = '';
  return url;
}

export function shownWebhook(row: EndpointRow): Webhook {
  const { id, url, events, createdAt, previousEndsAt, stoppedAt, stoppedByReceiver, waiting } = row;
  return {
    id,
    url,
    events: [...events],
    createdAt: createdAt.toISOString(),
    previousSecretEndsAt: previousEndsAt?.toISOString() ?? null,
    stopped: stoppedAt === null ? null : stoppedByReceiver ? 'by-receiver' : 'by-owner',
    waiting,
  };
}

export function shownDelivery(row: DeliveryRow): WebhookDelivery {
  const { id, eventId, type, madeAt, doneAt, delivered, attempts, triedAt, freeAt, status, problem } = row;
  const state = doneAt === null ? 'waiting' : delivered ? 'delivered' : 'given-up';
  return {
    id,
    eventId,
    type,
    at: madeAt.toISOString(),
    state,
    attempts,
    triedAt: triedAt?.toISOString() ?? null,
    nextTryAt: doneAt === null ? freeAt.toISOString() : null,
    status,
    problem,
    body: bodyOf(row),
  };
}
