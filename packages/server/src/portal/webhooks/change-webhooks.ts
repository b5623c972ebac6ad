import { randomUUID } from 'node:crypto';
import { WEBHOOK_TEST, WEBHOOKS_MAX, type WebhookEvent } from '@openhouse/contract';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { PortalError } from '../http/portal-error.ts';
import type { AskingInTeam } from '../session/asking.ts';
import { inOneStep, inOneTransaction, perform, refusalAudited } from '../teams/perform.ts';
import { type DeliveryRow, type EndpointRow, givenAddress } from './rules.ts';
import {
  deleteEndpoint,
  type EndpointChange,
  endpointsOf,
  findEndpoint,
  type HeldSecrets,
  holdSecrets,
  insertEndpoint,
  insertTest,
  removeBatch,
  repeatDelivery,
  replaceSecret,
  reserveEndpoint,
  updateEndpoint,
} from './store.ts';
import {
  newWebhookSecret,
  openFormerSecrets,
  openWebhookSecret,
  type SecretOwner,
  sealFormerSecrets,
  sealWebhookSecret,
} from './webhook-secret.ts';

/** Where a Team may be told. */
export interface WebhookAddresses {
  /** Whether only https will do. */
  readonly requiresTls: boolean;
  /** What a host leads to now (decision 0094). @param host As `URL.hostname` has it. */
  readonly judge: (host: string) => Promise<'outside' | 'inside' | 'unknown'>;
}

export interface WebhookDeps {
  readonly database: Database;
  readonly sealingKeys: KeyRing;
  readonly addresses: WebhookAddresses;
}

/** An endpoint with the secret that is shown this once. */
export interface WithSecret {
  readonly endpoint: EndpointRow;
  readonly secret: string;
}

/** @throws {PortalError} ROLE_INSUFFICIENT, REQUEST_INVALID, WEBHOOK_ADDRESS_REFUSED, WEBHOOK_LIMIT */
export async function createWebhook(
  { database, sealingKeys, addresses }: WebhookDeps,
  asking: AskingInTeam,
  given: { readonly url: string; readonly events: readonly WebhookEvent[] },
): Promise<WithSecret> {
  const { teamId } = asking.team;
  const url = await judgedAddress(addresses, given.url);
  const deed = { asking, action: 'webhook.create', subject: shownInLog(url), by: 'owner' } as const;
  return perform(database, deed, async (transaction) => {
    if ((await endpointsOf(transaction, teamId)).length >= WEBHOOKS_MAX) throw new PortalError('WEBHOOK_LIMIT');
    const id = await reserveEndpoint(transaction);
    const secret = newWebhookSecret();
    const sealed = sealWebhookSecret(sealingKeys, { teamId, id }, secret);
    await insertEndpoint(transaction, teamId, { id, url: url.href, events: given.events, sealed });
    return { result: { endpoint: await kept(transaction, asking, id), secret }, subject: shownInLog(url) };
  });
}

/** @throws {PortalError} WEBHOOK_NOT_FOUND, and as createWebhook */
export async function changeWebhook(
  { database, addresses }: WebhookDeps,
  asking: AskingInTeam,
  id: string,
  change: EndpointChange,
): Promise<EndpointRow> {
  const { teamId } = asking.team;
  const url = change.url === undefined ? undefined : await judgedAddress(addresses, change.url);
  return perform(database, { asking, action: 'webhook.change', subject: id, by: 'owner' }, async (transaction) => {
    await kept(transaction, asking, id);
    await updateEndpoint(transaction, teamId, id, { ...change, ...(url && { url: url.href }) });
    const endpoint = await kept(transaction, asking, id);
    return { result: endpoint, subject: `${shownInLog(new URL(endpoint.url))}: ${Object.keys(change).join(', ')}` };
  });
}

/** How much of a log one transaction deletes. */
const DELIVERIES_A_BATCH = 5000;

/**
 * Deletes an endpoint with its log, at once. Of a long log whole batches go before, each in a transaction of its own, and the endpoint is
 * stopped from the first of them on: where one fails, it is left stopped, and a repeated call resumes.
 * @throws {PortalError} ROLE_INSUFFICIENT, WEBHOOK_NOT_FOUND
 */
export function deleteWebhook({ database }: WebhookDeps, asking: AskingInTeam, id: string): Promise<void> {
  const { teamId } = asking.team;
  const deed = { asking, action: 'webhook.delete', subject: id, by: 'owner' } as const;
  return refusalAudited(database, deed, async () => {
    let isLong = true;
    while (isLong) {
      isLong = await inOneStep(database, deed, async (transaction) => {
        await kept(transaction, asking, id);
        const wasLong = await removeBatch(transaction, teamId, id, DELIVERIES_A_BATCH);
        if (wasLong) await updateEndpoint(transaction, teamId, id, { stopped: true });
        return wasLong;
      });
    }
    await inOneTransaction(database, deed, async (transaction) => {
      const { url } = await kept(transaction, asking, id);
      await deleteEndpoint(transaction, teamId, id);
      return { result: undefined, subject: shownInLog(new URL(url)) };
    });
  });
}

