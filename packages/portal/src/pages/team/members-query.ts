import { queryOptions } from '@tanstack/react-query';
import type { PortalClient } from '../../api/portal-client.ts';

/** Who is in a Team, and its open invitations. */
export function membersQuery(portal: PortalClient, teamId: string) {
  return queryOptions({
    queryKey: ['team', teamId, 'members'],
    queryFn: ({ signal }) => portal.call('list-members', { params: { id: teamId } }, signal),
  });
}
