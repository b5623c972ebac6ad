import { queryOptions } from '@tanstack/react-query';
import type { PortalClient } from '../../../api/portal-client.ts';

/** A Team's live credentials, newest first; owners only. */
export function credentialsQuery(portal: PortalClient, teamId: string) {
  return queryOptions({
    queryKey: ['team', teamId, 'credentials'],
    queryFn: async ({ signal }) => (await portal.call('list-credentials', {}, signal)).credentials,
  });
}
