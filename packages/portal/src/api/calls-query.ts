import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { PortalClient } from './portal-client.ts';
import { readAgain } from './queries.ts';

/** How often a page looks again, in milliseconds: the gateway writes what it counted every five seconds. */
const CALLS_POLL_MS = 5000;

export type CallFilter = 'all' | 'refused';

/** The last calls of an app, newest first. What is on the page stays there until the next answer. */
export function callsQuery(portal: PortalClient, teamId: string, appKey: string, filter: CallFilter) {
  return queryOptions({
    queryKey: ['team', teamId, 'apps', appKey, 'calls', filter],
    queryFn: async ({ signal }) => {
      const query = filter === 'all' ? {} : { result: filter };
      return (await portal.call('list-calls', { params: { app_key: appKey }, query }, signal)).calls;
    },
    refetchInterval: ({ state }) => readAgain(state.error, CALLS_POLL_MS),
    placeholderData: keepPreviousData,
  });
}
