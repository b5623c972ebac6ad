import { queryOptions } from '@tanstack/react-query';
import type { PortalClient } from '../../api/portal-client.ts';

/** The operations of the gateway as forms. They change with a new version of the service only. */
export function operationsQuery(portal: PortalClient) {
  return queryOptions({
    queryKey: ['operations'],
    queryFn: ({ signal }) => portal.call('list-operations', {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
