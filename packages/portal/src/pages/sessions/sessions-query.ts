import { queryOptions } from '@tanstack/react-query';
import type { PortalClient } from '../../api/portal-client.ts';

/** The person's live sessions. */
export function sessionsQuery(portal: PortalClient) {
  return queryOptions({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => (await portal.call('list-sessions', {}, signal)).sessions,
  });
}
