import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { PortalClient } from '../../api/portal-client.ts';
import { portalClock } from '../../api/portal-clock.ts';
import { PortalError } from '../../api/portal-error.ts';
import { readAgain } from '../../api/queries.ts';
import { type UsageRange, usageRanges } from './usage-search.ts';

/** How often the page looks again, in milliseconds. */
const USAGE_POLL_MS = 10_000;
const HOUR_MS = 60 * 60 * 1000;

/** How an app was used in the last hours. What is on the page stays until the next answer, as a placeholder. */
export function usageQuery(portal: PortalClient, teamId: string, appKey: string, range: UsageRange) {
  const { hours, step } = usageRanges[range];
  return queryOptions({
    queryKey: ['team', teamId, 'apps', appKey, 'usage', range],
    queryFn: async ({ signal }) => {
      const from = new Date(portalClock.nowMs() - hours * HOUR_MS).toISOString();
      return portal.call('get-usage', { params: { app_key: appKey }, query: { from, step } }, signal);
    },
    refetchInterval: ({ state }) => readAgain(state.error, USAGE_POLL_MS),
    placeholderData: keepPreviousData,
  });
}

/** A call that was made a moment ago is not written yet: looked for so often, so far apart. */
const EXPLAIN_RETRIES = 3;
const EXPLAIN_RETRY_MS = 2000;

/** What the gateway looked at for one call. */
export function explanationQuery(portal: PortalClient, teamId: string, requestId: string) {
  return queryOptions({
    queryKey: ['team', teamId, 'call', requestId],
    queryFn: ({ signal }) => portal.call('explain-call', { params: { request_id: requestId } }, signal),
    retry: (count, error) => count < EXPLAIN_RETRIES && error instanceof PortalError && error.code === 'CALL_NOT_FOUND',
    retryDelay: EXPLAIN_RETRY_MS,
    // A call does not change once it was made.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
