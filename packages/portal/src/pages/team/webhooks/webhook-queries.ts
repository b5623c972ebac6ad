import type { WebhookDelivery } from '@openhouse/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { PortalClient } from '../../../api/portal-client.ts';
import { readAgain } from '../../../api/queries.ts';

/** How often a log in which something waits is read again, in milliseconds. */
const FOLLOW_MS = 2_000;

/** How often webhooks for which something waits are read again, in milliseconds. */
const LOOK_MS = 5_000;

/** A Team's webhooks, oldest first. */
export function webhooksQuery(portal: PortalClient, teamId: string) {
  return queryOptions({
    queryKey: ['team', teamId, 'webhooks'],
    queryFn: async ({ signal }) => (await portal.call('list-webhooks', {}, signal)).webhooks,
    refetchInterval: ({ state: { data, error } }) =>
      readAgain(error, data?.some(({ waiting }) => waiting > 0) === true && LOOK_MS),
  });
}

/** Which deliveries to show. */
export type DeliveryState = WebhookDelivery['state'];

export const deliveryStates: readonly DeliveryState[] = ['waiting', 'delivered', 'given-up'];

/** What was sent to a webhook and is to be sent, newest first, page by page; followed while something waits. */
export function deliveriesQuery(portal: PortalClient, teamId: string, id: string, state: DeliveryState | undefined) {
  return infiniteQueryOptions({
    queryKey: ['team', teamId, 'webhooks', id, state ?? 'all'],
    queryFn: ({ pageParam: before, signal }) => {
      const query = { ...(state && { state }), ...(before !== undefined && { before }) };
      return portal.call('list-deliveries', { params: { id }, query }, signal);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ deliveries, hasMore }) => (hasMore ? deliveries.at(-1)?.id : undefined),
    refetchInterval: ({ state: { data, error } }) => {
      const waits = data?.pages.some(({ deliveries }) => deliveries.some((one) => one.state === 'waiting'));
      return readAgain(error, waits === true && FOLLOW_MS);
    },
  });
}