/** @throws {PortalError} ROLE_INSUFFICIENT, WEBHOOK_NOT_FOUND */
export function rotateWebhookSecret(
  { database, sealingKeys }: WebhookDeps,
  asking: AskingInTeam,
  id: string,
  overlapHours: number,
): Promise<WithSecret> {
  const { teamId } = asking.team;
  return perform(database, { asking, action: 'webhook.rotate', subject: id, by: 'owner' }, async (transaction) => {
    await kept(transaction, asking, id);
    const secret = newWebhookSecret();
    const sealed = sealWebhookSecret(sealingKeys, { teamId, id }, secret);
    const former = formerSecrets(sealingKeys, { teamId, id }, await holdSecrets(transaction, teamId, id), overlapHours);
    await replaceSecret(transaction, teamId, id, sealed, overlapHours, former);
    const endpoint = await kept(transaction, asking, id);
    return { result: { endpoint, secret }, subject: shownInLog(new URL(endpoint.url)) };
  });
}

/**
 * What signs beside a new secret where the overlap of another rotation lasts: receivers may still have the secret before, as when
 * somebody rotates again because they lost the new one. Each signs until its own overlap ends.
 * @returns null where only the secret until now is former, or none.
 */
function formerSecrets(
  keys: KeyRing,
  owner: SecretOwner,
  { sealed, previousSealed, previousEndsAtS, nowS }: HeldSecrets,
  overlapHours: number,
): Buffer | null {
  const value = openWebhookSecret(keys, owner, sealed);
  if (overlapHours === 0 || previousSealed === null || value === undefined) return null;
  const before = openFormerSecrets(keys, owner, previousSealed, previousEndsAtS);
  const lasting = before.filter(({ endsAtS }) => endsAtS > nowS);
  if (lasting.length === 0) return null;
  return sealFormerSecrets(keys, owner, [{ value, endsAtS: nowS + overlapHours * 3600 }, ...lasting]);
}

/** @throws {PortalError} ROLE_INSUFFICIENT, WEBHOOK_NOT_FOUND, WEBHOOK_STOPPED */
export function testWebhook({ database }: WebhookDeps, asking: AskingInTeam, id: string): Promise<DeliveryRow> {
  const { teamId } = asking.team;
  return perform(database, { asking, action: 'webhook.send', subject: id, by: 'owner' }, async (transaction) => {
    const { url } = await working(transaction, asking, id);
    const event = { eventId: `msg_${randomUUID().replaceAll('-', '')}`, type: WEBHOOK_TEST };
    const delivery = await insertTest(transaction, teamId, id, event);
    return { result: delivery, subject: `${shownInLog(new URL(url))}: ${WEBHOOK_TEST}` };
  });
}

/** @throws {PortalError} DELIVERY_NOT_FOUND, and as testWebhook */
export function resendDelivery(
  { database }: WebhookDeps,
  asking: AskingInTeam,
  id: string,
  deliveryId: string,
): Promise<DeliveryRow> {
  const { teamId } = asking.team;
  return perform(database, { asking, action: 'webhook.send', subject: id, by: 'owner' }, async (transaction) => {
    const { url } = await working(transaction, asking, id);
    const delivery = await repeatDelivery(transaction, teamId, id, deliveryId);
    if (delivery === undefined) throw new PortalError('DELIVERY_NOT_FOUND');
    return { result: delivery, subject: `${shownInLog(new URL(url))}: ${delivery.type} ${delivery.eventId}` };
  });
}

/** The form of an address for the log: some receivers have a secret in the path or query. */
const shownInLog = ({ origin }: URL): string => origin;

/** @throws {PortalError} REQUEST_INVALID, WEBHOOK_ADDRESS_REFUSED */
async function judgedAddress({ requiresTls, judge }: WebhookAddresses, text: string): Promise<URL> {
  const url = givenAddress(text, requiresTls);
  if (typeof url === 'string') throw new PortalError('REQUEST_INVALID', url);
  // A name that does not resolve now is saved: the name server may be away, and every connection is judged again.
  if ((await judge(url.hostname)) === 'inside') throw new PortalError('WEBHOOK_ADDRESS_REFUSED');
  return url;
}

/** @throws {PortalError} WEBHOOK_NOT_FOUND: another Team's answers like a missing one. */
async function kept(transaction: Transaction, { team }: AskingInTeam, id: string): Promise<EndpointRow> {
  const endpoint = await findEndpoint(transaction, team.teamId, id);
  if (endpoint === undefined) throw new PortalError('WEBHOOK_NOT_FOUND');
  return endpoint;
}

async function working(transaction: Transaction, asking: AskingInTeam, id: string): Promise<EndpointRow> {
  const endpoint = await kept(transaction, asking, id);
  if (endpoint.stoppedAt !== null) throw new PortalError('WEBHOOK_STOPPED');
  return endpoint;
}
