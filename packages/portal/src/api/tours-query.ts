import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { PortalClient } from './portal-client.ts';

/** Everything that is known of a Team's tours; for invalidation. */
export const toursKey = (teamId: string) => ['team', teamId, 'tours'] as const;

/** A Team's tours, last imported first, page by page. */
export function toursQuery(portal: PortalClient, teamId: string, search: string) {
  return infiniteQueryOptions({
    queryKey: [...toursKey(teamId), search],
    queryFn: ({ pageParam: after, signal }) =>
      portal.call(
        'list-tours',
        { query: { ...(search === '' ? {} : { search }), ...(after === undefined ? {} : { after }) } },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    // What was found stays while one types on.
    placeholderData: keepPreviousData,
  });
}
