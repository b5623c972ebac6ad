import { queryOptions } from '@tanstack/react-query';
import type { PortalClient } from './portal-client.ts';
import { readAgain } from './queries.ts';

/** How often the list is read while an app is being created. */
const CREATION_POLL_MS = 2_000;

/** The apps and open App requests of a Team. The Team is part of the key: nothing of another Team ever shows. */
export function appsQuery(portal: PortalClient, teamId: string) {
  return queryOptions({
    queryKey: ['team', teamId, 'apps'],
    queryFn: ({ signal }) => portal.call('list-apps', {}, signal),
    refetchInterval: ({ state: { data: apps, error } }) =>
      readAgain(error, (apps?.requests.length ?? 0) > 0 ? CREATION_POLL_MS : false),
  });
}
