import { queryOptions } from '@tanstack/react-query';
import type { PortalClient } from '../../api/portal-client.ts';
import { readAnswer } from './operation-answer.ts';
import type { ShownOperation } from './tour/tour.ts';

/** One read of the gateway, made by the portal with one of the Team's apps. */
export function answerQuery<Name extends ShownOperation>(
  portal: PortalClient,
  teamId: string,
  resourceCode: string,
  operation: Name,
) {
  return queryOptions({
    queryKey: ['team', teamId, 'tours', resourceCode, 'operations', operation],
    queryFn: async ({ signal }) => {
      const path = `/api/tours/${encodeURIComponent(resourceCode)}/operations/${operation}`;
      return readAnswer(operation, await portal.passedOn(path, signal));
    },
    // A tour hardly ever changes while somebody looks at it; each reading counts against the app's limit.
    refetchOnWindowFocus: false,
    staleTime: 60_000,
  });
}
